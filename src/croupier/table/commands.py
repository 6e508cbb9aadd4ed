"""What people at a table can do. Each act of the dealer, the floor or a player is one command.

The time, the cards and the person acting come in with the command: the machine has no clock and no chance.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.cards import Card

DEALER, FLOOR, PLAYER, CAGE = "dealer", "floor", "player", "cage"


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False, omit_defaults=True):
    by: str = "dealer"  # role, or role:name
    at: int = 0  # seconds; the driver's clock

    roles: ClassVar[tuple[str, ...]] = (DEALER,)


class SitDown(Command, frozen=True):
    seat: int
    player: str
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER, FLOOR)


class GetUp(Command, frozen=True):
    seat: int
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER, FLOOR)


class BuyIn(Command, frozen=True):
    player: str
    cents: int
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, PLAYER)


class CashOut(Command, frozen=True):
    player: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, PLAYER)


class Bet(Command, frozen=True):
    """Chips on the seat's betting areas, all at once, so that equal wagers can be seen to be equal."""

    seat: int
    wagers: dict[str, int]
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class TakeBack(Command, frozen=True):
    """All of the seat's chips back, before "no more bets"."""

    seat: int
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class CloseBetting(Command, frozen=True):
    """ "No more bets"."""


class LockProgressive(Command, frozen=True):
    pass


class CollectChips(Command, frozen=True):
    wager: str
    chips: int  # as counted on the layout


class BankChips(Command, frozen=True):
    wager: str


class Deal(Command, frozen=True):
    """The next cards off the deck; None is a card that nobody has seen."""

    cards: tuple[Card | None, ...]


class TurnUp(Command, frozen=True):
    """Turn the cards that the script turns next. A live table names those it had not seen."""

    cards: tuple[Card, ...] = ()


class RackStub(Command, frozen=True):
    pass


class Decide(Command, frozen=True):
    seat: int
    choice: str
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class RevealDealer(Command, frozen=True):
    pass


class SettleSeat(Command, frozen=True):
    seat: int


class ValidateProgressive(Command, frozen=True):
    seat: int
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class PayProgressive(Command, frozen=True):
    seat: int


class RackCards(Command, frozen=True):
    pass
