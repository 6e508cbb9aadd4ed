"""Export journals, round records, dispute files and verification results for surveillance and the regulator.

Each function runs as a job in the print shop's worker process. A job takes plain values and returns the bytes
of one file.
"""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.casino.disputes import DisputeFile, DisputeItem, FrozenRound
from croupier.errors import BadInput
from croupier.journal import audit as audit_stream
from croupier.journal import export_lines, fold
from croupier.journal.checkpoints import CheckpointSource
from croupier.journal.entries import without_sealed
from croupier.pages import FILES
from croupier.rulebook import regulation
from croupier.server.services.disputes import stream_of
from croupier.server.surveillance import standalone_check
from croupier.server.surveillance.round_search import marks_about
from croupier.server.tables.round_history import RoundPlace, shown_at
from croupier.server.tables.round_replay import SegmentCache, stored
from croupier.store import schema as db
from croupier.store.audit import audit_snapshot
from croupier.store.database import Snapshot, open_store
from croupier.store.heads import SavedHead, parse_heads
from croupier.table.roles import role_title

MOST_LINES = 20_000  # maximum journal lines from a frozen round to the head recorded with it
MOST_RECORDS = 500
READING = "HOW-TO-READ.html"
CHECK = "check.py"  # name of the check script in the archive


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Pack files into a reproducible ZIP archive, with instructions and the check script."""
    own = {
        READING: (FILES / "reading.html").read_bytes(),
        CHECK: Path(standalone_check.__file__).read_bytes(),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted({**files, **own}.items()):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def clock(at: int) -> str:
    return f"{datetime.datetime.fromtimestamp(at, datetime.UTC):%Y-%m-%d %H:%M:%S} UTC" if at else "–"


# Journals and records.


def journal(address: str, stream: str) -> bytes:
    """Return a stream up to the end of its last finished round, without sealed data."""
    with open_store(address, reading=True) as store, store.snapshot() as then:
        return b"".join(export_lines(then, stream))


def records(address: str, table: str, first: int, last: int, by: str) -> bytes:
    """Return the records of finished rounds as TOML, each with a transcript."""
    with open_store(address, reading=True) as store, store.snapshot() as then:
        r = db.rounds.c
        query = sa.select(r.round, r.first, r.last, r.at).where(
            (r.stream == table) & (r.round >= first) & (r.round <= last)
        )
        rows = then.connection.execute(query.order_by(r.round).limit(MOST_RECORDS)).all()
        if not rows:
            raise BadInput(f"{table} has no finished round from {first} to {last}")
        befores = SegmentCache()
        files: dict[str, bytes] = {}
        for row in rows:
            place = RoundPlace(row.first, row.last, row.at)
            files |= round_files(then, befores, table, row.round, place, by)
        return zipped(files)


def round_files(
    then: Snapshot, befores: SegmentCache, table: str, number: int, place: RoundPlace, by: str
) -> dict[str, bytes]:
    """Return one round's record and transcript, with later corrections."""
    before = befores.find(then.connection, table, number, place.first)
    entries = stored(then.connection, table, place.first, place.last)
    shown = shown_at(before, entries, table, number, place, by, whole=True)
    times = {one.n: one.command.at for one in entries}
    words = [f"{table}, round {number}, ended {clock(place.at)}", ""]
    for entry in shown.entries:
        for line in entry.lines:
            cited = f"  [{', '.join(line.clauses)}]" if line.clauses else ""
            words.append(f"{entry.n:>8}  {clock(times.get(entry.n, 0))}  {line.words}{cited}")
    later = [mark for mark in marks_about(then.connection, table, number) if mark.n > place.last]
    if later:
        words += ["", "After the round"]
        words += [f"{mark.n:>8}  {clock(mark.at)}  {mark.what}" for mark in later]
    files = {f"{table}-round-{number}.txt": "".join(f"{line}\n" for line in words).encode()}
    if shown.record_file:
        files[f"{table}-round-{number}.toml"] = shown.record_file.encode()
    return files


# Dispute files with their proof.


