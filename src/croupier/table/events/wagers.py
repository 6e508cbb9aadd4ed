"""Events of seats, chips and wagers, until the cards are dealt."""

from __future__ import annotations

from typing import ClassVar

from croupier.meters.amounts import Exact
from croupier.table.events.event import (
    Log,
    Mark,
    TableEvent,
)
from croupier.table.wording import Wording, listed_seats


class SeatTaken(TableEvent, frozen=True, tag="seat_taken@1"):
    seat: int
    player: str
    name: str = ""
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.player_does(self.player, 'take', self.name)} seat {self.seat}"


class SeatLeft(TableEvent, frozen=True, tag="seat_left@1"):
    seat: int
    player: str
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.player_does(self.player, 'leave')} seat {self.seat}"


class BoughtIn(TableEvent, frozen=True, tag="bought_in@1"):
    player: str
    cents: int
    transfer: str = ""
    brought: bool = False  # chips from elsewhere; no money was paid
    tax: bool = False  # tax that the casino gave back

    def sentence(self, w: Wording) -> str:
        if self.tax:
            return f"{w.player_does(self.player, 'get')} {w.money(self.cents)} of tax back"
        if self.brought:
            return f"{w.player_does(self.player, 'bring')} {w.money(self.cents)} in chips"
        return f"{w.player_does(self.player, 'buy')} in for {w.money(self.cents)}"


class CashedOut(TableEvent, frozen=True, tag="cashed_out@1"):
    player: str
    cents: int
    transfer: str = ""
    carried: bool = False  # the player left with the chips; no money was paid
    toke: bool = False  # the player gave the chips to the dealers
    tax: bool = False  # the casino withheld the chips as tax

    def sentence(self, w: Wording) -> str:
        if self.tax:
            return f"{w.player_does(self.player, 'pay')} {w.money(self.cents)} of tax"
        if self.toke:
            return f"{w.player_does(self.player, 'give')} the dealers {w.money(self.cents)}"
        if self.carried:
            return f"{w.player_does(self.player, 'leave')} with {w.money(self.cents)} in chips"
        return f"{w.player_does(self.player, 'cash')} out {w.money(self.cents)}"


class WagerPlaced(TableEvent, frozen=True, tag="wager_placed@1"):
    seat: int
    player: str
    wager: str
    cents: int
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: {w.wager(self.wager)} {w.money(self.cents)}"


class WagerTakenBack(TableEvent, frozen=True, tag="wager_taken_back@1"):
    """A wager was taken back before "no more bets", by the player or as a wrong entry of the dealer."""

    seat: int
    player: str
    wager: str
    cents: int
    by: str = ""  # the dealer who corrects their own entry (N-35)
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Entered bet corrected"

    @property
    def marked(self) -> Mark:
        return self.mark if self.by else ""

    def sentence(self, w: Wording) -> str:
        bet = f"{w.seat(self.seat)}: {w.wager(self.wager)} {w.money(self.cents)}"
        return f"{bet} entered wrongly, removed by {w.actor(self.by)}" if self.by else f"{bet} taken back"


class BetsClosed(TableEvent, frozen=True, tag="bets_closed@1"):
    """The dealer announced "no more bets" and deals to these seats."""

    round: int
    seats: tuple[int, ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"No more bets: round {self.round}, {listed_seats(self.seats)} in play"


class ProgressiveLocked(TableEvent, frozen=True, tag="progressive_locked@1"):
    """The progressive system was locked and accepted the wagers of these seats."""

    seats: tuple[int, ...]

    def sentence(self, w: Wording) -> str:
        return f"Progressive system locked with wagers from {listed_seats(self.seats)}"


class MeterContributed(TableEvent, frozen=True, tag="meter_contributed@1"):
    """A meter gained its exact share of the accepted wagers, including fractions of a cent."""

    meter: str
    amount: Exact
    transfer: int = 0  # transfer number in the meters' stream, shared by all events of one entry
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"The {self.meter} meter gains {w.exact(self.amount)}"


class ChipsCollected(TableEvent, frozen=True, tag="chips_collected@1"):
    wager: str
    chips: int
    cents: int

    def sentence(self, w: Wording) -> str:
        return f"{w.wager(self.wager)} chips collected and counted: {self.chips}, worth {w.money(self.cents)}"


class ChipReturned(TableEvent, frozen=True, tag="chip_returned@1"):
    """A wager that was not accepted was returned before the deal. The wager was never in play."""

    seat: int
    player: str
    wager: str
    cents: int

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: {w.wager(self.wager)} {w.money(self.cents)} not accepted and returned"


class LammersPlaced(TableEvent, frozen=True, tag="lammers_placed@1"):
    wager: str
    seats: tuple[int, ...]
    changes_state: ClassVar[bool] = False

    def sentence(self, w: Wording) -> str:
        return f"{w.wager(self.wager)} lammers placed at {listed_seats(self.seats)}"


class ChipsBanked(TableEvent, frozen=True, tag="chips_banked@1"):
    wager: str
    cents: int

    def sentence(self, w: Wording) -> str:
        return f"{w.wager(self.wager)} chips moved to the tray: {w.money(self.cents)}"
