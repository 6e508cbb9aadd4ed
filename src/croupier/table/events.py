"""The events: one class for everything that can happen at a table. The state is the fold of its events.

Every event names its clauses, the readings it relied on, and the audience that may see it. Each
class also declares its sentence, the pages that list it, and its mark in the round search. Tags are permanent
and versioned. If an event's shape changes it gets a new version, and `upcasts` converts the
old one.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from croupier.cards import Card
from croupier.games.game import DEALER
from croupier.meters.amounts import Exact, MeterReading
from croupier.rulebook import title
from croupier.submission import OperatorChoices
from croupier.table.wording import PREPARED, TIMER, Wording, card_count, listed_seats, plain_reason

EVERYONE = ("everyone",)
SURVEILLANCE = ("surveillance",)
REGULATOR = ("regulator",)
OVERSEERS = SURVEILLANCE + REGULATOR  # roles that may see hidden cards after the round
NOBODY: tuple[str, ...] = ()


def to_player(player: str) -> tuple[str, ...]:
    """Return the audience of a single player."""
    return (f"player:{player}",)


# "players" lists the event on all pages, "none" only in transcripts and records
Log = Literal["players", "staff", "none"]
Mark = Literal["", "irregularity", "correction", "ruling", "void"]
Result = Literal["win", "lose", "push", "returned", "forfeit"]


class TableEvent(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    # "everyone", "player:ID", "surveillance" or "regulator"; empty before the audience is set
    audience: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    at: int = 0  # time of the command, if it had one

    changes_state: ClassVar[bool] = True  # False if the event only records a fact
    log: ClassVar[Log] = "staff"  # pages that list the event
    mark: ClassVar[Mark] = ""  # kind of mark in the round search of surveillance …
    label: ClassVar[str] = ""  # … and the label of the mark

    @property
    def marked(self) -> Mark:
        """Return the mark of this event, or an empty string for most events."""
        return self.mark

    def sentence(self, w: Wording) -> str:
        """Describe the event in one line. The event is as its reader receives it."""
        raise NotImplementedError


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

    def sentence(self, w: Wording) -> str:
        if self.brought:
            return f"{w.player_does(self.player, 'bring')} {w.money(self.cents)} in chips"
        return f"{w.player_does(self.player, 'buy')} in for {w.money(self.cents)}"


class CashedOut(TableEvent, frozen=True, tag="cashed_out@1"):
    player: str
    cents: int
    transfer: str = ""
    carried: bool = False  # the player left with the chips; no money was paid
    toke: bool = False  # the player gave the chips to the dealers

    def sentence(self, w: Wording) -> str:
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


class CardsDealt(TableEvent, frozen=True, tag="cards_dealt@1"):
    """Cards were dealt to these places, in this order. `CardsNamed` names them."""

    deliveries: tuple[tuple[str, int], ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return w.deal(self.deliveries)


class CardsNamed(TableEvent, frozen=True, tag="cards_named@1"):
    """The cards at a place, for the people who may see them."""

    place: str
    first: int
    cards: tuple[Card | None, ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.hand(self.place)} are {w.cards(self.cards)}"


class CardsTurned(TableEvent, frozen=True, tag="cards_turned@1"):
    place: str
    first: int
    cards: tuple[Card, ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"Turned up on {w.place(self.place)}: {w.cards(self.cards)}"


class StubRacked(TableEvent, frozen=True, tag="stub_racked@1"):
    cards: int

    def sentence(self, w: Wording) -> str:
        return f"The stub of {card_count(self.cards)} goes to the discard rack"


class Decided(TableEvent, frozen=True, tag="decided@1"):
    seat: int
    player: str
    question: str
    choice: str
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: {w.choice(self.choice)}{w.question(self.question)}"


class HandKept(TableEvent, frozen=True, tag="hand_kept@1"):
    """A folded hand stays on the layout because a side wager is still open."""

    seat: int

    def sentence(self, w: Wording) -> str:
        return f"{w.whose(self.seat)} cards stay under {w.its(self.seat)} side wagers"


class HandMucked(TableEvent, frozen=True, tag="hand_mucked@1"):
    seat: int

    def sentence(self, w: Wording) -> str:
        return f"{w.whose(self.seat)} cards go to the discard rack"


class DealerRevealed(TableEvent, frozen=True, tag="dealer_revealed@1"):
    """The dealer's hand and, if the game has one, the box were formed and announced."""

    cards: dict[str, tuple[Card, ...]]  # by place
    hand: str | None = None
    words: str = ""
    count: int | None = None
    qualifies: bool | None = None
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        called = f", {self.words}" if self.words else ""
        if self.qualifies is not None:
            called += ", qualifies" if self.qualifies else ", does not qualify"
        cards = [
            f"{w.hand(place)}: {w.cards(there)}{called if place == DEALER else ''}"
            for place, there in self.cards.items()
        ]
        return "; ".join(cards) or "No wager needs the cards that stay face down"


