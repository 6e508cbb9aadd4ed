"""Chips of a table's tray: what cage and floor are told of them, and what happens by it.

A tray's chips come from the cage by a fill and go back by a credit, each a numbered slip that is signed on
both sides; the tray is counted when its table opens and closes, by two people.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.house.cage.commands import Amount, Money
from croupier.house.machinery import Cents, Command, Event, Key, TableId, Text
from croupier.rulebook.chips import DENOMINATIONS
from croupier.table.roles import CAGE, DEALER, FLOOR

Movement = Literal["fill", "credit"]
Count = Literal["opener", "closer"]
FILL: Movement = "fill"
CREDIT: Movement = "credit"
OPENER: Count = "opener"
CLOSER: Count = "closer"

Pieces = Annotated[int, Meta(ge=1, le=1_000_000)]
Chip = Annotated[str, Meta(pattern=r"\A[1-9][0-9]{0,8}\Z")]  # its denomination in cents
Chips = Annotated[dict[Chip, Pieces], Meta(max_length=len(DENOMINATIONS))]  # how many of each
Signed = Annotated[int, Meta(ge=-(10**15), le=10**15)]


class Sign(msgspec.Struct, frozen=True, gc=False):
    """Who signed, and when."""

    by: str
    at: int = 0


class TraySlip(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fill, a credit or a count; as long as it may matter for what comes next."""

    number: int
    id: str
    what: Movement | Count
    table: str
    money: Money
    cents: int
    asked: Sign  # a fill or credit: requested; a count: counted
    left: Sign | None = None  # chips that left the vault or the tray
    done: Sign | None = None  # chips that arrived; a count that was verified
    void: Sign | None = None

    @property
    def is_open(self) -> bool:
        return self.done is None and self.void is None


class RequestChips(Command, frozen=True, tag="request_chips@1"):
    """The floor asks for chips for a tray, or to send some back: a numbered slip begins."""

    id: Key
    table: TableId
    what: Movement
    chips: Chips
    other: Cents = 0  # coins, and whatever is no chip
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class SignTraySlip(Command, frozen=True, tag="sign_tray_slip@1"):
    """A signature on either side: first whoever lets the chips go, then whoever receives them."""

    slip: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE, DEALER, FLOOR)


class VoidTraySlip(Command, frozen=True, tag="void_tray_slip@1"):
    """A slip that comes to nothing: kept, with its number. Chips that had left go back to where they were."""

    slip: Amount
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (CAGE, FLOOR)


class CountTray(Command, frozen=True, tag="count_tray@1"):
    """What lies in a tray, when its table opens or closes. The house says what the table's books have."""

    id: Key
    table: TableId
    what: Count
    chips: Chips
    other: Cents = 0
    won: Signed = 0  # what the table's own books have under its tray …
    entries: Cents = 0  # … by so many entries of its stream
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


class VerifyCount(Command, frozen=True, tag="verify_count@1"):
    """The floor's word for a count that somebody else made."""

    slip: Amount
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class ChipsRequested(Event, frozen=True, tag="chips_requested@1"):
    slip: int
    id: str
    what: Movement
    table: str
    money: Money
    chips: dict[str, int]
    other: int
    cents: int
    by: str


class TrayChipsLeft(Event, frozen=True, tag="tray_chips_left@1"):
    """From the vault (a fill) or the tray (a credit); on their way until they arrive."""

    slip: int
    what: Movement
    table: str
    money: Money
    cents: int
    by: str


class TrayChipsArrived(Event, frozen=True, tag="tray_chips_arrived@1"):
    slip: int
    what: Movement
    table: str
    money: Money
    cents: int
    by: str


class TraySlipVoided(Event, frozen=True, tag="tray_slip_voided@1"):
    slip: int
    what: Movement | Count
    table: str
    money: Money
    cents: int
    left: bool  # chips were on their way
    by: str
    reason: str


class TrayChipsSold(Event, frozen=True, tag="tray_chips_sold@1"):
    """Chips out of a tray for money over the table, which goes into the drop box. Goes with a sale's own
    event, by its transfer."""

    transfer: str
    table: str
    money: Money
    cents: int


class TrayCounted(Event, frozen=True, tag="tray_counted@1"):
    slip: int
    id: str
    what: Count
    table: str
    money: Money
    chips: dict[str, int]
    other: int
    cents: int
    expected: int  # by the books: the tray's account, and what the table won into it
    won: int
    entries: int
    by: str


class CountVerified(Event, frozen=True, tag="count_verified@1"):
    """The count holds; what it has more or less than the books is posted as over or short."""

    slip: int
    what: Count
    table: str
    money: Money
    cents: int
    difference: int
    by: str
