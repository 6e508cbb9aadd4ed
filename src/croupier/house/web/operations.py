"""For machines that watch the house, and for a player who wants company."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.errors import Refused
from croupier.house.cage.commands import PLAY
from croupier.house.web.guards import needs
from croupier.house.web.refusals import DENIED, MISSING
from croupier.house.web.tables import the_house, the_table

Asked = Request[Any, Any, Any]
# Whether a node is there is asked by pages of the others too, when theirs has died.
FOR_ALL = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}


@get(
    "/health",
    guards=[needs("GET /health")],
    summary="For machines: 200 once tables are open",
    tags=("house",),
)
async def health(request: Asked) -> Response[dict[str, Any]]:
    document = the_house(request).health()
    return Response(document, status_code=200 if document["status"] == "open" else 503, headers=FOR_ALL)


@get(
    "/metrics",
    guards=[needs("GET /metrics")],
    responses=DENIED,
    media_type=MediaType.TEXT,
    summary="For machines: counts and times, as Prometheus reads them",
    tags=("house",),
)
async def metrics(request: Asked) -> Response[bytes]:
    return Response(the_house(request).metrics.text(), media_type=MediaType.TEXT)


class Invited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=1, le=6)]


class Company(Controller):
    path = "/api/tables/{table:str}/company"
    tags = ("tables",)

    @post(
        "/",
        guards=[needs("POST /api/tables/{table}/company")],
        responses=MISSING,
        status_code=200,
        summary="Ask simple players to the table",
    )
    async def invite(self, request: Asked, table: FromPath[str], data: JSONBody[Invited]) -> dict[str, int]:
        house, owner = the_house(request), the_table(request, table)
        if owner.rules.money != PLAY:
            raise Refused("real_money", "company plays with play money alone", (), "Choose another table.")
        if request.user.id not in owner.state.seating.seats.values():
            raise Refused("not_seated", "company comes to who sits at the table", (), "Take a seat first.")
        free = owner.positions - len(owner.state.seating.seats) - house.company.coming(owner)
        coming = min(data.players, max(0, free - 1))  # a seat stays free for somebody else
        house.company.invite(owner.table, coming)
        return {"players": coming}

    @delete(
        "/",
        guards=[needs("DELETE /api/tables/{table}/company")],
        responses=MISSING,
        status_code=200,
        summary="Let the simple players go after this round",
    )
    async def dismiss(self, request: Asked, table: FromPath[str]) -> dict[str, int]:
        house, owner = the_house(request), the_table(request, table)
        return {"players": house.company.farewell(owner.table)}
