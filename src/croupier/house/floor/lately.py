"""The last rounds of a table as everybody saw them, for the screen at its edge. No name is told there."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from threading import Lock
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.floor.history import Place, shown_at
from croupier.house.floor.recall import Befores, stored
from croupier.house.floor.seen import EVERYONE
from croupier.house.store import schema as db
from croupier.table.readers.sight import Sight

ROUNDS = 12
KEPT = 512  # rounds in memory, of all tables


class Lately:
    """A round that is over does not change: each is told again once."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int], dict[str, Any]] = OrderedDict()
        self._lock = Lock()

    def rounds(self, connection: Connection, table: str, befores: Befores) -> list[dict[str, Any]]:
        """The last first. One that is being looked up by somebody else is left out for now."""
        r = db.rounds.c
        query = sa.select(r.round, r.first, r.last, r.at).where(r.stream == table)
        found = []
        rows = connection.execute(query.order_by(r.round.desc()).limit(ROUNDS)).all()
        for row in reversed(rows):  # from the first on, so that each is the next one's beginning
            place = Place(row.first, row.last, row.at)
            with contextlib.suppress(Refused):
                known = self._known.get((table, row.round))
                found.append(known or self._told(connection, table, row.round, place, befores))
        return found[::-1]

    def _told(
        self, connection: Connection, table: str, number: int, place: Place, befores: Befores
    ) -> dict[str, Any]:
        before = befores.find(connection, table, number, place.first)
        entries = stored(connection, table, place.first, place.last)
        shown = shown_at(before, entries, table, number, place, EVERYONE, whole=False)
        told = without_names(number, place.at, shown.entries[-1].sight) if shown.entries else {}
        with self._lock:
            self._known[table, number] = told
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return told


def without_names(number: int, at: int, sight: Sight) -> dict[str, Any]:
    """What lay on the table as the round ended, by seat."""
    seats = []
    for one in msgspec.to_builtins(sight.seats, str_keys=True):
        if one.get("outcomes"):
            kept = ("seat", "cards", "hand", "outcomes", "envy", "net", "folded")
            seats.append({name: one[name] for name in kept if name in one})
    return {
        "round": number,
        "at": at,
        "places": msgspec.to_builtins(sight.places, str_keys=True),
        "seats": seats,
    }
