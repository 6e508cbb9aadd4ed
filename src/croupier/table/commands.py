"""What people at a table can do. Each act of the dealer, the floor or a player is one command.

The time, the cards and the person acting come in with the command: the machine has no clock and no chance.
A command's tag names it for ever, with a version: a changed shape is a new version, and `upcasts` reads the
old one.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from croupier.cards import Card
from croupier.submission import Choices
from croupier.table.fields import (
    Actor,
    Amounts,
    Backs,
    Cards,
    Cents,
    Digest,
    Digests,
    Number,
    Place,
    PlayerId,
    Players,
    Readings,
    RoundNumber,
    Seat,
    Seconds,
    SeenCards,
    Text,
    TransferId,
    Word,
)
from croupier.table.roles import CAGE
from croupier.table.roles import DEALER as DEALER
from croupier.table.roles import FLOOR as FLOOR
from croupier.table.roles import PLAYER as PLAYER


class Command(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    by: Actor = DEALER  # role, or role:id
    at: Seconds = 0  # the driver's clock

    roles: ClassVar[tuple[str, ...]] = (DEALER,)


class SitDown(Command, frozen=True, tag="sit_down@1"):
    seat: Seat
    player: PlayerId
    name: Text = ""  # for show; the same person may change it
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER, FLOOR)


class GetUp(Command, frozen=True, tag="get_up@1"):
    seat: Seat
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER, FLOOR)


class BuyIn(Command, frozen=True, tag="buy_in@1"):
    """Chips for a player. No player makes chips: a dealer, the floor or the cage gives them."""

    player: PlayerId
    cents: Cents
    transfer: TransferId = ""  # by which the cage paid for them; empty for money over the table
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, CAGE)


class CashOut(Command, frozen=True, tag="cash_out@1"):
    player: PlayerId
    transfer: TransferId = ""  # by which the cage takes them over
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, CAGE)


class Bet(Command, frozen=True, tag="bet@1"):
    """Chips on the seat's betting areas, all at once, so that equal wagers can be seen to be equal."""

    seat: Seat
    wagers: Amounts
    round: RoundNumber  # the round they are meant for
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class TakeBack(Command, frozen=True, tag="take_back@1"):
    """The seat's chips back, all of them or those of one wager, before "no more bets"."""

    seat: Seat
    round: RoundNumber
    wager: Word | None = None
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class CloseBetting(Command, frozen=True, tag="close_betting@1"):
    """ "No more bets"."""


class LockProgressive(Command, frozen=True, tag="lock_progressive@1"):
    pass


class CollectChips(Command, frozen=True, tag="collect_chips@1"):
    wager: Word
    chips: Number  # as counted on the layout


class ReturnChip(Command, frozen=True, tag="return_chip@1"):
    """A banked wager that was not accepted, or whose chip is not there: it goes back before the deal."""

    wager: Word
    seat: Seat
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class BankChips(Command, frozen=True, tag="bank_chips@1"):
    wager: Word


class Deal(Command, frozen=True, tag="deal@1"):
    """The next cards off the deck; None is a card that nobody has seen."""

    cards: Cards


class TurnUp(Command, frozen=True, tag="turn_up@1"):
    """Turn the cards that the script turns next. A live table names those it had not seen."""

    cards: SeenCards = ()


class RackStub(Command, frozen=True, tag="rack_stub@1"):
    pass


class Decide(Command, frozen=True, tag="decide@1"):
    """A player's answer. It names its question, so that a late one never answers the next."""

    seat: Seat
    choice: Word
    round: RoundNumber
    question: Word  # the name of the part of the script that asks
    roles: ClassVar[tuple[str, ...]] = (PLAYER, DEALER)


class RevealDealer(Command, frozen=True, tag="reveal_dealer@1"):
    pass


class SettleSeat(Command, frozen=True, tag="settle_seat@1"):
    seat: Seat
    meters: Readings = {}  # what they hold now, where the seat made a progressive wager


class ValidateProgressive(Command, frozen=True, tag="validate_progressive@1"):
    """A floorperson's word that the hand qualifies and the progressive system shows the win."""

    seat: Seat
    light: bool = True  # the system's light is on
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class PayProgressive(Command, frozen=True, tag="pay_progressive@1"):
    seat: Seat
    meters: Readings = {}


class RackCards(Command, frozen=True, tag="rack_cards@1"):
    pass


# Chapters 3 to 5: the cards before they are dealt.


class ReceiveDecks(Command, frozen=True, tag="receive_decks@1"):
    backs: Backs
    prepared: bool = False  # preinspected and preshuffled
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Prepare(Command, frozen=True, tag="prepare@1"):
    """The next step of opening a table: inspect, verify, spread, view, face_down, wash, stack."""

    deck: Word
    step: Word
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Shuffle(Command, frozen=True, tag="shuffle@1"):
    deck: Word
    by_machine: bool = True
    counted: Number | None = None  # what a counting device shows


class Cut(Command, frozen=True, tag="cut@1"):
    deck: Word
    depth: Number  # cards above the cover card


