"""The paytable designer: any payment changed, and the exact figures of it at once."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from croupier.games.notices import label_of
from croupier.house.designing import Designed, Wanted
from croupier.house.floor.owner import Owner
from croupier.house.web.guards import needs
from croupier.house.web.people import desk_of
from croupier.house.web.refusals import MISSING
from croupier.house.web.tables import Asked, the_house, the_table


async def asked_of(request: Asked, owner: Owner, question: str, *given: Any) -> dict[str, Any]:
    choices = msgspec.json.encode(owner.state.rules.choices)
    return await the_house(request).designing.design(question, choices, owner.meters_shown(), *given)


class Designer(Controller):
    path = "/api/designer/{table:str}"
    tags = ("designer",)

    @get(
        "/",
        guards=[needs("GET /api/designer/{table}")],
        summary="What can be designed: wagers, their paytables in the book, raises",
        responses=MISSING,
    )
    async def bench(self, request: Asked, table: FromPath[str]) -> dict[str, Any]:
        owner = the_table(request, table)
        found = await asked_of(request, owner, "bench")
        rules = owner.state.rules
        wagers = [{**one, "label": label_of(rules, one["paytable"] or "")} for one in found["wagers"]]
        return {"table": owner.table, "title": owner.state.game.title, "game": rules.game, "wagers": wagers}

    @post(
        "/",
        guards=[needs("POST /api/designer/{table}")],
        summary="Exact edge, hold and best play under payments of one's own; nothing is kept",
        responses=MISSING,
        status_code=200,
    )
    async def price(self, request: Asked, table: FromPath[str], data: JSONBody[Designed]) -> dict[str, Any]:
        return await asked_of(request, the_table(request, table), "priced", msgspec.json.encode(data))

    @post(
        "/payment",
        guards=[needs("POST /api/designer/{table}/payment")],
        summary="The payment of one row that gives a wanted edge",
        responses=MISSING,
        status_code=200,
    )
    async def payment(self, request: Asked, table: FromPath[str], data: JSONBody[Wanted]) -> dict[str, Any]:
        return await asked_of(request, the_table(request, table), "wanted", msgspec.json.encode(data))

    @post(
        "/document",
        guards=[needs("POST /api/designer/{table}/document")],
        summary="It as files: rules to analyze, and the table's submission with it",
        responses=MISSING,
        status_code=200,
    )
    async def document(
        self, request: Asked, table: FromPath[str], data: JSONBody[Designed]
    ) -> dict[str, Any]:
        owner, desk = the_table(request, table), desk_of(request)
        kept = desk.state.tables[owner.table]
        text = await desk.document(kept.submission, kept.version)
        found = await asked_of(request, owner, "drafted", msgspec.json.encode(data), text)
        return {"submission_id": kept.submission, **found}
