"""Routes that print one slip of the cage or of a tray."""

from __future__ import annotations

from typing import Literal

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery

from croupier.casino.cage import chip_commands as chips
from croupier.casino.cage import commands as do
from croupier.casino.cage import tray_commands as trays
from croupier.documents.cage_slips import PrintedSlip
from croupier.documents.hand_pays import ID_KINDS
from croupier.server.http.access import AppRequest, cage_of
from croupier.server.http.cage import name_of_person
from croupier.server.http.count_papers import (
    BANK_COUNT,
    BANK_SLIP,
    DRAWER_CLOSING,
    DRAWER_OPENING,
    DROP_BOX,
    CountPaper,
    count_slip,
    no_slip,
    signed,
)
from croupier.server.http.documents import FILE, Sheet, file_response
from croupier.server.http.errors import MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import the_house
from croupier.server.services.cage import StoredEvent
from croupier.server.workers import print_jobs

Printed = FromQuery[Literal["pdf", "html"]]

TITLES: dict[type, str] = {
    do.Deposited: "Deposit",
    do.Withdrawn: "Withdrawal",
    do.SlipReversed: "Reversal",
    chips.CageChipsCashed: "Cash for chips",
    chips.CageChipsSold: "Chips for cash",
    chips.ChipsDeclared: "Declared chips",
}
CAGE_SLIPS = tuple(TITLES)
TRAY_SLIPS = (
    trays.ChipsRequested,
    trays.TrayCounted,
    trays.TraySlipSigned,
    trays.TrayChipsLeft,
    trays.TrayChipsArrived,
    trays.CountVerified,
    trays.TraySlipVoided,
)
BEGINS = (*CAGE_SLIPS, trays.ChipsRequested, trays.TrayCounted)


def cage_slip(request: AppRequest, found: list[StoredEvent]) -> PrintedSlip:
    """Return a slip for cash at the counter."""
    (stored,) = found
    event = stored.event
    facts = [("Entered by", signed(request, event.by, stored.at))]
    if document := getattr(event, "document", ""):
        facts.append(("Identification", ID_KINDS[document]))
    if second := getattr(event, "second", ""):
        facts.append(("Second person", signed(request, second, stored.at)))
    if person := getattr(event, "person", ""):
        facts.append(("Customer", name_of_person(request, person)))
    elif name := getattr(event, "name", ""):
        facts.append(("Customer", name))
    if isinstance(event, do.SlipReversed):
        facts.append(("Reverses slip", str(event.of)))
    if reason := getattr(event, "reason", ""):
        facts.append(("Reason", reason))
    by_accounting = isinstance(event, do.SlipReversed | chips.ChipsDeclared)
    return PrintedSlip(
        f"{TITLES[type(event)]} {event.slip}",
        tuple(facts),
        event.cents,
        getattr(event, "chips", {}),
        0,
        ("Accounting",) if by_accounting else ("Cashier", "Customer"),
        "",
        stored.n,
        stored.hash,
    )


def tray_slip(request: AppRequest, found: list[StoredEvent]) -> PrintedSlip:
    """Return a fill, a credit or a count, with the signatures so far."""
    first = found[0]
    event, counted = first.event, isinstance(first.event, trays.TrayCounted)
    facts = [
        ("Table", event.table),
        ("Counted by" if counted else "Requested by", signed(request, event.by, first.at)),
    ]
    void = ""
    for stored in found[1:]:
        if isinstance(stored.event, trays.TraySlipVoided):
            void = f"{stored.event.reason} ({signed(request, stored.event.by, stored.at)})"
        else:
            facts.append((STEPS[type(stored.event)], signed(request, stored.event.by, stored.at)))
    if counted:
        roles: tuple[str, ...] = ("Counted by", "Verified by")
    elif event.escorted:
        roles = FOUR[event.what]
    else:
        roles = ("Cashier", "Dealer or floorperson")
    return PrintedSlip(
        f"{event.what.capitalize()} {event.slip}",
        tuple(facts),
        event.cents,
        event.chips,
        event.other,
        roles,
        void,
        first.n,
        first.hash,
    )


