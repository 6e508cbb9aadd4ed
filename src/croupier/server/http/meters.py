"""Routes for progressive meters. Two people together may adjust a meter."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get
from msgspec import Meta

from croupier.casino.administration import commands as do
from croupier.casino.administration.state import Adjustment
from croupier.errors import Refused
from croupier.server.http.access import AppRequest, Reason, ReasonBody, desk_of
from croupier.server.http.commands import Events, Fields, alias, runs, supplies
from croupier.server.http.errors import DENIED
from croupier.server.http.guards import check_permission


class MeterView(msgspec.Struct, frozen=True):
    group: str  # group of tables that share the meter
    meter: str
    shown: int  # cents
    exact: str  # cents as an exact fraction, including the part that is not displayed
    paid: int  # number of payouts
    tables: list[str]
    link_lost: str  # reason why the tables cannot reach the meter, or an empty string


class NewAdjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meter: Annotated[str, Meta(min_length=1, max_length=40)]
    cents: Annotated[int, Meta(ge=-(10**12), le=10**12)]  # cents to add to the meter; negative to remove
    reason: Reason


async def views(request: AppRequest) -> list[MeterView]:
    return [
        MeterView(
            group, name, meter.shown, str(meter.amount), meter.drawn, list(meter.tables), str(meters.lost)
        )
        for group, meters in (await desk_of(request).meters()).items()
        for name, meter in sorted(meters.meters.items())
    ]


def pending_adjustments(request: AppRequest) -> list[Adjustment]:
    return list(desk_of(request).state.adjustments.values())


class MeterController(Controller):
    path = "/api"
    tags = ("meters",)

    @get("/meters", guards=[check_permission], responses=DENIED, summary="All meters")
    async def meters(self, request: AppRequest) -> list[MeterView]:
        return await views(request)

    @get(
        "/adjustments",
        guards=[check_permission],
        responses=DENIED,
        summary="Adjustments that wait for a second person's approval",
    )
    async def adjustments(self, request: AppRequest) -> list[Adjustment]:
        return pending_adjustments(request)


@supplies(do.ProposeAdjustment)
async def check_meter(request: AppRequest, fields: Fields) -> Fields:
    group, meter = fields["group"], fields["meter"]
    if not any((view.group, view.meter) == (group, meter) for view in await views(request)):
        message = f"there is no meter {meter[:40]!r} in group {group[:40]!r}"
        raise Refused("no_such_meter", message, (), "Choose a meter from the list.")
    return {}


@runs(do.ApproveAdjustment)
async def adjust_meter(request: AppRequest, command: do.ApproveAdjustment) -> Events:
    return await desk_of(request).approve_adjustment(command)


async def new_adjustment(request: AppRequest, command: do.ProposeAdjustment) -> Adjustment:
    state = desk_of(request).state
    return state.adjustments[str(state.adjusted)]


async def all_meters(request: AppRequest, command: do.ApproveAdjustment) -> list[MeterView]:
    return await views(request)


async def waiting_adjustments(request: AppRequest, command: do.DeclineAdjustment) -> list[Adjustment]:
    return pending_adjustments(request)


ALIASES = (
    alias(
        "/api/meters/{group:str}/adjustments",
        do.ProposeAdjustment,
        new_adjustment,
        "Propose a meter adjustment; a second person must approve it",
        body=NewAdjustment,
        created=True,
    ),
    alias(
        "/api/adjustments/{adjustment:int}/approve",
        do.ApproveAdjustment,
        all_meters,
        "Approve an adjustment and change the meter",
    ),
    alias(
        "/api/adjustments/{adjustment:int}/decline",
        do.DeclineAdjustment,
        waiting_adjustments,
        "Decline an adjustment",
        body=ReasonBody,
    ),
)
