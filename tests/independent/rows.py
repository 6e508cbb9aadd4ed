"""Paytable rows paid by a batch of records, and the compared parts of a round document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .paytables import PAYTABLES
from .settlement import Counted, settle

Row = tuple[str, str, str, str]


def all_rows(game: str) -> list[Row]:
    """Every row of every paytable of a game: (game, wager, letter, hand)."""
    return [
        (game, wager, letter, hand)
        for wager, tables in PAYTABLES[game].items()
        for letter, table in tables.items()
        for hand, _ in table
    ]


def rows_hit(records: Iterable[Mapping[str, Any]]) -> Counted:
    """How often each row paid when these records are settled."""
    counted: Counted = Counter()
    for record in records:
        settle(dict(record), counted)
    return counted


SEAT = ("seat", "cards", "hand", "count", "folded", "net", "envy")
WAGER = ("staked", "returned", "net", "result")
DEALER = ("cards", "hand", "count", "qualifies")


def only(names: Iterable[str], mapping: Mapping[str, Any]) -> dict[str, Any]:
    return {name: mapping[name] for name in names if name in mapping}


def fixed_parts(document: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a round document that the interface fixes to the cent; clauses and events are left out."""
    seats = [
        only(SEAT, seat) | {"wagers": {name: only(WAGER, wager) for name, wager in seat["wagers"].items()}}
        for seat in document["seats"]
    ]
    dealer = document["dealer"]
    return {
        **only(("game", "board", "box", "meters"), document),
        "dealer": None if dealer is None else only(DEALER, dealer),
        "seats": seats,
    }