class HandShown(TableEvent, frozen=True, tag="hand_shown@1"):
    seat: int
    cards: tuple[Card, ...]
    hand: str
    words: str
    count: int | None = None
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.does(self.seat, 'show')} {w.cards(self.cards)}: {self.words}"


class WagerSettled(TableEvent, frozen=True, tag="wager_settled@1"):
    """The result of one wager. `returned` includes the stake if the player gets it back."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int
    result: Result
    pays: str = ""  # odds as printed
    banked: bool = False  # True if the stake was in the tray and not on the layout
    meters: dict[str, MeterReading] = {}  # readings when a progressive wager was settled
    from_meter: str | None = None
    # reset amount that the house added to that meter (MeterReset) and that a correction removes
    refill: int = 0
    transfer: int = 0
    cut: int = 0  # amount cut by the payout limit (uth/12.F)
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        wager = f"{w.seat(self.seat)}: {w.wager(self.wager)} {w.money(self.staked)}"
        match self.result:
            case "win":
                line = f"{wager} wins {w.pays(self.pays)}, {w.money(self.returned)} returned"
            case "lose":
                paid = f", {w.money(self.returned)} returned ({w.pays(self.pays)})" if self.returned else ""
                return f"{wager} loses{paid}"
            case "push":
                return f"{wager} pushes"
            case "forfeit":
                return f"{wager} is forfeited"
            case _:
                line = f"{wager} is returned"
                return line if self.returned == self.staked else f"{line}: {w.money(self.returned)}"
        if self.from_meter is not None:
            line += f" from the {self.from_meter} meter"
        if self.cut:
            line += f" (reduced by {w.money(self.cut)} under the payout limit)"
        return line


class ProgressiveAwaits(TableEvent, frozen=True, tag="progressive_awaits@1"):
    """A hand has won the progressive. A floorperson must validate it before it is paid."""

    seat: int
    player: str
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)} won the progressive; waiting for a floorperson to validate it"


class ProgressiveValidated(TableEvent, frozen=True, tag="progressive_validated@1"):
    """A floorperson verified the hand and the system's light (uth/11.J.2.a-c)."""

    seat: int
    by: str

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: progressive win validated by {w.actor(self.by)}"


class MeterReset(TableEvent, frozen=True, tag="meter_reset@1"):
    meter: str
    cents: int  # paid in by the house
    transfer: int = 0
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"The house adds {w.money(self.cents)} to the {self.meter} meter"


class EnvyPaid(TableEvent, frozen=True, tag="envy_paid@1"):
    seat: int
    player: str
    holder: int
    cents: int
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: Envy Bonus {w.money(self.cents)} for seat {self.holder}'s hand"


class SeatSettled(TableEvent, frozen=True, tag="seat_settled@1"):
    seat: int
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"{w.does(self.seat, 'are', 'is')} settled"


class CardsRacked(TableEvent, frozen=True, tag="cards_racked@1"):
    """Cards went to the discard rack, hand by hand in this order, so that each hand can be rebuilt."""

    places: tuple[str, ...]
    stub: int = 0  # undealt cards of a void round

    def sentence(self, w: Wording) -> str:
        return f"Cards placed in the discard rack, in order: {', '.join(map(w.place, self.places))}"


class HiddenCardsShown(TableEvent, frozen=True, tag="hidden_cards_shown@1"):
    """Cards hidden during the round, disclosed to surveillance and the regulator after it ends."""

    # cards by place; None for a card that everyone saw or that was never named
    cards: dict[str, tuple[Card | None, ...]]
    changes_state: ClassVar[bool] = False
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        hidden = [f"{w.place(place)} {w.cards(cards)}" for place, cards in self.cards.items()]
        return f"Unseen cards on record: {'; '.join(hidden)}"


