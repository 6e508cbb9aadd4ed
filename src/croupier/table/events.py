"""What can happen at a table. An event is a fact: the state is nothing but the fold of events.

Every event names the clauses it rests on, the readings it relied on and its audience: who may see it. Its
tag names it for ever, with a version: a changed shape is a new version, and `upcasts` reads the old one.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.cards import Card
from croupier.meters.amounts import Exact, Reading
from croupier.submission import Choices

EVERYONE = ("everyone",)
SURVEILLANCE = ("surveillance",)
REGULATOR = ("regulator",)
OVERSEERS = SURVEILLANCE + REGULATOR  # who may know after the round what nobody could see during it
NOBODY: tuple[str, ...] = ()


def to_player(player: str) -> tuple[str, ...]:
    """What one player alone may see."""
    return (f"player:{player}",)


Result = Literal["win", "lose", "push", "returned", "forfeit"]


class Event(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    audience: tuple[str, ...]  # "everyone", "player:ID", "surveillance", "regulator"; empty: nobody yet
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    at: int = 0  # the time of the command, where it had one


class SeatTaken(Event, frozen=True, tag="seat_taken@1"):
    seat: int
    player: str
    name: str = ""


class SeatLeft(Event, frozen=True, tag="seat_left@1"):
    seat: int
    player: str


class BoughtIn(Event, frozen=True, tag="bought_in@1"):
    player: str
    cents: int
    transfer: str = ""


class CashedOut(Event, frozen=True, tag="cashed_out@1"):
    player: str
    cents: int
    transfer: str = ""


class WagerPlaced(Event, frozen=True, tag="wager_placed@1"):
    seat: int
    player: str
    wager: str
    cents: int


class WagerTakenBack(Event, frozen=True, tag="wager_taken_back@1"):
    """Before "no more bets" a player may change their mind."""

    seat: int
    player: str
    wager: str
    cents: int


class BetsClosed(Event, frozen=True, tag="bets_closed@1"):
    """The dealer announced "no more bets"; these seats are dealt in."""

    round: int
    seats: tuple[int, ...]


class ProgressiveLocked(Event, frozen=True, tag="progressive_locked@1"):
    """The system takes no more wagers; it accepted those of these seats."""

    seats: tuple[int, ...]


class MeterContributed(Event, frozen=True, tag="meter_contributed@1"):
    """A meter gains its share of the wagers accepted, to the part of a cent."""

    meter: str
    amount: Exact
    transfer: int = 0  # by which the meters' stream has it; all of one entry have the same


class ChipsCollected(Event, frozen=True, tag="chips_collected@1"):
    wager: str
    chips: int
    cents: int


class ChipReturned(Event, frozen=True, tag="chip_returned@1"):
    """A wager that was not accepted goes back before the deal: it was never in play."""

    seat: int
    player: str
    wager: str
    cents: int


class LammersPlaced(Event, frozen=True, tag="lammers_placed@1"):
    wager: str
    seats: tuple[int, ...]


class ChipsBanked(Event, frozen=True, tag="chips_banked@1"):
    wager: str
    cents: int


class CardsDealt(Event, frozen=True, tag="cards_dealt@1"):
    """Cards left the deck for these places, in this order. Which cards they are is another fact."""

    deliveries: tuple[tuple[str, int], ...]


class CardsNamed(Event, frozen=True, tag="cards_named@1"):
    """Which cards lie at a place, for those who may know."""

    place: str
    first: int
    cards: tuple[Card | None, ...]


class CardsTurned(Event, frozen=True, tag="cards_turned@1"):
    place: str
    first: int
    cards: tuple[Card, ...]


class StubRacked(Event, frozen=True, tag="stub_racked@1"):
    cards: int


class Decided(Event, frozen=True, tag="decided@1"):
    seat: int
    player: str
    question: str
    choice: str


class HandKept(Event, frozen=True, tag="hand_kept@1"):
    """A folder's cards stay under an open side wager."""

    seat: int


class HandMucked(Event, frozen=True, tag="hand_mucked@1"):
    seat: int


class DealerRevealed(Event, frozen=True, tag="dealer_revealed@1"):
    """The dealer's hand, formed and announced; the box as well where there is one."""

    cards: dict[str, tuple[Card, ...]]  # by place
    hand: str | None = None
    words: str = ""
    count: int | None = None
    qualifies: bool | None = None


class HandShown(Event, frozen=True, tag="hand_shown@1"):
    seat: int
    cards: tuple[Card, ...]
    hand: str
    words: str
    count: int | None = None


