"""What people at a table can do. Each act of the dealer, the floor or a player is one command.

The time, the cards and the person acting come in with the command: the machine has no clock and no chance.
A command's tag names it for ever, with a version: a changed shape is a new version, and `upcasts` reads the
old one.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.cards import Card
from croupier.meters.amounts import Reading
from croupier.submission import Choices

DEALER, FLOOR, PLAYER = "dealer", "floor", "player"


class Command(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    by: str = "dealer"  # role, or role:name
    at: int = 0  # seconds; the driver's clock

    roles: ClassVar[tuple[str, ...]] = (DEALER,)


class SitDown(Command, frozen=True, tag="sit_down@1"):
    seat: int
    player: str
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER, FLOOR)


class GetUp(Command, frozen=True, tag="get_up@1"):
    seat: int
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER, FLOOR)


class BuyIn(Command, frozen=True, tag="buy_in@1"):
    player: str
    cents: int
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, PLAYER)


class CashOut(Command, frozen=True, tag="cash_out@1"):
    player: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, PLAYER)


class Bet(Command, frozen=True, tag="bet@1"):
    """Chips on the seat's betting areas, all at once, so that equal wagers can be seen to be equal."""

    seat: int
    wagers: dict[str, int]
    round: int  # the round they are meant for
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class TakeBack(Command, frozen=True, tag="take_back@1"):
    """The seat's chips back, all of them or those of one wager, before "no more bets"."""

    seat: int
    round: int
    wager: str | None = None
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class CloseBetting(Command, frozen=True, tag="close_betting@1"):
    """ "No more bets"."""


class LockProgressive(Command, frozen=True, tag="lock_progressive@1"):
    pass


class CollectChips(Command, frozen=True, tag="collect_chips@1"):
    wager: str
    chips: int  # as counted on the layout


class ReturnChip(Command, frozen=True, tag="return_chip@1"):
    """A banked wager that was not accepted, or whose chip is not there: it goes back before the deal."""

    wager: str
    seat: int
    reason: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class BankChips(Command, frozen=True, tag="bank_chips@1"):
    wager: str


class Deal(Command, frozen=True, tag="deal@1"):
    """The next cards off the deck; None is a card that nobody has seen."""

    cards: tuple[Card | None, ...]


class TurnUp(Command, frozen=True, tag="turn_up@1"):
    """Turn the cards that the script turns next. A live table names those it had not seen."""

    cards: tuple[Card, ...] = ()


class RackStub(Command, frozen=True, tag="rack_stub@1"):
    pass


class Decide(Command, frozen=True, tag="decide@1"):
    """A player's answer. It names its question, so that a late one never answers the next."""

    seat: int
    choice: str
    round: int
    question: str  # the name of the part of the script that asks
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class RevealDealer(Command, frozen=True, tag="reveal_dealer@1"):
    pass


class SettleSeat(Command, frozen=True, tag="settle_seat@1"):
    seat: int
    meters: dict[str, Reading] = {}  # what they hold now, where the seat made a progressive wager


class ValidateProgressive(Command, frozen=True, tag="validate_progressive@1"):
    """A floorperson's word that the hand qualifies and the progressive system shows the win."""

    seat: int
    light: bool = True  # the system's light is on
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class PayProgressive(Command, frozen=True, tag="pay_progressive@1"):
    seat: int
    meters: dict[str, Reading] = {}


class RackCards(Command, frozen=True, tag="rack_cards@1"):
    pass


# Chapters 3 to 5: the cards before they are dealt.


class ReceiveDecks(Command, frozen=True, tag="receive_decks@1"):
    backs: tuple[str, ...]
    prepared: bool = False  # preinspected and preshuffled
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Prepare(Command, frozen=True, tag="prepare@1"):
    """The next step of opening a table: inspect, verify, spread, view, face_down, wash, stack."""

    deck: str
    step: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Shuffle(Command, frozen=True, tag="shuffle@1"):
    deck: str
    by_machine: bool = True
    counted: int | None = None  # what a counting device shows


class Cut(Command, frozen=True, tag="cut@1"):
    deck: str
    depth: int  # cards above the cover card


