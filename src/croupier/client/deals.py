"""The player's side of verifiable dealing (docs/dealing.md): commit to numbers and check proofs.

A player commits to a number and reveals it only after the server has committed to the card order. Therefore
the server cannot choose the cards.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.cards import commitment
from croupier.journal.deals import FORMAT, DealCheck, DealEvidence, Openings, check_openings
from croupier.table import events as ev
from croupier.table.driving.openings import CardOpening
from croupier.table.events import TableEvent


class Deals:
    """All deals that one person has seen at a table."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}  # commitment -> number
        self._committed: ev.DealCommitted | None = None
        self._revealed = ""  # this player's commitment to the last number that they revealed
        self._deals: list[DealEvidence] = []
        self._own_numbers: list[str] = []  # one number per deal; empty if the player contributed none

    def take(self, events: Iterable[TableEvent]) -> None:
        """Process the events of the table."""
        for event in events:
            if isinstance(event, ev.DealCommitted):
                self._committed = event
            elif isinstance(event, ev.DealMixed) and self._committed is not None:
                self._add(DealEvidence(self._committed, event))

    def _add(self, deal: DealEvidence) -> None:
        # After a reconnect, the server sends the deal and its proofs again.
        if self._deals and self._deals[-1].mixed == deal.mixed:
            self._deals.pop()
            self._own_numbers.pop()
        own_numbers = {*self._numbers.values()}
        self._deals.append(deal)
        self._own_numbers.append(
            next((number for number in deal.mixed.reveals.values() if number in own_numbers), "")
        )

    def add_openings(self, openings: Any) -> None:
        """Add card proofs to the current deal.

        After a reconnect, the server sends some proofs again.
        """
        received = msgspec.convert(openings, tuple[CardOpening, ...])
        if self._deals:
            last = self._deals[-1]
            new = [opening for opening in received if opening not in last.openings]
            self._deals[-1] = msgspec.structs.replace(last, openings=(*last.openings, *new))

    def must_reveal(self, player: str) -> bool:
        """Return whether the current deal still needs this player to reveal a number."""
        committed = self._committed
        return committed is not None and committed.root != self._revealed and bool(self._number(player))

    def reveal(self, player: str) -> str:
        """Return the number that this player committed to for the current deal, or an empty string."""
        if self._committed is not None and (number := self._number(player)):
            self._revealed = self._committed.root
            return number
        return ""

    def _number(self, player: str) -> str:
        fixed = self._committed.fixed.get(player, "") if self._committed is not None else ""
        return self._numbers.get(fixed, "")

    def fix(self) -> str:
        """Draw a number for the next deal and return its commitment."""
        number = secrets.token_bytes(32)
        digest = commitment.commit_number(number).hex()
        self._numbers[digest] = number.hex()
        return digest

    def saved(self, player: str) -> Openings:
        """Return the evidence in the format of `croupier verify --deal FILE`."""
        return Openings(FORMAT, tuple(self._deals), player, tuple(self._own_numbers))

    def check(self, player: str) -> DealCheck:
        """Check every deal from published data only."""
        return check_openings(self.saved(player))
