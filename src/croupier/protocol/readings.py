"""The signed messages of card readers (docs/card-readers.md)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.cards import Card
from croupier.casino.administration.reader_commands import DeviceId


class CardReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One signed message of a card reader."""

    device: DeviceId
    session: Annotated[str, Meta(max_length=64)]  # issued by the server, and valid until the server restarts
    sequence: Annotated[int, Meta(ge=1, le=10**15)]  # higher than in every earlier reading of the session
    round: Annotated[int, Meta(ge=1, le=10**9)]
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=60)]
    signature: Annotated[str, Meta(pattern=r"\A([0-9a-f]{128})?\Z")] = ""


class ReaderSession(msgspec.Struct, frozen=True):
    """The data that a card reader signs together with the cards."""

    session: str
    sequence: int  # the device's last sequence number in this session; the next one is higher
    round: int
    due: int  # number of cards that are due to be read


def signed_text(table: str, reading: CardReading) -> bytes:
    """Return the bytes that the device signs: seven lines without a line break at the end."""
    cards = " ".join(reading.cards)
    numbers = str(reading.sequence), str(reading.round)
    return "\n".join(("croupier reading 1", table, reading.device, reading.session, *numbers, cards)).encode()
