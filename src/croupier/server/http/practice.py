"""Routes for players' practice: kinds of decisions, fresh hands, exact answers and strategy look-ups."""

from __future__ import annotations

from typing import Annotated, TypedDict

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from croupier.casino.administration.state import TRAINING
from croupier.casino.administration.submissions import passing
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.games.notices import label_of
from croupier.rulebook import games
from croupier.rulebook.registry import read
from croupier.server.first_start import EXAMPLE, has_example
from croupier.server.house import HouseServer
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import AppRequest, not_found, the_house
from croupier.server.services.practice import GivenAnswer, PracticedKind
from croupier.server.sessions.tokens import SignedInPerson
from croupier.server.tables.posted_rules import PostedQuestion, questions_of, unit_of
from croupier.server.workers.practice_jobs import AskedSpot, JudgedDecision, PracticeSpot, StrategySheet
from croupier.submission import OperatorChoices, Rules

GameName = Annotated[str, Meta(min_length=1, max_length=40)]
TableName = Annotated[str, Meta(max_length=64)]
CardText = Annotated[str, Meta(max_length=80)]  # cards separated by spaces
Position = Annotated[int, Meta(ge=0, le=20)]


class PracticeView(TypedDict):
    """A game to practice, with the rules of one table. Amounts are in cents."""

    game: str
    title: str
    table: str  # the table whose rules are used, or empty for the example rules
    unit: int  # the amount of one unit
    unit_label: str
    questions: tuple[PostedQuestion, ...]
    kinds: list[PracticedKind]
    missing: str  # the reason why the game has no practice, or empty


class PracticeOverview(TypedDict):
    games: list[PracticeView]
    due: dict[str, int]  # kinds due today, by game


class DueToday(TypedDict):
    """The number of kinds due today, in all and by game."""

    due: int
    games: dict[str, int]


class HandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: GameName
    kind: Annotated[str, Meta(min_length=1, max_length=120)]
    table: TableName = ""


class DealtHand(PracticeSpot):
    """A fresh hand. Amounts are in cents."""

    kind: str
    unit: int


class HandAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a practice hand. The cards are those that the page showed."""

    game: GameName
    question: Position
    hand: CardText
    choice: Annotated[str, Meta(min_length=1, max_length=40)]
    board: CardText = ""
    dealer: CardText = ""
    table: TableName = ""
    seconds: Annotated[float, Meta(ge=0, le=86_400)] | None = None


class HandLookup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards to look up. Without a paytable, the table's own paytable applies."""

    game: GameName
    question: Position
    hand: CardText
    board: CardText = ""
    dealer: CardText = ""
    table: TableName = ""
    paytable: Annotated[str, Meta(max_length=8)] = ""


def choices_for(house: HouseServer, game: str, table: str = "") -> tuple[str, OperatorChoices]:
    """Return the rules to practice with, and the table that uses them.

    Without a table, these are the rules of the first open table of the game, or else the example rules.
    """
    tables = {
        name: each
        for name, each in sorted(house.desk.tables.items())
        if each.game == game and each.dealing != TRAINING and each.standing != "closed"
    }
    if table:
        if table not in tables:
            raise not_found("no_table", f"there is no table {table[:40]!r}", "Choose a table in the lobby.")
        return table, tables[table].choices
    if tables:
        return next((name, each.choices) for name, each in tables.items())
    if game not in games() or not has_example(game):
        names = ", ".join(games())
        raise not_found("no_game", f"there is no game {game[:40]!r}", f"Choose one of the games: {names}.")
    return "", passing(read(game, EXAMPLE))


def unit_cents(choices: OperatorChoices) -> int:
    """Return the minimum of the first required wager, which is one unit of practice."""
    limit = choices.limits.get(unit_of(Rules(choices)))
    return (limit.minimum if limit is not None else None) or 500


def asked_spot(data: HandAnswer | HandLookup) -> AskedSpot:
    hand, board, dealer = (tuple(text.split()) for text in (data.hand, data.board, data.dealer))
    return AskedSpot(data.question, hand, board, dealer)


def person_id(request: AppRequest) -> str | None:
    person: SignedInPerson | None = request.user
    return None if person is None else person.id


