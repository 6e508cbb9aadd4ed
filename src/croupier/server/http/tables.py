"""Public routes for the lobby, tables and their posted rules, the rule book, and exact figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath, FromQuery

from croupier.casino.administration.rule_changes import notice_end
from croupier.casino.administration.state import TRAINING, AdministrationState
from croupier.errors import BadInput, Refused
from croupier.games import game as game_of
from croupier.rulebook import CHAPTERS, clause, clauses, games, reading, readings_of, title
from croupier.rulebook.clauses import Clause
from croupier.rulebook.edition import Edition, edition
from croupier.rulebook.lookup import find_clause, find_reading, find_regulations
from croupier.rulebook.readings import Reading, worth
from croupier.rulebook.regulations import Regulation
from croupier.server.http.errors import MISSING, TableElsewhere
from croupier.server.http.guards import check_permission
from croupier.server.tables.actor import TableActor
from croupier.server.tables.game_guide import Guide, ReadingTaken, guide, readings_taken
from croupier.server.tables.posted_rules import (
    LobbyEntry,
    LobbyTable,
    PostedTable,
    posted_table_of,
    summary,
    summary_elsewhere,
)
from croupier.server.tables.refusals import TABLE_UNASSIGNED
from croupier.server.workers.maths_answers import FiguresView
from croupier.submission import check, parse_toml
from croupier.submission.complete import PENDING
from croupier.submission.rules import Limit
from croupier.table.readers.sight import VoidView, void_view

if TYPE_CHECKING:
    from croupier.server.house import HouseServer

AppRequest = Request[Any, Any, Any]


def the_house(request: AppRequest) -> HouseServer:
    house: HouseServer = request.app.state.house
    return house


def the_table(request: AppRequest, table: str) -> TableActor:
    """Return a table's actor. Raise `TableElsewhere` if another node runs the table."""
    house = the_house(request)
    owner = house.tables.get(table)
    if owner is not None:
        return owner
    if house.is_known(table):
        address = house.cluster.summary(table)[1]
        raise TableElsewhere(table, address) if address else TABLE_UNASSIGNED
    raise not_found("no_table", f"there is no table {table[:40]!r}", "Choose a table in the lobby.")


class SubmissionInForce(TypedDict, total=False):
    """The submission of a table with its version and approval. All fields are empty without a submission."""

    submission: str
    version: int
    approved_at: int
    approval: str


def in_force(desk: AdministrationState, table: str) -> SubmissionInForce:
    """Return a table's submission, version and approval."""
    house_table = desk.tables.get(table)
    submission = desk.submissions.get(house_table.submission) if house_table is not None else None
    if house_table is None or submission is None:
        return {}
    version = submission.version(house_table.version)
    approved = version.decided_at if version is not None else 0
    return {
        "submission": house_table.submission,
        "version": house_table.version,
        "approved_at": approved,
        "approval": version.approval if version is not None else "",
    }


class PostedChange(TypedDict):
    """The limits of a pending change by wager, and when they begin (None if not yet known)."""

    limits: Mapping[str, Limit]
    at: int | None


class TableDetails(TypedDict):
    """The facts about a table that neither `LobbyTable` nor `PostedTable` contains."""

    in_force: SubmissionInForce
    change: PostedChange | None
    voided: VoidView | None
    nodes: tuple[str, ...]  # addresses of the other nodes
    training: bool


class SubmissionOfTable(TypedDict):
    """The submission of a table, with its approval and the clauses whose approval is pending."""

    submission: str
    version: int
    digest: str
    approved_at: int
    approval: str
    pending: list[str]
    conditions: str


class RulesOfTable(TypedDict):
    """The rules of a table, for players."""

    table: str
    title: str
    game: str
    edition: str
    submission: SubmissionOfTable
    readings: list[ReadingTaken]
    guide: Guide


class GameEdition(TypedDict):
    game: str
    title: str
    edition: Edition


class Chapter(TypedDict):
    chapter: int
    about: str
    clauses: list[Clause]


class GameChapters(TypedDict):
    """The chapters of a game."""

    game: str
    title: str
    seats: int
    chapters: list[Chapter]


class ClauseAnswer(TypedDict):
    """A clause, and its readings by id. Each reading comes with its clause."""

    clause: Clause | Regulation
    readings: list[str]


class ReadingAnswer(TypedDict):
    """A reading and the value of its options, by wager and paytable."""

    reading: Reading
    worth: Mapping[str, Mapping[str, str]]


def posted_change(desk: AdministrationState, table: str) -> PostedChange | None:
    """Return the limits of a pending change and their start time, or None. The table sign announces them."""
    house_table = desk.tables.get(table)
    if house_table is None or house_table.change is None or not house_table.change.limits_alone:
        return None
    return {
        "limits": house_table.change.choices.limits,
        "at": notice_end(house_table.change),  # None until sign and announcement are attested
    }


def pending(document: str) -> list[str]:
    """Return the clauses whose approval the submission marks as pending."""
    attested = check(parse_toml(document.encode(), "the submission")).attested
    return sorted(clause for clause, reference in attested.items() if reference == PENDING)


def not_found(code: str, message: str, remedy: str) -> Refused:
    return Refused(code, message, (), remedy)


