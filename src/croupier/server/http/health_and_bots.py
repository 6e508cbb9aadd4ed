"""Health and metrics for monitoring, and the routes that invite bots to a table."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.casino.cage.commands import PLAY
from croupier.errors import Refused
from croupier.server.house import HealthView
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import the_house, the_table

AppRequest = Request[Any, Any, Any]
# Pages of another node query this node's health after their own node has died.
FOR_ALL = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}


@get(
    "/health",
    guards=[check_permission],
    summary="Health check: 200 once tables are open, otherwise 503",
    tags=("house",),
)
async def health(request: AppRequest) -> Response[HealthView]:
    document = the_house(request).health()
    return Response(document, status_code=200 if document["status"] == "open" else 503, headers=FOR_ALL)


@get(
    "/metrics",
    guards=[check_permission],
    responses=DENIED,
    media_type=MediaType.TEXT,
    summary="Metrics in the Prometheus text format",
    tags=("house",),
)
async def metrics(request: AppRequest) -> Response[bytes]:
    return Response(the_house(request).metrics.text(), media_type=MediaType.TEXT)


class InviteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=1, le=6)]


class BotController(Controller):
    path = "/api/tables/{table:str}/company"
    tags = ("tables",)

    @post(
        "/",
        guards=[check_permission],
        responses=MISSING,
        status_code=200,
        summary="Invite bots to the table",
    )
    async def invite(
        self, request: AppRequest, table: FromPath[str], data: JSONBody[InviteBody]
    ) -> dict[str, int]:
        house, owner = the_house(request), the_table(request, table)
        if owner.rules.money != PLAY:
            raise Refused("real_money", "bots play only for play money", (), "Choose a play-money table.")
        if request.user.id not in owner.state.seating.seats.values():
            raise Refused("not_seated", "only seated players can invite bots", (), "Take a seat first.")
        free = owner.positions - len(owner.state.seating.seats) - house.bots.count_coming(owner)
        coming = min(data.players, max(0, free - 1))  # leave one seat free for a person
        house.bots.invite(owner.table, coming)
        return {"players": coming}

    @delete(
        "/",
        guards=[check_permission],
        responses=MISSING,
        status_code=200,
        summary="Dismiss the bots after this round",
    )
    async def dismiss(self, request: AppRequest, table: FromPath[str]) -> dict[str, int]:
        house, owner = the_house(request), the_table(request, table)
        return {"players": house.bots.farewell(owner.table)}
