"""The route for a player's own mistakes: every decision of finished rounds, by kind."""

from __future__ import annotations

from typing import TypedDict

from litestar import Controller, get
from litestar.params import FromQuery

from croupier.errors import Refused
from croupier.server.http.errors import MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import AppRequest, the_house
from croupier.server.services.mistakes import JudgedRounds, judged_rounds


class MistakesPage(TypedDict):
    """One page of a player's finished rounds, latest first, with each decision under its kind."""

    rounds: JudgedRounds
    before: int | None  # `before` for the next page, or None on the last page


class Mistakes(Controller):
    tags = ("practice",)

    @get(
        "/api/me/mistakes",
        guards=[check_permission],
        summary="Your decisions in finished rounds by kind, with the exact cost of each, page by page",
        responses=MISSING,
    )
    async def page(self, request: AppRequest, before: FromQuery[int] = 0) -> MistakesPage:
        if before < 0 or before > 2**53:
            raise Refused("bad_input", "this page does not exist", (), "Start from the newest round.")
        house = the_house(request)
        rounds, following = await judged_rounds(
            house.committer.read, house.practice, house.segment_cache, request.user.id, before
        )
        return {"rounds": rounds, "before": following}
