"""Reports for those who keep or watch the books."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, get
from litestar.params import FromQuery
from msgspec import Meta

from croupier.house.web.guards import needs
from croupier.house.web.refusals import DENIED
from croupier.house.web.tables import the_house

Asked = Request[Any, Any, Any]


class Reports(Controller):
    path = "/api/reports"
    tags = ("reports",)

    @get(
        "/day",
        guards=[needs("GET /api/reports/day")],
        responses=DENIED,
        summary="A gaming day: nine reports, drop, win and hold, meters, cage, corrections, payouts, footing",
    )
    async def day(
        self, request: Asked, date: FromQuery[Annotated[str, Meta(max_length=10)]]
    ) -> dict[str, Any]:
        house = the_house(request)
        return await house.days.ask(house.settings.address, date, house.settings.gaming_day)
