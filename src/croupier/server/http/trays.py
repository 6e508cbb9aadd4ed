"""Routes for trays: fills, credits, openers and closers. Each has a numbered slip."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.casino.cage import tray_commands as do
from croupier.casino.cage.commands import CageCode
from croupier.casino.cage.tray_commands import TraySlip
from croupier.casino.machines import Cents
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.server.http.cage import Key, cage_of
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.people import Asked, ReasonBody
from croupier.server.services.cage import CageService, TrayView

SLIPS = regulation("chip_slips")


class ChipOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order for a fill or credit. The client chooses the id; a repeated id is ignored."""

    id: Key
    what: do.Movement
    chips: do.Chips  # denomination in cents -> number of chips
    other: Cents = 0  # coins and anything else that is not a chip


class CountBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Key
    what: do.Count
    chips: do.Chips
    other: Cents = 0


class TrayNow(msgspec.Struct, frozen=True):
    """A tray's contents by the books. Only the total is known, not the chips of each color."""

    table: str
    cents: int | None  # None until the tray is first filled or counted


SlipNumber = FromPath[Annotated[int, Meta(ge=1, le=10**12)]]


def slip_of(cage: CageService, **key: Any) -> TraySlip:
    """Return the slip with that number or id."""
    ((name, value),) = key.items()
    return next(slip for slip in reversed(cage.state.trays.slips) if getattr(slip, name) == value)


def check_table(cage: CageService, table: str, slip: int) -> None:
    if not any(one.number == slip and one.table == table for one in cage.state.trays.slips):
        message = f"{table[:40]} has no slip {slip}"
        raise Refused(CageCode.NO_SUCH_SLIP.value, message, (SLIPS,), "Choose a slip from the table's list.")


async def sign_slip(request: Asked, slip: int) -> TraySlip:
    cage = cage_of(request)
    await cage.do(do.SignTraySlip(slip=slip, by=request.state.by, at=cage.now))
    return slip_of(cage, number=slip)


async def void_slip(request: Asked, slip: int, reason: str) -> TraySlip:
    cage = cage_of(request)
    await cage.do(do.VoidTraySlip(slip=slip, reason=reason, by=request.state.by, at=cage.now))
    return slip_of(cage, number=slip)


class CageTrays(Controller):
    path = "/api/cage"
    tags = ("cage",)

    @get("/trays", guards=[check_permission], responses=DENIED, summary="Every table's tray")
    async def trays(self, request: Asked) -> list[TrayView]:
        await cage_of(request).fresh()
        return await cage_of(request).trays()

    @post(
        "/tray-slips/{slip:int}/sign",
        guards=[check_permission],
        responses=MISSING,
        summary="Sign for the cage: the chips of a fill left, or those of a credit arrived",
        status_code=200,
    )
    async def sign(self, request: Asked, slip: SlipNumber) -> TraySlip:
        return await sign_slip(request, slip)

    @post(
        "/tray-slips/{slip:int}/void",
        guards=[check_permission],
        responses=MISSING,
        summary="Void a slip; it stays on record",
        status_code=200,
    )
    async def void(self, request: Asked, slip: SlipNumber, data: JSONBody[ReasonBody]) -> TraySlip:
        return await void_slip(request, slip, data.reason)


class TableTrays(Controller):
    path = "/api/pit/{table:str}"
    tags = ("pit",)

    @get(
        "/tray",
        guards=[check_permission],
        responses=MISSING,
        summary="The tray's contents by the books",
    )
    async def tray(self, request: Asked, table: FromPath[str]) -> TrayNow:
        cage = cage_of(request)
        await cage.fresh()
        trays = cage.state.trays
        if not any(slip.table == table and slip.done is not None for slip in trays.slips):
            return TrayNow(table, None)
        won, _ = await cage.tray_books(table)
        return TrayNow(table, trays.held.get(table, 0) + won)

    @post(
        "/chips",
        guards=[check_permission],
        responses=MISSING,
        summary="Request a fill or a credit",
    )
    async def request_chips(
        self, request: Asked, table: FromPath[str], data: JSONBody[ChipOrder]
    ) -> TraySlip:
        cage = cage_of(request)
        command = do.RequestChips(
            id=data.id,
            table=table,
            what=data.what,
            chips=data.chips,
            other=data.other,
            by=request.state.by,
            at=cage.now,
        )
        await cage.do(command)
        return slip_of(cage, id=data.id)

    @post(
        "/slips/{slip:int}/sign",
        guards=[check_permission],
        responses=MISSING,
        summary="Sign for the table: the chips of a credit left, or those of a fill arrived",
        status_code=200,
    )
    async def sign(self, request: Asked, table: FromPath[str], slip: SlipNumber) -> TraySlip:
        check_table(cage_of(request), table, slip)
        return await sign_slip(request, slip)

    @post(
        "/slips/{slip:int}/void",
        guards=[check_permission],
        responses=MISSING,
        summary="Void a slip or a count; it stays on record",
        status_code=200,
    )
    async def void(
        self, request: Asked, table: FromPath[str], slip: SlipNumber, data: JSONBody[ReasonBody]
    ) -> TraySlip:
        check_table(cage_of(request), table, slip)
        return await void_slip(request, slip, data.reason)

    @post(
        "/counts",
        guards=[check_permission],
        responses=MISSING,
        summary="Record an opener or closer: a count of the tray, compared with the books",
    )
    async def count(self, request: Asked, table: FromPath[str], data: JSONBody[CountBody]) -> TraySlip:
        cage = cage_of(request)
        won, entries = await cage.tray_books(table)
        command = do.CountTray(
            id=data.id,
            table=table,
            what=data.what,
            chips=data.chips,
            other=data.other,
            won=won,
            entries=entries,
            by=request.state.by,
            at=cage.now,
        )
        await cage.do(command)
        return slip_of(cage, id=data.id)

    @post(
        "/counts/{slip:int}/verify",
        guards=[check_permission],
        responses=MISSING,
        summary="Verify a count as the second person",
        status_code=200,
    )
    async def verify(self, request: Asked, table: FromPath[str], slip: SlipNumber) -> TraySlip:
        cage = cage_of(request)
        check_table(cage, table, slip)
        await cage.do(do.VerifyCount(slip=slip, by=request.state.by, at=cage.now))
        return slip_of(cage, number=slip)
