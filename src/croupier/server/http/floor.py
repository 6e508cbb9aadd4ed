"""Routes for the floor: table overview, supervision, dealers, notes, hand-over and large payouts."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
import sqlalchemy as sa
from litestar import Controller, get
from msgspec import Meta
from sqlalchemy import Connection

from croupier.casino.administration import alert_commands as alerts
from croupier.casino.administration import license_commands as licences
from croupier.casino.administration import reader_commands as readers
from croupier.casino.administration import review_commands as reviews
from croupier.casino.administration import shift_commands as do
from croupier.casino.administration.alert_commands import HouseAlert
from croupier.casino.administration.alerts import own_corrections
from croupier.casino.administration.hand_pays import missing_step, tax_clauses
from croupier.casino.administration.license_commands import License, TableTest
from croupier.casino.administration.review_commands import CorrectionReview
from croupier.casino.administration.shifts import (
    SUPERVISORS,
    WHOLE,
    load_of,
    share_of,
    supervisor_of,
    watched_by,
)
from croupier.casino.administration.state import LIVE_CARDS, TRAINING, AdministrationState, HouseTable
from croupier.casino.administration.tables import the_table as the_table_record
from croupier.casino.cage.commands import REAL
from croupier.casino.cage.machine import CageState
from croupier.casino.disputes import DisputeFile
from croupier.casino.machines import HOUSE, CasinoCommand
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.server.http.access import AppRequest, Key, cage_of, desk_of
from croupier.server.http.commands import Events, Fields, alias, files_of, runs, supplies
from croupier.server.http.errors import CHECKED, DENIED
from croupier.server.http.guards import check_permission
from croupier.server.http.pit import TableView, name_of, view
from croupier.server.http.tables import the_table
from croupier.server.services.administration import AdministrationService
from croupier.server.tables.actor import TableActor
from croupier.server.tables.floor_summary import Alert, Strip, alerts_of, recent_incidents, strip_of
from croupier.server.tables.pending_payouts import payout_due
from croupier.server.tables.readiness import largest_payout, missing_steps
from croupier.store import schema as db
from croupier.store.batches import Batch, Post
from croupier.submission.money import format_dollars
from croupier.table.readers.ledger import INVENTORY
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, id_of, role_of

DISPUTES = regulation("disputes")
PAYOUTS = regulation("large_payouts")
PERSONNEL = regulation("supervision")
SLIPS = regulation("chip_slips")
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Remark = Annotated[str, Meta(max_length=500)]
TableName = Annotated[str, Meta(min_length=1, max_length=40)]


class SupervisedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tables: Annotated[tuple[TableName, ...], Meta(min_length=1, max_length=24)]


class Relief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: Annotated[str, Meta(min_length=1, max_length=64)]


class NoteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note. The client chooses the id, and a repeated id is ignored."""

    id: Key
    words: Words
    table: Annotated[str, Meta(max_length=40)] = ""  # empty if the note concerns no table


class PayoutReviewBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: Remark = ""


class HandOverBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Key
    words: Remark = ""


class PayoutBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: Annotated[int, Meta(ge=0, le=10**9)]
    seat: Annotated[int, Meta(ge=1, le=32)]


class DeclineBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Words


class DecideBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: Annotated[int, Meta(ge=1, le=10**9)]
    keep: readers.Keep
    reason: Words


class FloorTable(msgspec.Struct, frozen=True):
    """A table in the floor's overview."""

    kept: TableView
    floor: str
    floor_name: str
    share: int  # the table's share of one person's supervision, in twelfths
    float: int | None  # tray contents according to the books, in cents
    alerts: tuple[Alert, ...]
    strip: Strip | None  # None if the table is closed or runs on another node
    review: CorrectionReview | None  # the correction that a second person must confirm
    review_by: str  # name of the person who entered it
    # cards that a card reader and the dealer name differently; only the floor sees them
    dispute: readers.ReadingDispute | None = None


class SupervisionLoad(msgspec.Struct, frozen=True):
    """The tables that one person supervises, and the limit."""

    person: str
    name: str
    role: str
    tables: tuple[str, ...]
    share: int
    most: int = WHOLE
    clauses: tuple[str, ...] = (PERSONNEL,)


