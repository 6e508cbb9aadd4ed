"""Routes for challenges: create one, play its hands, compare results, and share a result as a picture."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.games import game as game_of
from croupier.games.notices import label_of
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.practice import GameName, Position, TableName, choices_for, person_id, unit_cents
from croupier.server.http.result_picture import result_picture
from croupier.server.http.tables import AppRequest, the_house
from croupier.server.services.challenges import ChallengeAnswer, ChallengeResult, progress_in, result_document
from croupier.server.tables.posted_rules import PostedQuestion, questions_of, unit_of
from croupier.server.workers.practice_jobs import PracticeSpot
from croupier.submission import Rules


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: GameName
    hands: Literal[50, 100, 200]
    table: TableName = ""


class ChallengeLink(TypedDict):
    challenge: str


class ChallengeChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer. The hand and the number of the question within it make a repeated answer harmless."""

    hand: Annotated[int, Meta(ge=0, le=1_000)]
    question: Position
    choice: Annotated[str, Meta(min_length=1, max_length=40)]


class RankedResult(ChallengeResult):
    """A finished result. No name is shown."""

    own: bool


class ChallengeView(TypedDict):
    """A challenge as one person sees it. Amounts are in cents."""

    challenge: str
    game: str
    title: str
    hands: int
    unit: int
    unit_label: str
    questions: tuple[PostedQuestion, ...]
    mine: ChallengeResult | None
    hand: PracticeSpot | None  # the open question, or None after the last hand and for visitors
    answered: int  # answers of the current hand
    results: list[RankedResult]


class SharedResult(ChallengeResult):
    title: str


class Challenges(Controller):
    path = "/api/challenges"
    tags = ("practice",)

    @get("/", guards=[check_permission], summary="Your own challenges, latest first", responses=DENIED)
    async def own(self, request: AppRequest) -> list[ChallengeResult]:
        return await the_house(request).challenges.own_results(request.user.id)

    @post(
        "/",
        guards=[check_permission],
        summary="Create a challenge, and return the id for its link",
        responses=MISSING,
        status_code=200,
    )
    async def create(self, request: AppRequest, data: JSONBody[NewChallenge]) -> ChallengeLink:
        house = the_house(request)
        _, choices = choices_for(house, data.game, data.table)
        unit = even_dollars(unit_cents(choices))
        return {"challenge": await house.challenges.create(choices, unit, data.hands, request.user.id)}

    @get(
        "/{challenge:str}",
        guards=[check_permission],
        summary="A challenge, your progress, and the finished results without names",
        responses=MISSING,
    )
    async def one(self, request: AppRequest, challenge: FromPath[str]) -> ChallengeView:
        service, person = the_house(request).challenges, person_id(request)
        terms = await service.terms(challenge)
        known = await service.attempt(challenge, person) if person else None
        rules = Rules(terms.choices)
        ranked: list[RankedResult] = [
            {**result, "own": is_own} for result, is_own in await service.scores(challenge, person)
        ]
        return {
            "challenge": challenge,
            "game": terms.game,
            "title": game_of(terms.game).title,
            "hands": terms.hands,
            "unit": terms.unit,
            "unit_label": label_of(rules, unit_of(rules)),
            "questions": questions_of(rules),
            "mine": result_document(known) if known else None,
            "hand": await service.open_hand(challenge, person) if person else None,
            "answered": len(progress_in(known).answers) if known else 0,
            "results": ranked,
        }

    @post(
        "/{challenge:str}/answers",
        guards=[check_permission],
        summary="Answer the open question of your current hand. An answer is final",
        responses=MISSING,
        status_code=200,
    )
    async def answer(
        self, request: AppRequest, challenge: FromPath[str], data: JSONBody[ChallengeChoice]
    ) -> ChallengeAnswer:
        return await the_house(request).challenges.answer(
            challenge, request.user.id, data.hand, data.question, data.choice
        )

    @get(
        "/results/{result:str}",
        guards=[check_permission],
        summary="A finished result that somebody shared, without the name",
        responses=MISSING,
    )
    async def shared(self, request: AppRequest, result: FromPath[str]) -> SharedResult:
        found = await the_house(request).challenges.shared(result)
        return {**found, "title": game_of(found["game"]).title}

    @get(
        "/results/{result:str}/picture",
        guards=[check_permission],
        summary="A shared result as an SVG picture",
        responses=MISSING,
        media_type="image/svg+xml",
    )
    async def picture(self, request: AppRequest, result: FromPath[str]) -> Response[str]:
        found = await the_house(request).challenges.shared(result)
        return Response(result_picture(game_of(found["game"]).title, found), media_type="image/svg+xml")


def even_dollars(cents: int) -> int:
    """Return at least $10 and an even number of dollars, so that 3 to 2 pays whole cents."""
    return max(1_000, cents + -cents % 200)