class RoundEnded(TableEvent, frozen=True, tag="round_ended@1"):
    round: int
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"Round {self.round} is over"


# Events for the cards before they are dealt (chapters 3 to 5).


class DecksReceived(TableEvent, frozen=True, tag="decks_received@1"):
    backs: tuple[str, ...]
    prepared: bool  # preinspected and preshuffled

    def sentence(self, w: Wording) -> str:
        return (
            f"Decks received: "
            f"{', '.join(self.backs)}{', already inspected and shuffled' if self.prepared else ''}"
        )


class DeckPrepared(TableEvent, frozen=True, tag="deck_prepared@1"):
    """One step of opening a table (inspect, verify, spread, view, face_down, wash, stack)."""

    deck: str
    step: str
    by: str = ""

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck: {PREPARED.get(self.step, self.step)}"


class DeckShuffled(TableEvent, frozen=True, tag="deck_shuffled@1"):
    deck: str
    by_machine: bool
    counted: int | None = None

    def sentence(self, w: Wording) -> str:
        counted = f", which counted {card_count(self.counted)}" if self.counted is not None else ""
        return f"The {self.deck} deck is shuffled by {'machine' if self.by_machine else 'hand'}{counted}"


class DeckCut(TableEvent, frozen=True, tag="deck_cut@1"):
    deck: str
    depth: int

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck is cut at {card_count(self.depth)}"


class RecutOrdered(TableEvent, frozen=True, tag="recut_ordered@1"):
    deck: str
    reason: str

    def sentence(self, w: Wording) -> str:
        return f"The floor orders the {self.deck} deck cut again: {self.reason}"


class ShuffleOrdered(TableEvent, frozen=True, tag="shuffle_ordered@1"):
    deck: str
    reason: str

    def sentence(self, w: Wording) -> str:
        return f"The floor orders the {self.deck} deck shuffled again: {self.reason}"


class DeckLoaded(TableEvent, frozen=True, tag="deck_loaded@1"):
    """A deck was loaded into the shoe, the dealer's hand or the machine."""

    deck: str

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck is ready to deal"


class DeckDefective(TableEvent, frozen=True, tag="deck_defective@1"):
    """A floorperson declared the deck in play defective, because it has a duplicate or a foreign card."""

    deck: str
    reason: str
    by: str
    changes_state: ClassVar[bool] = False
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Defective deck"

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck is declared defective by {w.actor(self.by)}: {self.reason}"


class DeckRemoved(TableEvent, frozen=True, tag="deck_removed@1"):
    deck: str
    reason: str

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck leaves the table: {self.reason}"


class TableIdle(TableEvent, frozen=True, tag="table_idle@1"):
    """The cards of an idle table were spread on the table."""

    decks: tuple[str, ...]
    face_up: bool

    def sentence(self, w: Wording) -> str:
        return f"No play: cards are spread face {'up' if self.face_up else 'down'} ({', '.join(self.decks)})"


class DealCommitted(TableEvent, frozen=True, tag="deal_committed@1"):
    """The table committed to the order of the loaded deck and to the numbers of these players."""

    round: int
    deal: int  # number within the round; each deal after the first replaces a discarded deal
    deck: str
    table: str
    book: str
    submission: str
    cards: int  # size of the deck
    root: str
    fixed: dict[str, str]  # SHA-256 of the number that each player will reveal
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        taking_part = f", with {w.players(self.fixed)} taking part" if self.fixed else ""
        return f"Deal {self.deal} of round {self.round} is committed under {self.root}{taking_part}"


class DealMixed(TableEvent, frozen=True, tag="deal_mixed@1"):
    """The players revealed their numbers, and the resulting seed permutes the sealed positions."""

    round: int
    deal: int
    deck: str
    reveals: dict[str, str]
    seed: str
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        players = (
            f"with the numbers of {w.players(self.reveals)}" if self.reveals else "without players' numbers"
        )
        return f"Deal {self.deal} of round {self.round} is mixed {players}"


