"""What can happen at a table. An event is a fact: the state is nothing but the fold of events.

Every event names the clauses it rests on, the readings it relied on and its audience: who may see it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.cards import Card
from croupier.submission import Choices

EVERYONE = ("everyone",)
NOBODY: tuple[str, ...] = ()

Result = Literal["win", "lose", "push", "returned", "forfeit"]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False, omit_defaults=True):
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    audience: tuple[str, ...] = EVERYONE  # "everyone", "player:NAME", "role:NAME"; empty: nobody yet
    at: int = 0  # the time of the command, where it had one


class SeatTaken(Event, frozen=True):
    seat: int
    player: str


class SeatLeft(Event, frozen=True):
    seat: int
    player: str


class BoughtIn(Event, frozen=True):
    player: str
    cents: int


class CashedOut(Event, frozen=True):
    player: str
    cents: int


class WagerPlaced(Event, frozen=True):
    seat: int
    player: str
    wager: str
    cents: int


class WagerTakenBack(Event, frozen=True):
    """Before "no more bets" a player may change his mind."""

    seat: int
    player: str
    wager: str
    cents: int


class BetsClosed(Event, frozen=True):
    """The dealer announced "no more bets"; these seats are dealt in."""

    round: int
    seats: tuple[int, ...]


class ProgressiveLocked(Event, frozen=True):
    """The system takes no more wagers; it accepted those of these seats."""

    seats: tuple[int, ...]


class MeterGrew(Event, frozen=True):
    """A meter gained its share of the wagers accepted; a part of a cent is carried, not posted."""

    meter: str
    cents: int
    carry_num: int
    carry_den: int


class ChipsCollected(Event, frozen=True):
    wager: str
    chips: int
    cents: int


class LammersPlaced(Event, frozen=True):
    wager: str
    seats: tuple[int, ...]


class ChipsBanked(Event, frozen=True):
    wager: str
    cents: int


class CardsDealt(Event, frozen=True):
    """Cards left the deck for these places, in this order. Which cards they are is another fact."""

    deliveries: tuple[tuple[str, int], ...]


class CardsNamed(Event, frozen=True):
    """Which cards lie at a place, for those who may know."""

    place: str
    first: int
    cards: tuple[Card | None, ...]


class CardsTurned(Event, frozen=True):
    place: str
    first: int
    cards: tuple[Card, ...]


class StubRacked(Event, frozen=True):
    cards: int


class Decided(Event, frozen=True):
    seat: int
    player: str
    question: str
    choice: str


class HandKept(Event, frozen=True):
    """A folder's cards stay under an open side wager."""

    seat: int


class HandMucked(Event, frozen=True):
    seat: int


class DealerRevealed(Event, frozen=True):
    """The dealer's hand, formed and announced; the box as well where there is one."""

    cards: dict[str, tuple[Card, ...]]  # by place
    hand: str | None = None
    words: str = ""
    count: int | None = None
    qualifies: bool | None = None


