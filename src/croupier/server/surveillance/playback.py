"""Play back a finished round from the store, for surveillance and the regulator.

Playback needs no table actor, so the table may be closed or run by another node.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.server.surveillance.round_search import FoundMark, marks_about
from croupier.server.tables.posted_rules import PostedTable, posted_table
from croupier.server.tables.round_history import RoundPlace, place_of, replay_at
from croupier.server.tables.round_replay import ReplayLine, SegmentCache, read_entries
from croupier.server.tables.timers import Times
from croupier.store import schema as db
from croupier.table.events import TableEvent
from croupier.table.readers.sight import Sight


class PlaybackStep(TypedDict):
    """A `ReplayEntry` with its time. Only a reader of the whole stream gets `n` and `hash`."""

    events: list[TableEvent]
    lines: list[ReplayLine]
    sight: Sight
    at: int
    n: NotRequired[int]
    hash: NotRequired[str]


class Playback(msgspec.Struct, frozen=True):
    table: str
    round: int
    at: int
    first: int
    last: int
    entries: tuple[PlaybackStep, ...]
    marks: tuple[FoundMark, ...]
    posted: PostedTable
    title: str
    game: str
    record_file: str
    corrected_by: tuple[int, ...]  # numbers of later entries that correct this round


def played_back(
    connection: Connection,
    table: str,
    number: int,
    by: str,
    befores: SegmentCache,
    money: str,
    is_full: bool,
) -> Playback:
    """Return every step with its clauses. With `is_full`, add each entry's number and hash.

    Hidden cards are included, because the round is over.
    """
    place = place_of(connection, table, number)
    before = befores.find(connection, table, number, place.first)
    entries = read_entries(connection, table, place.first, place.last)
    replay = replay_at(before, entries, table, number, place, by, is_full=True)
    times = {entry.n: entry.command.at for entry in entries}
    marks = marks_about(connection, table, number)
    steps = list[PlaybackStep]()
    for entry in replay.entries:
        step = {**msgspec.to_builtins(entry, str_keys=True), "at": times.get(entry.n, 0)}
        shown_step = {key: step[key] for key in step if is_full or key not in ("n", "hash")}
        steps.append(cast(PlaybackStep, shown_step))
    return Playback(
        table,
        number,
        place.at,
        place.first,
        place.last,
        tuple(steps),
        marks,
        posted_table(before, Times(), money),
        before.game.title,
        before.rules.game,
        replay.record_file,
        tuple(sorted({mark.n for mark in marks if mark.n > place.last})),
    )


def rest_of(connection: Connection, table: str, at_least: int = 0) -> RoundPlace:
    """Return the place of a table's last finished round. Up to its end, no card is secret anymore."""
    r = db.rounds.c
    query = sa.select(r.first, r.last, r.at).where((r.stream == table) & (r.round >= at_least))
    row = connection.execute(query.order_by(r.round.desc()).limit(1)).one_or_none()
    if row is None:
        raise Refused(
            "no_round",
            f"{table} has no finished round {at_least or ''}".strip(),
            (),
            "Wait for the round to end.",
        )
    return RoundPlace(row.first, row.last, row.at)
