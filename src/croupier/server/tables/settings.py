"""Settings of a table that are not game rules: its money, its posted times and its dealer."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.casino.administration.state import MACHINE, TRAINING, Cards, Dealing
from croupier.casino.cage.commands import PLAY, Money
from croupier.casino.tax import TaxSettings
from croupier.server.tables.timers import Times
from croupier.table.driving.routine import UNATTENDED


class Controls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits in cents from the casino's approved internal controls."""

    # the highest amount of a correction or void by one person; None for the table's maximum bet
    correction: Annotated[int, Meta(ge=0)] | None = None
    # a progressive payout up to this amount is validated after it is paid (N-34); None if there is no such
    # rule
    small_win: Annotated[int, Meta(ge=0)] | None = None
    # surveillance gets an alert when a tray falls below this; None for the table's largest payout
    tray: Annotated[int, Meta(ge=0)] | None = None
    # a customer's withdrawals of a gaming day above this amount need a second person
    withdrawal: Annotated[int, Meta(ge=0)] = 300_000


class TableSettings(msgspec.Struct, frozen=True):
    """Money, posted times, dealer and controls of a table."""

    money: Money = PLAY
    times: Times = Times()
    dealing: Dealing = MACHINE
    cards: Cards = "shoe"
    controls: Controls = Controls()
    tax: TaxSettings = TaxSettings()

    @property
    def automations(self) -> frozenset[str]:
        """The routine acts that the table does itself.

        All routine acts, or none if a human deals.
        """
        return UNATTENDED if self.dealing == MACHINE else frozenset()

    @property
    def live(self) -> bool:
        """True if a human deals real cards, which are unknown until the dealer enters them."""
        return self.dealing != MACHINE

    @property
    def draws(self) -> bool:
        """True if the server chooses the cards for a trainee."""
        return self.dealing == TRAINING and self.cards == "shoe"
