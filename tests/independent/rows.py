"""Count the paytable rows that a batch of records pays, and extract the compared parts of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .paytables import PAYTABLES
from .settlement import Counted, settle

Row = tuple[str, str, str, str]


def all_rows(game: str) -> list[Row]:
    """Return every row of every paytable of a game as (game, wager, letter, hand)."""
    return [
        (game, wager, letter, hand)
        for wager, tables in PAYTABLES[game].items()
        for letter, table in tables.items()
        for hand, _ in table
    ]


def rows_hit(records: Iterable[Mapping[str, Any]]) -> Counted:
    """Settle the records and return how often each row paid."""
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
    """Return the parts of a round document that are compared to the cent. Clauses and events are left out."""
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