class Practice(Controller):
    path = "/api/practice"
    tags = ("practice",)

    @get(
        "/",
        guards=[check_permission],
        summary="The games to practice and their kinds of decisions",
        responses=MISSING,
    )
    async def overview(self, request: AppRequest) -> PracticeOverview:
        house, person = the_house(request), person_id(request)
        views: list[PracticeView] = []
        for game in practiced_games(house):
            table, choices = choices_for(house, game)
            rules = Rules(choices)
            kinds = await house.practice.kinds(choices)
            views.append(
                {
                    "game": game,
                    "title": game_of(game).title,
                    "table": table,
                    "unit": unit_cents(choices),
                    "unit_label": label_of(rules, unit_of(rules)),
                    "questions": questions_of(rules),
                    "kinds": await house.practice.own_kinds(choices, person),
                    "missing": kinds["missing"],
                }
            )
        due = await house.practice.due_today(person) if person is not None else {}
        return {"games": views, "due": due}

    @get(
        "/due",
        guards=[check_permission],
        summary="How many kinds of decisions you should practice today",
        responses=DENIED,
    )
    async def due(self, request: AppRequest) -> DueToday:
        due = await the_house(request).practice.due_today(request.user.id)
        return {"due": sum(due.values()), "games": due}

    @post(
        "/hands",
        guards=[check_permission],
        summary="A fresh hand of a kind of decision, without its answer",
        responses=MISSING,
        status_code=200,
    )
    async def hand(self, request: AppRequest, data: JSONBody[HandRequest]) -> DealtHand:
        house = the_house(request)
        _, choices = choices_for(house, data.game, data.table)
        kind, spot = await house.practice.deal(choices, request.user.id, data.kind)
        return {**spot, "kind": kind, "unit": unit_cents(choices)}

    @post(
        "/answers",
        guards=[check_permission],
        summary="Answer a hand: the exact value of each choice, the reason, and when the kind is due again",
        responses=MISSING,
        status_code=200,
    )
    async def answer(self, request: AppRequest, data: JSONBody[HandAnswer]) -> GivenAnswer:
        house = the_house(request)
        _, choices = choices_for(house, data.game, data.table)
        return await house.practice.answer(
            choices, request.user.id, asked_spot(data), data.choice, data.seconds, unit_cents(choices)
        )

    @post(
        "/look-up",
        guards=[check_permission],
        summary="The exact value of each choice for any cards",
        responses=MISSING,
        status_code=200,
    )
    async def look_up(self, request: AppRequest, data: JSONBody[HandLookup]) -> JudgedDecision:
        house = the_house(request)
        house.practice.throttle.spend(person_id(request) or "anyone")
        _, choices = choices_for(house, data.game, data.table)
        (decision,) = await house.practice.judge(choices, (asked_spot(data),), data.paytable)
        return decision


class StrategyView(StrategySheet):
    """The strategy of a game at one table and with one paytable. ``unit`` is in cents."""

    game: str
    title: str
    table: str
    unit: int
    unit_label: str
    questions: tuple[PostedQuestion, ...]


class Strategy(Controller):
    path = "/api/strategy"
    tags = ("practice",)

    @get(
        "/{game:str}",
        guards=[check_permission],
        summary="The short strategy of a game with its exact cost, and best play hand by hand",
        responses=MISSING,
    )
    async def one(
        self,
        request: AppRequest,
        game: FromPath[str],
        table: FromQuery[str] = "",
        paytable: FromQuery[str] = "",
    ) -> StrategyView:
        house = the_house(request)
        name, choices = choices_for(house, game, table)
        sheet = await house.practice.strategy(choices, paytable[:8])
        rules = Rules(choices)
        return {
            **sheet,
            "game": game,
            "title": game_of(game).title,
            "table": name,
            "unit": unit_cents(choices),
            "unit_label": label_of(rules, unit_of(rules)),
            "questions": questions_of(rules),
        }


def practiced_games(house: HouseServer) -> list[str]:
    """Return the games with rules to practice: those of open tables, and those with example rules."""
    found = []
    for game in games():
        try:
            choices_for(house, game)
        except Refused:
            continue
        found.append(game)
    return found
