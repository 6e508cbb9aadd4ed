"""A round played back for those who watch over the house, from the store alone: the table may be closed, or
kept by another node."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.eye.search import FoundMark, marks_about
from croupier.house.floor.history import Place, place_of, shown_at
from croupier.house.floor.posted import PostedTable, posted_table
from croupier.house.floor.recall import Befores, stored
from croupier.house.floor.timing import Times
from croupier.house.store import schema as db


class Playback(msgspec.Struct, frozen=True):
    table: str
    round: int
    at: int
    first: int
    last: int
    entries: tuple[dict[str, Any], ...]  # as a recalled round's, each with `n`, `hash` and `at`
    marks: tuple[FoundMark, ...]
    posted: PostedTable
    title: str
    game: str
    record_file: str
    corrected_by: tuple[int, ...]  # entries after the round that put something of it right


def played_back(
    connection: Connection,
    table: str,
    number: int,
    by: str,
    befores: Befores,
    money: str,
    whole: bool,
) -> Playback:
    """Every step with its clause; for who may know them (`whole`) hidden cards too, since the round is over,
    with each entry's number and hash."""
    found = place_of(connection, table, number)
    before = befores.find(connection, table, number, found.first)
    entries = stored(connection, table, found.first, found.last)
    shown = shown_at(before, entries, table, number, found, by, whole=True)
    times = {one.n: one.command.at for one in entries}
    marks = marks_about(connection, table, number)
    steps = []
    for one in shown.entries:
        step = {**msgspec.to_builtins(one, str_keys=True), "at": times.get(one.n, 0)}
        steps.append(step if whole else {key: step[key] for key in step if key not in ("n", "hash")})
    return Playback(
        table,
        number,
        found.at,
        found.first,
        found.last,
        tuple(steps),
        marks,
        posted_table(before, Times(), money),
        before.game.title,
        before.rules.game,
        shown.record_file,
        tuple(sorted({one.n for one in marks if one.n > found.last})),
    )


def rest_of(connection: Connection, table: str, at_least: int = 0) -> Place:
    """The last round of a table that is over: up to its end nothing is hidden."""
    r = db.rounds.c
    query = sa.select(r.first, r.last, r.at).where((r.stream == table) & (r.round >= at_least))
    row = connection.execute(query.order_by(r.round.desc()).limit(1)).one_or_none()
    if row is None:
        raise Refused(
            "no_round", f"{table} has no finished round {at_least or ''}".strip(), (), "Wait for it."
        )
    return Place(row.first, row.last, row.at)
