"""Progressive meters as the house keeps them, and their adjustment by two persons."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.errors import Refused
from croupier.house.desk import commands as do
from croupier.house.desk.state import Adjustment
from croupier.house.web.guards import needs
from croupier.house.web.people import Asked, Because, Reason, desk_of
from croupier.house.web.refusals import DENIED, MISSING


class MeterView(msgspec.Struct, frozen=True):
    group: str  # of tables
    meter: str
    shown: int  # cents
    exact: str  # cents as a fraction: what is carried beside what is shown
    paid: int  # how often
    tables: list[str]
    link_lost: str  # why the tables cannot reach it; empty if they can


class NewAdjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meter: Annotated[str, Meta(min_length=1, max_length=40)]
    cents: Annotated[int, Meta(ge=-(10**12), le=10**12)]  # what the house puts in; below zero, takes out
    reason: Reason


async def views(request: Asked) -> list[MeterView]:
    return [
        MeterView(
            group, name, meter.shown, str(meter.amount), meter.drawn, list(meter.tables), str(meters.lost)
        )
        for group, meters in (await desk_of(request).meters()).items()
        for name, meter in sorted(meters.meters.items())
    ]


def waiting(request: Asked) -> list[Adjustment]:
    return list(desk_of(request).state.adjustments.values())


class Meters(Controller):
    path = "/api"
    tags = ("meters",)

    @get("/meters", guards=[needs("GET /api/meters")], responses=DENIED, summary="All meters as they stand")
    async def meters(self, request: Asked) -> list[MeterView]:
        return await views(request)

    @get(
        "/adjustments",
        guards=[needs("GET /api/adjustments")],
        responses=DENIED,
        summary="Adjustments that wait for a second person",
    )
    async def adjustments(self, request: Asked) -> list[Adjustment]:
        return waiting(request)

    @post(
        "/meters/{group:str}/adjustments",
        guards=[needs("POST /api/meters/{group}/adjustments")],
        responses=MISSING,
        summary="Propose to adjust a meter; somebody else approves it",
    )
    async def propose(
        self, request: Asked, group: FromPath[str], data: JSONBody[NewAdjustment]
    ) -> Adjustment:
        desk = desk_of(request)
        if not any(one.group == group and one.meter == data.meter for one in await views(request)):
            there = f"no meter {data.meter[:40]!r} in group {group[:40]!r}"
            raise Refused("no_such_meter", there, (), "GET /api/meters lists them.")
        command = do.ProposeAdjustment(
            group=group,
            meter=data.meter,
            cents=data.cents,
            reason=data.reason,
            by=request.state.by,
            at=desk.now,
        )
        await desk.do(command)
        return desk.state.adjustments[str(desk.state.adjusted)]

    @post(
        "/adjustments/{adjustment:int}/approve",
        guards=[needs("POST /api/adjustments/{adjustment}/approve")],
        responses=MISSING,
        summary="Approve it: the meter changes",
        status_code=200,
    )
    async def approve(self, request: Asked, adjustment: FromPath[int]) -> list[MeterView]:
        desk = desk_of(request)
        command = do.ApproveAdjustment(adjustment=adjustment, by=request.state.by, at=desk.now)
        await desk.approve_adjustment(command)
        return await views(request)

    @post(
        "/adjustments/{adjustment:int}/decline",
        guards=[needs("POST /api/adjustments/{adjustment}/decline")],
        responses=MISSING,
        summary="Decline it",
        status_code=200,
    )
    async def decline(
        self, request: Asked, adjustment: FromPath[int], data: JSONBody[Because]
    ) -> list[Adjustment]:
        desk, by = desk_of(request), request.state.by
        await desk.do(do.DeclineAdjustment(adjustment=adjustment, reason=data.reason, by=by, at=desk.now))
        return waiting(request)
