"""Routes for the close of a gaming day."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from litestar import Controller, get, post
from litestar.params import JSONBody
from sqlalchemy import Connection

from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.day_close_commands import ClosedDay, CloseGamingDay, ReportHash
from croupier.casino.administration.stream import STREAM as DESK
from croupier.casino.cage.stream import STREAM as CAGE
from croupier.casino.gaming_day.calendar import EPOCH, GamingDay, gaming_day_of
from croupier.casino.gaming_day.open_points import OpenPoint, open_points
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.server.http.access import AppRequest, Key, cage_of, desk_of
from croupier.server.http.documents import When, all_heads, check_day
from croupier.server.http.errors import DENIED
from croupier.server.http.guards import check_permission
from croupier.server.http.pit import name_of
from croupier.server.workers import print_jobs
from croupier.store import schema as db
from croupier.store.batches import Batch, Guard, Post
from croupier.table.roles import id_of

BOOKS = regulation("double_entry")
DAY = 86_400


class ClosedDayView(msgspec.Struct, frozen=True):
    report: str  # hash of the closed report
    by: str
    at: int


class DayCloseView(msgspec.Struct, frozen=True):
    """Whether a gaming day is closed, and what is missing before it can be."""

    date: str
    over: bool
    closed: ClosedDayView | None
    points: list[OpenPoint]


class CloseDayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    date: Key
    report: ReportHash  # hash of the report that the person read


def the_day(request: AppRequest, date: str) -> GamingDay:
    """Return a single gaming day. Raise `Refused` for a month or a year."""
    day = gaming_day_of(date, check_day(request, date)[1])
    if day.span != "day":
        raise Refused("bad_input", f"{date} is not one gaming day", (), "Enter a date such as 2026-11-15.")
    return day


def current_date(request: AppRequest) -> str:
    """Return the date of the current gaming day, such as 2026-11-15."""
    return (EPOCH + datetime.timedelta(days=desk_of(request).today)).isoformat()


def uncollected(connection: Connection, ends: int) -> list[str]:
    """Return the tables whose drop box still has money from before a time."""
    p, e = db.postings.c, db.entries.c
    in_box = sa.case((e.at < ends, p.cents), (p.cents < 0, p.cents), else_=0)
    query = (
        sa.select(p.account)
        .where((p.stream == e.stream) & (p.n == e.n) & (p.stream == CAGE) & p.account.like(f"{CAGE}/drop:%"))
        .group_by(p.account)
        .having(sa.func.sum(in_box) > 0)
        .order_by(p.account)
    )
    return [str(account).partition(":")[2] for account in connection.execute(query).scalars()]


def points_of(connection: Connection, states: Mapping[str, Any], day: GamingDay) -> tuple[OpenPoint, ...]:
    begins, ends = day.first_second, day.first_second + DAY
    return open_points(states[CAGE], states[DESK], begins, ends, uncollected(connection, ends))


def closed_view(request: AppRequest, closed: ClosedDay | None) -> ClosedDayView | None:
    if closed is None:
        return None
    name = name_of(desk_of(request).state, id_of(closed.by)) or closed.by
    return ClosedDayView(closed.report, name, closed.at)


async def view_of(request: AppRequest, day: GamingDay) -> DayCloseView:
    cage, desk = cage_of(request), desk_of(request)
    await cage.fresh(at_once=True)
    await desk.fresh(at_once=True)
    closed = desk.state.closed_days.get(str(day.number))
    states = {CAGE: cage.state, DESK: desk.state}
    points = await cage.committer.read(lambda connection: points_of(connection, states, day))
    over = desk.now >= day.first_second + DAY
    return DayCloseView(day.name, over, closed_view(request, closed), [] if closed else list(points))


class DayClose(Controller):
    path = "/api/reports/day/close"
    tags = ("reports",)

    @get(
        "/",
        guards=[check_permission],
        responses=DENIED,
        summary="Whether a gaming day is closed, and what is missing before it can be. Without a date: the "
        "current gaming day",
    )
    async def state(self, request: AppRequest, date: When = "") -> DayCloseView:
        return await view_of(request, the_day(request, date or current_date(request)))

    @post(
        "/",
        guards=[check_permission],
        responses=DENIED,
        summary="Close a gaming day with the report that you read",
        status_code=200,
    )
    async def close(self, request: AppRequest, data: JSONBody[CloseDayBody]) -> DayCloseView:
        day, desk = the_day(request, data.date), desk_of(request)
        await check_report(request, day, data.report)

        def check(connection: Connection, batch: Batch, states: Mapping[str, Any]) -> None:
            points = points_of(connection, states, day)
            if points:
                raise Refused(
                    AdministrationCode.DAY_HAS_POINTS.value,
                    f"{points[0].words[0].lower()}{points[0].words[1:]}",
                    (BOOKS,),
                    f"This needs {points[0].who}. Open points: {len(points)}.",
                )

        command = CloseGamingDay(
            day=day.number,
            report=data.report,
            ends=day.first_second + DAY,
            by=request.state.by,
            at=desk.now,
        )
        guard = Guard((CAGE, DESK), check)
        await desk.committer.commit(Batch(posts=(Post(DESK, command),), guards=(guard,)))
        return await view_of(request, day)


async def check_report(request: AppRequest, day: GamingDay, seen: str) -> None:
    """Check that the report is the one that the person read, and that it foots."""
    house, heads = check_day(request, day.name)[0], await all_heads(request)
    arguments = (house.settings.address, day.name, house.settings.gaming_day)
    made = await house.print_shop.ask(print_jobs.day_document, *arguments, state=heads)
    report = msgspec.json.decode(made.data)
    if report["hash"] != seen:
        raise Refused(
            AdministrationCode.DAY_CHANGED.value,
            "the report has changed since you read it",
            (BOOKS,),
            "Read the report again, and close the day then.",
        )
    if not report["foots"]:
        raise Refused(
            AdministrationCode.DAY_HAS_POINTS.value,
            "the totals of the report do not agree",
            (BOOKS,),
            "Find the difference first. The report lists it.",
        )