class DealerOnDuty(msgspec.Struct, frozen=True):
    """A dealer with their table, license and table tests."""

    person: str
    name: str
    deals_at: str
    licence: License | None
    tests: dict[str, TableTest]  # by game
    own_corrections: int = 0  # corrections of their own last entry in this gaming day


class LicenceSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[str, Meta(min_length=1, max_length=40)]
    until: Annotated[str, Meta(max_length=10)]  # last valid day, such as 2026-11-16


class TableTestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(min_length=1, max_length=40)]
    trained: Annotated[str, Meta(max_length=10)]  # date on which the training program was completed
    passed: Annotated[str, Meta(max_length=10)]


class NoteView(msgspec.Struct, frozen=True):
    note: int
    table: str
    words: str
    by: str
    name: str
    at: int


class MatterView(msgspec.Struct, frozen=True, omit_defaults=True):
    words: str
    table: str = ""
    clauses: tuple[str, ...] = ()


class HandOverView(msgspec.Struct, frozen=True):
    handover: int
    by: str
    name: str
    at: int
    words: str
    tables: tuple[str, ...]
    open: tuple[MatterView, ...]


class RecordedAlertView(msgspec.Struct, frozen=True):
    """An alert that is open until surveillance (or, for a small win, the floor) acknowledges it."""

    alert: int
    table: str
    kind: str
    words: str
    round: int
    seat: int
    cents: int
    name: str  # the person whose act caused it
    at: int
    clauses: tuple[str, ...]


class FloorView(msgspec.Struct, frozen=True):
    at: int
    tables: tuple[FloorTable, ...]
    watches: tuple[SupervisionLoad, ...]
    unwatched: tuple[str, ...]  # tables without a supervisor
    dealers: tuple[DealerOnDuty, ...]
    notes: tuple[NoteView, ...]
    handovers: tuple[HandOverView, ...]
    alerts: tuple[RecordedAlertView, ...]  # newest first


def owners_of(request: AppRequest) -> dict[str, TableActor]:
    tables: dict[str, TableActor] = getattr(request.app.state.house, "tables", {})
    return tables


def in_trays(connection: Connection) -> dict[str, int]:
    """Return table -> tray balance from each table's own books."""
    b = db.balances.c
    query = sa.select(b.account, b.cents).where(b.account.like(f"%/{INVENTORY}"))
    return {row.account.rpartition("/")[0]: int(row.cents) for row in connection.execute(query)}


Incidents = dict[str, tuple[Alert, ...]]  # by table


def tray_alerts(
    desk: AdministrationService, cage: CageState, table: HouseTable, float_: int
) -> Iterator[Alert]:
    """Yield alerts about a live table's tray: it is below zero, or the table may not deal yet."""
    if table.standing != "open" or table.dealing != LIVE_CARDS:
        return
    if float_ < 0 and table.money == REAL:
        words = f"The tray is {format_dollars(-float_)} below zero according to the books. Count it."
        yield Alert("tray", words, (SLIPS,), yours=True)
    for step in missing_steps(desk.state, cage, table, float_, desk.today):
        if step.kind in ("opener", "float"):  # the other steps have their own alerts
            words = f"{step.words[:1].upper()}{step.words[1:]}. {step.remedy}"
            yield Alert(step.kind, words, (step.clause,), yours=True)


def hand_pay_alerts(desk: AdministrationState, table: str) -> Iterator[Alert]:
    """Yield the hand pays of a table that are not complete, without the winner."""
    for one in desk.hand_pays.values():
        if one.table == table and one.is_open and one.status != "ready":
            words = (
                f"Hand pay {one.number} of {format_dollars(one.won)} at seat {one.seat}: {missing_step(one)}."
            )
            yield Alert("hand_pay", words, tax_clauses(one), since=one.at, yours=True)


