"""The floor's own: its strip of tables, who supervises and who deals, notes, hand-over, large payouts."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.house.desk import licence_commands as licences
from croupier.house.desk import shift_commands as do
from croupier.house.desk.licence_commands import Licence, TableTest
from croupier.house.desk.service import DeskService
from croupier.house.desk.shifts import SUPERVISORS, WHOLE, load_of, share_of, supervisor_of, watched_by
from croupier.house.desk.state import TRAINING, Desk, HouseTable
from croupier.house.eye.files import File
from croupier.house.eye.office import Files
from croupier.house.floor.owner import Owner
from croupier.house.floor.payouts import payout_due
from croupier.house.floor.strip import Alert, Strip, alerts_of, strip_of
from croupier.house.law import DISPUTES, PAYOUTS, PERSONNEL
from croupier.house.machinery import Command
from croupier.house.store import schema as db
from croupier.house.web.cage import Key, cage_of
from croupier.house.web.guards import needs
from croupier.house.web.people import Asked, desk_of
from croupier.house.web.pit import TableView, name_of, view
from croupier.house.web.refusals import CHECKED, DENIED, MISSING
from croupier.house.web.tables import the_table
from croupier.table.readers.ledger import INVENTORY
from croupier.table.roles import DEALER, id_of

Words = Annotated[str, Meta(min_length=1, max_length=500)]
Remark = Annotated[str, Meta(max_length=500)]
TableName = Annotated[str, Meta(min_length=1, max_length=40)]


class Watched(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tables: Annotated[tuple[TableName, ...], Meta(min_length=1, max_length=24)]


class Relief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: Annotated[str, Meta(min_length=1, max_length=64)]


class NoteWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id is one's own: the same one counts once."""

    id: Key
    words: Words
    table: Annotated[str, Meta(max_length=40)] = ""  # empty: of no table


class SeenTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: Remark = ""


class HandedOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Key
    words: Remark = ""


class OfPayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: Annotated[int, Meta(ge=0, le=10**9)]
    seat: Annotated[int, Meta(ge=1, le=32)]


class FloorTable(msgspec.Struct, frozen=True):
    """A table of the house as its floor sees it."""

    kept: TableView
    floor: str
    floor_name: str
    share: int  # of twelve: what it takes of one person's supervision
    float: int | None  # what its tray holds by the books
    alerts: tuple[Alert, ...]
    strip: Strip | None  # None where it is closed, or kept by another node


class Watch(msgspec.Struct, frozen=True):
    """What one person supervises, of what one person may."""

    person: str
    name: str
    role: str
    tables: tuple[str, ...]
    share: int
    most: int = WHOLE
    clauses: tuple[str, ...] = (PERSONNEL,)


class OnDuty(msgspec.Struct, frozen=True):
    """A dealer: where they deal, and what their file has of licence and table tests."""

    person: str
    name: str
    deals_at: str
    licence: Licence | None
    tests: dict[str, TableTest]  # by game


class LicenceSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[str, Meta(min_length=1, max_length=40)]
    until: Annotated[str, Meta(max_length=10)]  # its last day, as 2026-11-16


class TestPassed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(min_length=1, max_length=40)]
    trained: Annotated[str, Meta(max_length=10)]  # when the training programme was completed
    passed: Annotated[str, Meta(max_length=10)]


class NoteView(msgspec.Struct, frozen=True):
    note: int
    table: str
    words: str
    by: str
    name: str
    at: int


class HandOverView(msgspec.Struct, frozen=True):
    handover: int
    by: str
    name: str
    at: int
    words: str
    tables: tuple[str, ...]
    open: tuple[do.Matter, ...]


class FloorView(msgspec.Struct, frozen=True):
    at: int
    tables: tuple[FloorTable, ...]
    watches: tuple[Watch, ...]
    unwatched: tuple[str, ...]  # tables that nobody supervises
    dealers: tuple[OnDuty, ...]
    notes: tuple[NoteView, ...]
    handovers: tuple[HandOverView, ...]


def owners_of(request: Asked) -> dict[str, Owner]:
    tables: dict[str, Owner] = getattr(request.app.state.house, "tables", {})
    return tables


def in_trays(connection: Connection) -> dict[str, int]:
    """What every table's own books have under its tray."""
    b = db.balances.c
    query = sa.select(b.account, b.cents).where(b.account.like(f"%/{INVENTORY}"))
    return {row.account.rpartition("/")[0]: int(row.cents) for row in connection.execute(query)}


