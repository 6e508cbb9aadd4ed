"""Routes for fills, credits and counts of trays. Each of these has a numbered slip."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, get
from litestar.params import FromPath

from croupier.casino.cage import tray_commands as do
from croupier.casino.cage.commands import REAL, CageCode
from croupier.casino.cage.tray_commands import TraySlip
from croupier.casino.cage.trays import BY_SECURITY, as_movement, next_signer, worth
from croupier.casino.machines import Cents
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.server.http.access import AppRequest, Key, ReasonBody, cage_of, desk_of
from croupier.server.http.commands import PLACE, Events, Fields, alias, runs, supplies
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.services.cage import TrayContents, TrayView
from croupier.table.roles import DEALER

APART = regulation("separation_of_duties")
SLIPS = regulation("chip_slips")


class ChipOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order for a fill or credit. The client chooses the id, and a repeated id is ignored."""

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
    """The expected contents of a tray. Between counts by denomination, the chips are an estimate."""

    table: str
    cents: int | None  # expected cents, or None until the tray is first filled or counted
    to_sign: list[TraySlip]  # open fills and credits that the dealer signs next
    contents: TrayContents | None = None  # None unless the last count was by denomination


def check_table(request: AppRequest, fields: Fields) -> None:
    """Refuse a slip that belongs to another table."""
    table, number = str(fields["table"]), fields["slip"]
    if not any(slip.number == number and slip.table == table for slip in cage_of(request).state.trays.slips):
        message = f"{table[:40]} has no slip {number}"
        raise Refused(CageCode.NO_SUCH_SLIP.value, message, (SLIPS,), "Choose a slip from the table's list.")


class CageTrays(Controller):
    path = "/api/cage"
    tags = ("cage",)

    @get("/trays", guards=[check_permission], responses=DENIED, summary="Every table's tray")
    async def trays(self, request: AppRequest) -> list[TrayView]:
        await cage_of(request).fresh()
        return await cage_of(request).trays()


class EscortedSlip(msgspec.Struct, frozen=True):
    """An open fill or credit whose chips security carries."""

    number: int
    what: do.Movement
    table: str
    cents: int
    asked: int  # time of the request
    next_signer: str
    yours: bool  # whether security signs next


class Escorts(Controller):
    path = "/api/security"
    tags = ("cage",)

    @get("/", guards=[check_permission], responses=DENIED, summary="Open fills and credits for security")
    async def slips(self, request: AppRequest) -> list[EscortedSlip]:
        await cage_of(request).fresh()
        return [
            EscortedSlip(
                slip.number,
                as_movement(slip),
                slip.table,
                slip.cents,
                slip.asked.at,
                signer.title,
                signer == BY_SECURITY,
            )
            for slip in cage_of(request).state.trays.slips
            if slip.escorted and (signer := next_signer(slip))
        ]


class TableTrays(Controller):
    path = "/api/pit/{table:str}"
    tags = ("pit",)

    @get(
        "/tray",
        guards=[check_permission],
        responses=MISSING,
        summary="The tray's contents by the books",
    )
    async def tray(self, request: AppRequest, table: FromPath[str]) -> TrayNow:
        cage = cage_of(request)
        await cage.fresh()
        trays = cage.state.trays
        to_sign = [
            slip
            for slip in trays.slips
            if slip.table == table and (signer := next_signer(slip)) and DEALER in signer.roles
        ]
        if not any(slip.table == table and slip.done is not None for slip in trays.slips):
            return TrayNow(table, None, to_sign)
        won, _ = await cage.tray_books(table)
        contents = await cage.tray_contents(table)
        return TrayNow(table, trays.held.get(table, 0) + won, to_sign, contents)


@supplies(do.CountTray, "won", "entries", "by_chip")
async def table_books(request: AppRequest, fields: Fields) -> Fields:
    won, entries = await cage_of(request).tray_books(fields["table"])
    return {"won": won, "entries": entries, "by_chip": True}


@supplies(do.RequestChips, "escorted", "by_chip")
async def escort(request: AppRequest, fields: Fields) -> Fields:
    """Have security carry the chips if the table has a dealer and real money."""
    table = desk_of(request).state.tables.get(str(fields["table"]))
    escorted = table is not None and table.money == REAL and table.staffed
    return {"escorted": escorted, "by_chip": True}


