"""Routes for dealers' drills: the kinds of questions, questions without answers, answers, and progress."""

from __future__ import annotations

from typing import Annotated, TypedDict

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Meta

from croupier.casino.administration.state import Version
from croupier.casino.administration.submissions import passing
from croupier.errors import BadInput, Refused
from croupier.games import game as game_of
from croupier.server.http.access import AppRequest, desk_of
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import not_found, the_house
from croupier.server.services.drills import AskedDrill, DrillKindView, JudgedDrill
from croupier.submission import Rules
from croupier.table.roles import DEALER, id_of

KindName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=32, max_length=32)]


class DrillTable(TypedDict):
    """A submission in force, with the kinds of questions about its rules and a person's results."""

    submission: str
    version: int
    game: str
    title: str
    dealing: str
    kinds: list[DrillKindView]


class DealerProgress(TypedDict):
    """The results of one dealer."""

    person: str
    name: str
    tables: list[DrillTable]


class DrillRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: Annotated[str, Meta(min_length=1, max_length=40)]
    kinds: Annotated[tuple[KindName, ...], Meta(max_length=60)] = ()  # every kind if empty


class DrillAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Token
    answer: Annotated[str, Meta(max_length=200)]
    seconds: Annotated[float, Meta(ge=0, le=86_400)] | None = None


def in_force(request: AppRequest) -> list[tuple[str, Version]]:
    """Return the submissions in force, by name."""
    found = sorted(desk_of(request).state.submissions.items())
    return [(name, one.in_force) for name, one in found if one.in_force is not None]


def rules_of(request: AppRequest, submission: str, version: int | None = None) -> tuple[int, Rules]:
    for name, found in in_force(request):
        if name == submission and version in (None, found.number):
            return found.number, Rules(passing(found.document))
    raise not_found(
        "no_submission",
        f"there is no submission {submission[:40]!r} in force",
        "Choose one of the games on the page.",
    )


async def tables_of(request: AppRequest, person: str) -> list[DrillTable]:
    tables: list[DrillTable] = []
    for name, version in in_force(request):
        rules = Rules(passing(version.document))
        tables.append(
            {
                "submission": name,
                "version": version.number,
                "game": rules.game,
                "title": game_of(rules.game).title,
                "dealing": rules.dealing,
                "kinds": await the_house(request).drills.own_kinds(rules, person),
            }
        )
    return tables


class Drills(Controller):
    path = "/api/drills"
    tags = ("training",)

    @get("/", guards=[check_permission], responses=DENIED, summary="The kinds of drills and your results")
    async def overview(self, request: AppRequest) -> list[DrillTable]:
        return await tables_of(request, id_of(request.state.by))

    @get(
        "/progress",
        guards=[check_permission],
        responses=DENIED,
        summary="The results of every dealer's drills",
    )
    async def progress(self, request: AppRequest) -> list[DealerProgress]:
        state = desk_of(request).state
        found: list[DealerProgress] = []
        for person in state.people:
            if DEALER not in state.roles_of(person):
                continue
            tables = await tables_of(request, person)
            found.append({"person": person, "name": state.people[person].name, "tables": tables})
        return sorted(found, key=lambda each: each["name"].lower())

    @post(
        "/questions",
        guards=[check_permission],
        responses=MISSING,
        summary="The next question, without its answer",
        status_code=200,
    )
    async def question(self, request: AppRequest, data: JSONBody[DrillRequest]) -> AskedDrill:
        version, rules = rules_of(request, data.submission)
        person = id_of(request.state.by)
        try:
            return await the_house(request).drills.ask(rules, data.submission, version, person, data.kinds)
        except BadInput as bad:
            raise Refused("bad_input", str(bad), (), "Choose the kinds that the page lists.") from None

    @post(
        "/answers",
        guards=[check_permission],
        responses=MISSING,
        summary="Answer your open question: right or wrong, the reason and its clauses",
        status_code=200,
    )
    async def answer(self, request: AppRequest, data: JSONBody[DrillAnswer]) -> JudgedDrill:
        house, person = the_house(request), id_of(request.state.by)
        opened = await house.drills.open_question(person, data.token)
        _, rules = rules_of(request, opened.submission, opened.version)
        return await house.drills.judge(rules, person, opened, data.answer, data.seconds)
