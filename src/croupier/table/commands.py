"""The commands: one class for every act of a dealer, floorperson or player at a table.

A command carries the time, the cards and the actor, because the machine has no clock and no randomness.
Each class also declares its title, the roles that may send it and its menu. Dispatch, permissions, offers,
transcripts and pages derive from these declarations.

Tags are permanent and versioned. If a command's shape changes it gets a new version, and `upcasts` converts
the old one.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from croupier.cards import Card
from croupier.submission import OperatorChoices
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

Pane = Literal["", "happened", "right", "cards"]
Identifies = Literal["", "names", "shows"]


class TableCommand(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    by: Actor = DEALER  # role, or role:id
    at: Seconds = 0  # the driver's clock

    title: ClassVar[str]  # text on buttons and heading of a journal entry
    roles: ClassVar[tuple[str, ...]] = (DEALER,)
    pane: ClassVar[Pane] = ""  # menu of the staff pages that offers the act
    keyed: ClassVar[bool] = False  # True for a player's own act, which the dealer enters at a live table
    server_only: ClassVar[bool] = False  # True if no person may send the command to a server
    identifies: ClassVar[Identifies] = ""  # a sealed shoe refuses commands that name or show a card
    incident: ClassVar[str] = ""  # name in a round record, if its keys there equal its fields
    probe: ClassVar[dict[str, Any] | None] = None  # sample fields to find out why an act is not offered now

    def offered_as(self) -> str:
        """Return the title of this act among the offers, if it depends on the fields."""
        return self.title


# `legacy` marks a command stored under version 1 of its tag. The machine decides it by that version's
# rules, so that old journals still verify. Only `upcasts` sets it.


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
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, CAGE)
    title: ClassVar[str] = "Buy chips"
    keyed: ClassVar[bool] = True


class CashOut(TableCommand, frozen=True, tag="cash_out@1"):
    player: PlayerId
    transfer: TransferId = ""  # the cage's transfer id
    carried: bool = False  # the player leaves with the chips; no money is paid for them
    toke: Cents = 0  # amount that the player gives to the dealers; all other chips stay
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
    """A player's answer, with its question, so that a late answer never applies to another question."""

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
    meters: Readings = {}  # current readings, if the seat made a progressive wager
    title: ClassVar[str] = "Settle a seat"


class ValidateProgressive(TableCommand, frozen=True, tag="validate_progressive@1"):
    """A floorperson confirms that the hand qualifies and the progressive system shows the win."""

    seat: Seat
    light: bool = True  # True if the light of the system is on
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Validate a progressive win"


class PayProgressive(TableCommand, frozen=True, tag="pay_progressive@1"):
    seat: Seat
    meters: Readings = {}
    title: ClassVar[str] = "Pay a progressive win"


class RackCards(TableCommand, frozen=True, tag="rack_cards@1"):
    title: ClassVar[str] = "Rack the cards"


# Commands for the cards before they are dealt (chapters 3 to 5).


class ReceiveDecks(TableCommand, frozen=True, tag="receive_decks@1"):
    backs: Backs
    prepared: bool = False  # preinspected and preshuffled
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Receive decks"
    pane: ClassVar[Pane] = "cards"


class Prepare(TableCommand, frozen=True, tag="prepare@1"):
    """Do one step of opening a table (inspect, verify, spread, view, face_down, wash or stack)."""

    deck: Word
    step: Word
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Prepare a deck"
    pane: ClassVar[Pane] = "cards"


class Shuffle(TableCommand, frozen=True, tag="shuffle@1"):
    deck: Word
    by_machine: bool = True
    counted: Number | None = None  # number of cards that a counting device shows
    title: ClassVar[str] = "Shuffle a deck"
    pane: ClassVar[Pane] = "cards"


class Cut(TableCommand, frozen=True, tag="cut@1"):
    deck: Word
    depth: Number  # cards above the cover card
    title: ClassVar[str] = "Cut a deck"
    pane: ClassVar[Pane] = "cards"