class WagerSettled(Event, frozen=True, tag="wager_settled@1"):
    """All that came of one wager. `returned` includes the stake where it comes back."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int
    result: Result
    pays: str = ""  # the row as printed
    banked: bool = False  # the stake lay in the tray, not on the layout
    meters: dict[str, Reading] = {}  # of a progressive wager: the meters as they stood at its turn
    from_meter: str | None = None
    refill: int = 0  # what the house then puts into that meter (MeterReset); a correction takes it out again
    transfer: int = 0
    cut: int = 0  # what a payout limit took off (uth/12.F)


class ProgressiveAwaits(Event, frozen=True, tag="progressive_awaits@1"):
    """A hand has won the progressive: it waits for a floorperson's validation, and is paid after it."""

    seat: int
    player: str


class ProgressiveValidated(Event, frozen=True, tag="progressive_validated@1"):
    """Hand verified, light seen, floorperson's word given (uth/11.J.2.a-c)."""

    seat: int
    by: str


class MeterReset(Event, frozen=True, tag="meter_reset@1"):
    meter: str
    cents: int  # what the house puts in
    transfer: int = 0


class EnvyPaid(Event, frozen=True, tag="envy_paid@1"):
    seat: int
    player: str
    holder: int
    cents: int


class SeatSettled(Event, frozen=True, tag="seat_settled@1"):
    seat: int


class CardsRacked(Event, frozen=True, tag="cards_racked@1"):
    """Cards to the discard rack, hand by hand in this order, so that each can be rebuilt."""

    places: tuple[str, ...]
    stub: int = 0  # of a void round: cards that had not been dealt


class HiddenCardsShown(Event, frozen=True, tag="hidden_cards_shown@1"):
    """The round is over: what nobody could see, or one player alone, is kept for those who watch over it."""

    cards: dict[str, tuple[Card | None, ...]]  # by place; None is a card that all saw, or that nobody named


class RoundEnded(Event, frozen=True, tag="round_ended@1"):
    round: int


# Chapters 3 to 5: the cards before they are dealt.


class DecksReceived(Event, frozen=True, tag="decks_received@1"):
    backs: tuple[str, ...]
    prepared: bool  # preinspected and preshuffled


class DeckPrepared(Event, frozen=True, tag="deck_prepared@1"):
    """One step of opening a table: inspect, verify, spread, view, face_down, wash, stack."""

    deck: str
    step: str
    by: str = ""


class DeckShuffled(Event, frozen=True, tag="deck_shuffled@1"):
    deck: str
    by_machine: bool
    counted: int | None = None


class DeckCut(Event, frozen=True, tag="deck_cut@1"):
    deck: str
    depth: int


class RecutOrdered(Event, frozen=True, tag="recut_ordered@1"):
    deck: str
    reason: str


class ShuffleOrdered(Event, frozen=True, tag="shuffle_ordered@1"):
    deck: str
    reason: str


class DeckLoaded(Event, frozen=True, tag="deck_loaded@1"):
    """Into the shoe, the dealer's hand or the machine: ready for the next round."""

    deck: str


class DeckDefective(Event, frozen=True, tag="deck_defective@1"):
    """A floorperson finds that the deck in play is not a lawful one: a card twice, or one that is foreign."""

    deck: str
    reason: str
    by: str


class DeckRemoved(Event, frozen=True, tag="deck_removed@1"):
    deck: str
    reason: str


class TableIdle(Event, frozen=True, tag="table_idle@1"):
    """No gaming activity: the cards lie spread on the table."""

    decks: tuple[str, ...]
    face_up: bool


class DealCommitted(Event, frozen=True, tag="deal_committed@1"):
    """The order of the loaded deck is fixed under this root, and so are the numbers of these players."""

    round: int
    deal: int  # counted in the round; each one after the first means that one was discarded
    deck: str
    table: str
    book: str
    submission: str
    cards: int  # how many the deck has
    root: str
    fixed: dict[str, str]  # player -> SHA-256 of the number they will reveal


class DealMixed(Event, frozen=True, tag="deal_mixed@1"):
    """What the players revealed; the seed of it says which sealed position comes first, second and so on."""

    round: int
    deal: int
    deck: str
    reveals: dict[str, str]
    seed: str


class DealDiscarded(Event, frozen=True, tag="deal_discarded@1"):
    """Somebody who had fixed a number did not reveal it: the deck is shuffled again before any card."""

    round: int
    deal: int
    deck: str
    missing: tuple[str, ...]


class StubCounted(Event, frozen=True, tag="stub_counted@1"):
    cards: int
    right: bool


class CardsRecounted(Event, frozen=True, tag="cards_recounted@1"):
    """After a wrong count: how many cards there really are, and whether a hand was misdealt (X-08)."""

    total: int
    misdealt: bool
    hand: str = ""  # the place of the hand that was misdealt


# Chapter 13 and what it does not cover.


class FaceUpFound(Event, frozen=True, tag="face_up_found@1"):
    """Cards found face up in the deck go to the discard rack and are not used in this round."""

    cards: tuple[Card | None, ...]


class CardExposed(Event, frozen=True, tag="card_exposed@1"):
    place: str
    index: int
    card: Card


