"""Events: everything that can happen at a table. The state is the fold of the events.

Every event names its clauses, the readings it relied on, and its audience: the people who may see it. Tags
are permanent and versioned. If an event's shape changes it gets a new version, and `upcasts` converts the
old one.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from croupier.cards import Card
from croupier.meters.amounts import Exact, MeterReading
from croupier.submission import OperatorChoices

EVERYONE = ("everyone",)
SURVEILLANCE = ("surveillance",)
REGULATOR = ("regulator",)
OVERSEERS = SURVEILLANCE + REGULATOR  # may see hidden cards after the round
NOBODY: tuple[str, ...] = ()


def to_player(player: str) -> tuple[str, ...]:
    """Return the audience of a single player."""
    return (f"player:{player}",)


Result = Literal["win", "lose", "push", "returned", "forfeit"]


class TableEvent(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    audience: tuple[str, ...]  # "everyone", "player:ID", "surveillance", "regulator"; empty: no audience yet
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    at: int = 0  # the command's time, if it had one

    changes_state: ClassVar[bool] = True  # False: the event only records a fact


class SeatTaken(TableEvent, frozen=True, tag="seat_taken@1"):
    seat: int
    player: str
    name: str = ""


class SeatLeft(TableEvent, frozen=True, tag="seat_left@1"):
    seat: int
    player: str


class BoughtIn(TableEvent, frozen=True, tag="bought_in@1"):
    player: str
    cents: int
    transfer: str = ""


class CashedOut(TableEvent, frozen=True, tag="cashed_out@1"):
    player: str
    cents: int
    transfer: str = ""


class WagerPlaced(TableEvent, frozen=True, tag="wager_placed@1"):
    seat: int
    player: str
    wager: str
    cents: int


class WagerTakenBack(TableEvent, frozen=True, tag="wager_taken_back@1"):
    """A player took a wager back before "no more bets"."""

    seat: int
    player: str
    wager: str
    cents: int


class BetsClosed(TableEvent, frozen=True, tag="bets_closed@1"):
    """The dealer announced "no more bets"; these seats are dealt in."""

    round: int
    seats: tuple[int, ...]


class ProgressiveLocked(TableEvent, frozen=True, tag="progressive_locked@1"):
    """The progressive system was locked. It accepted the wagers of these seats."""

    seats: tuple[int, ...]


class MeterContributed(TableEvent, frozen=True, tag="meter_contributed@1"):
    """A meter gained its exact share of the accepted wagers, including fractions of a cent."""

    meter: str
    amount: Exact
    transfer: int = 0  # number in the meters' stream; shared by all events of one entry


class ChipsCollected(TableEvent, frozen=True, tag="chips_collected@1"):
    wager: str
    chips: int
    cents: int


class ChipReturned(TableEvent, frozen=True, tag="chip_returned@1"):
    """A wager that was not accepted was returned before the deal. It was never in play."""

    seat: int
    player: str
    wager: str
    cents: int


class LammersPlaced(TableEvent, frozen=True, tag="lammers_placed@1"):
    wager: str
    seats: tuple[int, ...]
    changes_state: ClassVar[bool] = False


class ChipsBanked(TableEvent, frozen=True, tag="chips_banked@1"):
    wager: str
    cents: int


class CardsDealt(TableEvent, frozen=True, tag="cards_dealt@1"):
    """Cards left the deck for these places, in this order. `CardsNamed` tells which cards they are."""

    deliveries: tuple[tuple[str, int], ...]


class CardsNamed(TableEvent, frozen=True, tag="cards_named@1"):
    """The cards at a place, for the people who may see them."""

    place: str
    first: int
    cards: tuple[Card | None, ...]


class CardsTurned(TableEvent, frozen=True, tag="cards_turned@1"):
    place: str
    first: int
    cards: tuple[Card, ...]


class StubRacked(TableEvent, frozen=True, tag="stub_racked@1"):
    cards: int


class Decided(TableEvent, frozen=True, tag="decided@1"):
    seat: int
    player: str
    question: str
    choice: str


class HandKept(TableEvent, frozen=True, tag="hand_kept@1"):
    """A folded hand stays on the layout because a side wager is still open."""

    seat: int


class HandMucked(TableEvent, frozen=True, tag="hand_mucked@1"):
    seat: int


class DealerRevealed(TableEvent, frozen=True, tag="dealer_revealed@1"):
    """The dealer's hand was formed and announced, and the box if the game has one."""

    cards: dict[str, tuple[Card, ...]]  # by place
    hand: str | None = None
    words: str = ""
    count: int | None = None
    qualifies: bool | None = None


class HandShown(TableEvent, frozen=True, tag="hand_shown@1"):
    seat: int
    cards: tuple[Card, ...]
    hand: str
    words: str
    count: int | None = None