def with_pending_matter(strip: Strip, desk: AdministrationState, table: HouseTable) -> Strip:
    """Name what the dealer's act waits for: a disputed card, or a step of a hand pay."""
    if table.dispute is not None and not table.dispute.keep and table.dispute.round == strip.round:
        words = "The card reader and the dealer disagree"
        return msgspec.structs.replace(strip, words=words, role=FLOOR, stopped=True)
    for one in desk.hand_pays.values():
        if one.table == table.id and one.is_open and one.status != "ready" and not one.settled:
            words = f"Hand pay at seat {one.seat}: {missing_step(one)}"
            return msgspec.structs.replace(
                strip, words=words, role=FLOOR, stopped=True, clauses=tax_clauses(one)
            )
    return strip


def floor_tables(
    desk: AdministrationService,
    cage: CageState,
    owners: dict[str, TableActor],
    floats: dict[str, int],
    incidents: Incidents,
) -> tuple[FloorTable, ...]:
    state, day = desk.state, desk.today
    rows = []
    for name, house_table in sorted(state.tables.items()):
        if house_table.dealing == TRAINING:
            continue
        owner = owners.get(name) if house_table.standing != "closed" else None
        floor = supervisor_of(state, house_table)
        rows.append(
            FloorTable(
                kept=view(state, house_table, day),
                floor=floor,
                floor_name=name_of(state, floor),
                share=share_of(house_table),
                float=floats.get(name),
                alerts=(
                    *alerts_of(state, house_table, owner, desk.now, day),
                    *tray_alerts(desk, cage, house_table, floats.get(name, 0)),
                    *hand_pay_alerts(state, name),
                    *incidents.get(name, ()),
                ),
                strip=with_pending_matter(strip_of(owner, house_table), state, house_table)
                if owner is not None
                else None,
                review=house_table.review,
                review_by=name_of(state, id_of(house_table.review.by))
                if house_table.review is not None
                else "",
                dispute=house_table.dispute,
            )
        )
    return tuple(rows)


def watches(state: AdministrationState) -> tuple[SupervisionLoad, ...]:
    people = {person for role in SUPERVISORS for person in state.with_role(role)}
    return tuple(
        SupervisionLoad(
            person,
            name_of(state, person),
            next(role for role in reversed(SUPERVISORS) if role in state.roles_of(person)),
            tuple(table.id for table in tables),
            load_of(tables),
        )
        for person in sorted(people, key=lambda person_id: name_of(state, person_id))
        for tables in [watched_by(state, person)]
    )


def on_duty(state: AdministrationState, person: str, today: int) -> DealerOnDuty:
    member = state.people[person]
    count = own_corrections(state, person, today)
    return DealerOnDuty(person, member.name, state.dealt_by(person), member.licence, member.tests, count)


def floor_view(
    desk: AdministrationService,
    cage: CageState,
    owners: dict[str, TableActor],
    floats: dict[str, int],
    incidents: Incidents,
) -> FloorView:
    state = desk.state
    open_ = [table for _, table in sorted(state.tables.items()) if share_of(table)]
    notes = sorted(state.notes.values(), key=lambda note: note.number)
    sheets = sorted(state.handovers.values(), key=lambda sheet: sheet.number)
    return FloorView(
        at=desk.now,
        tables=floor_tables(desk, cage, owners, floats, incidents),
        watches=watches(state),
        unwatched=tuple(table.id for table in open_ if not supervisor_of(state, table)),
        dealers=tuple(
            on_duty(state, person, desk.today)
            for person in sorted(state.with_role(DEALER), key=lambda one: name_of(state, one))
        ),
        notes=tuple(
            NoteView(one.number, one.table, one.words, one.by, name_of(state, id_of(one.by)), one.at)
            for one in notes
        ),
        handovers=tuple(
            HandOverView(
                one.number,
                one.by,
                name_of(state, id_of(one.by)),
                one.at,
                one.words,
                one.tables,
                tuple(MatterView(each.words, each.table, each.clauses) for each in one.open),
            )
            for one in sheets
        ),
        alerts=tuple(
            recorded(state, one) for one in sorted(state.alerts.values(), key=lambda one: -one.number)
        ),
    )


