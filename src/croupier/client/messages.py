"""What the house says, with the types that a person's program works with."""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any

import msgspec

from croupier.protocol import messages as m
from croupier.table.codec import kinds
from croupier.table.events import Event
from croupier.table.readers.offers import Blank
from croupier.table.readers.sight import Sight

AnyEvent: Any = reduce(operator.or_, kinds(Event))


class OfferTold(msgspec.Struct, frozen=True):
    """Something this person may do now: a command with a sample in every blank."""

    act: str
    sample: dict[str, Any]
    blanks: tuple[Blank, ...] = ()
    due: bool = False


class TurnGlance(msgspec.Struct, frozen=True, gc=False):
    seat: int | None = None
    question: str = ""


class SeatGlance(msgspec.Struct, frozen=True):
    seat: int
    wagers: dict[str, int] = {}


class Glance(msgspec.Struct, frozen=True):
    """As much of a sight as tells whether it is for this person to act."""

    round: int
    turn: TurnGlance
    seats: tuple[SeatGlance, ...] = ()
    own_seats: tuple[int, ...] = ()

    @property
    def playing(self) -> bool:
        """Whether this person has a wager on the table."""
        own = self.own_seats
        return bool(own) and any(seat.wagers for seat in self.seats if seat.seat in own)


class FrameTold(msgspec.Struct, frozen=True, tag="frame"):
    """Most of a frame is read when somebody looks at it."""

    cursor: tuple[int, int]
    entries: msgspec.Raw
    seen: msgspec.Raw = msgspec.field(name="sight")
    offers: msgspec.Raw
    # For dealer, floor and pit manager:
    due: dict[str, Any] = {}  # the act that is due
    then: tuple[str, ...] = ()  # what follows it
    next: tuple[dict[str, Any], ...] = ()
    timers: dict[str, Any] = {}

    @property
    def sight(self) -> Sight:
        return _SIGHT.decode(self.seen)

    @property
    def glance(self) -> Glance:
        return _GLANCE.decode(self.seen)

    @property
    def events(self) -> tuple[tuple[Event, ...], ...]:
        """Of each entry those events that are for this person."""
        found: tuple[tuple[Event, ...], ...] = _ENTRIES.decode(self.entries)
        return found

    @property
    def offered(self) -> tuple[OfferTold, ...]:
        return _OFFERS.decode(self.offers)


DoneTold = m.Done
FromHouse = (
    m.Welcome
    | FrameTold
    | m.Done
    | m.Refusal
    | m.Clock
    | m.ReadySeats
    | m.Balance
    | m.Opening
    | m.Notice
    | m.Moved
    | m.Nodes
    | m.Advised
    | m.Tried
    | m.Calls
)

_SIGHT: msgspec.json.Decoder[Sight] = msgspec.json.Decoder(Sight)
_GLANCE: msgspec.json.Decoder[Glance] = msgspec.json.Decoder(Glance)
_ENTRIES: msgspec.json.Decoder[Any] = msgspec.json.Decoder(tuple[tuple[AnyEvent, ...], ...])
_OFFERS: msgspec.json.Decoder[tuple[OfferTold, ...]] = msgspec.json.Decoder(tuple[OfferTold, ...])
_FROM_HOUSE: msgspec.json.Decoder[FromHouse] = msgspec.json.Decoder(FromHouse)


def decode_from_house(data: str | bytes) -> FromHouse:
    return _FROM_HOUSE.decode(data)