class HandShown(Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    hand: str
    words: str
    count: int | None = None


class WagerSettled(Event, frozen=True):
    """All that came of one wager. `returned` includes the stake where it comes back."""

    seat: int
    player: str
    wager: str
    staked: int
    returned: int
    result: Result
    pays: str = ""  # the row as printed
    banked: bool = False  # the stake lay in the tray, not on the layout
    from_meter: str | None = None
    refill: int = 0  # what the house then puts into that meter (MeterReset); a correction takes it out again
    cut: int = 0  # what a payout limit took off (uth/12.F)


class ProgressiveValidated(Event, frozen=True):
    """Hand verified, light seen, floorperson's word given (uth/11.J.2.a-c)."""

    seat: int
    by: str


class MeterReset(Event, frozen=True):
    meter: str
    cents: int  # what the house puts in


class EnvyPaid(Event, frozen=True):
    seat: int
    player: str
    holder: int
    cents: int


class SeatSettled(Event, frozen=True):
    seat: int


class CardsRacked(Event, frozen=True):
    """Cards to the discard rack, hand by hand in this order, so that each can be rebuilt."""

    places: tuple[str, ...]
    stub: int = 0  # of a void round: cards that had not been dealt


class RoundEnded(Event, frozen=True):
    round: int


# Chapters 3 to 5: the cards before they are dealt.


class DecksReceived(Event, frozen=True):
    backs: tuple[str, ...]
    prepared: bool  # preinspected and preshuffled


class DeckPrepared(Event, frozen=True):
    """One step of opening a table: inspect, verify, spread, view, face_down, wash, stack."""

    deck: str
    step: str
    by: str = ""


class DeckShuffled(Event, frozen=True):
    deck: str
    by_machine: bool
    counted: int | None = None


class DeckCut(Event, frozen=True):
    deck: str
    depth: int


class RecutOrdered(Event, frozen=True):
    deck: str
    reason: str


class ShuffleOrdered(Event, frozen=True):
    deck: str
    reason: str


class DeckLoaded(Event, frozen=True):
    """Into the shoe, the dealer's hand or the machine: ready for the next round."""

    deck: str


class DeckRemoved(Event, frozen=True):
    deck: str
    reason: str


class TableIdle(Event, frozen=True):
    """No gaming activity: the cards lie spread on the table."""

    decks: tuple[str, ...]
    face_up: bool


class StubCounted(Event, frozen=True):
    cards: int
    right: bool


class CardsRecounted(Event, frozen=True):
    """After a wrong count: how many cards there really are, and whether a hand was misdealt (X-08)."""

    total: int
    misdealt: bool


# Chapter 13 and what it does not cover.


class FaceUpFound(Event, frozen=True):
    """Cards found face up in the deck go to the discard rack and are not used in this round."""

    cards: tuple[Card | None, ...]


class CardExposed(Event, frozen=True):
    place: str
    index: int
    card: Card


class WrongNumber(Event, frozen=True):
    place: str
    cards: int


class DrawnInError(Event, frozen=True):
    """A card drawn early without being seen stays the next card."""


class DeviceFailed(Event, frozen=True):
    device: str  # "shuffler" or "shoe"
    dead: bool  # it cannot be used any more
    decks: tuple[str, ...] = ()  # those it failed to shuffle


class DeviceHandled(Event, frozen=True):
    device: str
    how: str  # covered, marked, removed, repaired


class MethodSwitched(Event, frozen=True):
    dealing: str
    shuffler: str


class RulingAsked(Event, frozen=True):
    """No clause covers it: a floorperson decides; the default is offered (X-15)."""

    matter: str
    detail: str
    default: str


class Ruled(Event, frozen=True):
    matter: str
    outcome: str
    reason: str
    by: str


class MeterReversed(Event, frozen=True):
    """A void round never happened: the meter goes back to what it showed (X-06)."""

    meter: str
    cents: int  # what leaves the meter again
    carry_num: int
    carry_den: int


class RoundVoided(Event, frozen=True):
    round: int
    reason: str
    settles: tuple[str, ...] = ()  # wagers that are settled all the same


# Supervision.


class SeatForfeited(Event, frozen=True):
    """Wagers abandoned or forfeited by a floorperson's word."""

    seat: int
    player: str
    reason: str
    by: str


class ActedFor(Event, frozen=True):
    """A player did not act: a floorperson takes the default for him (X-25)."""

    seat: int
    by: str
    reason: str


class SettlementReversed(Event, frozen=True):
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


class SettlementCorrected(Event, frozen=True):
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


class EnvyReversed(Event, frozen=True):
    """The first half of a correction: the Envy Bonus that was paid comes back."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str


class EnvyCorrected(Event, frozen=True):
    """The second half: the Envy Bonus that was due."""

    round: int
    seat: int
    player: str
    holder: int
    cents: int
    by: str
    reason: str


class NamingCorrected(Event, frozen=True):
    place: str
    index: int
    was: Card
    card: Card
    by: str
    reason: str


class RulesChanged(Event, frozen=True):
    choices: Choices
    by: str
    reason: str = ""
    meters: dict[str, int] = {}  # what the house puts into a meter that opens; of one that closes, below zero


class Attested(Event, frozen=True):
    """A physical fact that a person vouches for."""

    clause: str
    by: str
    note: str = ""
