"""Routes for progressive meters and their adjustment by two people."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.casino.administration import commands as do
from croupier.casino.administration.state import Adjustment
from croupier.errors import Refused
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.people import Asked, Reason, ReasonBody, desk_of


class MeterView(msgspec.Struct, frozen=True):
    group: str  # of tables
    meter: str
    shown: int  # cents
    exact: str  # cents as a fraction, including the part that is not displayed
    paid: int  # number of payouts
    tables: list[str]
    link_lost: str  # reason why the tables cannot reach the meter, or empty


class NewAdjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meter: Annotated[str, Meta(min_length=1, max_length=40)]
    cents: Annotated[int, Meta(ge=-(10**12), le=10**12)]  # positive: add to the meter; negative: remove
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


class MeterController(Controller):
    path = "/api"
    tags = ("meters",)

    @get("/meters", guards=[check_permission], responses=DENIED, summary="All meters")
    async def meters(self, request: Asked) -> list[MeterView]:
        return await views(request)

    @get(
        "/adjustments",
        guards=[check_permission],
        responses=DENIED,
        summary="Adjustments that wait for a second person's approval",
    )
    async def adjustments(self, request: Asked) -> list[Adjustment]:
        return waiting(request)

    @post(
        "/meters/{group:str}/adjustments",
        guards=[check_permission],
        responses=MISSING,
        summary="Propose a meter adjustment; a second person must approve it",
    )
    async def propose(
        self, request: Asked, group: FromPath[str], data: JSONBody[NewAdjustment]
    ) -> Adjustment:
        desk = desk_of(request)
        if not any(one.group == group and one.meter == data.meter for one in await views(request)):
            message = f"there is no meter {data.meter[:40]!r} in group {group[:40]!r}"
            raise Refused("no_such_meter", message, (), "Choose a meter from the list.")
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
        guards=[check_permission],
        responses=MISSING,
        summary="Approve an adjustment and change the meter",
        status_code=200,
    )
    async def approve(self, request: Asked, adjustment: FromPath[int]) -> list[MeterView]:
        desk = desk_of(request)
        command = do.ApproveAdjustment(adjustment=adjustment, by=request.state.by, at=desk.now)
        await desk.approve_adjustment(command)
        return await views(request)

    @post(
        "/adjustments/{adjustment:int}/decline",
        guards=[check_permission],
        responses=MISSING,
        summary="Decline an adjustment",
        status_code=200,
    )
    async def decline(
        self, request: Asked, adjustment: FromPath[int], data: JSONBody[ReasonBody]
    ) -> list[Adjustment]:
        desk, by = desk_of(request), request.state.by
        await desk.do(do.DeclineAdjustment(adjustment=adjustment, reason=data.reason, by=by, at=desk.now))
        return waiting(request)