def recorded(state: AdministrationState, alert: HouseAlert) -> RecordedAlertView:
    name = name_of(state, id_of(alert.who)) or role_of(alert.who).replace("_", " ")
    words = alert.words.replace(alert.who, name) if alert.who else alert.words
    return RecordedAlertView(
        alert.number,
        alert.table,
        alert.kind,
        words,
        alert.round,
        alert.seat,
        alert.cents,
        name,
        alert.at,
        alert.clauses,
    )


def open_matters(desk: AdministrationService, owners: dict[str, TableActor]) -> tuple[do.Matter, ...]:
    """Return the floor's open matters: alerts at tables, and open notes."""
    state, matters = desk.state, []
    tables: list[HouseTable] = [
        house_table for _, house_table in sorted(state.tables.items()) if share_of(house_table)
    ]
    for house_table in tables:
        for alert in alerts_of(state, house_table, owners.get(house_table.id), desk.now, desk.today):
            if alert.kind != "floor":  # a table without a supervisor gets one when the shift is taken over
                matters.append(do.Matter(alert.words[:500], house_table.id, alert.clauses[:16]))
    for _, note in sorted(state.notes.items(), key=lambda item: item[1].number):
        matters.append(do.Matter(note.words, note.table))
    return tuple(matters[:200])


def disputes(files: Iterable[DisputeFile]) -> tuple[do.Matter, ...]:
    """Return the open dispute files, earliest due date first."""
    return tuple(
        do.Matter(f"File {file.number}, due {day_of(file.due)}: {file.matter}"[:500], "", (DISPUTES,))
        for file in sorted(files, key=lambda file: file.due)
        if file.is_open
    )


def day_of(at: int) -> str:
    return f"{datetime.datetime.fromtimestamp(at, datetime.UTC):%Y-%m-%d %H:%M} UTC"


async def floor_now(request: AppRequest, command: CasinoCommand | None = None) -> FloorView:
    desk, cage = desk_of(request), cage_of(request)
    books: dict[str, int] = await cage.committer.read(in_trays)
    tray_cents = cage.state.trays.held
    floats = {name: tray_cents.get(name, 0) + books.get(name, 0) for name in desk.state.tables}
    names = {person: member.name for person, member in desk.state.people.items()}
    incidents = await cage.committer.read(lambda connection: recent_incidents(connection, desk.now, names))
    shown = floor_view(desk, cage.state, owners_of(request), floats, incidents)
    if role_of(request.state.by) in (FLOOR, PIT_MANAGER):
        return shown
    tables = tuple(msgspec.structs.replace(table, dispute=None) for table in shown.tables)
    return msgspec.structs.replace(shown, tables=tables)


@supplies(do.TellSurveillance)
@supplies(do.WitnessPayout)
async def check_waits(request: AppRequest, fields: Fields) -> Fields:
    """Refuse unless this payout is due, because no one may sign in advance.

    Only the node that runs the table knows whether the payout is due. Any other node answers with that node's
    address.
    """
    table, round_, seat = fields["table"], fields["round"], fields["seat"]
    owner = the_table(request, table)
    due = payout_due(owner.state, owner.with_reading)
    if due is None or (owner.state.round.number, due.seat) != (round_, seat):
        message = f"no payout is due at {table[:40]}, round {round_}, seat {seat}"
        raise Refused("no_payout", message, (PAYOUTS,), "Sign when the payout is due.")
    return {}


@supplies(do.AcceptFloat, "day", "cents", "largest")
async def float_now(request: AppRequest, fields: Fields) -> Fields:
    """Add the current tray and the largest payout to the command, so that the floor accepts these figures."""
    desk, cage = desk_of(request), cage_of(request)
    table = the_table_record(desk.state, fields["table"])
    won, _ = await cage.tray_books(table.id)
    tray_cents = cage.state.trays.held.get(table.id, 0)
    return {"day": desk.today, "cents": tray_cents + won, "largest": largest_payout(table.choices)}


