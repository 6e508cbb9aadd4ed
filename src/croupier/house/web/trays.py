"""Trays: fills and credits between the cage and a table, openers and closers, each a numbered slip."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.errors import Refused
from croupier.house.cage import tray_commands as do
from croupier.house.cage.commands import Code
from croupier.house.cage.service import CageService, TrayView
from croupier.house.cage.tray_commands import TraySlip
from croupier.house.law import SLIPS
from croupier.house.machinery import Cents
from croupier.house.web.cage import Key, cage_of
from croupier.house.web.guards import needs
from croupier.house.web.people import Asked, Because
from croupier.house.web.refusals import DENIED, MISSING


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips for a tray, or back from it. The id is one's own: the same one counts once."""

    id: Key
    what: do.Movement
    chips: do.Chips  # denomination in cents -> how many
    other: Cents = 0  # coins, and whatever is no chip


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Key
    what: do.Count
    chips: do.Chips
    other: Cents = 0


class TrayNow(msgspec.Struct, frozen=True):
    """What a dealer may pay out of: by the books the sum alone, not how many chips of which colour."""

    table: str
    cents: int | None  # None as long as nobody has filled or counted it: the books cannot say


SlipNumber = FromPath[Annotated[int, Meta(ge=1, le=10**12)]]


def slip_of(cage: CageService, **asked: Any) -> TraySlip:
    """The slip of that number or id, as it stands."""
    ((name, value),) = asked.items()
    return next(slip for slip in reversed(cage.state.trays.slips) if getattr(slip, name) == value)


def of_table(cage: CageService, table: str, slip: int) -> None:
    if not any(one.number == slip and one.table == table for one in cage.state.trays.slips):
        told = f"slip {slip} is none of {table[:40]}"
        raise Refused(Code.NO_SUCH_SLIP.value, told, (SLIPS,), "GET /api/cage/trays lists them.")


async def signed(request: Asked, slip: int) -> TraySlip:
    cage = cage_of(request)
    await cage.do(do.SignTraySlip(slip=slip, by=request.state.by, at=cage.now))
    return slip_of(cage, number=slip)


async def voided(request: Asked, slip: int, reason: str) -> TraySlip:
    cage = cage_of(request)
    await cage.do(do.VoidTraySlip(slip=slip, reason=reason, by=request.state.by, at=cage.now))
    return slip_of(cage, number=slip)


class CageTrays(Controller):
    path = "/api/cage"
    tags = ("cage",)

    @get("/trays", guards=[needs("GET /api/cage/trays")], responses=DENIED, summary="Every table's tray")
    async def trays(self, request: Asked) -> list[TrayView]:
        await cage_of(request).fresh()
        return await cage_of(request).trays()

    @post(
        "/tray-slips/{slip:int}/sign",
        guards=[needs("POST /api/cage/tray-slips/{slip}/sign")],
        responses=MISSING,
        summary="The cage's signature: the chips of a fill leave, those of a credit have come",
        status_code=200,
    )
    async def sign(self, request: Asked, slip: SlipNumber) -> TraySlip:
        return await signed(request, slip)

    @post(
        "/tray-slips/{slip:int}/void",
        guards=[needs("POST /api/cage/tray-slips/{slip}/void")],
        responses=MISSING,
        summary="A slip that comes to nothing; it is kept",
        status_code=200,
    )
    async def void(self, request: Asked, slip: SlipNumber, data: JSONBody[Because]) -> TraySlip:
        return await voided(request, slip, data.reason)


class TableTrays(Controller):
    path = "/api/pit/{table:str}"
    tags = ("pit",)

    @get(
        "/tray",
        guards=[needs("GET /api/pit/{table}/tray")],
        responses=MISSING,
        summary="What the tray holds by the books, once it was filled or counted",
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
        guards=[needs("POST /api/pit/{table}/chips")],
        responses=MISSING,
        summary="Ask for a fill of the tray, or for a credit of chips that go back",
    )
    async def request_chips(self, request: Asked, table: FromPath[str], data: JSONBody[Wanted]) -> TraySlip:
        cage = cage_of(request)
        asked = do.RequestChips(
            id=data.id,
            table=table,
            what=data.what,
            chips=data.chips,
            other=data.other,
            by=request.state.by,
            at=cage.now,
        )
        await cage.do(asked)
        return slip_of(cage, id=data.id)

    @post(
        "/slips/{slip:int}/sign",
        guards=[needs("POST /api/pit/{table}/slips/{slip}/sign")],
        responses=MISSING,
        summary="The table's signature: the chips of a credit leave, those of a fill have come",
        status_code=200,
    )
    async def sign(self, request: Asked, table: FromPath[str], slip: SlipNumber) -> TraySlip:
        of_table(cage_of(request), table, slip)
        return await signed(request, slip)

    @post(
        "/slips/{slip:int}/void",
        guards=[needs("POST /api/pit/{table}/slips/{slip}/void")],
        responses=MISSING,
        summary="A slip or a count that comes to nothing; it is kept",
        status_code=200,
    )
    async def void(
        self, request: Asked, table: FromPath[str], slip: SlipNumber, data: JSONBody[Because]
    ) -> TraySlip:
        of_table(cage_of(request), table, slip)
        return await voided(request, slip, data.reason)

    @post(
        "/counts",
        guards=[needs("POST /api/pit/{table}/counts")],
        responses=MISSING,
        summary="An opener or closer: what lies in the tray, held against the books",
    )
    async def count(self, request: Asked, table: FromPath[str], data: JSONBody[Counted]) -> TraySlip:
        cage = cage_of(request)
        won, entries = await cage.tray_books(table)
        counted = do.CountTray(
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
        await cage.do(counted)
        return slip_of(cage, id=data.id)

    @post(
        "/counts/{slip:int}/verify",
        guards=[needs("POST /api/pit/{table}/counts/{slip}/verify")],
        responses=MISSING,
        summary="A second person's word for a count",
        status_code=200,
    )
    async def verify(self, request: Asked, table: FromPath[str], slip: SlipNumber) -> TraySlip:
        cage = cage_of(request)
        of_table(cage, table, slip)
        await cage.do(do.VerifyCount(slip=slip, by=request.state.by, at=cage.now))
        return slip_of(cage, number=slip)
