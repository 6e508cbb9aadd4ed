"""Commands for seats, chips and wagers, until "no more bets"."""

from __future__ import annotations

from typing import ClassVar

from croupier.table.commands.command import TableCommand
from croupier.table.fields import (
    Amounts,
    Cents,
    PlayerId,
    RoundNumber,
    Seat,
    Text,
    TransferId,
    Word,
)
from croupier.table.roles import CAGE, DEALER, FLOOR, PLAYER


class SitDown(TableCommand, frozen=True, tag="sit_down@1"):
    seat: Seat
    player: PlayerId
    name: Text = ""  # display name, which the player may change
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER, FLOOR)
    title: ClassVar[str] = "Take a seat"
    keyed: ClassVar[bool] = True


class GetUp(TableCommand, frozen=True, tag="get_up@1"):
    seat: Seat
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER, FLOOR)
    title: ClassVar[str] = "Leave the seat"
    keyed: ClassVar[bool] = True


class BuyIn(TableCommand, frozen=True, tag="buy_in@1"):
    """Give a player chips. Only a dealer, the floor or the cage may do this."""

    player: PlayerId
    cents: Cents
    transfer: TransferId = ""  # the cage's transfer id; empty for cash at the table
    brought: bool = False  # chips that the player already had; no money is paid for them
    tax: bool = False  # withheld tax that the casino gives back, because the win was corrected
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, CAGE)
    title: ClassVar[str] = "Buy chips"
    keyed: ClassVar[bool] = True


class CashOut(TableCommand, frozen=True, tag="cash_out@1"):
    player: PlayerId
    transfer: TransferId = ""  # the cage's transfer id
    carried: bool = False  # the player leaves with the chips; no money is paid for them
    toke: Cents = 0  # amount that the player gives to the dealers; all other chips stay
    tax: Cents = 0  # amount that the casino withholds as tax; all other chips stay
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, CAGE)
    title: ClassVar[str] = "Cash out"
    keyed: ClassVar[bool] = True


class Bet(TableCommand, frozen=True, tag="bet@1"):
    """Place a seat's wagers, all in one command, so that equal wagers can be checked together."""

    seat: Seat
    wagers: Amounts
    round: RoundNumber  # round for which the wagers are placed
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)
    title: ClassVar[str] = "Bet"
    keyed: ClassVar[bool] = True


class TakeBack(TableCommand, frozen=True, tag="take_back@1"):
    """Take back all of a seat's wagers, or one of them, before "no more bets"."""

    seat: Seat
    round: RoundNumber
    wager: Word | None = None
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)
    title: ClassVar[str] = "Take back a bet"
    keyed: ClassVar[bool] = True


class CloseBetting(TableCommand, frozen=True, tag="close_betting@1"):
    """Announce "no more bets"."""

    title: ClassVar[str] = "Close betting"


class LockProgressive(TableCommand, frozen=True, tag="lock_progressive@1"):
    title: ClassVar[str] = "Lock the progressive system"
