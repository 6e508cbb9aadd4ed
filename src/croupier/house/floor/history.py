"""Rounds that are over: where each lies in its stream, who played in it, and what a person may see of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.store import schema as db
from croupier.house.store.sql import Snapshot
from croupier.journal.entries import Entry, read_line
from croupier.table.codec import decode_events
from croupier.table.machine import Step
from croupier.table.readers.views import view
from croupier.table.roles import REGULATOR, role_of

PAGE = 50  # rounds in one answer


class Ended(msgspec.Struct, frozen=True):
    """A round that has just ended: its entries, and by player what was staked and what came of it."""

    round: int
    first: int
    last: int
    at: int
    results: dict[str, tuple[int, int]]


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


def write(stream: str, ended: Iterable[Ended]) -> Any:
    """The rows of rounds that ended, for the transaction that ends them."""
    told = tuple(ended)
    if not told:
        return None

    def rows(connection: Connection) -> None:
        for one in told:
            connection.execute(
                sa.insert(db.rounds),
                {"stream": stream, "round": one.round, "first": one.first, "last": one.last, "at": one.at},
            )
            if one.results:
                connection.execute(
                    sa.insert(db.played),
                    [
                        {
                            "person": person,
                            "at": one.at,
                            "stream": stream,
                            "round": one.round,
                            "staked": staked,
                            "net": net,
                        }
                        for person, (staked, net) in one.results.items()
                    ],
                )

    return rows


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


class ShownEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Number and hash in the stream are for who may read all of it: a hash is also of the cards that others
    held, few enough to be tried one by one, and so is every hash that comes after it."""

    events: tuple[Any, ...]
    n: int = 0
    hash: str = ""


class ShownRound(msgspec.Struct, frozen=True):
    table: str
    round: int
    at: int
    entries: tuple[ShownEntry, ...]


def round_shown(connection: Connection, table: str, number: int, by: str) -> ShownRound:
    """A round that is over as one person may see it: the same events, each with its clauses."""
    r = db.rounds.c
    query = sa.select(r.first, r.last, r.at).where((r.stream == table) & (r.round == number))
    found = connection.execute(query).one_or_none()
    if found is None:
        raise Refused("no_round", f"{table} has no finished round {number}", (), "See /api/me/rounds.")
    entries = []
    lines = Snapshot("the store", connection).lines(table, found.first, found.last + 1)
    for n, line in enumerate(lines, found.first):
        entry = read_line(line, n)
        if isinstance(entry, Entry):
            seen = view(decode_events(bytes(entry.events)), by)
            if seen:
                whole = role_of(by) == REGULATOR
                entries.append(ShownEntry(seen, n, entry.hash) if whole else ShownEntry(seen))
    return ShownRound(table, number, found.at, tuple(entries))