STEPS: dict[type, str] = {
    trays.TraySlipSigned: "Signed by",
    trays.TrayChipsLeft: "Chips released by",
    trays.TrayChipsArrived: "Chips received by",
    trays.CountVerified: "Verified by",
}
FOUR: dict[str, tuple[str, ...]] = {
    trays.FILL: ("Cashier", "Security", "Dealer", "Floorperson"),
    trays.CREDIT: ("Dealer", "Floorperson", "Security", "Cashier"),
}


class CageSlips(Controller):
    """Every numbered paper of the cage and the count room."""

    path = "/api/cage"
    tags = ("papers",)

    async def printed(
        self, request: AppRequest, number: int, kinds: tuple[type, ...], form: str, size: str
    ) -> Response[bytes]:
        """Print the slip with this number from its entries."""
        found = await cage_of(request).slip_events(number, kinds, BEGINS)
        if not found:
            raise no_slip(number)
        make = cage_slip if kinds is CAGE_SLIPS else tray_slip
        return await self.paper(request, make(request, found), form, size)

    async def counted(
        self, request: AppRequest, number: int, what: CountPaper, form: str, size: str
    ) -> Response[bytes]:
        """Print a drawer, a drop box, or a count or slip of the main bank."""
        return await self.paper(request, await count_slip(request, number, what), form, size)

    async def paper(self, request: AppRequest, slip: PrintedSlip, form: str, size: str) -> Response[bytes]:
        house = the_house(request)
        document = await house.print_shop.paper(
            print_jobs.cage_slip_paper, house.settings.address, slip, form, size
        )
        return file_response(request, document, f"{slip.title.lower().replace(' ', '-')}.{form}")

    @get(
        "/slips/{slip:int}/paper",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="A slip of the cage: pdf or html",
    )
    async def slip(
        self, request: AppRequest, slip: FromPath[int], form: Printed = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        return await self.printed(request, slip, CAGE_SLIPS, form, size)

    @get(
        "/tray-slips/{slip:int}/paper",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="A fill, a credit or a count of a tray: pdf or html",
    )
    async def tray_slip(
        self, request: AppRequest, slip: FromPath[int], form: Printed = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        return await self.printed(request, slip, TRAY_SLIPS, form, size)

    @get(
        "/drawers/{drawer:int}/opening/paper",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="The opening count of a drawer: pdf or html",
    )
    async def drawer_opening(
        self, request: AppRequest, drawer: FromPath[int], form: Printed = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        return await self.counted(request, drawer, DRAWER_OPENING, form, size)

    @get(
        "/drawers/{drawer:int}/closing/paper",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="The closing count of a drawer: pdf or html",
    )
    async def drawer_closing(
        self, request: AppRequest, drawer: FromPath[int], form: Printed = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        return await self.counted(request, drawer, DRAWER_CLOSING, form, size)

    @get(
        "/drop-boxes/{box:int}/paper",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="A drop box and its count: pdf or html",
    )
    async def drop_box(
        self, request: AppRequest, box: FromPath[int], form: Printed = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        return await self.counted(request, box, DROP_BOX, form, size)

    @get(
        "/bank-counts/{count:int}/paper",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="A count of the main bank: pdf or html",
    )
    async def bank_count(
        self, request: AppRequest, count: FromPath[int], form: Printed = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        return await self.counted(request, count, BANK_COUNT, form, size)

    @get(
        "/bank-slips/{slip:int}/paper",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="A slip of the main bank: pdf or html",
    )
    async def bank_slip(
        self, request: AppRequest, slip: FromPath[int], form: Printed = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        return await self.counted(request, slip, BANK_SLIP, form, size)