def file_with_proof(address: str, number: str, by: str, names: dict[str, str]) -> bytes:
    """Return a dispute file as text and journal, with the journal lines of its frozen rounds."""
    with open_store(address, reading=True) as store, store.snapshot() as then:
        name = stream_of(number)
        lines = [without_sealed(line) for line in then.lines(name)]
        state: Any = None
        for step in fold(then, name, everything=True):
            state = step.state
        if not isinstance(state, DisputeFile):
            raise BadInput(f"there is no file {number}")
        heads = then.heads()
        files = {
            f"{name}.journal": b"".join(lines),
            f"{name}.json": msgspec.json.format(msgspec.json.encode(state), indent=1),
            f"{name}.txt": in_words(state, names).encode(),
        }
        befores, kept = SegmentCache(), [f"{name} {heads[name][0]} {heads[name][1]}"]
        for one in unique(state.frozen):
            place = RoundPlace(one.first, one.last, 0)
            files |= round_files(then, befores, one.table, one.round, place, by)
            files[f"{one.table}-round-{one.round}.lines"] = proof_lines(then, one)
            kept.append(f"{one.table} {one.entries} {one.head}")
        files["heads.txt"] = "".join(f"{line}\n" for line in dict.fromkeys(kept)).encode()
        return zipped(files)


def unique(frozen: Iterable[FrozenRound]) -> list[FrozenRound]:
    """Drop repeated references to the same round. The first reference is closest to the event."""
    found: dict[tuple[str, int], FrozenRound] = {}
    for one in frozen:
        found.setdefault((one.table, one.round), one)
    return list(found.values())


def proof_lines(then: Snapshot, one: FrozenRound) -> bytes:
    """Return the entries of a round, and the following entries up to the head recorded with it."""
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


def in_words(file: DisputeFile, names: Mapping[str, str]) -> str:
    """Format a file as plain text, including struck items with their reasons."""

    def who(by: str) -> str:
        role, _, person = by.partition(":")
        return f"{names.get(person, person)}, {role_title(role)}" if person else by

    facts = [
        f"File {file.number}: {file.what}, {file.standing}",
        "",
        f"Matter       {file.matter}",
        f"Where        {file.table or '–'}, seat {file.seat or '–'}, round {file.round or '–'}",
        f"Player       {names.get(file.player, file.player) or '–'}",
        f"Occurred     {clock(file.since)} to {clock(file.until)}",
        f"Reported by  {file.reported_by or who(file.opened_by)}",
        f"Opened       {clock(file.opened_at)} by {who(file.opened_by)}",
        f"Due          {clock(file.due)} ({regulation('disputes')})",
    ]
    for one in file.frozen:
        place = f"{one.table} round {one.round}: entries {one.first} to {one.last}"
        facts.append(f"Frozen       {place}; head of {one.entries} entries {one.head}")
    for part, heading in PARTS.items():
        mine = [item for item in file.items if item.part == part]
        if mine:
            facts += ["", heading, *(_item(item, who(item.by), who(item.struck_by)) for item in mine)]
    if file.outcome:
        facts += ["", f"Closed {clock(file.closed_at)} by {who(file.closed_by)}: {file.outcome}"]
    return "".join(f"{line}\n" for line in facts)


def _item(item: DisputeItem, who: str, struck_by: str) -> str:
    line = f"  {item.item:>3}. {clock(item.at)}  {item.words}  ({who})"
    if item.struck:
        line += f"\n       struck {clock(item.struck_at)} by {struck_by}: {item.struck}"
    return line


# Verification, which may take long.


def verified(address: str, stream: str, heads: str) -> bytes:
    """Verify one stream or the whole store, and compare it with saved heads if given."""
    kept = parse_heads(heads.splitlines(), "the saved heads") if heads.strip() else {}
    with open_store(address, reading=True) as store, store.snapshot() as then:
        found = one_stream(then, stream, kept) if stream else everything(then, kept)
    return msgspec.json.encode(found)


def everything(then: Snapshot, kept: dict[str, SavedHead]) -> dict[str, Any]:
    report = audit_snapshot(then, heads=kept)
    return {
        "ok": report.ok,
        "streams": report.streams,
        "entries": report.entries,
        "cites_otherwise": report.cites_otherwise,
        "compared": len(kept),
        "not_covered": report.not_covered,
        "faults": [msgspec.to_builtins(fault) for fault in report.faults[:200]],
    }


def one_stream(then: Snapshot, stream: str, kept: dict[str, SavedHead]) -> dict[str, Any]:
    mine = kept.get(stream)
    given = None if mine is None else CheckpointSource(mine.head, mine.entries, "the saved heads")
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
    """Compute the figures again without any cached results."""
    from croupier.extras import need_maths

    need_maths()
    from croupier.maths.analyze import analyze
    from croupier.maths.submission_rules import terms_of_choices
    from croupier.submission import OperatorChoices

    terms = terms_of_choices(msgspec.json.decode(choices, type=OperatorChoices))
    return msgspec.json.encode(analyze(terms, fresh=True))