class WrongNumber(Event, frozen=True, tag="wrong_number@1"):
    place: str
    cards: int


class DrawnInError(Event, frozen=True, tag="drawn_in_error@1"):
    """A card drawn early without being seen stays the next card."""


class DeviceFailed(Event, frozen=True, tag="device_failed@1"):
    device: str  # "shuffler" or "shoe"
    dead: bool  # it cannot be used any more
    decks: tuple[str, ...] = ()  # those it failed to shuffle


class DeviceHandled(Event, frozen=True, tag="device_handled@1"):
    device: str
    how: str  # covered, marked, removed, repaired


class MethodSwitched(Event, frozen=True, tag="method_switched@1"):
    dealing: str
    shuffler: str


class RulingAsked(Event, frozen=True, tag="ruling_asked@1"):
    """No clause covers it: a floorperson decides; the default is offered (X-15)."""

    matter: str
    detail: str
    default: str


class Ruled(Event, frozen=True, tag="ruled@1"):
    matter: str
    outcome: str
    reason: str
    by: str


class MeterTakenBack(Event, frozen=True, tag="meter_taken_back@1"):
    """What a meter gained from a wager or a round that never happened leaves it again (X-06)."""

    meter: str
    amount: Exact
    transfer: int = 0


class RoundVoided(Event, frozen=True, tag="round_voided@1"):
    round: int
    reason: str
    settles: tuple[str, ...] = ()  # wagers that are settled all the same


# Supervision.


class SeatForfeited(Event, frozen=True, tag="seat_forfeited@1"):
    """Wagers abandoned or forfeited by a floorperson's word."""

    seat: int
    player: str
    reason: str
    by: str


class ActedFor(Event, frozen=True, tag="acted_for@1"):
    """A player did not act: a floorperson takes the default for them (X-25)."""

    seat: int
    by: str
    reason: str


class WagerReopened(Event, frozen=True, tag="wager_reopened@1"):
    """A settlement of the round in progress undone: what was paid comes back, the stake is at risk again."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int  # what the player gives back
    banked: bool = False  # the stake stays in the tray
    from_meter: str | None = None
    refill: int = 0  # what the house takes out of that meter again
    transfer: int = 0


class HandReopened(Event, frozen=True, tag="hand_reopened@1"):
    """A hand is to be settled again, and after it all that were settled later."""

    seat: int
    reason: str


class HandReturned(Event, frozen=True, tag="hand_returned@1"):
    """A hand comes out of the discard rack, where it lay so that it could be rebuilt."""

    seat: int


class PlayerOwes(Event, frozen=True, tag="player_owes@1"):
    """What was paid wrongly is no longer in front of the player: the purse stands below zero by so much."""

    player: str
    cents: int


class DecisionCorrected(Event, frozen=True, tag="decision_corrected@1"):
    """An answer that was keyed wrongly, put right before the next card (X-15)."""

    seat: int
    player: str
    question: str
    was: str
    choice: str
    by: str
    reason: str


class SettlementReversed(Event, frozen=True, tag="settlement_reversed@1"):
    """The first half of a correction: what was returned comes back."""

    round: int
    seat: int
    player: str
    wager: str
    cents: int
    by: str
    reason: str
    from_meter: str | None = None
    refill: int = 0  # what the house had put into the meter after the payment
    read: int | None = None  # how often that meter had paid when the correction was made
    transfer: int = 0


class SettlementCorrected(Event, frozen=True, tag="settlement_corrected@1"):
    """The second half: what should have been returned."""

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
    refill: int = 0  # what the house puts into the meter after the payment
    read: int | None = None
    transfer: int = 0


class EnvyReversed(Event, frozen=True, tag="envy_reversed@1"):
    """The first half of a correction: the Envy Bonus that was paid comes back."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str


class EnvyCorrected(Event, frozen=True, tag="envy_corrected@1"):
    """The second half: the Envy Bonus that was due."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str


class NamingCorrected(Event, frozen=True, tag="naming_corrected@1"):
    place: str
    index: int
    was: Card
    card: Card
    by: str
    reason: str


class LinkLost(Event, frozen=True, tag="link_lost@1"):
    """The progressive system cannot be reached: wagers on it are refused, all else goes on."""

    reason: str
    by: str


class LinkRestored(Event, frozen=True, tag="link_restored@1"):
    by: str


class RulesChanged(Event, frozen=True, tag="rules_changed@1"):
    choices: Choices
    by: str
    reason: str = ""
    joins: dict[str, int] = {}  # meters the table plays for from now on, and what each opens with
    leaves: tuple[str, ...] = ()  # those it plays for no longer
    transfer: int = 0


class Attested(Event, frozen=True, tag="attested@1"):
    """A physical fact that a person vouches for."""

    clause: str
    by: str
    note: str = ""
