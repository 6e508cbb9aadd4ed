"""How the house runs a table: for which money, in which times, and who deals."""

from __future__ import annotations

import msgspec

from croupier.house.cage.commands import PLAY, Money
from croupier.house.desk.state import MACHINE, TRAINING, Cards, Dealing
from croupier.house.floor.timing import Times
from croupier.table.driving.routine import UNATTENDED


class Rules(msgspec.Struct, frozen=True):
    """How the house runs a table."""

    money: Money = PLAY
    times: Times = Times()
    dealing: Dealing = MACHINE
    cards: Cards = "shoe"

    @property
    def automations(self) -> frozenset[str]:
        """What the table does by itself: everything, or nothing where people deal."""
        return UNATTENDED if self.dealing == MACHINE else frozenset()

    @property
    def live(self) -> bool:
        """Cards are unknown until they are turned and named."""
        return self.dealing != MACHINE

    @property
    def draws(self) -> bool:
        """The house says which card was turned, for a dealer who learns."""
        return self.dealing == TRAINING and self.cards == "shoe"
