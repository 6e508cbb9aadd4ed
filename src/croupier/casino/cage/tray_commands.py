"""Define commands and events for the chips in table trays.

A fill brings chips from the cage to a tray, and a credit brings chips back. Each transfer is a numbered slip.
At a table with a dealer and real money, the cage, security, the dealer and the floor sign it. At other
tables, each side signs once. Two people count the tray when its table opens and closes.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.cage.commands import Amount, Money
from croupier.casino.machines import CasinoCommand, CasinoEvent, Cents, Key, TableId, Text
from croupier.rulebook.chips import denominations
from croupier.table.roles import CAGE, DEALER, FLOOR, SECURITY

Movement = Literal["fill", "credit"]
Count = Literal["opener", "closer"]
FILL: Movement = "fill"
CREDIT: Movement = "credit"
OPENER: Count = "opener"
CLOSER: Count = "closer"

Pieces = Annotated[int, Meta(ge=1, le=1_000_000)]
Chip = Annotated[str, Meta(pattern=r"\A[1-9][0-9]{0,8}\Z")]  # denomination of the chip in cents
Chips = Annotated[dict[Chip, Pieces], Meta(max_length=len(denominations()))]  # number of chips
SeatNumber = Annotated[int, Meta(ge=0, le=20)]
Signed = Annotated[int, Meta(ge=-(10**15), le=10**15)]


class Signature(msgspec.Struct, frozen=True, gc=False):
    """The signer and the time."""

    by: str
    at: int = 0


class TraySlip(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fill, a credit or a count to which later commands may refer."""

    number: int
    id: str
    what: Movement | Count
    table: str
    money: Money
    cents: int
    asked: Signature  # the person who requested the fill or credit, or made the count
    left: Signature | None = None  # signature for chips that left the vault or the tray
    done: Signature | None = None  # signature for chips that arrived, or for the verified count
    void: Signature | None = None
    escorted: bool = False  # whether security carries the chips, so that the slip needs four signatures
    carried: Signature | None = None  # security's signature for carrying the chips
    dealer: Signature | None = None  # signature of the table's dealer on a slip with four signatures
    chips: dict[str, int] = {}  # denomination in cents -> number of chips; empty in older entries
    other: int = 0  # cents that are not in chips, if `chips` is known
    by_chip: bool = False  # whether the slip changes the tray's chips by denomination
    entries: int = 0  # for a count: the number of entries in the table's stream that it covers

    @property
    def is_open(self) -> bool:
        return self.done is None and self.void is None


class TrayChips(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Chips of a tray by denomination: the last verified count, plus fills and minus credits since then."""

    chips: dict[str, int]  # below zero if a credit returned chips that players had lost
    other: int = 0  # cents that are not in chips
    entries: int = 0  # entries of the table's stream that the count covers
    slip: int = 0  # number of the count
    at: int = 0  # time of the count


class ChipExchange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A recent exchange of chips, stored so that a repeated request has no effect."""

    id: str
    table: str
    cents: int
    by: str


class RequestChips(CasinoCommand, frozen=True, tag="request_chips@1"):
    """Request chips for a tray, or their return to the cage. The request starts a numbered slip."""

    id: Key
    table: TableId
    what: Movement
    chips: Chips
    other: Cents = 0  # coins and anything else that is not a chip
    escorted: bool = False  # whether security carries the chips, set by the server
    by_chip: bool = False  # set by the server; False only in entries of older versions
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class SignTraySlip(CasinoCommand, frozen=True, tag="sign_tray_slip@1"):
    """Sign a slip. The side that releases the chips signs first, the side that receives them last."""

    slip: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE, DEALER, FLOOR, SECURITY)


class VoidTraySlip(CasinoCommand, frozen=True, tag="void_tray_slip@1"):
    """Void a slip. The slip keeps its number, and chips in transit go back to their origin."""

    slip: Amount
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (CAGE, FLOOR)


class CountTray(CasinoCommand, frozen=True, tag="count_tray@1"):
    """Count a tray when its table opens or closes. The server adds the amounts from the table's books."""

    id: Key
    table: TableId
    what: Count
    chips: Chips
    other: Cents = 0
    won: Signed = 0  # balance of the tray account in the table's own books
    entries: Cents = 0  # number of entries in the table's stream at that balance
    by_chip: bool = False  # set by the server; False only in entries of older versions
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class ExchangeChips(CasinoCommand, frozen=True, tag="exchange_chips@1"):
    """Exchange a player's chips for other chips of the tray with the same value. No money moves."""

    id: Key
    table: TableId
    taken: Chips  # the player's chips, which go into the tray
    given: Chips  # chips of the tray, which the player gets
    seat: SeatNumber = 0  # seat of the player, or 0
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class VerifyCount(CasinoCommand, frozen=True, tag="verify_count@2"):
    """Verify a count that someone else made. `stands` is False only in entries of older versions."""

    slip: Amount
    stands: bool = True  # the count decides whether the table may deal or close
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ChipsRequested(CasinoEvent, frozen=True, tag="chips_requested@1"):
    slip: int
    id: str
    what: Movement
    table: str
    money: Money
    chips: dict[str, int]
    other: int
    cents: int
    by: str
    escorted: bool = False
    by_chip: bool = False


class TraySlipSigned(CasinoEvent, frozen=True, tag="tray_slip_signed@1"):
    """The dealer or security signed a slip with four signatures. No chips change hands in the books."""

    slip: int
    what: Movement
    table: str
    sign: Literal["carried", "dealer"]
    by: str


class TrayChipsLeft(CasinoEvent, frozen=True, tag="tray_chips_left@1"):
    """Chips left the vault (a fill) or the tray (a credit) and are in transit."""

    slip: int
    what: Movement
    table: str
    money: Money
    cents: int
    by: str


class TrayChipsArrived(CasinoEvent, frozen=True, tag="tray_chips_arrived@1"):
    slip: int
    what: Movement
    table: str
    money: Money
    cents: int
    by: str


class TraySlipVoided(CasinoEvent, frozen=True, tag="tray_slip_voided@1"):
    slip: int
    what: Movement | Count
    table: str
    money: Money
    cents: int
    left: bool  # whether chips were in transit
    by: str
    reason: str


class TrayChipsSold(CasinoEvent, frozen=True, tag="tray_chips_sold@1"):
    """Chips were sold from a tray for money that went into the drop box.

    The event of the sale itself has the same transfer id.
    """

    transfer: str
    table: str
    money: Money
    cents: int


class TrayChipsExchanged(CasinoEvent, frozen=True, tag="tray_chips_exchanged@1"):
    id: str
    table: str
    money: Money
    taken: dict[str, int]
    given: dict[str, int]
    cents: int
    by: str
    seat: int = 0


class TrayCounted(CasinoEvent, frozen=True, tag="tray_counted@1"):
    slip: int
    id: str
    what: Count
    table: str
    money: Money
    chips: dict[str, int]
    other: int
    cents: int
    expected: int  # expected amount: the tray's account plus the table's winnings
    won: int
    entries: int
    by: str
    by_chip: bool = False


class CountStands(CasinoEvent, frozen=True, tag="count_stands@1"):
    """A verified opener allows a table to deal, and a verified closer allows it to close."""

    table: str
    what: Count


class CountVerified(CasinoEvent, frozen=True, tag="count_verified@1"):
    """The count was confirmed. The difference between count and books is posted as over or short."""

    slip: int
    what: Count
    table: str
    money: Money
    cents: int
    difference: int
    by: str