@runs(do.AcceptFloat)
async def accept_float(request: AppRequest, command: do.AcceptFloat) -> Events:
    """Accept the float, and tell surveillance in the same transaction."""
    desk = desk_of(request)
    words = f"The floor accepts a tray of {format_dollars(command.cents)} for today"
    if command.largest is not None:
        words += f", less than the largest payout of {format_dollars(command.largest)}"
    alert = alerts.RaiseAlert(
        table=command.table, kind="float", words=words, who=command.by, by=HOUSE, at=command.at
    )
    house_table = the_table_record(desk.state, command.table)
    posts = [Post(desk.stream, command)]
    if house_table.float_day < command.day:
        posts.append(Post(desk.stream, alert))
    committed = await desk.committer.commit(Batch(posts=tuple(posts)))
    return committed.steps[0][2]


@supplies(do.HandOver, "open")
async def matters_to_hand_over(request: AppRequest, fields: Fields) -> Fields:
    files = await files_of(request).list()
    return {"open": (*disputes(files), *open_matters(desk_of(request), owners_of(request)))[:200]}


class Shift(Controller):
    path = "/api/pit"
    tags = ("pit",)

    @get("/floor", guards=[check_permission], responses=DENIED, summary="The floor overview")
    async def floor(self, request: AppRequest) -> FloorView:
        return await floor_now(request)


ALIASES = (
    alias(
        "/api/pit/watch",
        do.TakeTables,
        floor_now,
        "Start supervising tables",
        body=SupervisedTable,
        responses=CHECKED,
    ),
    alias(
        "/api/pit/unwatch",
        do.LeaveTables,
        floor_now,
        "Stop supervising tables",
        body=SupervisedTable,
        responses=CHECKED,
    ),
    alias(
        "/api/pit/{table:str}/relief",
        do.SendDealer,
        floor_now,
        "Send a dealer to a table and relieve the current one",
        body=Relief,
    ),
    alias(
        "/api/pit/dealers/{person:str}/licence",
        licences.NoteLicense,
        floor_now,
        "Record a dealer's license",
        body=LicenceSeen,
    ),
    alias(
        "/api/pit/dealers/{person:str}/tests",
        licences.NoteTableTest,
        floor_now,
        "Record a dealer's passed table test",
        body=TableTestBody,
    ),
    alias(
        "/api/pit/notes",
        do.LeaveNote,
        floor_now,
        "Leave a note",
        body=NoteBody,
        created=True,
        responses=CHECKED,
    ),
    alias("/api/pit/notes/{note:int}/close", do.CloseNote, floor_now, "Close a note", body=PayoutReviewBody),
    alias(
        "/api/pit/hand-over",
        do.HandOver,
        floor_now,
        "Hand over the shift with all open matters",
        body=HandOverBody,
        created=True,
        responses=CHECKED,
    ),
    alias(
        "/api/pit/hand-over/{handover:int}/take", do.TakeOver, floor_now, "Take over a shift and its tables"
    ),
    alias(
        "/api/pit/{table:str}/payouts/surveillance",
        do.TellSurveillance,
        floor_now,
        "Record that surveillance was notified of a large payout",
        body=PayoutBody,
    ),
    alias(
        "/api/pit/{table:str}/payouts/witness",
        do.WitnessPayout,
        floor_now,
        "Witness a large payout that another person validates",
        body=PayoutBody,
    ),
    alias(
        "/api/pit/{table:str}/float",
        do.AcceptFloat,
        floor_now,
        "Accept for today that the tray does not cover the largest payout",
    ),
    alias(
        "/api/alerts/{alert:int}/acknowledge",
        alerts.AcknowledgeAlert,
        floor_now,
        "Acknowledge an alert as surveillance, or validate a small win as the floor",
        body=PayoutReviewBody,
    ),
    alias(
        "/api/pit/{table:str}/readings/decide",
        readers.DecideReading,
        floor_now,
        "Decide whether the card reader or the dealer named a card rightly",
        body=DecideBody,
    ),
    alias(
        "/api/pit/{table:str}/reviews/{review:int}/approve",
        reviews.ApproveReview,
        floor_now,
        "Confirm another person's correction or void",
    ),
    alias(
        "/api/pit/{table:str}/reviews/{review:int}/decline",
        reviews.DeclineReview,
        floor_now,
        "Decline a correction or void, or withdraw your own",
        body=DeclineBody,
    ),
)