class TableController(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/", guards=[check_permission], summary="The lobby: every open table")
    async def lobby(self, request: AppRequest) -> list[LobbyEntry]:
        house = the_house(request)
        lines: dict[str, LobbyTable] = {
            name: {**summary(owner), "company": house.bots.count_at(name)}
            for name, owner in house.tables.items()
            if owner.rules.dealing != TRAINING
        }
        for name, table in house.desk.tables.items():
            if table.dealing == TRAINING:
                continue
            node_table, address = house.cluster.summary(name)
            if name not in lines and house.is_known(name) and (address or table.standing == "open"):
                lines[name] = summary_elsewhere(table, node_table, address)
        return [
            {**line, "approval": in_force(house.desk, name).get("approval", "")}
            for name, line in sorted(lines.items())
        ]

    @get(
        "/{table:str}",
        guards=[check_permission],
        summary="One table: limits, paytables, times and the submission in force",
        responses=MISSING,
    )
    async def one(self, request: AppRequest, table: FromPath[str]) -> dict[str, Any]:
        owner = the_table(request, table)
        posted_table: PostedTable = posted_table_of(owner)
        details: TableDetails = {
            "in_force": in_force(the_house(request).desk, owner.table),
            "change": posted_change(the_house(request).desk, owner.table),
            "voided": void_view(owner.state),
            "nodes": the_house(request).cluster.addresses,
            "training": owner.rules.dealing == TRAINING,
        }
        return {**summary(owner), **msgspec.to_builtins(posted_table), **details}

    @get(
        "/{table:str}/figures",
        guards=[check_permission],
        summary="Exact figures of every offered wager",
        responses=MISSING,
    )
    async def figures(self, request: AppRequest, table: FromPath[str]) -> FiguresView:
        owner = the_table(request, table)
        house = the_house(request)
        return await house.figures.figures(msgspec.json.encode(owner.state.rules.choices))

    @get(
        "/{table:str}/rules",
        guards=[check_permission],
        summary="The rules of a table: submission, readings and their value, how to play",
        responses=MISSING,
    )
    async def rules(self, request: AppRequest, table: FromPath[str]) -> RulesOfTable:
        owner = the_table(request, table)
        desk = the_house(request).desk
        house_table = desk.tables[owner.table]
        version = desk.submissions[house_table.submission].versions[house_table.version - 1]
        return {
            "table": owner.table,
            "title": owner.state.game.title,
            "game": house_table.game,
            "edition": str(edition(house_table.game)),
            "submission": {
                "submission": house_table.submission,
                "version": house_table.version,
                "digest": version.digest,
                "approved_at": version.decided_at,
                "approval": version.approval,
                "pending": pending(version.document),
                "conditions": version.conditions,
            },
            "readings": readings_taken(owner.state.rules),
            "guide": guide(house_table.game),
        }


class RuleBookController(Controller):
    """The rule book. Each clause has a summary in plain words."""

    path = "/api/rules"
    tags = ("rule book",)

    @get("/", guards=[check_permission], summary="The games and their editions")
    async def all_games(self) -> list[GameEdition]:
        return [{"game": game, "title": title(game), "edition": edition(game)} for game in games()]

    @get(
        "/games/{game:str}",
        guards=[check_permission],
        summary="The chapters of a game, clause by clause",
        responses=MISSING,
    )
    async def game(self, game: FromPath[str]) -> GameChapters:
        if game not in games():
            names = ", ".join(games())
            raise not_found(
                "no_game", f"there is no game {game[:40]!r}", f"Choose one of the games: {names}."
            )
        game_clauses = [each for each in clauses().values() if each.game == game]
        return {
            "game": game,
            "title": title(game),
            "seats": game_of(game).seats,
            "chapters": [
                {
                    "chapter": number,
                    "about": CHAPTERS.get(number, ""),
                    "clauses": [each for each in game_clauses if each.chapter == number],
                }
                for number in sorted({each.chapter for each in game_clauses})
            ],
        }

    @get(
        "/clauses",
        guards=[check_permission],
        summary="One clause and its readings",
        responses=MISSING,
    )
    async def one_clause(self, id: FromQuery[str]) -> ClauseAnswer:
        law = find_regulations(id)
        if len(law) == 1:
            return {"clause": law[0], "readings": []}
        try:
            clause_id = find_clause(id)
        except BadInput as bad:
            raise not_found("no_clause", str(bad), "Choose a clause from the rules of the game.") from None
        if clause_id not in clauses():
            message = f"there is no clause {id[:60]!r}"
            raise not_found("no_clause", message, "Choose a clause from the rules of the game.")
        return {"clause": clause(clause_id), "readings": list(readings_of(clause_id))}

    @get(
        "/readings/{id:str}",
        guards=[check_permission],
        summary="One reading",
        responses=MISSING,
    )
    async def one_reading(self, id: FromPath[str]) -> ReadingAnswer:
        reading_id = find_reading(id)
        if reading_id is None:
            message = f"there is no reading {id[:40]!r}"
            raise not_found("no_reading", message, "Choose a reading from a clause of the rules.")
        return {"reading": reading(reading_id), "worth": dict(worth().get(reading_id, {}))}