class WagerSettled(TableEvent, frozen=True, tag="wager_settled@1"):
    """The result of one wager. `returned` includes the stake if the player gets it back."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int
    result: Result
    pays: str = ""  # the odds as printed
    banked: bool = False  # the stake was in the tray, not on the layout
    meters: dict[str, MeterReading] = {}  # readings when a progressive wager was settled
    from_meter: str | None = None
    refill: int = 0  # the house's reset amount for that meter (MeterReset); a correction removes it
    transfer: int = 0
    cut: int = 0  # amount cut by the payout limit (uth/12.F)


class ProgressiveAwaits(TableEvent, frozen=True, tag="progressive_awaits@1"):
    """A hand has won the progressive. A floorperson must validate it before it is paid."""

    seat: int
    player: str


class ProgressiveValidated(TableEvent, frozen=True, tag="progressive_validated@1"):
    """A floorperson verified the hand and the system's light (uth/11.J.2.a-c)."""

    seat: int
    by: str


class MeterReset(TableEvent, frozen=True, tag="meter_reset@1"):
    meter: str
    cents: int  # paid in by the house
    transfer: int = 0


class EnvyPaid(TableEvent, frozen=True, tag="envy_paid@1"):
    seat: int
    player: str
    holder: int
    cents: int


class SeatSettled(TableEvent, frozen=True, tag="seat_settled@1"):
    seat: int


class CardsRacked(TableEvent, frozen=True, tag="cards_racked@1"):
    """Cards went to the discard rack, hand by hand in this order, so that each hand can be rebuilt."""

    places: tuple[str, ...]
    stub: int = 0  # undealt cards of a void round


class HiddenCardsShown(TableEvent, frozen=True, tag="hidden_cards_shown@1"):
    """Cards hidden during the round, disclosed to surveillance and the regulator after it ends."""

    cards: dict[str, tuple[Card | None, ...]]  # by place; None: seen by everyone, or never named
    changes_state: ClassVar[bool] = False


class RoundEnded(TableEvent, frozen=True, tag="round_ended@1"):
    round: int


# Chapters 3 to 5: the cards before they are dealt.


class DecksReceived(TableEvent, frozen=True, tag="decks_received@1"):
    backs: tuple[str, ...]
    prepared: bool  # preinspected and preshuffled


class DeckPrepared(TableEvent, frozen=True, tag="deck_prepared@1"):
    """One step of opening a table: inspect, verify, spread, view, face_down, wash, stack."""

    deck: str
    step: str
    by: str = ""


class DeckShuffled(TableEvent, frozen=True, tag="deck_shuffled@1"):
    deck: str
    by_machine: bool
    counted: int | None = None


class DeckCut(TableEvent, frozen=True, tag="deck_cut@1"):
    deck: str
    depth: int


class RecutOrdered(TableEvent, frozen=True, tag="recut_ordered@1"):
    deck: str
    reason: str


class ShuffleOrdered(TableEvent, frozen=True, tag="shuffle_ordered@1"):
    deck: str
    reason: str


class DeckLoaded(TableEvent, frozen=True, tag="deck_loaded@1"):
    """A deck was loaded into the shoe, the dealer's hand or the machine."""

    deck: str


class DeckDefective(TableEvent, frozen=True, tag="deck_defective@1"):
    """A floorperson declared the deck in play defective: it has a duplicate or a foreign card."""

    deck: str
    reason: str
    by: str
    changes_state: ClassVar[bool] = False


class DeckRemoved(TableEvent, frozen=True, tag="deck_removed@1"):
    deck: str
    reason: str


class TableIdle(TableEvent, frozen=True, tag="table_idle@1"):
    """No gaming activity: the cards are spread on the table."""

    decks: tuple[str, ...]
    face_up: bool


class DealCommitted(TableEvent, frozen=True, tag="deal_committed@1"):
    """The table committed to the order of the loaded deck and to the numbers of these players."""

    round: int
    deal: int  # number within the round; each one after the first replaces a discarded deal
    deck: str
    table: str
    book: str
    submission: str
    cards: int  # size of the deck
    root: str
    fixed: dict[str, str]  # player -> SHA-256 of the number they will reveal


class DealMixed(TableEvent, frozen=True, tag="deal_mixed@1"):
    """The players revealed their numbers. The resulting seed permutes the sealed positions."""

    round: int
    deal: int
    deck: str
    reveals: dict[str, str]
    seed: str


class DealDiscarded(TableEvent, frozen=True, tag="deal_discarded@1"):
    """A player did not reveal their fixed number. The deck is reshuffled before any card is dealt."""

    round: int
    deal: int
    deck: str
    missing: tuple[str, ...]


class StubCounted(TableEvent, frozen=True, tag="stub_counted@1"):
    cards: int
    right: bool


class CardsRecounted(TableEvent, frozen=True, tag="cards_recounted@1"):
    """Recount after a wrong stub count: the actual number of cards and any misdealt hand (X-08)."""

    total: int
    misdealt: bool
    hand: str = ""  # place of the misdealt hand


# Irregularities: chapter 13 and matters it does not cover.


class FaceUpFound(TableEvent, frozen=True, tag="face_up_found@1"):
    """Cards found face up in the deck went to the discard rack, unused in this round."""

    cards: tuple[Card | None, ...]


class CardExposed(TableEvent, frozen=True, tag="card_exposed@1"):
    place: str
    index: int
    card: Card