class DealDiscarded(TableEvent, frozen=True, tag="deal_discarded@1"):
    """A player did not reveal their fixed number. The deck is reshuffled before any card is dealt."""

    round: int
    deal: int
    deck: str
    missing: tuple[str, ...]
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return (
            f"Deal {self.deal} of round {self.round} is discarded: {w.players(self.missing)} did not "
            f"reveal a number"
        )


class StubCounted(TableEvent, frozen=True, tag="stub_counted@1"):
    cards: int
    right: bool
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Wrong stub count"

    @property
    def marked(self) -> Mark:
        return "" if self.right else self.mark

    def sentence(self, w: Wording) -> str:
        return f"Stub counted: {card_count(self.cards)}, {'correct' if self.right else 'wrong'}"


class CardsRecounted(TableEvent, frozen=True, tag="cards_recounted@1"):
    """A recount after a wrong stub count found the actual number of cards and any misdealt hand (X-08)."""

    total: int
    misdealt: bool
    hand: str = ""  # place of the misdealt hand
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "All cards recounted"

    def sentence(self, w: Wording) -> str:
        whose = f"the hand of {w.place(self.hand)} was" if self.hand else "a hand was"
        return f"All cards counted: {self.total}; {whose if self.misdealt else 'no hand was'} misdealt"


# Irregularities: chapter 13 and matters it does not cover.


class FaceUpFound(TableEvent, frozen=True, tag="face_up_found@1"):
    """Cards found face up in the deck went to the discard rack and are not used in this round."""

    cards: tuple[Card | None, ...]
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Card face up in the deck"

    def sentence(self, w: Wording) -> str:
        return f"Found face up in the deck and discarded: {w.cards(self.cards)}"


class CardExposed(TableEvent, frozen=True, tag="card_exposed@1"):
    place: str
    index: int
    card: Card
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Card exposed"

    def sentence(self, w: Wording) -> str:
        return f"Card exposed too early at {w.place(self.place)}: {w.cards((self.card,))}"


class WrongNumber(TableEvent, frozen=True, tag="wrong_number@1"):
    place: str
    cards: int
    changes_state: ClassVar[bool] = False
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Wrong number of cards"

    def sentence(self, w: Wording) -> str:
        return f"Wrong number of cards at {w.place(self.place)}: {self.cards}"


class DrawnInError(TableEvent, frozen=True, tag="drawn_in_error@1"):
    """A card was drawn early without being seen. It stays the next card."""

    changes_state: ClassVar[bool] = False
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Card drawn in error"

    def sentence(self, w: Wording) -> str:
        return "A card was drawn in error; no one saw it, and it remains the next card"


class DeviceFailed(TableEvent, frozen=True, tag="device_failed@1"):
    device: str  # "shuffler" or "shoe"
    dead: bool  # permanently out of order
    decks: tuple[str, ...] = ()  # decks that the device failed to shuffle
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Device failed"

    def sentence(self, w: Wording) -> str:
        again = f"; shuffle again: {', '.join(self.decks)}" if self.decks else ""
        return f"The {self.device} failed{' and cannot be used' if self.dead else ''}{again}"


class DeviceHandled(TableEvent, frozen=True, tag="device_handled@1"):
    device: str
    how: str  # covered, marked, removed, repaired

    def sentence(self, w: Wording) -> str:
        return f"The {self.device} is {self.how}"


class MethodSwitched(TableEvent, frozen=True, tag="method_switched@1"):
    dealing: str
    shuffler: str

    def sentence(self, w: Wording) -> str:
        return f"The table continues with dealing: {self.dealing}, shuffler: {self.shuffler}"


class RulingAsked(TableEvent, frozen=True, tag="ruling_asked@1"):
    """No clause covers the matter. A floorperson must rule, and a default is proposed (X-15)."""

    matter: str
    detail: str
    default: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Ruling requested"

    def sentence(self, w: Wording) -> str:
        detail = f", {self.detail}" if self.detail else ""
        default = self.default.replace("_", " ")
        return f"Floor ruling needed: {self.matter.replace('_', ' ')}{detail}; default: {default}"


class Ruled(TableEvent, frozen=True, tag="ruled@1"):
    matter: str
    outcome: str
    reason: str
    by: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "ruling"
    label: ClassVar[str] = "Ruling"

    def sentence(self, w: Wording) -> str:
        matter, outcome = self.matter.replace("_", " "), self.outcome.replace("_", " ")
        return f"Ruling on {matter} by {w.actor(self.by)}: {outcome}, {self.reason}"


