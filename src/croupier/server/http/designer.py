"""Routes for the paytable designer, which computes the exact figures of changed payments."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from croupier.games.notices import label_of
from croupier.server.http.access import desk_of
from croupier.server.http.errors import MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import AppRequest, the_house, the_table
from croupier.server.tables.actor import TableActor
from croupier.server.workers.designer import DesignedPaytable, EdgeTarget
from croupier.server.workers.maths_answers import (
    DesignerWager,
    DesignerWagers,
    DesignFiles,
    DesignPrice,
    FoundPayment,
)


async def run_job(request: AppRequest, owner: TableActor, job: str, *arguments: Any) -> Any:
    choices = msgspec.json.encode(owner.state.rules.choices)
    return await the_house(request).figures.design(job, choices, owner.meters_shown(), *arguments)


class LabeledWager(DesignerWager):
    label: str


class DesignerView(TypedDict):
    """The wagers of a table that can be designed."""

    table: str
    title: str
    game: str
    wagers: list[LabeledWager]


class DesignDraft(DesignFiles):
    submission_id: str


class Designer(Controller):
    path = "/api/designer/{table:str}"
    tags = ("designer",)

    @get(
        "/",
        guards=[check_permission],
        summary="The wagers that can be designed, with their printed paytables and raises",
        responses=MISSING,
    )
    async def bench(self, request: AppRequest, table: FromPath[str]) -> DesignerView:
        owner = the_table(request, table)
        answer: DesignerWagers = await run_job(request, owner, "list_wagers")
        rules = owner.state.rules
        wagers: list[LabeledWager] = [
            {**wager, "label": label_of(rules, wager["paytable"] or "")} for wager in answer["wagers"]
        ]
        return {"table": owner.table, "title": owner.state.game.title, "game": rules.game, "wagers": wagers}

    @post(
        "/",
        guards=[check_permission],
        summary="Exact edge, hold and best play with your own payments, without storing anything",
        responses=MISSING,
        status_code=200,
    )
    async def price(
        self, request: AppRequest, table: FromPath[str], data: JSONBody[DesignedPaytable]
    ) -> DesignPrice:
        price: DesignPrice = await run_job(
            request, the_table(request, table), "price_design", msgspec.json.encode(data)
        )
        return price

    @post(
        "/payment",
        guards=[check_permission],
        summary="The payment of one row that gives a target edge",
        responses=MISSING,
        status_code=200,
    )
    async def payment(
        self, request: AppRequest, table: FromPath[str], data: JSONBody[EdgeTarget]
    ) -> FoundPayment:
        payment: FoundPayment = await run_job(
            request, the_table(request, table), "find_payment", msgspec.json.encode(data)
        )
        return payment

    @post(
        "/document",
        guards=[check_permission],
        summary="The design as files: rules to analyze, and a draft of the table's submission",
        responses=MISSING,
        status_code=200,
    )
    async def document(
        self, request: AppRequest, table: FromPath[str], data: JSONBody[DesignedPaytable]
    ) -> DesignDraft:
        owner, desk = the_table(request, table), desk_of(request)
        house_table = desk.state.tables[owner.table]
        text = await desk.document(house_table.submission, house_table.version)
        files: DesignFiles = await run_job(
            request, owner, "write_submission", msgspec.json.encode(data), text
        )
        return {"submission_id": house_table.submission, **files}
