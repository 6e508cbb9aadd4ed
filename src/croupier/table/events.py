"""What can happen at a table. An event is a fact: the state is nothing but the fold of events.

Every event names the clauses it rests on, the readings it relied on and its audience: who may see it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.cards import Card

EVERYONE = ("everyone",)
NOBODY: tuple[str, ...] = ()

Result = Literal["win", "lose", "push", "returned", "forfeit"]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False, omit_defaults=True):
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    audience: tuple[str, ...] = EVERYONE  # "everyone", "player:NAME", "role:NAME"; empty: nobody yet


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


class RoundEnded(Event, frozen=True):
    round: int
