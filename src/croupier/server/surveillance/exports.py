"""Export journals, round records, dispute files and verification results for surveillance and the regulator.

The jobs run in the print shop's worker process. A job takes plain values and returns the bytes of one file.
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
from croupier.server.tables.round_history import RoundPlace, replay_at
from croupier.server.tables.round_replay import SegmentCache, read_entries
from croupier.store import schema as db
from croupier.store.audit import audit_snapshot
from croupier.store.database import Snapshot, open_store
from croupier.store.heads import SavedHead, parse_heads
from croupier.table.roles import role_title

MOST_LINES = 20_000  # maximum journal lines from a frozen round to the head recorded with it
MOST_RECORDS = 500
READING = "HOW-TO-READ.html"
CHECK = "check.py"  # name of the check script in the archive


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Pack files into a reproducible ZIP archive, with instructions and the check script."""
    added = {
        READING: (FILES / "reading.html").read_bytes(),
        CHECK: Path(standalone_check.__file__).read_bytes(),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted({**files, **added}.items()):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def clock(at: int) -> str:
    return f"{datetime.datetime.fromtimestamp(at, datetime.UTC):%Y-%m-%d %H:%M:%S} UTC" if at else "–"


# Journals and records.


def journal(address: str, stream: str) -> bytes:
    """Return a stream up to the end of its last finished round, without sealed data."""
    with open_store(address, reading=True) as store, store.snapshot() as snapshot:
        return b"".join(export_lines(snapshot, stream))


def records(address: str, table: str, first: int, last: int, by: str) -> bytes:
    """Return the records of finished rounds as TOML, each with a transcript."""
    with open_store(address, reading=True) as store, store.snapshot() as snapshot:
        r = db.rounds.c
        query = sa.select(r.round, r.first, r.last, r.at).where(
            (r.stream == table) & (r.round >= first) & (r.round <= last)
        )
        rows = snapshot.connection.execute(query.order_by(r.round).limit(MOST_RECORDS)).all()
        if not rows:
            raise BadInput(f"{table} has no finished round from {first} to {last}")
        befores = SegmentCache()
        files: dict[str, bytes] = {}
        for row in rows:
            place = RoundPlace(row.first, row.last, row.at)
            files |= round_files(snapshot, befores, table, row.round, place, by)
        return zip_files(files)


def round_files(
    snapshot: Snapshot, befores: SegmentCache, table: str, number: int, place: RoundPlace, by: str
) -> dict[str, bytes]:
    """Return one round's record and transcript, with later corrections."""
    before = befores.find(snapshot.connection, table, number, place.first)
    entries = read_entries(snapshot.connection, table, place.first, place.last)
    replay = replay_at(before, entries, table, number, place, by, is_full=True)
    times = {item.n: item.command.at for item in entries}
    words = [f"{table}, round {number}, ended {clock(place.at)}", ""]
    for entry in replay.entries:
        for line in entry.lines:
            citations = f"  [{', '.join(line.clauses)}]" if line.clauses else ""
            words.append(f"{entry.n:>8}  {clock(times.get(entry.n, 0))}  {line.words}{citations}")
    later = [mark for mark in marks_about(snapshot.connection, table, number) if mark.n > place.last]
    if later:
        words += ["", "After the round"]
        words += [f"{mark.n:>8}  {clock(mark.at)}  {mark.what}" for mark in later]
    files = {f"{table}-round-{number}.txt": "".join(f"{line}\n" for line in words).encode()}
    if replay.record_file:
        files[f"{table}-round-{number}.toml"] = replay.record_file.encode()
    return files


# Dispute files with their proof.


def file_with_proof(address: str, number: str, by: str, names: dict[str, str]) -> bytes:
    """Return a dispute file as text and journal, with the journal lines of its frozen rounds."""
    with open_store(address, reading=True) as store, store.snapshot() as snapshot:
        name = stream_of(number)
        lines = [without_sealed(line) for line in snapshot.lines(name)]
        state: Any = None
        for step in fold(snapshot, name, everything=True):
            state = step.state
        if not isinstance(state, DisputeFile):
            raise BadInput(f"there is no file {number}")
        heads = snapshot.heads()
        files = {
            f"{name}.journal": b"".join(lines),
            f"{name}.json": msgspec.json.format(msgspec.json.encode(state), indent=1),
            f"{name}.txt": in_words(state, names).encode(),
        }
        befores, head_lines = SegmentCache(), [f"{name} {heads[name][0]} {heads[name][1]}"]
        for frozen in unique(state.frozen):
            place = RoundPlace(frozen.first, frozen.last, 0)
            files |= round_files(snapshot, befores, frozen.table, frozen.round, place, by)
            files[f"{frozen.table}-round-{frozen.round}.lines"] = proof_lines(snapshot, frozen)
            head_lines.append(f"{frozen.table} {frozen.entries} {frozen.head}")
        files["heads.txt"] = "".join(f"{line}\n" for line in dict.fromkeys(head_lines)).encode()
        return zip_files(files)


def unique(frozen: Iterable[FrozenRound]) -> list[FrozenRound]:
    """Drop repeated references to the same round. The first reference stays, because it is closest to the
    event.
    """
    rounds: dict[tuple[str, int], FrozenRound] = {}
    for frozen_round in frozen:
        rounds.setdefault((frozen_round.table, frozen_round.round), frozen_round)
    return list(rounds.values())


def proof_lines(snapshot: Snapshot, frozen: FrozenRound) -> bytes:
    """Return the entries of a round, and the following entries up to the head recorded with it."""
    end = frozen.entries if frozen.entries - frozen.first <= MOST_LINES else frozen.last + 1
    return b"".join(without_sealed(line) for line in snapshot.lines(frozen.table, frozen.first, end))


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

    def name_of(by: str) -> str:
        role, _, person = by.partition(":")
        return f"{names.get(person, person)}, {role_title(role)}" if person else by

    facts = [
        f"File {file.number}: {file.what}, {file.standing}",
        "",
        f"Matter       {file.matter}",
        f"Where        {file.table or '–'}, seat {file.seat or '–'}, round {file.round or '–'}",
        f"Player       {names.get(file.player, file.player) or '–'}",
        f"Occurred     {clock(file.since)} to {clock(file.until)}",
        f"Reported by  {file.reported_by or name_of(file.opened_by)}",
        f"Opened       {clock(file.opened_at)} by {name_of(file.opened_by)}",
        f"Due          {clock(file.due)} ({regulation('disputes')})",
    ]
    for frozen in file.frozen:
        place = f"{frozen.table} round {frozen.round}: entries {frozen.first} to {frozen.last}"
        facts.append(f"Frozen       {place}; head of {frozen.entries} entries {frozen.head}")
    for part, heading in PARTS.items():
        part_items = [item for item in file.items if item.part == part]
        if part_items:
            facts += [
                "",
                heading,
                *(_item(item, name_of(item.by), name_of(item.struck_by)) for item in part_items),
            ]
    if file.outcome:
        facts += ["", f"Closed {clock(file.closed_at)} by {name_of(file.closed_by)}: {file.outcome}"]
    return "".join(f"{line}\n" for line in facts)


def _item(item: DisputeItem, by: str, struck_by: str) -> str:
    line = f"  {item.item:>3}. {clock(item.at)}  {item.words}  ({by})"
    if item.struck:
        line += f"\n       struck {clock(item.struck_at)} by {struck_by}: {item.struck}"
    return line


# Verification may take long.


def verified(address: str, stream: str, heads: str) -> bytes:
    """Verify one stream or the whole store, and compare it with saved heads if given."""
    saved_heads = parse_heads(heads.splitlines(), "the saved heads") if heads.strip() else {}
    with open_store(address, reading=True) as store, store.snapshot() as snapshot:
        result = (
            verify_stream(snapshot, stream, saved_heads) if stream else verify_store(snapshot, saved_heads)
        )
    return msgspec.json.encode(result)


def verify_store(snapshot: Snapshot, saved_heads: dict[str, SavedHead]) -> dict[str, Any]:
    report = audit_snapshot(snapshot, heads=saved_heads)
    return {
        "ok": report.ok,
        "streams": report.streams,
        "entries": report.entries,
        "cites_otherwise": report.cites_otherwise,
        "compared": len(saved_heads),
        "not_covered": report.not_covered,
        "faults": [msgspec.to_builtins(fault) for fault in report.faults[:200]],
    }


def verify_stream(snapshot: Snapshot, stream: str, saved_heads: dict[str, SavedHead]) -> dict[str, Any]:
    saved_head = saved_heads.get(stream)
    checkpoint = (
        None
        if saved_head is None
        else CheckpointSource(saved_head.head, saved_head.entries, "the saved heads")
    )
    result = audit_stream(snapshot, stream, everything=True, kept=checkpoint)
    fault = {"stream": stream, "entry": result.broken, "fault": result.fault}
    return {
        "ok": result.ok,
        "streams": 1,
        "entries": result.entries,
        "head": result.head,
        "cites_otherwise": len(result.cites_otherwise),
        "compared": int(checkpoint is not None),
        "faults": [] if result.ok else [fault],
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
