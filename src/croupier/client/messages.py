"""Messages from the server, decoded to types for client programs."""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any

import msgspec

from croupier.protocol import messages as m
from croupier.table.codec import kinds
from croupier.table.events import TableEvent
from croupier.table.readers.offers import Blank
from croupier.table.readers.sight import Sight

AnyEvent: Any = reduce(operator.or_, kinds(TableEvent))


class OfferView(msgspec.Struct, frozen=True):
    """A legal act, given as a command with sample values in its open fields."""

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


class SightGlance(msgspec.Struct, frozen=True):
    """The fields of a player's view that show whether it is this player's turn."""

    round: int
    turn: TurnGlance
    seats: tuple[SeatGlance, ...] = ()
    own_seats: tuple[int, ...] = ()

    @property
    def playing(self) -> bool:
        """True if this person has a wager on the table."""
        own_seats = self.own_seats
        return bool(own_seats) and any(seat.wagers for seat in self.seats if seat.seat in own_seats)


class ClientFrame(msgspec.Struct, frozen=True, tag="frame"):
    """A frame that decodes most of its fields only when they are read."""

    cursor: tuple[int, int]
    entries: msgspec.Raw
    seen: msgspec.Raw = msgspec.field(name="sight")
    offers: msgspec.Raw
    # The following fields are for dealers, floorpersons and pit managers.
    due: dict[str, Any] = {}  # the act that is due
    then: tuple[str, ...] = ()  # the acts that follow the due act
    next: tuple[dict[str, Any], ...] = ()
    timers: dict[str, Any] = {}

    @property
    def sight(self) -> Sight:
        return _SIGHT.decode(self.seen)

    @property
    def glance(self) -> SightGlance:
        return _GLANCE.decode(self.seen)

    @property
    def events(self) -> tuple[tuple[TableEvent, ...], ...]:
        """The events that this person may see, grouped by entry."""
        entries: tuple[tuple[TableEvent, ...], ...] = _ENTRIES.decode(self.entries)
        return entries

    @property
    def offered(self) -> tuple[OfferView, ...]:
        return _OFFERS.decode(self.offers)


FromHouse = (
    m.Welcome
    | ClientFrame
    | m.Done
    | m.Refusal
    | m.Clock
    | m.ReadySeats
    | m.Balance
    | m.OpeningMessage
    | m.HouseNotice
    | m.TableMoved
    | m.Nodes
    | m.Advised
    | m.Tried
    | m.Calls
)

_SIGHT: msgspec.json.Decoder[Sight] = msgspec.json.Decoder(Sight)
_GLANCE: msgspec.json.Decoder[SightGlance] = msgspec.json.Decoder(SightGlance)
_ENTRIES: msgspec.json.Decoder[Any] = msgspec.json.Decoder(tuple[tuple[AnyEvent, ...], ...])
_OFFERS: msgspec.json.Decoder[tuple[OfferView, ...]] = msgspec.json.Decoder(tuple[OfferView, ...])
_FROM_HOUSE: msgspec.json.Decoder[FromHouse] = msgspec.json.Decoder(FromHouse)


def decode_from_house(data: str | bytes) -> FromHouse:
    return _FROM_HOUSE.decode(data)