class OrderRecut(Command, frozen=True, tag="order_recut@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class OrderShuffle(Command, frozen=True, tag="order_shuffle@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class Load(Command, frozen=True, tag="load@1"):
    deck: Word


class RemoveDeck(Command, frozen=True, tag="remove_deck@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class GoIdle(Command, frozen=True, tag="go_idle@1"):
    face_up: bool = False  # only if a player asks for it


class CountStub(Command, frozen=True, tag="count_stub@1"):
    cards: Number


class Recount(Command, frozen=True, tag="recount@1"):
    total: Number
    misdealt: bool
    hand: Place = ""  # the place of the hand that was misdealt
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


# Verifiable dealing: acts of a table that deals from a sealed shoe, never of a person.


class CommitDeal(Command, frozen=True, tag="commit_deal@1"):
    """The order of the loaded deck is fixed: its root, beside what players have fixed before they saw it.

    Sent again with the same root while bets are open, where more players take part."""

    round: RoundNumber
    deck: Word
    table: Word  # as its stream is called
    book: Digest  # over what decides in the rule book
    submission: Digest  # over the operator's choices
    root: Digest
    fixed: Digests = {}


class MixDeal(Command, frozen=True, tag="mix_deal@1"):
    """Bets are closed: the numbers that the players had fixed, which say in what order the cards come."""

    round: RoundNumber
    reveals: Digests = {}


class DiscardDeal(Command, frozen=True, tag="discard_deal@1"):
    """Somebody did not reveal what they had fixed: the deck is shuffled again, and everybody can count it."""

    round: RoundNumber
    missing: Players


# Live cards.


class NameCards(Command, frozen=True, tag="name_cards@1"):
    """Cards that nobody had seen, named as they are turned."""

    place: Place
    cards: SeenCards
    first: Number = 0


class CardName(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Which card lies at a place."""

    place: Place
    index: Number
    card: Card


class CorrectNaming(Command, frozen=True, tag="correct_naming@1"):
    """A card that was misread; several at once, where the name of one had been given to another."""

    place: Place
    index: Number
    card: Card
    reason: Text
    others: Annotated[tuple[CardName, ...], msgspec.Meta(max_length=60)] = ()
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


# Chapter 13 and what it does not cover.


class ReportFaceUp(Command, frozen=True, tag="report_face_up@1"):
    cards: Cards
    drawn: bool = False  # not found so in the deck, but drawn in error and seen (N-23)
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class ReportExposed(Command, frozen=True, tag="report_exposed@1"):
    """A card seen before its time: the dealer's, a shared one, the box's or a player's."""

    place: Place
    index: Number = 0
    card: Card | None = None  # to be named if nobody had seen it
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class ReportWrongNumber(Command, frozen=True, tag="report_wrong_number@1"):
    place: Place
    cards: Number
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class ReportDrawnInError(Command, frozen=True, tag="report_drawn_in_error@1"):
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class ReportDeviceFailure(Command, frozen=True, tag="report_device_failure@1"):
    device: Word  # "shuffler" or "shoe"
    idle_deck: bool = False  # the shuffler failed on the deck that is not in play
    dead: bool = False  # it cannot be used any more
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class HandleDevice(Command, frozen=True, tag="handle_device@1"):
    device: Word
    how: Word  # covered, marked, removed, repaired
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class SwitchMethod(Command, frozen=True, tag="switch_method@1"):
    dealing: Word
    shuffler: Word
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ReportOther(Command, frozen=True, tag="report_other@1"):
    """Anything else: missed_burn, or other with a word of detail."""

    matter: Word
    detail: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class Rule(Command, frozen=True, tag="rule@1"):
    outcome: Word  # play_on or void
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


# Supervision.


class DeclareAbandoned(Command, frozen=True, tag="declare_abandoned@1"):
    seat: Seat
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class DeclareForfeit(Command, frozen=True, tag="declare_forfeit@1"):
    """Top Five 11.A.5: a breach of conduct costs every wager of the round."""

    seat: Seat
    clause: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CorrectDecision(Command, frozen=True, tag="correct_decision@1"):
    """A decision that was keyed wrongly, before the next card (X-15)."""

    seat: Seat
    choice: Word  # what the player really decided
    round: RoundNumber
    question: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class DeclareDefective(Command, frozen=True, tag="declare_defective@1"):
    """The deck in play is not a lawful one: a card twice, or one that does not belong."""

    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ActFor(Command, frozen=True, tag="act_for@1"):
    seat: Seat
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CorrectSettlement(Command, frozen=True, tag="correct_settlement@1"):
    round: RoundNumber
    seat: Seat
    wager: Word
    reason: Text
    returned: Cents | None = None  # what should have come back …
    row: Word = ""  # … or the clause of the progressive's row, where a meter pays it
    meters: Readings = {}  # of a progressive wager: how they stand now
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class CorrectEnvy(Command, frozen=True, tag="correct_envy@1"):
    round: RoundNumber
    seat: Seat
    holder: Seat
    cents: Cents  # what should have been paid; 0 for nothing
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class LoseLink(Command, frozen=True, tag="lose_link@1"):
    """The progressive system cannot be reached: no wager on it is taken until it can."""

    reason: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class RestoreLink(Command, frozen=True, tag="restore_link@1"):
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class ChangeRules(Command, frozen=True, tag="change_rules@1"):
    choices: Choices
    reason: Text = ""  # needed where a meter is closed
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class Attest(Command, frozen=True, tag="attest@1"):
    clause: Word
    note: Text = ""
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
