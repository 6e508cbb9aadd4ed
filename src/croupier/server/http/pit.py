"""Routes for the pit: open and close tables, log dealers on, inspect, change limits."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.casino.administration import commands as do
from croupier.casino.administration.rule_changes import notice_ends
from croupier.casino.administration.state import (
    LIVE_CARDS,
    AdministrationState,
    Change,
    FloorCall,
    HouseTable,
)
from croupier.casino.cage.commands import CageCode, Money
from croupier.casino.cage.tray_commands import CLOSER, OPENER
from croupier.casino.machines import CasinoCommand
from croupier.casino.regulations import SLIPS
from croupier.errors import Refused
from croupier.server.http.cage import cage_of
from croupier.server.http.errors import CHECKED, DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.people import Asked, Reason, ReasonBody, desk_of
from croupier.server.services.cage import CageService
from croupier.submission import Limit
from croupier.table.roles import id_of


class OpenTableBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(min_length=1, max_length=40)]
    submission: Annotated[str, Meta(min_length=1, max_length=40)]
    money: Money
    dealing: Literal["machine", "live"] = "machine"  # for a training table use POST /api/training


class NewLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limits: Annotated[dict[str, Limit], Meta(min_length=1, max_length=32)]  # in cents
    reason: Reason


class NoticeAttestation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    what: Literal["sign", "announcement"]


class ChangeView(msgspec.Struct, frozen=True):
    """A pending rule change.

    It takes effect between rounds: at once at an empty table, otherwise after the notice period.
    """

    change: int
    version: int
    limits: dict[str, Limit]
    limits_alone: bool
    raises_minimum: bool
    posted_at: int
    by: str
    reason: str
    sign: bool
    announced: bool
    notice_ends: int | None  # None until the sign and the announcement are attested


class InspectionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fault: Annotated[str, Meta(max_length=500)] = ""  # empty: no fault


class CallAnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: Annotated[str, Meta(max_length=500)] = ""


class CallView(msgspec.Struct, frozen=True):
    """An unanswered call for the floor."""

    call: int
    table: str
    by: str
    name: str
    words: str
    at: int


class TableView(msgspec.Struct, frozen=True):
    table: str
    game: str
    submission: str
    version: int
    approved_at: int  # printed on every page of its rules
    money: str
    standing: str
    reason: str
    dealer: str
    limits: dict[str, Limit]
    change: ChangeView | None
    dealing: str  # machine, live or training
    cards: str  # source of card values: "shoe", the server; "named", the dealer
    dealer_name: str
    inspected: int  # gaming day of the last inspection of shoe and shuffler
    inspection_due: bool
    calls: tuple[CallView, ...]
    approval: str  # who approved the submission: regulator or operator


def change_view(change: Change) -> ChangeView:
    return ChangeView(
        change.number,
        change.version,
        change.choices.limits,
        change.limits_alone,
        change.raises_minimum,
        change.posted_at,
        change.by,
        change.reason,
        change.sign_at is not None,
        change.announced_at is not None,
        notice_ends(change),
    )


def check_no_open_slips(cage: CageService, table: str) -> None:
    """Raise `Refused` while a fill, credit or count of the table's tray is not finished."""
    waiting = [slip for slip in cage.state.trays.slips if slip.is_open and slip.table == table]
    if waiting:
        slip = waiting[0]
        missing = "verified" if slip.what in (OPENER, CLOSER) else "signed by everyone"
        message = f"{slip.what} {slip.number} of {table[:40]} is not {missing}"
        raise Refused(
            CageCode.SLIP_WAITS, message, (SLIPS,), "Finish or void the slip, then close the table."
        )


def name_of(desk: AdministrationState, person: str) -> str:
    member = desk.people.get(person)
    return member.name if member is not None else ""


def call_view(desk: AdministrationState, call: FloorCall) -> CallView:
    return CallView(call.number, call.table, call.by, name_of(desk, id_of(call.by)), call.words, call.at)


def view(desk: AdministrationState, table: HouseTable, day: int) -> TableView:
    version = desk.submissions[table.submission].versions[table.version - 1]
    return TableView(
        table.id,
        table.game,
        table.submission,
        table.version,
        version.decided_at,
        table.money,
        table.standing,
        table.reason,
        table.dealer,
        table.choices.limits,
        change_view(table.change) if table.change else None,
        table.dealing,
        table.cards,
        name_of(desk, table.dealer),
        table.inspected,
        table.dealing == LIVE_CARDS and table.inspected < day,
        tuple(call_view(desk, call) for call in desk.calls_at(table.id)),
        version.approval,
    )


async def table_after(request: Asked, table: str, command: CasinoCommand) -> TableView:
    """Run a command and return the table."""
    desk = desk_of(request)
    await desk.do(command)
    return view(desk.state, desk.state.tables[table], desk.today)


