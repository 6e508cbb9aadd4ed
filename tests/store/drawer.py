"""Define a drawer: the smallest shared stream with books, for the store tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import Refused
from croupier.journal import register
from croupier.store.books import Posting, register_books
from tests.helpers.till import CHARTER, TillKind, Wallets, put

__all__ = ["CHARTER", "DRAWER", "put"]


class DrawerKind(TillKind):
    name = "drawer"

    def decide(self, state: Wallets, command: Any) -> tuple[Any, ...]:
        if command["cents"] == 13:
            raise Refused("thirteen", "an amount of thirteen cents is never taken", (), "Take twelve.")
        return super().decide(state, command)


class DrawerBooks:
    def postings(self, event: Any) -> tuple[Posting, ...]:
        return ((f"wallet:{event['who']}", event["cents"]), ("cash", -event["cents"]))

    def balances(self, state: Wallets) -> Mapping[str, int]:
        return {"wallet:": 0, **{f"wallet:{who}": cents for who, cents in state.items()}}


DRAWER = DrawerKind()
register(DRAWER)
register_books("drawer", DrawerBooks())
