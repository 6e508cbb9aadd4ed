"""Define card readers and disputes between a reader and the dealer.

The stream holds only the public keys of readers. A reading itself is not stored unless it is disputed.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.machines import TABLE, Actor, CasinoCommand, CasinoEvent, TableId, Text
from croupier.table.roles import ADMINISTRATOR, FLOOR, PIT_MANAGER

DeviceId = Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9._-]{0,39}\Z")]
PublicKey = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Round = Annotated[int, Meta(ge=1, le=10**9)]
CardText = Annotated[str, Meta(min_length=2, max_length=8)]
Keep = Literal["reader", "dealer"]


class CardReader(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A device that reads the cards of one table. It may send readings once a second person confirmed it."""

    table: str
    device: str
    key: str  # Ed25519 public key in hexadecimal
    by: str
    at: int = 0
    confirmed_by: str = ""


class DisputedCard(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card that the reader and the dealer name differently."""

    place: Annotated[str, Meta(min_length=1, max_length=16)]
    index: Annotated[int, Meta(ge=0, le=60)]
    read: CardText
    entered: CardText


class ReadingDispute(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A stopped entry of cards, until a floorperson decides which name is right."""

    round: int
    device: str
    cards: tuple[DisputedCard, ...]
    dealer: str
    at: int = 0
    keep: Keep | Literal[""] = ""
    decided_by: str = ""


class ProposeReader(CasinoCommand, frozen=True, tag="propose_reader@1"):
    """Propose a card reader for a table. A second person confirms it."""

    table: TableId
    device: DeviceId
    key: PublicKey
    roles: ClassVar[tuple[str, ...]] = (FLOOR, ADMINISTRATOR)


class ConfirmReader(CasinoCommand, frozen=True, tag="confirm_reader@1"):
    """Confirm a card reader. The key is repeated, so that nobody confirms a key that they have not seen."""

    table: TableId
    device: DeviceId
    key: PublicKey
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, ADMINISTRATOR)


class RemoveReader(CasinoCommand, frozen=True, tag="remove_reader@1"):
    """Remove a card reader, or decline its proposal. Its readings are refused from then on."""

    table: TableId
    device: DeviceId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR, ADMINISTRATOR)


class DisputeReading(CasinoCommand, frozen=True, tag="dispute_reading@1"):
    """Stop an entry of cards that differs from the reader's."""

    table: TableId
    round: Round
    device: DeviceId
    cards: Annotated[tuple[DisputedCard, ...], Meta(min_length=1, max_length=60)]
    dealer: Actor
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class DecideReading(CasinoCommand, frozen=True, tag="decide_reading@1"):
    """Decide whether the reader or the dealer named the cards of a dispute rightly."""

    table: TableId
    round: Round
    keep: Keep
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ReaderProposed(CasinoEvent, frozen=True, tag="reader_proposed@1"):
    reader: CardReader


class ReaderConfirmed(CasinoEvent, frozen=True, tag="reader_confirmed@1"):
    table: str
    device: str
    by: str


class ReaderRemoved(CasinoEvent, frozen=True, tag="reader_removed@1"):
    table: str
    device: str
    by: str
    reason: str


class ReadingDisputed(CasinoEvent, frozen=True, tag="reading_disputed@1"):
    table: str
    dispute: ReadingDispute


class ReadingDecided(CasinoEvent, frozen=True, tag="reading_decided@1"):
    table: str
    keep: Keep
    by: str
    reason: str
