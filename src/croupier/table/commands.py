"""What people at a table can do. Each act of the dealer, the floor or a player is one command.

The time, the cards and the person acting come in with the command: the machine has no clock and no chance.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.cards import Card
from croupier.submission import Choices

DEALER, FLOOR, PLAYER = "dealer", "floor", "player"


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
    """A floorperson's word that the hand qualifies and the progressive system shows the win."""

    seat: int
    light: bool = True  # the system's light is on
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class PayProgressive(Command, frozen=True):
    seat: int


class RackCards(Command, frozen=True):
    pass


# Chapters 3 to 5: the cards before they are dealt.


class ReceiveDecks(Command, frozen=True):
    backs: tuple[str, ...]
    prepared: bool = False  # preinspected and preshuffled
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Prepare(Command, frozen=True):
    """The next step of opening a table: inspect, verify, spread, view, face_down, wash, stack."""

    deck: str
    step: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Shuffle(Command, frozen=True):
    deck: str
    by_machine: bool = True
    counted: int | None = None  # what a counting device shows


class Cut(Command, frozen=True):
    deck: str
    depth: int  # cards above the cover card


class OrderRecut(Command, frozen=True):
    deck: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class OrderShuffle(Command, frozen=True):
    deck: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class Load(Command, frozen=True):
    deck: str


class RemoveDeck(Command, frozen=True):
    deck: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class GoIdle(Command, frozen=True):
    face_up: bool = False  # only if a player asks for it


class CountStub(Command, frozen=True):
    cards: int


class Recount(Command, frozen=True):
    total: int
    misdealt: bool
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


# Live cards.


class NameCards(Command, frozen=True):
    """Cards that nobody had seen, named as they are turned."""

    place: str
    cards: tuple[Card, ...]
    first: int = 0


class CorrectNaming(Command, frozen=True):
    place: str
    index: int
    card: Card
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


# Chapter 13 and what it does not cover.


class ReportFaceUp(Command, frozen=True):
    cards: tuple[Card | None, ...]


class ReportExposed(Command, frozen=True):
    """A card seen before its time: the dealer's, a shared one, the box's or a player's."""

    place: str
    index: int = 0
    card: Card | None = None  # to be named if nobody had seen it


class ReportWrongNumber(Command, frozen=True):
    place: str
    cards: int


class ReportDrawnInError(Command, frozen=True):
    pass


class ReportDeviceFailure(Command, frozen=True):
    device: str  # "shuffler" or "shoe"
    idle_deck: bool = False  # the shuffler failed on the deck that is not in play
    dead: bool = False  # it cannot be used any more
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class HandleDevice(Command, frozen=True):
    device: str
    how: str  # covered, marked, removed, repaired
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class SwitchMethod(Command, frozen=True):
    dealing: str
    shuffler: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ReportOther(Command, frozen=True):
    """Anything else: missed_burn, or other with a word of detail."""

    matter: str
    detail: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Rule(Command, frozen=True):
    outcome: str  # play_on or void
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


# Supervision.


class DeclareAbandoned(Command, frozen=True):
    seat: int
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class DeclareForfeit(Command, frozen=True):
    """Top Five 11.A.5: a breach of conduct costs every wager of the round."""

    seat: int
    clause: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ActFor(Command, frozen=True):
    seat: int
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CorrectSettlement(Command, frozen=True):
    round: int
    seat: int
    wager: str
    reason: str
    returned: int | None = None  # what should have come back …
    row: str = ""  # … or the clause of the progressive's row, where a meter pays it
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CorrectEnvy(Command, frozen=True):
    round: int
    seat: int
    holder: int
    cents: int  # what should have been paid; 0 for nothing
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ChangeRules(Command, frozen=True):
    choices: Choices
    reason: str = ""  # needed where a meter is closed
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class Attest(Command, frozen=True):
    clause: str
    note: str = ""
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
