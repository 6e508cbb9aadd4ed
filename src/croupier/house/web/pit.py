"""The pit: tables as the house keeps them, who deals there, changes of their rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.house.cage.commands import Money
from croupier.house.desk import commands as do
from croupier.house.desk.changes import notice_ends
from croupier.house.desk.state import LIVE_CARDS, Call, Change, Desk, HouseTable
from croupier.house.machinery import Command
from croupier.house.web.guards import needs
from croupier.house.web.people import Asked, Because, Reason, desk_of
from croupier.house.web.refusals import CHECKED, DENIED, MISSING
from croupier.submission import Limit
from croupier.table.roles import id_of


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(min_length=1, max_length=40)]
    submission: Annotated[str, Meta(min_length=1, max_length=40)]
    money: Money
    dealing: Literal["machine", "live"] = "machine"  # a training table: POST /api/training


class NewLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limits: Annotated[dict[str, Limit], Meta(min_length=1, max_length=32)]  # in cents
    reason: Reason


class Attested(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    what: Literal["sign", "announcement"]


class ChangeView(msgspec.Struct, frozen=True):
    """A change that waits. It goes in between rounds: at once if nobody sits there, else after the notice."""

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
    notice_ends: int | None  # None as long as sign or announcement is missing


class Inspected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fault: Annotated[str, Meta(max_length=500)] = ""  # empty: all is in order


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: Annotated[str, Meta(max_length=500)] = ""


class CallView(msgspec.Struct, frozen=True):
    """A call for the floor that nobody has answered."""

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
    approved_at: int  # the date that stands on every page of its rules
    money: str
    standing: str
    reason: str
    dealer: str
    limits: dict[str, Limit]
    change: ChangeView | None
    dealing: str  # machine, live or training
    cards: str  # who says which card was turned: shoe, the house; named, whoever turned it
    dealer_name: str
    inspected: int  # the gaming day on which shoe and shuffler were last found in order
    inspection_due: bool
    calls: tuple[CallView, ...]


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


def name_of(desk: Desk, person: str) -> str:
    member = desk.people.get(person)
    return member.name if member is not None else ""


def call_view(desk: Desk, call: Call) -> CallView:
    return CallView(call.number, call.table, call.by, name_of(desk, id_of(call.by)), call.words, call.at)


def view(desk: Desk, table: HouseTable, day: int) -> TableView:
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
    )


async def done(request: Asked, table: str, command: Command) -> TableView:
    """One command about a table, and the table after it."""
    desk = desk_of(request)
    await desk.do(command)
    return view(desk.state, desk.state.tables[table], desk.today)


class Pit(Controller):
    path = "/api/pit"
    tags = ("pit",)

    @get("/", guards=[needs("GET /api/pit")], responses=DENIED, summary="All tables, open or not")
    async def tables(self, request: Asked) -> list[TableView]:
        desk, day, person = desk_of(request).state, desk_of(request).today, id_of(request.state.by)
        shown = [table for _, table in sorted(desk.tables.items()) if table.trainee in ("", person)]
        return [view(desk, table, day) for table in shown]

    @post("/", guards=[needs("POST /api/pit")], responses=CHECKED, summary="Open a table")
    async def open(self, request: Asked, data: JSONBody[Opened]) -> TableView:
        command = do.OpenTable(
            table=data.table,
            submission=data.submission,
            money=data.money,
            dealing=data.dealing,
            by=request.state.by,
            at=desk_of(request).now,
        )
        return await done(request, data.table, command)

    @post(
        "/{table:str}/close",
        guards=[needs("POST /api/pit/{table}/close")],
        responses=MISSING,
        summary="Close a table after the round that runs",
        status_code=200,
    )
    async def close(self, request: Asked, table: FromPath[str], data: JSONBody[Because]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await done(request, table, do.CloseTable(table=table, reason=data.reason, by=by, at=at))

    @post(
        "/{table:str}/disable",
        guards=[needs("POST /api/pit/{table}/disable")],
        responses=MISSING,
        summary="Disable a table: the round that runs is ended, no other begins",
        status_code=200,
    )
    async def disable(self, request: Asked, table: FromPath[str], data: JSONBody[Because]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await done(request, table, do.DisableTable(table=table, reason=data.reason, by=by, at=at))

    @post(
        "/{table:str}/enable",
        guards=[needs("POST /api/pit/{table}/enable")],
        responses=MISSING,
        summary="Enable it again",
        status_code=200,
    )
    async def enable(self, request: Asked, table: FromPath[str], data: JSONBody[Because]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await done(request, table, do.EnableTable(table=table, reason=data.reason, by=by, at=at))

    @post(
        "/{table:str}/log-on",
        guards=[needs("POST /api/pit/{table}/log-on")],
        responses=MISSING,
        summary="Log on as this table's dealer",
        status_code=200,
    )
    async def log_on(self, request: Asked, table: FromPath[str]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await done(request, table, do.LogOnTable(table=table, by=by, at=at))

    @post(
        "/{table:str}/log-off",
        guards=[needs("POST /api/pit/{table}/log-off")],
        responses=MISSING,
        summary="Log off, or send the dealer elsewhere",
        status_code=200,
    )
    async def log_off(self, request: Asked, table: FromPath[str]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        return await done(request, table, do.LogOffTable(table=table, by=by, at=at))

    @post(
        "/{table:str}/inspection",
        guards=[needs("POST /api/pit/{table}/inspection")],
        responses=MISSING,
        summary="Shoe and shuffler were looked over today; with a fault the table is disabled",
        status_code=200,
    )
    async def inspection(self, request: Asked, table: FromPath[str], data: JSONBody[Inspected]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        command = do.NoteInspection(table=table, day=desk_of(request).today, fault=data.fault, by=by, at=at)
        return await done(request, table, command)

    @post(
        "/calls/{call:int}/answer",
        guards=[needs("POST /api/pit/calls/{call}/answer")],
        responses=MISSING,
        summary="Answer a call for the floor",
        status_code=200,
    )
    async def answer(self, request: Asked, call: FromPath[int], data: JSONBody[Answered]) -> TableView:
        desk = desk_of(request)
        standing = desk.state.calls.get(str(call))
        command = do.AnswerCall(call=call, words=data.words, by=request.state.by, at=desk.now)
        if standing is None:
            await desk.do(command)  # refused: it is not open
        assert standing is not None
        return await done(request, standing.table, command)

    @post(
        "/{table:str}/limits",
        guards=[needs("POST /api/pit/{table}/limits")],
        responses=MISSING,
        summary="Post new limits: the highest wager up or down, the lowest down",
    )
    async def limits(self, request: Asked, table: FromPath[str], data: JSONBody[NewLimits]) -> TableView:
        by, at = request.state.by, desk_of(request).now
        command = do.PostChange(table=table, limits=data.limits, reason=data.reason, by=by, at=at)
        return await done(request, table, command)

    @post(
        "/{table:str}/changes/{change:int}/attest",
        guards=[needs("POST /api/pit/{table}/changes/{change}/attest")],
        responses=MISSING,
        summary="The sign stands at the table, or the players have been told",
        status_code=200,
    )
    async def attest(
        self, request: Asked, table: FromPath[str], change: FromPath[int], data: JSONBody[Attested]
    ) -> TableView:
        by, at = request.state.by, desk_of(request).now
        command = do.AttestNotice(table=table, change=change, what=data.what, by=by, at=at)
        return await done(request, table, command)

    @post(
        "/{table:str}/changes/{change:int}/withdraw",
        guards=[needs("POST /api/pit/{table}/changes/{change}/withdraw")],
        responses=MISSING,
        summary="Limits are not to change after all",
        status_code=200,
    )
    async def withdraw(
        self, request: Asked, table: FromPath[str], change: FromPath[int], data: JSONBody[Because]
    ) -> TableView:
        by, at = request.state.by, desk_of(request).now
        command = do.WithdrawChange(table=table, change=change, reason=data.reason, by=by, at=at)
        return await done(request, table, command)
