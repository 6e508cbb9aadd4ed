"""Define commands and events for cashiers' drawers and the tables' drop boxes.

A cashier counts the drawer at the start and at the end of a shift, and a second person verifies both
counts. The count team collects the drop box of a table and counts it, and a second member verifies the count.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from croupier.casino.cage.commands import Amount
from croupier.casino.cage.tray_commands import Chips, Pieces, Signature
from croupier.casino.machines import CasinoCommand, CasinoEvent, Cents, Key, TableId, Text
from croupier.table.roles import ACCOUNTING, CAGE, COUNT_TEAM

BILLS = ("10000", "5000", "2000", "1000", "500", "200", "100")  # values in cents
Bill = Annotated[str, Meta(pattern=rf"\A(?:{'|'.join(BILLS)})\Z")]
Bills = Annotated[dict[Bill, Pieces], Meta(max_length=len(BILLS))]  # value in cents -> number of bills


class Drawer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A cashier's drawer, from its first count until its last count is verified."""

    number: int
    opened: Signature
    opening: int  # first count, in cents
    received: int = 0  # cash received minus cash paid out, by the cashier's slips
    closed: Signature | None = None
    closing: int = 0  # last count
    # whether the contents come from the main bank and a second person verifies the opening; False in older
    # entries
    tracked: bool = False
    accepted: Signature | None = None  # the second person of the opening
    chips: dict[str, int] = {}  # expected chips by denomination
    counted: dict[str, int] = {}  # chips of the last count

    @property
    def expected(self) -> int:
        return self.opening + self.received


class DropBox(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A drop box that was collected from its table and is not verified yet."""

    number: int
    table: str
    expected: int  # money for chips sold at the table since the last collection
    collected: Signature
    counted: Signature | None = None
    cents: int = 0  # counted amount


class OpenDrawer(CasinoCommand, frozen=True, tag="open_drawer@1"):
    """Start a shift with a counted drawer. A cashier has one drawer at a time."""

    id: Key
    bills: Bills
    other: Cents = 0  # coins
    chips: Chips = msgspec.field(default_factory=dict)
    tracked: bool = False  # set by the server; False only in entries of older versions
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class AcceptDrawer(CasinoCommand, frozen=True, tag="accept_drawer@1"):
    """Verify the first count of another person's drawer. Its contents come from the main bank."""

    drawer: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE, ACCOUNTING)


class CloseDrawer(CasinoCommand, frozen=True, tag="close_drawer@1"):
    """Count the drawer at the end of a shift."""

    bills: Bills
    other: Cents = 0
    chips: Chips = msgspec.field(default_factory=dict)
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class VerifyDrawer(CasinoCommand, frozen=True, tag="verify_drawer@1"):
    """Verify the last count of another person's drawer."""

    drawer: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE, ACCOUNTING)


class CollectDropBox(CasinoCommand, frozen=True, tag="collect_drop_box@1"):
    """Take the drop box from a table and lock it. An empty box replaces it."""

    id: Key
    table: TableId
    roles: ClassVar[tuple[str, ...]] = (COUNT_TEAM,)


class CountDropBox(CasinoCommand, frozen=True, tag="count_drop_box@1"):
    box: Amount
    bills: Bills
    other: Cents = 0
    roles: ClassVar[tuple[str, ...]] = (COUNT_TEAM,)


class VerifyDropBox(CasinoCommand, frozen=True, tag="verify_drop_box@1"):
    """Verify the count of a drop box that someone else counted."""

    box: Amount
    roles: ClassVar[tuple[str, ...]] = (COUNT_TEAM,)


class RejectDropCount(CasinoCommand, frozen=True, tag="reject_drop_count@1"):
    """Have a drop box counted again, because the second count differs."""

    box: Amount
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (COUNT_TEAM,)


class DrawerOpened(CasinoEvent, frozen=True, tag="drawer_opened@1"):
    drawer: int
    id: str
    bills: dict[str, int]
    other: int
    cents: int
    by: str
    chips: dict[str, int] = msgspec.field(default_factory=dict)
    tracked: bool = False


class DrawerAccepted(CasinoEvent, frozen=True, tag="drawer_accepted@1"):
    """The first count was confirmed, and the main bank handed out the drawer's contents."""

    drawer: int
    cents: int
    chips: dict[str, int]
    cashier: str
    by: str


class DrawerClosed(CasinoEvent, frozen=True, tag="drawer_closed@1"):
    drawer: int
    bills: dict[str, int]
    other: int
    cents: int
    expected: int
    by: str
    chips: dict[str, int] = msgspec.field(default_factory=dict)
    expected_chips: dict[str, int] = msgspec.field(default_factory=dict)


class DrawerVerified(CasinoEvent, frozen=True, tag="drawer_verified@1"):
    """The last count was confirmed. Its difference from the books is posted as over or short."""

    drawer: int
    cents: int
    difference: int
    cashier: str
    by: str
    chip_difference: int = 0  # value of the chips counted, minus the chips by the books


class DropBoxCollected(CasinoEvent, frozen=True, tag="drop_box_collected@1"):
    box: int
    id: str
    table: str
    expected: int
    by: str


class DropBoxCounted(CasinoEvent, frozen=True, tag="drop_box_counted@1"):
    box: int
    table: str
    bills: dict[str, int]
    other: int
    cents: int
    expected: int
    by: str


class DropBoxVerified(CasinoEvent, frozen=True, tag="drop_box_verified@1"):
    """The count was confirmed. Its difference from the sales at the table is posted as over or short."""

    box: int
    table: str
    cents: int
    difference: int
    counter: str
    by: str


class DropCountRejected(CasinoEvent, frozen=True, tag="drop_count_rejected@1"):
    box: int
    table: str
    cents: int
    by: str
    reason: str