def shown(desk: DeskService, owners: dict[str, Owner], floats: dict[str, int]) -> tuple[FloorTable, ...]:
    state, day = desk.state, desk.today
    found = []
    for name, kept in sorted(state.tables.items()):
        if kept.dealing == TRAINING:
            continue
        owner = owners.get(name) if kept.standing != "closed" else None
        floor = supervisor_of(state, kept)
        found.append(
            FloorTable(
                kept=view(state, kept, day),
                floor=floor,
                floor_name=name_of(state, floor),
                share=share_of(kept),
                float=floats.get(name),
                alerts=alerts_of(state, kept, owner, desk.now, day),
                strip=strip_of(owner, kept) if owner is not None else None,
            )
        )
    return tuple(found)


def watches(state: Desk) -> tuple[Watch, ...]:
    people = {person for role in SUPERVISORS for person in state.with_role(role)}
    return tuple(
        Watch(
            person,
            name_of(state, person),
            next(role for role in reversed(SUPERVISORS) if role in state.roles_of(person)),
            tuple(table.id for table in mine),
            load_of(mine),
        )
        for person in sorted(people, key=lambda one: name_of(state, one))
        for mine in [watched_by(state, person)]
    )


def on_duty(state: Desk, person: str) -> OnDuty:
    member = state.people[person]
    return OnDuty(person, member.name, state.dealt_by(person), member.licence, member.tests)


def floor_view(desk: DeskService, owners: dict[str, Owner], floats: dict[str, int]) -> FloorView:
    state = desk.state
    open_ = [table for _, table in sorted(state.tables.items()) if share_of(table)]
    notes = sorted(state.notes.values(), key=lambda note: note.number)
    sheets = sorted(state.handovers.values(), key=lambda sheet: sheet.number)
    return FloorView(
        at=desk.now,
        tables=shown(desk, owners, floats),
        watches=watches(state),
        unwatched=tuple(table.id for table in open_ if not supervisor_of(state, table)),
        dealers=tuple(
            on_duty(state, person)
            for person in sorted(state.with_role(DEALER), key=lambda one: name_of(state, one))
        ),
        notes=tuple(
            NoteView(one.number, one.table, one.words, one.by, name_of(state, id_of(one.by)), one.at)
            for one in notes
        ),
        handovers=tuple(
            HandOverView(
                one.number, one.by, name_of(state, id_of(one.by)), one.at, one.words, one.tables, one.open
            )
            for one in sheets
        ),
    )


def open_matters(desk: DeskService, owners: dict[str, Owner]) -> tuple[do.Matter, ...]:
    """What is open on the floor now: what waits at tables, and notes that nobody has seen to."""
    state, found = desk.state, []
    tables: list[HouseTable] = [kept for _, kept in sorted(state.tables.items()) if share_of(kept)]
    for kept in tables:
        for alert in alerts_of(state, kept, owners.get(kept.id), desk.now, desk.today):
            if alert.kind != "floor":  # whoever takes over supervises from then on
                found.append(do.Matter(alert.words[:500], kept.id, alert.clauses[:16]))
    for _, note in sorted(state.notes.items(), key=lambda item: item[1].number):
        found.append(do.Matter(note.words, note.table))
    return tuple(found[:200])


def disputes(files: Iterable[File]) -> tuple[do.Matter, ...]:
    """The files that are to be answered, those that fall due first at the top."""
    return tuple(
        do.Matter(f"File {file.number}, due {day_of(file.due)}: {file.matter}"[:500], "", (DISPUTES,))
        for file in sorted(files, key=lambda file: file.due)
        if file.is_open
    )


def day_of(at: int) -> str:
    return f"{datetime.datetime.fromtimestamp(at, datetime.UTC):%Y-%m-%d %H:%M} UTC"


async def told(request: Asked, command: Command | None = None) -> FloorView:
    """The floor, after a command if there is one."""
    desk, cage = desk_of(request), cage_of(request)
    if command is not None:
        await desk.do(command)
    books: dict[str, int] = await cage.committer.read(in_trays)
    held = cage.state.trays.held
    floats = {name: held.get(name, 0) + books.get(name, 0) for name in desk.state.tables}
    return floor_view(desk, owners_of(request), floats)


def check_waits(request: Asked, table: str, wanted: OfPayout) -> None:
    """Nobody signs beforehand: `Refused` unless that hand is about to be paid. Only the node that keeps the
    table can tell; any other one says where to sign, and notes nothing."""
    owner = the_table(request, table)
    due = payout_due(owner.state, owner.with_reading)
    if due is None or (owner.state.round.number, due.seat) != (wanted.round, wanted.seat):
        message = f"no payout of seat {wanted.seat} waits in round {wanted.round} of {table[:40]}"
        raise Refused("no_payout", message, (PAYOUTS,), "Sign when it does.")


def signed(request: Asked) -> dict[str, Any]:
    return {"by": request.state.by, "at": desk_of(request).now}


