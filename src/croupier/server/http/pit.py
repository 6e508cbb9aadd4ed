"""Routes for the pit: open and close tables, log dealers on, inspect devices and change limits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from litestar import Controller, get
from msgspec import Meta

from croupier.casino.administration import commands as do
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.rule_changes import notice_end
from croupier.casino.administration.state import (
    LIVE_CARDS,
    AdministrationState,
    Change,
    FloorCall,
    HouseTable,
)
from croupier.casino.cage.commands import CageCode, Money
from croupier.casino.cage.tray_commands import CLOSER, OPENER
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.server.http.access import AppRequest, Reason, ReasonBody, cage_of, desk_of
from croupier.server.http.commands import Fields, alias, supplies
from croupier.server.http.errors import CHECKED, DENIED
from croupier.server.http.guards import check_permission
from croupier.server.tables.dealer_entry import WALK_IN
from croupier.server.tables.readiness import check_counted_out
from croupier.store import schema as db
from croupier.submission import Limit
from croupier.table.roles import id_of


class OpenTableBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(min_length=1, max_length=40)]
    submission: Annotated[str, Meta(min_length=1, max_length=40)]
    money: Money
    # a training table is opened with POST /api/training instead
    dealing: Literal["machine", "live"] = "machine"


class NewLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limits: Annotated[dict[str, Limit], Meta(min_length=1, max_length=32)]  # in cents
    reason: Reason


class NoticeAttestation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    what: Literal["sign", "announcement"]


class ChangeView(msgspec.Struct, frozen=True):
    """A pending rule change.

    The change takes effect between rounds. An empty table needs no notice period.
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
    # end of the notice period, or None until the sign and the announcement are attested
    notice_ends: int | None


class InspectionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fault: Annotated[str, Meta(max_length=500)] = ""  # empty if the inspection found no fault


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
    approved_at: int  # printed on every page of the table's rules
    money: str
    standing: str
    reason: str
    dealer: str
    limits: dict[str, Limit]
    change: ChangeView | None
    dealing: str  # "machine", "live" or "training"
    cards: str  # who determines the cards, "shoe" for the server or "named" for the dealer
    dealer_name: str
    inspected: int  # gaming day of the last inspection of shoe and shuffler
    inspection_due: bool
    calls: tuple[CallView, ...]
    approval: str  # who approved the submission, "regulator" or "operator"


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
        notice_end(change),
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


class Pit(Controller):
    path = "/api/pit"
    tags = ("pit",)

    @get("/", guards=[check_permission], responses=DENIED, summary="All tables, including closed ones")
    async def tables(self, request: AppRequest) -> list[TableView]:
        desk, day, person = desk_of(request).state, desk_of(request).today, id_of(request.state.by)
        visible = [table for _, table in sorted(desk.tables.items()) if table.trainee in ("", person)]
        return [view(desk, table, day) for table in visible]


@supplies(do.NoteInspection, "day")
async def gaming_day(request: AppRequest, fields: Fields) -> Fields:
    return {"day": desk_of(request).today}


@supplies(do.CloseTable)
async def check_nothing_open(request: AppRequest, fields: Fields) -> Fields:
    """Raise `Refused` while a slip of the tray is open, chips are out, or the closer is not verified."""
    table = fields["table"]
    open_slips = [slip for slip in cage_of(request).state.trays.slips if slip.is_open and slip.table == table]
    if open_slips:
        slip = open_slips[0]
        lack = "verified" if slip.what in (OPENER, CLOSER) else "signed by everyone"
        message = f"{slip.what} {slip.number} of {table[:40]} is not {lack}"
        raise Refused(
            CageCode.SLIP_WAITS,
            message,
            (regulation("chip_slips"),),
            "Finish or void the slip, then close the table.",
        )
    house_table = desk_of(request).state.tables.get(table)
    if house_table is not None and house_table.staffed and not house_table.trainee:
        await check_no_chips_out(request, table)
    if house_table is not None and house_table.standing != "closed":
        won, _ = await cage_of(request).tray_books(table)
        cage = cage_of(request).state
        check_counted_out(cage, house_table, cage.trays.held.get(table, 0) + won)
    return {}


async def check_no_chips_out(request: AppRequest, table: str) -> None:
    """Raise `Refused` while a live table has wagers, or players whose chips only its dealer can pay out.

    Closing logs the dealer off, so no one could finish the round. This check uses the stored balances, which
    are the same on every node.
    """
    b = db.balances.c
    layout, walk_ins = f"{table}/layout", f"{table}/player:{WALK_IN}"
    lies = (b.account == layout) | b.account.startswith(walk_ins, autoescape=True)
    query = sa.select(b.account).where(lies & (b.cents > 0))
    accounts = {
        row.account for row in await cage_of(request).committer.read(lambda c: c.execute(query).all())
    }
    if layout in accounts:
        message, remedy = "a round is in play", "Finish the round, then close the table."
    elif accounts:
        message, remedy = "players have chips here", "Let the players leave, then close the table."
    else:
        return
    raise Refused(AdministrationCode.CHIPS_ON_TABLE, f"{table}: {message}", (), remedy)


async def table_view(request: AppRequest, command: Any) -> TableView:
    desk = desk_of(request)
    return view(desk.state, desk.state.tables[command.table], desk.today)


async def called_table(request: AppRequest, command: do.AnswerCall) -> TableView:
    desk = desk_of(request)
    return view(desk.state, desk.state.tables[request.state.called_from], desk.today)


def note_caller(request: AppRequest, fields: Fields) -> None:
    """Store the table of a call in the request, because the answer removes the call."""
    call = desk_of(request).state.calls.get(str(fields["call"]))
    request.state.called_from = call.table if call is not None else ""


ALIASES = (
    alias(
        "/api/pit",
        do.OpenTable,
        table_view,
        "Open a table",
        body=OpenTableBody,
        created=True,
        responses=CHECKED,
    ),
    alias(
        "/api/pit/{table:str}/close",
        do.CloseTable,
        table_view,
        "Close a table after the current round",
        body=ReasonBody,
    ),
    alias(
        "/api/pit/{table:str}/disable",
        do.DisableTable,
        table_view,
        "Disable a table: finish the current round and start no other",
        body=ReasonBody,
    ),
    alias("/api/pit/{table:str}/enable", do.EnableTable, table_view, "Enable a table again", body=ReasonBody),
    alias("/api/pit/{table:str}/log-on", do.LogOnTable, table_view, "Log on as this table's dealer"),
    alias("/api/pit/{table:str}/log-off", do.LogOffTable, table_view, "Log off the table's dealer"),
    alias(
        "/api/pit/{table:str}/inspection",
        do.NoteInspection,
        table_view,
        "Record today's inspection of shoe and shuffler; a fault disables the table",
        body=InspectionBody,
    ),
    alias(
        "/api/pit/calls/{call:int}/answer",
        do.AnswerCall,
        called_table,
        "Answer a call for the floor",
        body=CallAnswerBody,
        check=note_caller,
    ),
    alias(
        "/api/pit/{table:str}/limits",
        do.PostChange,
        table_view,
        "Post new limits: raise or lower the maximum, or lower the minimum",
        body=NewLimits,
        created=True,
    ),
    alias(
        "/api/pit/{table:str}/changes/{change:int}/attest",
        do.AttestNotice,
        table_view,
        "Attest that the sign is posted or that the players were informed",
        body=NoticeAttestation,
    ),
    alias(
        "/api/pit/{table:str}/changes/{change:int}/withdraw",
        do.WithdrawChange,
        table_view,
        "Withdraw a pending change",
        body=ReasonBody,
    ),
)
