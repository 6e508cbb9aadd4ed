"""Training: a dealer's own table, where no money is played for and nothing is done for them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Meta

from croupier.games import game as game_of
from croupier.house.desk.state import Cards
from croupier.house.desk.submissions import passing
from croupier.house.web.guards import needs
from croupier.house.web.people import Asked, desk_of
from croupier.house.web.refusals import DENIED, MISSING
from croupier.table.roles import id_of


class Trained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: Annotated[str, Meta(min_length=1, max_length=40)]
    cards: Cards = "shoe"
    players: Annotated[int, Meta(ge=0, le=7)] = 3  # who are there, with chips, for the dealer to bet for


class TrainingView(msgspec.Struct, frozen=True):
    """Something that can be trained on."""

    submission: str
    version: int
    game: str
    title: str
    dealing: str  # by shoe, by hand or automated
    cards: tuple[str, ...] = ("shoe", "named", "pack")
    deck: int = 52  # how many cards the pack has


class TrainingTable(msgspec.Struct, frozen=True):
    table: str


class Training(Controller):
    path = "/api/training"
    tags = ("pit",)

    @get("/", guards=[needs("GET /api/training")], responses=DENIED, summary="What can be trained on")
    async def list(self, request: Asked) -> list[TrainingView]:
        found = []
        for name, submission in sorted(desk_of(request).state.submissions.items()):
            version = submission.in_force
            if version is not None and not (choices := passing(version.document)).electronic:
                game = game_of(submission.game)
                size = len(game.deck.order)
                view = TrainingView(
                    name, version.number, submission.game, game.title, choices.dealing, deck=size
                )
                found.append(view)
        return found

    @post(
        "/",
        guards=[needs("POST /api/training")],
        responses=MISSING,
        summary="One's own training table: made, or given back as it was left, and logged on to",
        status_code=200,
    )
    async def begin(self, request: Asked, data: JSONBody[Trained]) -> TrainingTable:
        house: Any = request.app.state.house
        person = id_of(request.state.by)
        return TrainingTable(await house.train(person, data.submission, data.cards, data.players))
