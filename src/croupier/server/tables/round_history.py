"""Find finished rounds in the store, and replay them for a person who may see them."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
import tomli_w
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.journal.deals import Openings
from croupier.server.tables.round_replay import (
    ReplayEntry,
    SegmentCache,
    StoredEntry,
    known_record,
    proof_of,
    read_entries,
    replay_entries,
)
from croupier.store import schema as db
from croupier.table.roles import REGULATOR, role_of
from croupier.table.state import TableState

PAGE = 50  # maximum rounds in one response


class PlayedRound(msgspec.Struct, frozen=True):
    table: str
    round: int
    at: int
    staked: int
    net: int


def rounds_of(connection: Connection, person: str, table: str = "", before: int = 0) -> list[PlayedRound]:
    """List a person's rounds, the latest first. `before` is a time, for the next page."""
    p = db.played.c
    query = sa.select(p.stream, p.round, p.at, p.staked, p.net).where(p.person == person)
    if table:
        query = query.where(p.stream == table)
    if before:
        query = query.where(p.at < before)
    rows = connection.execute(query.order_by(p.at.desc(), p.stream, p.round.desc()).limit(PAGE))
    return [PlayedRound(row.stream, row.round, row.at, row.staked, row.net) for row in rows]


class ShownRound(msgspec.Struct, frozen=True):
    table: str
    round: int
    at: int
    entries: tuple[ReplayEntry, ...]
    record: dict[str, Any] | None  # steps of the round with the cards that this person saw
    record_file: str  # the record in the format of `croupier round`; empty if there is no record
    deal: Openings | None  # proofs of the cards that this person saw


class RoundPlace(NamedTuple):
    """The first and last entry of a round in its table's stream, and the time it ended."""

    first: int
    last: int
    at: int


def place_of(connection: Connection, table: str, number: int) -> RoundPlace:
    r = db.rounds.c
    query = sa.select(r.first, r.last, r.at).where((r.stream == table) & (r.round == number))
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Refused("no_round", f"{table} has no finished round {number}", (), "See /api/me/rounds.")
    return RoundPlace(row.first, row.last, row.at)


def replay_round(
    connection: Connection, table: str, number: int, by: str, befores: SegmentCache | None = None
) -> ShownRound:
    """Replay a finished round for one person."""
    place = place_of(connection, table, number)
    before = (befores or SegmentCache()).find(connection, table, number, place.first)
    entries = read_entries(connection, table, place.first, place.last)
    return replay_at(before, entries, table, number, place, by, is_full=role_of(by) == REGULATOR)


def replay_at(
    before: TableState,
    entries: list[StoredEntry],
    table: str,
    number: int,
    place: RoundPlace,
    by: str,
    is_full: bool,
) -> ShownRound:
    record = known_record(before, entries, by)
    return ShownRound(
        table,
        number,
        place.at,
        replay_entries(before, entries, by, is_full=is_full),
        record,
        tomli_w.dumps(record) if record is not None else "",
        proof_of(before, entries, by),
    )