class Shift(Controller):
    path = "/api/pit"
    tags = ("pit",)

    @get("/floor", guards=[needs("GET /api/pit/floor")], responses=DENIED, summary="The floor's strip")
    async def floor(self, request: Asked) -> FloorView:
        return await told(request)

    @post(
        "/watch",
        guards=[needs("POST /api/pit/watch")],
        responses=CHECKED,
        summary="Supervise tables from now on",
        status_code=200,
    )
    async def watch(self, request: Asked, data: JSONBody[Watched]) -> FloorView:
        return await told(request, do.TakeTables(tables=data.tables, **signed(request)))

    @post(
        "/unwatch",
        guards=[needs("POST /api/pit/unwatch")],
        responses=CHECKED,
        summary="Supervise them no longer",
        status_code=200,
    )
    async def unwatch(self, request: Asked, data: JSONBody[Watched]) -> FloorView:
        return await told(request, do.LeaveTables(tables=data.tables, **signed(request)))

    @post(
        "/{table:str}/relief",
        guards=[needs("POST /api/pit/{table}/relief")],
        responses=MISSING,
        summary="Send a dealer to a table; whoever dealt there is relieved",
        status_code=200,
    )
    async def relief(self, request: Asked, table: FromPath[str], data: JSONBody[Relief]) -> FloorView:
        return await told(request, do.SendDealer(table=table, person=data.person, **signed(request)))

    @post(
        "/dealers/{person:str}/licence",
        guards=[needs("POST /api/pit/dealers/{person}/licence")],
        responses=MISSING,
        summary="Note a dealer's licence, as it was seen",
        status_code=200,
    )
    async def licence(self, request: Asked, person: FromPath[str], data: JSONBody[LicenceSeen]) -> FloorView:
        command = licences.NoteLicence(person=person, number=data.number, until=data.until, **signed(request))
        return await told(request, command)

    @post(
        "/dealers/{person:str}/tests",
        guards=[needs("POST /api/pit/dealers/{person}/tests")],
        responses=MISSING,
        summary="Note a table test that a dealer has passed",
        status_code=200,
    )
    async def tests(self, request: Asked, person: FromPath[str], data: JSONBody[TestPassed]) -> FloorView:
        command = licences.NoteTableTest(
            person=person, game=data.game, trained=data.trained, passed=data.passed, **signed(request)
        )
        return await told(request, command)

    @post("/notes", guards=[needs("POST /api/pit/notes")], responses=CHECKED, summary="Leave a note")
    async def note(self, request: Asked, data: JSONBody[NoteWritten]) -> FloorView:
        command = do.LeaveNote(id=data.id, words=data.words, table=data.table, **signed(request))
        return await told(request, command)

    @post(
        "/notes/{note:int}/close",
        guards=[needs("POST /api/pit/notes/{note}/close")],
        responses=MISSING,
        summary="A note has been seen to",
        status_code=200,
    )
    async def close_note(self, request: Asked, note: FromPath[int], data: JSONBody[SeenTo]) -> FloorView:
        return await told(request, do.CloseNote(note=note, words=data.words, **signed(request)))

    @post(
        "/hand-over",
        guards=[needs("POST /api/pit/hand-over")],
        responses=CHECKED,
        summary="Hand the shift over, with all that is open",
    )
    async def hand_over(self, request: Asked, data: JSONBody[HandedOver]) -> FloorView:
        desk = desk_of(request)
        house: Any = request.app.state.house
        files = await Files(house.committer, desk.clock).list()
        open_ = (*disputes(files), *open_matters(desk, owners_of(request)))[:200]
        return await told(request, do.HandOver(id=data.id, words=data.words, open=open_, **signed(request)))

    @post(
        "/hand-over/{handover:int}/take",
        guards=[needs("POST /api/pit/hand-over/{handover}/take")],
        responses=MISSING,
        summary="Take a shift over, and its tables",
        status_code=200,
    )
    async def take_over(self, request: Asked, handover: FromPath[int]) -> FloorView:
        return await told(request, do.TakeOver(handover=handover, **signed(request)))

    @post(
        "/{table:str}/payouts/surveillance",
        guards=[needs("POST /api/pit/{table}/payouts/surveillance")],
        responses=MISSING,
        summary="Surveillance has been told of a large payout",
        status_code=200,
    )
    async def surveillance(self, request: Asked, table: FromPath[str], data: JSONBody[OfPayout]) -> FloorView:
        check_waits(request, table, data)
        command = do.TellSurveillance(table=table, round=data.round, seat=data.seat, **signed(request))
        return await told(request, command)

    @post(
        "/{table:str}/payouts/witness",
        guards=[needs("POST /api/pit/{table}/payouts/witness")],
        responses=MISSING,
        summary="Witness a large payout that somebody else validates",
        status_code=200,
    )
    async def witness(self, request: Asked, table: FromPath[str], data: JSONBody[OfPayout]) -> FloorView:
        check_waits(request, table, data)
        command = do.WitnessPayout(table=table, round=data.round, seat=data.seat, **signed(request))
        return await told(request, command)