class OrderRecut(Command, frozen=True, tag="order_recut@1"):
    deck: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class OrderShuffle(Command, frozen=True, tag="order_shuffle@1"):
    deck: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class Load(Command, frozen=True, tag="load@1"):
    deck: str


class RemoveDeck(Command, frozen=True, tag="remove_deck@1"):
    deck: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class GoIdle(Command, frozen=True, tag="go_idle@1"):
    face_up: bool = False  # only if a player asks for it


class CountStub(Command, frozen=True, tag="count_stub@1"):
    cards: int


class Recount(Command, frozen=True, tag="recount@1"):
    total: int
    misdealt: bool
    hand: str = ""  # the place of the hand that was misdealt
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


# Live cards.


class NameCards(Command, frozen=True, tag="name_cards@1"):
    """Cards that nobody had seen, named as they are turned."""

    place: str
    cards: tuple[Card, ...]
    first: int = 0


class CardName(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Which card lies at a place."""

    place: str
    index: int
    card: Card


class CorrectNaming(Command, frozen=True, tag="correct_naming@1"):
    """A card that was misread; several at once, where the name of one had been given to another."""

    place: str
    index: int
    card: Card
    reason: str
    others: tuple[CardName, ...] = ()
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


# Chapter 13 and what it does not cover.


class ReportFaceUp(Command, frozen=True, tag="report_face_up@1"):
    cards: tuple[Card | None, ...]
    drawn: bool = False  # not found so in the deck, but drawn in error and seen (N-23)


class ReportExposed(Command, frozen=True, tag="report_exposed@1"):
    """A card seen before its time: the dealer's, a shared one, the box's or a player's."""

    place: str
    index: int = 0
    card: Card | None = None  # to be named if nobody had seen it


class ReportWrongNumber(Command, frozen=True, tag="report_wrong_number@1"):
    place: str
    cards: int


class ReportDrawnInError(Command, frozen=True, tag="report_drawn_in_error@1"):
    pass


class ReportDeviceFailure(Command, frozen=True, tag="report_device_failure@1"):
    device: str  # "shuffler" or "shoe"
    idle_deck: bool = False  # the shuffler failed on the deck that is not in play
    dead: bool = False  # it cannot be used any more
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class HandleDevice(Command, frozen=True, tag="handle_device@1"):
    device: str
    how: str  # covered, marked, removed, repaired
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class SwitchMethod(Command, frozen=True, tag="switch_method@1"):
    dealing: str
    shuffler: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ReportOther(Command, frozen=True, tag="report_other@1"):
    """Anything else: missed_burn, or other with a word of detail."""

    matter: str
    detail: str
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Rule(Command, frozen=True, tag="rule@1"):
    outcome: str  # play_on or void
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


# Supervision.


class DeclareAbandoned(Command, frozen=True, tag="declare_abandoned@1"):
    seat: int
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class DeclareForfeit(Command, frozen=True, tag="declare_forfeit@1"):
    """Top Five 11.A.5: a breach of conduct costs every wager of the round."""

    seat: int
    clause: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CorrectDecision(Command, frozen=True, tag="correct_decision@1"):
    """A decision that was keyed wrongly, before the next card (X-15)."""

    seat: int
    choice: str  # what the player really decided
    round: int
    question: str
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class DeclareDefective(Command, frozen=True, tag="declare_defective@1"):
    """The deck in play is not a lawful one: a card twice, or one that does not belong."""

    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ActFor(Command, frozen=True, tag="act_for@1"):
    seat: int
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CorrectSettlement(Command, frozen=True, tag="correct_settlement@1"):
    round: int
    seat: int
    wager: str
    reason: str
    returned: int | None = None  # what should have come back …
    row: str = ""  # … or the clause of the progressive's row, where a meter pays it
    meters: dict[str, Reading] = {}  # of a progressive wager: how they stand now
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CorrectEnvy(Command, frozen=True, tag="correct_envy@1"):
    round: int
    seat: int
    holder: int
    cents: int  # what should have been paid; 0 for nothing
    reason: str
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ChangeRules(Command, frozen=True, tag="change_rules@1"):
    choices: Choices
    reason: str = ""  # needed where a meter is closed
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class Attest(Command, frozen=True, tag="attest@1"):
    clause: str
    note: str = ""
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
