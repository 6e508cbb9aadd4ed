"""Events of verifiable dealing: commitments to the order of a sealed shoe."""

from __future__ import annotations

from typing import ClassVar

from croupier.table.events.event import (
    Log,
    TableEvent,
)
from croupier.table.wording import Wording


class DealCommitted(TableEvent, frozen=True, tag="deal_committed@1"):
    """The table committed to the order of the loaded deck and to the numbers of these players."""

    round: int
    deal: int  # number within the round; each deal after the first replaces a discarded deal
    deck: str
    table: str
    book: str
    submission: str
    cards: int  # size of the deck
    root: str
    fixed: dict[str, str]  # SHA-256 of the number that each player will reveal
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        taking_part = f", with {w.players(self.fixed)} taking part" if self.fixed else ""
        return f"Deal {self.deal} of round {self.round} is committed under {self.root}{taking_part}"


class DealMixed(TableEvent, frozen=True, tag="deal_mixed@1"):
    """The players revealed their numbers, and the resulting seed permutes the sealed positions."""

    round: int
    deal: int
    deck: str
    reveals: dict[str, str]
    seed: str
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        players = (
            f"with the numbers of {w.players(self.reveals)}" if self.reveals else "without players' numbers"
        )
        return f"Deal {self.deal} of round {self.round} is mixed {players}"


class DealDiscarded(TableEvent, frozen=True, tag="deal_discarded@1"):
    """A player did not reveal their fixed number. The deck is reshuffled before any card is dealt."""

    round: int
    deal: int
    deck: str
    missing: tuple[str, ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return (
            f"Deal {self.deal} of round {self.round} is discarded: {w.players(self.missing)} did not "
            f"reveal a number"
        )
