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


class FrameTold(msgspec.Struct, frozen=True, tag="frame"):
    cursor: tuple[int, int]
    entries: tuple[tuple[AnyEvent, ...], ...]
    sight: Sight
    offers: tuple[OfferTold, ...]


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
    | m.Advised
)

_FROM_HOUSE: msgspec.json.Decoder[FromHouse] = msgspec.json.Decoder(FromHouse)


def decode_from_house(data: str | bytes) -> FromHouse:
    return _FROM_HOUSE.decode(data)