class MeterTakenBack(TableEvent, frozen=True, tag="meter_taken_back@1"):
    """A meter gave back its share of a void wager or round (X-06)."""

    meter: str
    amount: Exact
    transfer: int = 0
    log: ClassVar[Log] = "none"

    def sentence(self, w: Wording) -> str:
        return f"The {self.meter} meter is reduced by {w.exact(self.amount)}"


class RoundVoided(TableEvent, frozen=True, tag="round_voided@1"):
    round: int
    reason: str
    settles: tuple[str, ...] = ()  # wagers that the cards still settle
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "void"
    label: ClassVar[str] = "Void round"

    def sentence(self, w: Wording) -> str:
        saved = f"; still settled: {', '.join(map(w.wager, self.settles))}" if self.settles else ""
        return f"Round {self.round} is void: {plain_reason(self.reason)}{saved}"


# Supervision.


class SeatForfeited(TableEvent, frozen=True, tag="seat_forfeited@1"):
    """A floorperson declared a seat's wagers abandoned or forfeited."""

    seat: int
    player: str
    reason: str
    by: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "ruling"
    label: ClassVar[str] = "Wagers forfeited"

    def sentence(self, w: Wording) -> str:
        return f"{w.seat(self.seat)}: wagers declared forfeit by {w.actor(self.by)}: {self.reason}"


class ActedFor(TableEvent, frozen=True, tag="acted_for@1"):
    """A floorperson took the default decision for a player who did not act (X-25)."""

    seat: int
    by: str
    reason: str
    changes_state: ClassVar[bool] = False
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "ruling"
    label: ClassVar[str] = "Floor acted for a player"

    def sentence(self, w: Wording) -> str:
        if self.by == TIMER:
            return f"Time ran out for {w.at_seat(self.seat)}"
        return f"{w.acting(self.by)} acted for {w.at_seat(self.seat)}: {self.reason}"


class WagerReopened(TableEvent, frozen=True, tag="wager_reopened@1"):
    """A settlement of this round was undone. The payment comes back and the stake is at risk again."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int  # amount the player gives back
    banked: bool = False  # the stake stays in the tray
    from_meter: str | None = None
    refill: int = 0  # reset amount that the house removes from that meter
    transfer: int = 0
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Wager settled again"

    def sentence(self, w: Wording) -> str:
        wager = f"{w.seat(self.seat)}: {w.wager(self.wager)} {w.money(self.staked)}"
        back = f", {w.money(self.returned)} taken back" if self.returned else ""
        return f"{wager} is at risk again{back}{w.on_meter(self, 'put back on', 'removed')}"


class HandReopened(TableEvent, frozen=True, tag="hand_reopened@1"):
    """A hand will be settled again, followed by the hands settled after it."""

    seat: int
    reason: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Hand settled again"

    def sentence(self, w: Wording) -> str:
        return f"Settlement resumes at seat {self.seat}: {self.reason}"


class HandReturned(TableEvent, frozen=True, tag="hand_returned@1"):
    """A hand was rebuilt from the discard rack."""

    seat: int

    def sentence(self, w: Wording) -> str:
        return f"{w.whose(self.seat)} cards are taken back from the discard rack"


class PlayerOwes(TableEvent, frozen=True, tag="player_owes@1"):
    """A player's chips did not cover a reversal. The purse is negative by the missing amount."""

    player: str
    cents: int
    changes_state: ClassVar[bool] = False

    def sentence(self, w: Wording) -> str:
        return f"{w.player_does(self.player, 'owe')} the house {w.money(self.cents)}"


class DecisionCorrected(TableEvent, frozen=True, tag="decision_corrected@1"):
    """A wrongly keyed decision was corrected before the next card (X-15)."""

    seat: int
    player: str
    question: str
    was: str
    choice: str
    by: str
    reason: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Decision corrected"

    def sentence(self, w: Wording) -> str:
        return (
            f"{w.seat(self.seat)}: {w.choice(self.was)} corrected to "
            f"{w.choice(self.choice)}{w.question(self.question)} by {w.actor(self.by)}: {self.reason}"
        )