@runs(do.ExchangeChips)
async def exchange_once(request: AppRequest, command: do.ExchangeChips) -> Events:
    """Record an exchange once. Repeating the request changes nothing."""
    cage = cage_of(request)
    try:
        return await cage.do(command)
    except Refused as refused:
        key = (command.id, command.table, worth(command.given, 0), command.by)
        exchanges = [(each.id, each.table, each.cents, each.by) for each in cage.state.trays.exchanges]
        if refused.code != CageCode.TRANSFER_TWICE or key not in exchanges:
            raise
        return ()


@runs(do.RequestChips, do.CountTray)
async def write_once(request: AppRequest, command: do.RequestChips | do.CountTray) -> Events:
    """Write a slip once. Repeating the request returns the first answer again."""
    cage = cage_of(request)
    try:
        return await cage.do(command)
    except Refused:
        slip = next((written for written in cage.state.trays.slips if written.id == command.id), None)
        if slip is None or not is_same(slip, command):
            raise
        return ()


@runs(do.VoidTraySlip)
async def void_slip(request: AppRequest, command: do.VoidTraySlip) -> Events:
    """Void a slip. Refuse a fill that the dealer has signed for, because its chips are at the table.

    Otherwise the cage could void it without anyone else, and the tray would contain chips that are in no
    books.
    """
    cage = cage_of(request)
    await cage.fresh(at_once=True)
    slip = next((slip for slip in cage.state.trays.slips if slip.number == command.slip), None)
    if slip is not None and slip.what == do.FILL and slip.is_open and slip.dealer is not None:
        raise Refused(
            CageCode.SLIP_WAITS.value,
            f"the dealer has signed for the chips of fill {slip.number}",
            (SLIPS, APART),
            "The floor signs the fill. A credit then takes the chips back to the cage.",
        )
    return await cage.do(command)


def is_same(slip: TraySlip, command: do.RequestChips | do.CountTray) -> bool:
    """Return whether an equal command wrote this slip."""
    key = (command.table, command.what, command.by, worth(command.chips, command.other))
    return (slip.table, slip.what, slip.asked.by, slip.cents) == key


async def new_slip(request: AppRequest, command: do.RequestChips | do.CountTray) -> TraySlip:
    """Return the slip as it was written, without later signatures or voids."""
    slips = cage_of(request).state.trays.slips
    slip = next(candidate for candidate in reversed(slips) if candidate.id == command.id)
    return msgspec.structs.replace(slip, left=None, carried=None, dealer=None, done=None, void=None)


async def changed_slip(request: AppRequest, command: Any) -> TraySlip:
    slips = cage_of(request).state.trays.slips
    return next(slip for slip in reversed(slips) if slip.number == command.slip)


def place_of_slip(request: AppRequest, command: Any) -> str | None:
    """Return the table of a slip. A dealer must be logged on there to sign the slip."""
    slips = cage_of(request).state.trays.slips
    return next((slip.table for slip in slips if slip.number == command.slip), None)


PLACE[do.SignTraySlip] = place_of_slip

ALIASES = (
    alias(
        "/api/cage/tray-slips/{slip:int}/sign",
        do.SignTraySlip,
        changed_slip,
        "Sign a slip for the cage, to confirm that a fill's chips left the cage or a credit's chips arrived",
    ),
    alias(
        "/api/cage/tray-slips/{slip:int}/void",
        do.VoidTraySlip,
        changed_slip,
        "Void a slip; it stays on record",
        body=ReasonBody,
    ),
    alias(
        "/api/pit/{table:str}/chips",
        do.RequestChips,
        new_slip,
        "Request a fill or a credit",
        body=ChipOrder,
        created=True,
    ),
    alias(
        "/api/pit/{table:str}/slips/{slip:int}/sign",
        do.SignTraySlip,
        changed_slip,
        "Sign for the table: the chips of a credit left, or those of a fill arrived",
        check=check_table,
    ),
    alias(
        "/api/pit/{table:str}/slips/{slip:int}/void",
        do.VoidTraySlip,
        changed_slip,
        "Void a slip or a count; it stays on record",
        body=ReasonBody,
        check=check_table,
    ),
    alias(
        "/api/pit/{table:str}/counts",
        do.CountTray,
        new_slip,
        "Record an opener or closer: a count of the tray, compared with the books",
        body=CountBody,
        created=True,
    ),
    alias(
        "/api/pit/{table:str}/counts/{slip:int}/verify",
        do.VerifyCount,
        changed_slip,
        "Verify a count as the second person",
        check=check_table,
    ),
)