class Pit(Controller):
    path = "/api/pit"
    tags = ("pit",)

    @get("/", guards=[check_permission], responses=DENIED, summary="All tables, including closed ones")
    async def tables(self, request: Asked) -> list[TableView]:
        desk, day, person = desk_of(request).state, desk_of(request).today, id_of(request.state.by)
        shown = [table for _, table in sorted(desk.tables.items()) if table.trainee in ("", person)]
        return [view(desk, table, day) for table in shown]

    @post("/", guards=[check_permission], responses=CHECKED, summary="Open a table")
    async def open(self, request: Asked, data: JSONBody[OpenTableBody]) -> TableView:
        command = do.OpenTable(
            table=data.table,
            submission=data.submission,
            money=data.money,
            dealing=data.dealing,
            by=request.state.by,
            at=desk_of(request).now,
        )
        return await table_after(request, data.table, command)

    @post(
        "/{table:str}/close",
        guards=[check_permission],
        responses=MISSING,
        summary="Close a table after the current round",
        status_code=200,
    )
    async def close(self, request: Asked, table: FromPath[str], data: JSONBody[ReasonBody]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        check_no_open_slips(cage_of(request), table)
        return await table_after(request, table, do.CloseTable(table=table, reason=data.reason, by=by, at=at))

    @post(
        "/{table:str}/disable",
        guards=[check_permission],
        responses=MISSING,
        summary="Disable a table: finish the current round and start no other",
        status_code=200,
    )
    async def disable(self, request: Asked, table: FromPath[str], data: JSONBody[ReasonBody]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await table_after(
            request, table, do.DisableTable(table=table, reason=data.reason, by=by, at=at)
        )

    @post(
        "/{table:str}/enable",
        guards=[check_permission],
        responses=MISSING,
        summary="Enable a table again",
        status_code=200,
    )
    async def enable(self, request: Asked, table: FromPath[str], data: JSONBody[ReasonBody]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await table_after(
            request, table, do.EnableTable(table=table, reason=data.reason, by=by, at=at)
        )

    @post(
        "/{table:str}/log-on",
        guards=[check_permission],
        responses=MISSING,
        summary="Log on as this table's dealer",
        status_code=200,
    )
    async def log_on(self, request: Asked, table: FromPath[str]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await table_after(request, table, do.LogOnTable(table=table, by=by, at=at))

    @post(
        "/{table:str}/log-off",
        guards=[check_permission],
        responses=MISSING,
        summary="Log off the table's dealer",
        status_code=200,
    )
    async def log_off(self, request: Asked, table: FromPath[str]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await table_after(request, table, do.LogOffTable(table=table, by=by, at=at))

    @post(
        "/{table:str}/inspection",
        guards=[check_permission],
        responses=MISSING,
        summary="Record today's inspection of shoe and shuffler; a fault disables the table",
        status_code=200,
    )
    async def inspection(
        self, request: Asked, table: FromPath[str], data: JSONBody[InspectionBody]
    ) -> TableView:
        by, at = request.state.by, desk_of(request).now
        command = do.NoteInspection(table=table, day=desk_of(request).today, fault=data.fault, by=by, at=at)
        return await table_after(request, table, command)

    @post(
        "/calls/{call:int}/answer",
        guards=[check_permission],
        responses=MISSING,
        summary="Answer a call for the floor",
        status_code=200,
    )
    async def answer(self, request: Asked, call: FromPath[int], data: JSONBody[CallAnswerBody]) -> TableView:
        desk = desk_of(request)
        standing = desk.state.calls.get(str(call))
        command = do.AnswerCall(call=call, words=data.words, by=request.state.by, at=desk.now)
        if standing is None:
            await desk.do(command)  # raises `Refused`: there is no such call
        assert standing is not None
        return await table_after(request, standing.table, command)

    @post(
        "/{table:str}/limits",
        guards=[check_permission],
        responses=MISSING,
        summary="Post new limits: raise or lower the maximum, or lower the minimum",
    )
    async def limits(self, request: Asked, table: FromPath[str], data: JSONBody[NewLimits]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        command = do.PostChange(table=table, limits=data.limits, reason=data.reason, by=by, at=at)
        return await table_after(request, table, command)

    @post(
        "/{table:str}/changes/{change:int}/attest",
        guards=[check_permission],
        responses=MISSING,
        summary="Attest that the sign is posted or the players were informed",
        status_code=200,
    )
    async def attest(
        self, request: Asked, table: FromPath[str], change: FromPath[int], data: JSONBody[NoticeAttestation]
    ) -> TableView:
        by, at = request.state.by, desk_of(request).now
        command = do.AttestNotice(table=table, change=change, what=data.what, by=by, at=at)
        return await table_after(request, table, command)

    @post(
        "/{table:str}/changes/{change:int}/withdraw",
        guards=[check_permission],
        responses=MISSING,
        summary="Withdraw a pending change",
        status_code=200,
    )
    async def withdraw(
        self, request: Asked, table: FromPath[str], change: FromPath[int], data: JSONBody[ReasonBody]
    ) -> TableView:
        by, at = request.state.by, desk_of(request).now
        command = do.WithdrawChange(table=table, change=change, reason=data.reason, by=by, at=at)
        return await table_after(request, table, command)
