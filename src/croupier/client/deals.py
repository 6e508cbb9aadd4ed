"""A player's part in the deal, and its proof (docs/dealing.md): numbers brought, openings kept and checked.

A player fixes a number and reveals it only when the house has fixed the order of the cards: then the house
cannot have chosen which of them come.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.cards import commitment
from croupier.journal.deals import FORMAT, Checked, Deal, Openings, check_openings
from croupier.table import events as ev
from croupier.table.driving.openings import Opening
from croupier.table.events import Event


class Deals:
    """All deals that one person saw at a table."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}  # what was fixed -> the number
        self._committed: ev.DealCommitted | None = None
        self._revealed = ""  # the root of the deal whose number was revealed
        self._deals: list[Deal] = []
        self._brought: list[str] = []

    def take(self, events: Iterable[Event]) -> None:
        """What happened at the table."""
        for event in events:
            if isinstance(event, ev.DealCommitted):
                self._committed = event
            elif isinstance(event, ev.DealMixed) and self._committed is not None:
                self._mixed(Deal(self._committed, event))

    def _mixed(self, deal: Deal) -> None:
        if self._deals and self._deals[-1].mixed == deal.mixed:  # told again: so are its openings
            self._deals.pop()
            self._brought.pop()
        own = {*self._numbers.values()}
        self._deals.append(deal)
        self._brought.append(next((one for one in deal.mixed.reveals.values() if one in own), ""))

    def opened(self, openings: Any) -> None:
        """Proofs of cards of the running deal."""
        found = msgspec.convert(openings, tuple[Opening, ...])
        if self._deals:
            last = self._deals[-1]
            self._deals[-1] = msgspec.structs.replace(last, openings=(*last.openings, *found))

    def due(self, player: str) -> bool:
        """Whether a number of this player is fixed in the deal that is committed to, and not revealed yet."""
        committed = self._committed
        return committed is not None and committed.root != self._revealed and bool(self._number(player))

    def reveal(self, player: str) -> str:
        """The number this player fixed for the deal that is committed to; empty if none."""
        if self._committed is not None and (number := self._number(player)):
            self._revealed = self._committed.root
            return number
        return ""

    def _number(self, player: str) -> str:
        fixed = self._committed.fixed.get(player, "") if self._committed is not None else ""
        return self._numbers.get(fixed, "")

    def fix(self) -> str:
        """A new number for the next deal: what is shown of it now."""
        number = secrets.token_bytes(32)
        shown = commitment.fixed(number).hex()
        self._numbers[shown] = number.hex()
        return shown

    def saved(self, player: str) -> Openings:
        """As `croupier verify --deal FILE` reads it."""
        return Openings(FORMAT, tuple(self._deals), player, tuple(self._brought))

    def check(self, player: str) -> Checked:
        """Every deal that was seen, checked by what was published alone."""
        return check_openings(self.saved(player))
