"""What leaves the house: journals, records, files with their proof; and the questions that take long. Each is
a job of the print shop's worker: a function of plain values that gives the bytes of one file."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.felt import FILES
from croupier.house.eye.files import File, Frozen, Item
from croupier.house.eye.office import stream_of
from croupier.house.floor.history import Place, shown_at
from croupier.house.floor.recall import Befores, stored
from croupier.house.store import schema as db
from croupier.house.store.audit import audited
from croupier.house.store.heads import KeptHead, parse_heads
from croupier.house.store.sql import Snapshot, open_store
from croupier.journal import audit as audit_stream
from croupier.journal import exported, fold
from croupier.journal.checkpoints import Kept
from croupier.journal.entries import without_sealed

MOST_LINES = 20_000  # of one frozen round, up to the head that it was frozen with
MOST_RECORDS = 500
READING = "HOW-TO-READ.html"
CHECK = "check.py"


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The same bytes for the same files, with how to read them."""
    own = {
        READING: (FILES / "reading.html").read_bytes(),
        CHECK: (Path(__file__).parent / CHECK).read_bytes(),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted({**files, **own}.items()):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def clock(at: int) -> str:
    return f"{datetime.datetime.fromtimestamp(at, datetime.UTC):%Y-%m-%d %H:%M:%S} UTC" if at else "–"


# --- journals and records


def journal(address: str, stream: str) -> bytes:
    """A stream up to its last moment of rest, without what is sealed."""
    with open_store(address, reading=True) as store, store.snapshot() as then:
        return b"".join(exported(then, stream))


def records(address: str, table: str, first: int, last: int, by: str) -> bytes:
    """The records of rounds that are over, as TOML, with what happened in words."""
    with open_store(address, reading=True) as store, store.snapshot() as then:
        r = db.rounds.c
        query = sa.select(r.round, r.first, r.last, r.at).where(
            (r.stream == table) & (r.round >= first) & (r.round <= last)
        )
        rows = then.connection.execute(query.order_by(r.round).limit(MOST_RECORDS)).all()
        if not rows:
            raise BadInput(f"{table} has no finished round from {first} to {last}")
        befores = Befores()
        files: dict[str, bytes] = {}
        for row in rows:
            files |= told(then, befores, table, row.round, Place(row.first, row.last, row.at), by)
        return zipped(files)


def told(
    then: Snapshot, befores: Befores, table: str, number: int, place: Place, by: str
) -> dict[str, bytes]:
    """One round as its record and in words."""
    before = befores.find(then.connection, table, number, place.first)
    entries = stored(then.connection, table, place.first, place.last)
    shown = shown_at(before, entries, table, number, place, by, whole=True)
    times = {one.n: one.command.at for one in entries}
    words = [f"{table}, round {number}, ended {clock(place.at)}", ""]
    for entry in shown.entries:
        for line in entry.lines:
            cited = f"  [{', '.join(line.clauses)}]" if line.clauses else ""
            words.append(f"{entry.n:>8}  {clock(times.get(entry.n, 0))}  {line.words}{cited}")
    files = {f"{table}-round-{number}.txt": "".join(f"{line}\n" for line in words).encode()}
    if shown.record_file:
        files[f"{table}-round-{number}.toml"] = shown.record_file.encode()
    return files


# --- a file with its proof


def file_with_proof(address: str, number: str, by: str, names: dict[str, str]) -> bytes:
    """The file in words and as its own journal, and the frozen rounds line by line up to their heads."""
    with open_store(address, reading=True) as store, store.snapshot() as then:
        name = stream_of(number)
        lines = [without_sealed(line) for line in then.lines(name)]
        state: Any = None
        for step in fold(then, name, everything=True):
            state = step.state
        if not isinstance(state, File):
            raise BadInput(f"there is no file {number}")
        heads = then.heads()
        files = {
            f"{name}.journal": b"".join(lines),
            f"{name}.json": msgspec.json.format(msgspec.json.encode(state), indent=1),
            f"{name}.txt": in_words(state, names).encode(),
        }
        befores, kept = Befores(), [f"{name} {heads[name][0]} {heads[name][1]}"]
        for one in unique(state.frozen):
            files |= told(then, befores, one.table, one.round, Place(one.first, one.last, 0), by)
            files[f"{one.table}-round-{one.round}.lines"] = proving(then, one)
            kept.append(f"{one.table} {one.entries} {one.head}")
        files["heads.txt"] = "".join(f"{line}\n" for line in dict.fromkeys(kept)).encode()
        return zipped(files)


def unique(frozen: Iterable[Frozen]) -> list[Frozen]:
    """Of a round that was frozen twice, the first: it is about what stood then."""
    found: dict[tuple[str, int], Frozen] = {}
    for one in frozen:
        found.setdefault((one.table, one.round), one)
    return list(found.values())


def proving(then: Snapshot, one: Frozen) -> bytes:
    """A round's entries, and those after it up to the head that it was frozen with."""
    end = one.entries if one.entries - one.first <= MOST_LINES else one.last + 1
    return b"".join(without_sealed(line) for line in then.lines(one.table, one.first, end))


PARTS = {
    "reviewed": "Reviewed",
    "found": "Found",
    "unconfirmed": "Not confirmed",
    "told": "Told",
    "open": "Open",
    "note": "Notes",
}


def in_words(file: File, names: Mapping[str, str]) -> str:
    """As a person reads it; what was struck stays, with why."""

    def who(by: str) -> str:
        role, _, person = by.partition(":")
        return f"{names.get(person, person)}, {role.replace('_', ' ')}" if person else by

    facts = [
        f"File {file.number}: {file.what}, {file.standing}",
        "",
        f"Matter       {file.matter}",
        f"Where        {file.table or '–'}, seat {file.seat or '–'}, round {file.round or '–'}",
        f"Player       {names.get(file.player, file.player) or '–'}",
        f"Occurred     {clock(file.since)} to {clock(file.until)}",
        f"Reported by  {file.reported_by or who(file.opened_by)}",
        f"Opened       {clock(file.opened_at)} by {who(file.opened_by)}",
        f"Due          {clock(file.due)} (COMAR 36.03.10.47)",
    ]
    for one in file.frozen:
        told = f"{one.table} round {one.round}: entries {one.first} to {one.last}"
        facts.append(f"Frozen       {told}; head of {one.entries} entries {one.head}")
    for part, heading in PARTS.items():
        mine = [item for item in file.items if item.part == part]
        if mine:
            facts += ["", heading, *(_item(item, who(item.by), who(item.struck_by)) for item in mine)]
    if file.outcome:
        facts += ["", f"Closed {clock(file.closed_at)} by {who(file.closed_by)}: {file.outcome}"]
    return "".join(f"{line}\n" for line in facts)


def _item(item: Item, who: str, struck_by: str) -> str:
    line = f"  {item.item:>3}. {clock(item.at)}  {item.words}  ({who})"
    if item.struck:
        line += f"\n       struck {clock(item.struck_at)} by {struck_by}: {item.struck}"
    return line


# --- questions that take long


def verified(address: str, stream: str, heads: str) -> bytes:
    """One stream, or all that is stored against all else; against heads that somebody kept, too."""
    kept = parse_heads(heads.splitlines(), "the heads given") if heads.strip() else {}
    with open_store(address, reading=True) as store, store.snapshot() as then:
        found = one_stream(then, stream, kept) if stream else everything(then, kept)
    return msgspec.json.encode(found)


def everything(then: Snapshot, kept: dict[str, KeptHead]) -> dict[str, Any]:
    report = audited(then, heads=kept)
    return {
        "ok": report.ok,
        "streams": report.streams,
        "entries": report.entries,
        "cites_otherwise": report.cites_otherwise,
        "compared": len(kept),
        "faults": [msgspec.to_builtins(fault) for fault in report.faults[:200]],
    }


def one_stream(then: Snapshot, stream: str, kept: dict[str, KeptHead]) -> dict[str, Any]:
    mine = kept.get(stream)
    given = None if mine is None else Kept(mine.head, mine.entries, "the heads given")
    found = audit_stream(then, stream, everything=True, kept=given)
    fault = {"stream": stream, "entry": found.broken, "fault": found.fault}
    return {
        "ok": found.ok,
        "streams": 1,
        "entries": found.entries,
        "head": found.head,
        "cites_otherwise": len(found.cites_otherwise),
        "compared": int(given is not None),
        "faults": [] if found.ok else [fault],
    }


def figures_again(choices: bytes) -> bytes:
    """Computed anew, in a process that knows no answer yet."""
    from croupier.extras import need_maths

    need_maths()
    from croupier.maths.analyze import analyze
    from croupier.maths.submitted import terms_of_choices
    from croupier.submission import Choices

    terms = terms_of_choices(msgspec.json.decode(choices, type=Choices))
    return msgspec.json.encode(analyze(terms, fresh=True))