class SettlementReversed(TableEvent, frozen=True, tag="settlement_reversed@1"):
    """The first half of a correction reversed the wrong payment."""

    round: int
    seat: int
    player: str
    wager: str
    cents: int
    by: str
    reason: str
    from_meter: str | None = None
    refill: int = 0  # reset amount that the house had paid into the meter
    read: int | None = None  # number of payments that the meter had made at the time of the correction
    transfer: int = 0
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Payment reversed"

    def sentence(self, w: Wording) -> str:
        meter = w.on_meter(self, "put back on", "removed")
        return (
            f"Round {self.round}, {w.at_seat(self.seat)}: {w.wager(self.wager)} payment of "
            f"{w.money(self.cents)} reversed by {w.actor(self.by)}{meter}: {self.reason}"
        )


class SettlementCorrected(TableEvent, frozen=True, tag="settlement_corrected@1"):
    """A correction made the right payment, after `SettlementReversed` took back the wrong one."""

    round: int
    seat: int
    player: str
    wager: str
    staked: int
    returned: int
    result: Result
    by: str
    reason: str
    from_meter: str | None = None
    refill: int = 0  # reset amount that the house pays into the meter
    read: int | None = None
    transfer: int = 0
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Payment corrected"

    def sentence(self, w: Wording) -> str:
        meter = w.on_meter(self, "paid from", "added")
        return (
            f"Round {self.round}, {w.at_seat(self.seat)}: {w.wager(self.wager)} {w.money(self.staked)} "
            f"corrected by {w.actor(self.by)}, {w.money(self.returned)} returned{meter}: {self.reason}"
        )


class EnvyReversed(TableEvent, frozen=True, tag="envy_reversed@1"):
    """The first half of a correction reversed the Envy Bonus that was paid."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Envy Bonus reversed"

    def sentence(self, w: Wording) -> str:
        return (
            f"Round {self.round}, {w.at_seat(self.seat)}: Envy Bonus {w.money(self.cents)} for "
            f"seat {self.holder}'s hand reversed by {w.actor(self.by)}: {self.reason}"
        )


class EnvyCorrected(TableEvent, frozen=True, tag="envy_corrected@1"):
    """A correction paid the right Envy Bonus, after `EnvyReversed` took back the wrong one."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Envy Bonus corrected"

    def sentence(self, w: Wording) -> str:
        return (
            f"Round {self.round}, {w.at_seat(self.seat)}: Envy Bonus for seat {self.holder}'s "
            f"hand corrected to {w.money(self.cents)} by {w.actor(self.by)}: {self.reason}"
        )


class NamingCorrected(TableEvent, frozen=True, tag="naming_corrected@1"):
    place: str
    index: int
    was: Card
    card: Card
    by: str
    reason: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "correction"
    label: ClassVar[str] = "Card corrected"

    def sentence(self, w: Wording) -> str:
        return (
            f"Card {self.index + 1} at {w.place(self.place)} corrected from {w.cards((self.was,))} to "
            f"{w.cards((self.card,))} by {w.actor(self.by)}: {self.reason}"
        )


class LinkLost(TableEvent, frozen=True, tag="link_lost@1"):
    """The progressive system became unreachable. The table refuses progressive wagers, and play continues."""

    reason: str
    by: str
    log: ClassVar[Log] = "players"
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Progressive system lost"

    def sentence(self, w: Wording) -> str:
        return f"The progressive system cannot be reached: {self.reason}"


class LinkRestored(TableEvent, frozen=True, tag="link_restored@1"):
    by: str
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return "The progressive system is available again"


class RulesChanged(TableEvent, frozen=True, tag="rules_changed@1"):
    choices: OperatorChoices
    by: str
    reason: str = ""
    joins: dict[str, int] = {}  # meters that the table joins, with their opening amounts
    leaves: tuple[str, ...] = ()  # meters that the table leaves
    transfer: int = 0
    log: ClassVar[Log] = "players"

    def sentence(self, w: Wording) -> str:
        return f"Rules of {title(self.choices.game)} changed by {w.actor(self.by)}"


class Attested(TableEvent, frozen=True, tag="attested@1"):
    """A person attested a physical fact."""

    clause: str
    by: str
    note: str = ""

    def sentence(self, w: Wording) -> str:
        return f"{w.acting(self.by)} confirms {self.clause}{f': {self.note}' if self.note else ''}"
