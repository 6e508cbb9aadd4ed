"""The latest rounds of a table without names, for the public display at the table."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from threading import Lock
from typing import NotRequired, TypedDict, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.cards import Card
from croupier.errors import Refused
from croupier.server.tables.later_corrections import later_payments
from croupier.server.tables.round_history import RoundPlace, replay_at
from croupier.server.tables.round_replay import SegmentCache, read_entries
from croupier.server.tables.viewers import EVERYONE
from croupier.store import schema as db
from croupier.table.readers.sight import Hand, LayoutPlace, Sight, VoidView, WagerOutcome

ROUNDS = 12
CACHED_ROUNDS = 512  # maximum rounds of all tables in the cache


class RecentSeat(TypedDict):
    """A seat's cards and results, as in `SeatSight`. Fields with their default value are left out."""

    seat: int
    cards: NotRequired[list[Card | None]]
    hand: NotRequired[Hand]
    outcomes: NotRequired[list[WagerOutcome]]
    envy: NotRequired[int]
    net: NotRequired[int]
    folded: NotRequired[bool]
    corrected: NotRequired[bool]  # whether the results include a later correction


class RecentRound(TypedDict):
    """A finished round without names."""

    round: int
    at: int
    places: list[LayoutPlace]
    seats: list[RecentSeat]
    voided: NotRequired[VoidView]


class RecentRounds:
    """Cache of replayed rounds. A finished round does not change, so each round is replayed once."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[str, int], RecentRound] = OrderedDict()
        self._lock = Lock()

    def rounds(self, connection: Connection, table: str, befores: SegmentCache) -> list[RecentRound]:
        """List the latest rounds, newest first. A round that cannot be read right now is omitted."""
        r = db.rounds.c
        query = sa.select(r.round, r.first, r.last, r.at).where(r.stream == table)
        summaries = []
        rows = connection.execute(query.order_by(r.round.desc()).limit(ROUNDS)).all()
        # oldest first, because each round starts from the final state of the previous round
        for row in reversed(rows):
            place = RoundPlace(row.first, row.last, row.at)
            with contextlib.suppress(Refused):
                cached = self._cache.get((table, row.round))
                summary = cached or self._replay(connection, table, row.round, place, befores)
                summaries.append(
                    with_corrections(summary, later_payments(connection, table, row.round, row.last))
                )
        return summaries[::-1]

    def _replay(
        self, connection: Connection, table: str, number: int, place: RoundPlace, befores: SegmentCache
    ) -> RecentRound:
        before = befores.find(connection, table, number, place.first)
        entries = read_entries(connection, table, place.first, place.last)
        replay = replay_at(before, entries, table, number, place, EVERYONE, is_full=False)
        if not replay.entries:
            raise Refused("no_round", f"spectators could not see round {number}", ())
        summary = without_names(number, place.at, replay.entries[-1].sight)
        with self._lock:
            self._cache[table, number] = summary
            while len(self._cache) > CACHED_ROUNDS:
                self._cache.popitem(last=False)
        return summary


def with_corrections(summary: RecentRound, later_cents: dict[int, int]) -> RecentRound:
    """Add later corrections to the results of a round, and mark their seats."""
    if not later_cents:
        return summary
    seats: list[RecentSeat] = [
        {**seat, "net": seat.get("net", 0) + later_cents[seat["seat"]], "corrected": True}
        if seat["seat"] in later_cents
        else seat
        for seat in summary.get("seats", ())
    ]
    return {**summary, "seats": seats}


def without_names(number: int, at: int, sight: Sight) -> RecentRound:
    """Summarize the cards and outcomes at the end of a round by seat, without names."""
    fields = ("seat", "cards", "hand", "outcomes", "envy", "net", "folded")
    seats = list[RecentSeat]()
    for seat in msgspec.to_builtins(sight.seats, str_keys=True):
        if seat.get("outcomes"):
            seats.append(cast(RecentSeat, {name: seat[name] for name in fields if name in seat}))
    summary: RecentRound = {
        "round": number,
        "at": at,
        "places": msgspec.to_builtins(sight.places, str_keys=True),
        "seats": seats,
    }
    if sight.voided is not None:
        summary["voided"] = msgspec.to_builtins(sight.voided)
    return summary
