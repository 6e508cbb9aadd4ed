"""Rounds that are over: where each lies in its stream, who played in it, and what a person may see of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
import tomli_w
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.floor.recall import (
    Befores,
    RecalledEntry,
    Stored,
    known_record,
    proof_of,
    recall,
    stored,
)
from croupier.house.floor.traces import UNKNOWN, Trace
from croupier.house.store import schema as db
from croupier.journal.deals import Openings
from croupier.table.machine import Step
from croupier.table.roles import REGULATOR, role_of
from croupier.table.state import TableState

PAGE = 50  # rounds in one answer


class Ended(msgspec.Struct, frozen=True):
    """A round that has just ended: its entries, and by player what was staked and what came of it."""

    round: int
    first: int
    last: int
    at: int
    results: dict[str, tuple[int, int]]
    trace: Trace | None = None  # where all of the round was seen here


def results(step: Step) -> dict[str, tuple[int, int]]:
    """What each player staked and won or lost, as the round ended."""
    staked: dict[tuple[str, int, str], int] = {}  # a wager may be paid in two parts on one stake
    net: dict[str, int] = {}
    for one in step.state.previous:
        staked[one.player, one.seat, one.wager] = one.staked
        net[one.player] = net.get(one.player, 0) + one.returned
    for envy in step.state.previous_envy:
        net[envy.player] = net.get(envy.player, 0) + envy.cents
    whole: dict[str, int] = {}
    for (player, _, _), cents in staked.items():
        whole[player] = whole.get(player, 0) + cents
    return {player: (whole.get(player, 0), back - whole.get(player, 0)) for player, back in net.items()}


def rows_of(stream: str, ended: Iterable[Ended]) -> Iterable[tuple[str, tuple[Any, ...]]]:
    """The rows of rounds that ended, for the transaction that ends them."""
    for one in ended:
        traced = one.trace.row if one.trace is not None else UNKNOWN
        yield db.rounds.name, (stream, one.round, one.first, one.last, one.at, *traced)
        for person, (staked, net) in one.results.items():
            yield db.played.name, (person, one.at, stream, one.round, staked, net)


class PlayedRound(msgspec.Struct, frozen=True):
    table: str
    round: int
    at: int
    staked: int
    net: int


def rounds_of(connection: Connection, person: str, table: str = "", before: int = 0) -> list[PlayedRound]:
    """A person's rounds, the last first; `before` a time, to go on from."""
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
    entries: tuple[RecalledEntry, ...]
    record: dict[str, Any] | None  # with the cards that this person was shown
    record_file: str  # the same as `croupier round` reads it; empty where there is none
    deal: Openings | None  # what proves those cards


class Place(NamedTuple):
    """Where a round lies in its table's stream, and when it ended."""

    first: int
    last: int
    at: int


def place_of(connection: Connection, table: str, number: int) -> Place:
    r = db.rounds.c
    query = sa.select(r.first, r.last, r.at).where((r.stream == table) & (r.round == number))
    found = connection.execute(query).one_or_none()
    if found is None:
        raise Refused("no_round", f"{table} has no finished round {number}", (), "See /api/me/rounds.")
    return Place(found.first, found.last, found.at)


def round_shown(
    connection: Connection, table: str, number: int, by: str, befores: Befores | None = None
) -> ShownRound:
    """A round that is over as one person may see it: the same events, each with its clauses."""
    found = place_of(connection, table, number)
    before = (befores or Befores()).find(connection, table, number, found.first)
    entries = stored(connection, table, found.first, found.last)
    return shown_at(before, entries, table, number, found, by, whole=role_of(by) == REGULATOR)


def shown_at(
    before: TableState,
    entries: list[Stored],
    table: str,
    number: int,
    place: Place,
    by: str,
    whole: bool,
) -> ShownRound:
    record = known_record(before, entries, by)
    return ShownRound(
        table,
        number,
        place.at,
        recall(before, entries, by, whole=whole),
        record,
        tomli_w.dumps(record) if record is not None else "",
        proof_of(before, entries, by),
    )