class WrongNumber(TableEvent, frozen=True, tag="wrong_number@1"):
    place: str
    cards: int
    changes_state: ClassVar[bool] = False


class DrawnInError(TableEvent, frozen=True, tag="drawn_in_error@1"):
    """A card drawn early without being seen stays the next card."""

    changes_state: ClassVar[bool] = False


class DeviceFailed(TableEvent, frozen=True, tag="device_failed@1"):
    device: str  # "shuffler" or "shoe"
    dead: bool  # permanently out of order
    decks: tuple[str, ...] = ()  # decks it failed to shuffle


class DeviceHandled(TableEvent, frozen=True, tag="device_handled@1"):
    device: str
    how: str  # covered, marked, removed, repaired


class MethodSwitched(TableEvent, frozen=True, tag="method_switched@1"):
    dealing: str
    shuffler: str


class RulingAsked(TableEvent, frozen=True, tag="ruling_asked@1"):
    """No clause covers the matter. A floorperson must rule; a default is offered (X-15)."""

    matter: str
    detail: str
    default: str


class Ruled(TableEvent, frozen=True, tag="ruled@1"):
    matter: str
    outcome: str
    reason: str
    by: str


class MeterTakenBack(TableEvent, frozen=True, tag="meter_taken_back@1"):
    """A meter gave back its share of a void wager or round (X-06)."""

    meter: str
    amount: Exact
    transfer: int = 0


class RoundVoided(TableEvent, frozen=True, tag="round_voided@1"):
    round: int
    reason: str
    settles: tuple[str, ...] = ()  # wagers still settled by the cards


# Supervision.


class SeatForfeited(TableEvent, frozen=True, tag="seat_forfeited@1"):
    """A floorperson declared a seat's wagers abandoned or forfeited."""

    seat: int
    player: str
    reason: str
    by: str


class ActedFor(TableEvent, frozen=True, tag="acted_for@1"):
    """A floorperson took the default decision for a player who did not act (X-25)."""

    seat: int
    by: str
    reason: str
    changes_state: ClassVar[bool] = False


class WagerReopened(TableEvent, frozen=True, tag="wager_reopened@1"):
    """A settlement of this round was undone. The payment comes back and the stake is at risk again."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int  # amount the player gives back
    banked: bool = False  # the stake stays in the tray
    from_meter: str | None = None
    refill: int = 0  # reset amount the house removes from that meter
    transfer: int = 0


class HandReopened(TableEvent, frozen=True, tag="hand_reopened@1"):
    """A hand will be settled again, followed by the hands settled after it."""

    seat: int
    reason: str


class HandReturned(TableEvent, frozen=True, tag="hand_returned@1"):
    """A hand was rebuilt from the discard rack."""

    seat: int


class PlayerOwes(TableEvent, frozen=True, tag="player_owes@1"):
    """A player's chips did not cover a wrong payment. The purse is negative by the missing amount."""

    player: str
    cents: int
    changes_state: ClassVar[bool] = False


class DecisionCorrected(TableEvent, frozen=True, tag="decision_corrected@1"):
    """A wrongly keyed decision was corrected before the next card (X-15)."""

    seat: int
    player: str
    question: str
    was: str
    choice: str
    by: str
    reason: str


class SettlementReversed(TableEvent, frozen=True, tag="settlement_reversed@1"):
    """First half of a correction: the wrong payment is reversed."""

    round: int
    seat: int
    player: str
    wager: str
    cents: int
    by: str
    reason: str
    from_meter: str | None = None
    refill: int = 0  # reset amount the house had paid into the meter
    read: int | None = None  # number of payments that meter had made at the time of the correction
    transfer: int = 0


class SettlementCorrected(TableEvent, frozen=True, tag="settlement_corrected@1"):
    """Second half of a correction: the right payment."""

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
    refill: int = 0  # reset amount the house pays into the meter
    read: int | None = None
    transfer: int = 0


class EnvyReversed(TableEvent, frozen=True, tag="envy_reversed@1"):
    """First half of a correction: the Envy Bonus paid is reversed."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str


class EnvyCorrected(TableEvent, frozen=True, tag="envy_corrected@1"):
    """Second half of a correction: the Envy Bonus due."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str


class NamingCorrected(TableEvent, frozen=True, tag="naming_corrected@1"):
    place: str
    index: int
    was: Card
    card: Card
    by: str
    reason: str


class LinkLost(TableEvent, frozen=True, tag="link_lost@1"):
    """The progressive system became unreachable. Wagers on it are refused; everything else goes on."""

    reason: str
    by: str


class LinkRestored(TableEvent, frozen=True, tag="link_restored@1"):
    by: str


class RulesChanged(TableEvent, frozen=True, tag="rules_changed@1"):
    choices: OperatorChoices
    by: str
    reason: str = ""
    joins: dict[str, int] = {}  # meters the table joins, with their opening amounts
    leaves: tuple[str, ...] = ()  # meters the table leaves
    transfer: int = 0


class Attested(TableEvent, frozen=True, tag="attested@1"):
    """A person attested a physical fact."""

    clause: str
    by: str
    note: str = ""
