"""Routes for training tables, where a dealer practices without money and without automation."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Meta

from croupier.casino.administration.state import Cards
from croupier.casino.administration.submissions import passing
from croupier.games import game as game_of
from croupier.server.http.access import AppRequest, desk_of
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.table.roles import id_of


class TrainingResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: Annotated[str, Meta(min_length=1, max_length=40)]
    cards: Cards = "shoe"
    players: Annotated[int, Meta(ge=0, le=7)] = 3  # number of simulated players, whose bets the dealer enters


class TrainingView(msgspec.Struct, frozen=True):
    """A submission that a dealer can train on."""

    submission: str
    version: int
    game: str
    title: str
    dealing: str  # how the cards are dealt, by shoe, by hand or automated
    cards: tuple[str, ...] = ("shoe", "named", "pack")
    deck: int = 52  # number of cards in the deck


class TrainingTable(msgspec.Struct, frozen=True):
    table: str


class Training(Controller):
    path = "/api/training"
    tags = ("pit",)

    @get("/", guards=[check_permission], responses=DENIED, summary="The submissions to train on")
    async def list(self, request: AppRequest) -> list[TrainingView]:
        views = []
        for name, submission in sorted(desk_of(request).state.submissions.items()):
            version = submission.in_force
            if version is not None and not (choices := passing(version.document)).electronic:
                game = game_of(submission.game)
                size = len(game.deck.order)
                view = TrainingView(
                    name, version.number, submission.game, game.title, choices.dealing, deck=size
                )
                views.append(view)
        return views

    @post(
        "/",
        guards=[check_permission],
        responses=MISSING,
        summary="Open or resume your own training table and log on to it",
        status_code=200,
    )
    async def begin(self, request: AppRequest, data: JSONBody[TrainingResult]) -> TrainingTable:
        house: Any = request.app.state.house
        person = id_of(request.state.by)
        return TrainingTable(await house.train(person, data.submission, data.cards, data.players))
