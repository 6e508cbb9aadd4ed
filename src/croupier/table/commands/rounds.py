"""Commands of a round, from the collected chips to the racked cards."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.table.commands.command import Identifies, Pane, TableCommand
from croupier.table.fields import (
    Cards,
    Number,
    Place,
    Readings,
    RoundNumber,
    Seat,
    SeenCards,
    Text,
    Word,
)
from croupier.table.roles import DEALER, FLOOR, PLAYER


class CollectChips(TableCommand, frozen=True, tag="collect_chips@1"):
    wager: Word
    chips: Number  # number of chips counted on the layout
    title: ClassVar[str] = "Collect chips"


class ReturnChip(TableCommand, frozen=True, tag="return_chip@1"):
    """Return a banked wager before the deal, because it was not accepted or its chip is missing."""

    wager: Word
    seat: Seat
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Return a chip"
    incident: ClassVar[str] = "chip_returned"
    pane: ClassVar[Pane] = "right"


class BankChips(TableCommand, frozen=True, tag="bank_chips@1"):
    wager: Word
    title: ClassVar[str] = "Move chips to the tray"


class DealCards(TableCommand, frozen=True, tag="deal@1"):
    """Deal the next cards of the deck. None stands for an unseen card."""

    cards: Cards
    title: ClassVar[str] = "Deal cards"


class TurnUp(TableCommand, frozen=True, tag="turn_up@1"):
    """Turn up the next cards of the script. A live table names the cards that were unseen."""

    cards: SeenCards = ()
    title: ClassVar[str] = "Turn up cards"


class RackStub(TableCommand, frozen=True, tag="rack_stub@1"):
    title: ClassVar[str] = "Rack the stub"


class Decide(TableCommand, frozen=True, tag="decide@1"):
    """A player's answer. It names its question, so that a late answer never applies to another question."""

    seat: Seat
    choice: Word
    round: RoundNumber
    question: Word  # name of the Ask phase in the script
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)
    title: ClassVar[str] = "Decide"
    keyed: ClassVar[bool] = True


class RevealDealer(TableCommand, frozen=True, tag="reveal_dealer@1"):
    title: ClassVar[str] = "Reveal the dealer's hand"


class SettleSeat(TableCommand, frozen=True, tag="settle_seat@1"):
    seat: Seat
    # current readings, if the seat made a progressive wager
    meters: Readings = msgspec.field(default_factory=dict)
    title: ClassVar[str] = "Settle a seat"


class ValidateProgressive(TableCommand, frozen=True, tag="validate_progressive@1"):
    """A floorperson confirms that the hand qualifies and the progressive system shows the win."""

    seat: Seat
    light: bool = True  # True if the light of the system is on
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Validate a progressive win"


class PayProgressive(TableCommand, frozen=True, tag="pay_progressive@1"):
    seat: Seat
    meters: Readings = msgspec.field(default_factory=dict)
    title: ClassVar[str] = "Pay a progressive win"


class RackCards(TableCommand, frozen=True, tag="rack_cards@1"):
    title: ClassVar[str] = "Rack the cards"


class NameCards(TableCommand, frozen=True, tag="name_cards@1"):
    """Name unseen cards as they are turned up."""

    place: Place
    cards: SeenCards
    first: Number = 0
    title: ClassVar[str] = "Name cards"
    identifies: ClassVar[Identifies] = "names"