class OrderRecut(TableCommand, frozen=True, tag="order_recut@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Order another cut"
    pane: ClassVar[Pane] = "cards"


class OrderShuffle(TableCommand, frozen=True, tag="order_shuffle@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Order another shuffle"
    pane: ClassVar[Pane] = "cards"


class Load(TableCommand, frozen=True, tag="load@1"):
    deck: Word
    title: ClassVar[str] = "Load a deck"
    pane: ClassVar[Pane] = "cards"


class RemoveDeck(TableCommand, frozen=True, tag="remove_deck@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Remove a deck"
    pane: ClassVar[Pane] = "cards"


class GoIdle(TableCommand, frozen=True, tag="go_idle@2"):
    face_up: bool = False  # allowed only at a player's request
    legacy: bool = False
    title: ClassVar[str] = "Stop play and spread the cards"
    pane: ClassVar[Pane] = "cards"


class CountStub(TableCommand, frozen=True, tag="count_stub@1"):
    cards: Number
    title: ClassVar[str] = "Count the stub"
    incident: ClassVar[str] = "stub_count"
    pane: ClassVar[Pane] = "cards"


class Recount(TableCommand, frozen=True, tag="recount@1"):
    total: Number
    misdealt: bool
    hand: Place = ""  # place of the misdealt hand
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Recount all cards"
    incident: ClassVar[str] = "recount"
    pane: ClassVar[Pane] = "cards"


# Verifiable dealing: only the card source of a table with a sealed shoe sends these.


class CommitDeal(TableCommand, frozen=True, tag="commit_deal@1"):
    """Commit to the order of the loaded deck by its root and the digests that players fixed beforehand.

    The command is repeated with the same root when more players join while bets are open."""

    round: RoundNumber
    deck: Word
    table: Word  # name of its stream
    book: Digest  # hash of the rule book
    submission: Digest  # hash of the operator's choices
    root: Digest
    fixed: Digests = {}
    title: ClassVar[str] = "Commit to a deal"
    server_only: ClassVar[bool] = True


class MixDeal(TableCommand, frozen=True, tag="mix_deal@1"):
    """Reveal the players' fixed numbers after bets are closed, which determine the order of the cards."""

    round: RoundNumber
    reveals: Digests = {}
    title: ClassVar[str] = "Mix a deal"
    server_only: ClassVar[bool] = True


class DiscardDeal(TableCommand, frozen=True, tag="discard_deal@1"):
    """Discard a committed deal because a player did not reveal their number. The deck must be reshuffled."""

    round: RoundNumber
    missing: Players
    title: ClassVar[str] = "Discard a deal"
    server_only: ClassVar[bool] = True


# Live cards.


class NameCards(TableCommand, frozen=True, tag="name_cards@1"):
    """Name unseen cards as they are turned up."""

    place: Place
    cards: SeenCards
    first: Number = 0
    title: ClassVar[str] = "Name cards"
    identifies: ClassVar[Identifies] = "names"


class CardName(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One card, by its place and its index there (from 0)."""

    place: Place
    index: Number
    card: Card


class CorrectNaming(TableCommand, frozen=True, tag="correct_naming@2"):
    """Correct misread cards, several at once if their names were interchanged."""

    place: Place
    index: Number
    card: Card
    reason: Text
    others: Annotated[tuple[CardName, ...], msgspec.Meta(max_length=60)] = ()
    legacy: bool = False
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Correct a misread card"
    pane: ClassVar[Pane] = "right"
    identifies: ClassVar[Identifies] = "names"


class CorrectKeying(TableCommand, frozen=True, tag="correct_keying@1"):
    """Correct the dealer's own last entry (N-35): names of cards, a decision, or a seat's bets."""

    round: RoundNumber
    cards: Annotated[tuple[CardName, ...], msgspec.Meta(max_length=60)] = ()
    seat: Seat = 0  # with a decision or bets
    question: Word = ""
    choice: Word = ""  # the player's actual decision
    wagers: Amounts | None = None  # all of the seat's actual bets; empty if it made none
    title: ClassVar[str] = "Correct your last entry"
    identifies: ClassVar[Identifies] = "names"


# Irregularities of chapter 13, and matters that it does not cover.


class ReportFaceUp(TableCommand, frozen=True, tag="report_face_up@1"):
    cards: Cards
    # True if the card was drawn in error and seen, and not found face up in the deck (N-23)
    drawn: bool = False
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Card face up in the deck"
    pane: ClassVar[Pane] = "happened"
    identifies: ClassVar[Identifies] = "shows"
    probe: ClassVar[dict[str, Any] | None] = {"cards": [None]}


class ReportExposed(TableCommand, frozen=True, tag="report_exposed@1"):
    """Report a card that was seen too early: the dealer's, a community card, one in the box or a player's."""

    place: Place
    index: Number = 0
    card: Card | None = None  # name of the card, required if the card had none yet
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Card exposed"
    pane: ClassVar[Pane] = "happened"
    identifies: ClassVar[Identifies] = "shows"
    probe: ClassVar[dict[str, Any] | None] = {"place": "dealer"}

    def offered_as(self) -> str:
        whose = "Player's" if self.place.startswith("seat") else "Dealer's" if self.place == "dealer" else ""
        return f"{whose or self.place.capitalize()} card exposed"


class ReportWrongNumber(TableCommand, frozen=True, tag="report_wrong_number@1"):
    place: Place
    cards: Number
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Wrong number of cards"
    incident: ClassVar[str] = "wrong_number"
    pane: ClassVar[Pane] = "happened"
    probe: ClassVar[dict[str, Any] | None] = {"place": "dealer", "cards": 3}


class ReportDrawnInError(TableCommand, frozen=True, tag="report_drawn_in_error@1"):
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Card drawn in error, unseen"
    incident: ClassVar[str] = "drawn_in_error"
    pane: ClassVar[Pane] = "happened"
    probe: ClassVar[dict[str, Any] | None] = {}


class ReportDeviceFailure(TableCommand, frozen=True, tag="report_device_failure@1"):
    device: Word  # "shuffler" or "shoe"
    idle_deck: bool = False  # True if the shuffler failed with the deck that is not in play
    dead: bool = False  # True if the device is permanently out of order
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Device failed"
    pane: ClassVar[Pane] = "happened"
    probe: ClassVar[dict[str, Any] | None] = {"device": "shuffler"}

    def offered_as(self) -> str:
        return f"{self.device.capitalize()} failed{' on the idle deck' if self.idle_deck else ''}"


class HandleDevice(TableCommand, frozen=True, tag="handle_device@1"):
    device: Word
    how: Word  # covered, marked, removed, repaired
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Handle a failed device"
    pane: ClassVar[Pane] = "cards"

    def offered_as(self) -> str:
        return f"Handle the failed {self.device}"


class SwitchMethod(TableCommand, frozen=True, tag="switch_method@1"):
    dealing: Word
    shuffler: Word
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Change the dealing method"
    pane: ClassVar[Pane] = "cards"

    def offered_as(self) -> str:
        dealt = {"shoe": "from a dealing shoe", "hand": "by hand", "automated": "from an automated shoe"}
        shuffled = {"none": "by hand", "counting": "by a machine that counts", "reshuffling": "in the shoe"}
        how = shuffled.get(self.shuffler, "by a machine")
        return f"Deal {dealt.get(self.dealing, self.dealing)}, shuffle {how}"


class ReportOther(TableCommand, frozen=True, tag="report_other@1"):
    """Report another irregularity: `missed_burn`, or `other` with details."""

    matter: Word
    detail: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Something else"
    pane: ClassVar[Pane] = "happened"
    probe: ClassVar[dict[str, Any] | None] = {"matter": "other", "detail": "as reported"}


class RuleOnIncident(TableCommand, frozen=True, tag="rule@1"):
    outcome: Word  # play_on or void
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Rule on an incident"
    pane: ClassVar[Pane] = "right"


# Supervision.


class DeclareAbandoned(TableCommand, frozen=True, tag="declare_abandoned@1"):
    seat: Seat
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Declare wagers abandoned"
    incident: ClassVar[str] = "abandoned"
    pane: ClassVar[Pane] = "right"
    probe: ClassVar[dict[str, Any] | None] = {"seat": 1, "reason": "as reported"}


class DeclareForfeit(TableCommand, frozen=True, tag="declare_forfeit@1"):
    """Forfeit every wager of the round for a breach of conduct (Top Five 11.A.5)."""

    seat: Seat
    clause: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Declare wagers forfeit"
    incident: ClassVar[str] = "forfeit"
    pane: ClassVar[Pane] = "right"


class CorrectDecision(TableCommand, frozen=True, tag="correct_decision@1"):
    """Correct a wrongly keyed decision, before the next card (X-15)."""

    seat: Seat
    choice: Word  # the player's actual decision
    round: RoundNumber
    question: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Correct a decision"
    pane: ClassVar[Pane] = "right"


class DeclareDefective(TableCommand, frozen=True, tag="declare_defective@1"):
    """Declare the deck in play defective, because it has a duplicate or a foreign card."""

    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Declare the deck defective"
    incident: ClassVar[str] = "defective_deck"
    pane: ClassVar[Pane] = "cards"


class ActFor(TableCommand, frozen=True, tag="act_for@1"):
    seat: Seat
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Act for a player"
    incident: ClassVar[str] = "act_for"
    pane: ClassVar[Pane] = "right"


class CorrectSettlement(TableCommand, frozen=True, tag="correct_settlement@2"):
    round: RoundNumber
    seat: Seat
    wager: Word
    reason: Text
    returned: Cents | None = None  # correct amount to return …
    row: Word = ""  # … or the clause of the progressive row, if a meter pays
    meters: Readings = {}  # current readings, for a progressive wager
    legacy: bool = False
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Correct a payment"
    pane: ClassVar[Pane] = "right"


class CorrectEnvy(TableCommand, frozen=True, tag="correct_envy@2"):
    round: RoundNumber
    seat: Seat
    holder: Seat
    cents: Cents  # the correct Envy Bonus; 0 for none
    reason: Text
    legacy: bool = False
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Correct an Envy Bonus"
    pane: ClassVar[Pane] = "right"


class LoseLink(TableCommand, frozen=True, tag="lose_link@1"):
    """Report that the progressive system is unreachable.

    The table refuses progressive wagers until it is back.
    """

    reason: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Progressive system lost"
    pane: ClassVar[Pane] = "happened"


class RestoreLink(TableCommand, frozen=True, tag="restore_link@1"):
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Progressive system restored"
    pane: ClassVar[Pane] = "happened"


class ChangeRules(TableCommand, frozen=True, tag="change_rules@1"):
    choices: OperatorChoices
    reason: Text = ""  # reason (required if a meter is closed)
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Change the rules"
    server_only: ClassVar[bool] = True


class Attest(TableCommand, frozen=True, tag="attest@1"):
    clause: Word
    note: Text = ""
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Confirm equipment"
    pane: ClassVar[Pane] = "cards"
