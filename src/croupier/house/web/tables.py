"""What anybody may read: the lobby, a table and what it posts, the rule book, exact figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath, FromQuery

from croupier.errors import BadInput, Refused
from croupier.games import game as game_of
from croupier.house.desk.state import TRAINING, Desk
from croupier.house.floor.guide import guide, readings_taken
from croupier.house.floor.owner import Owner
from croupier.house.floor.posted import PostedTable, posted, summary, summary_elsewhere
from croupier.house.floor.refusals import NOBODYS
from croupier.house.web.guards import needs
from croupier.house.web.refusals import MISSING, Elsewhere
from croupier.rulebook import CHAPTERS, clause, clauses, games, reading, readings_of, title
from croupier.rulebook.edition import edition
from croupier.rulebook.lookup import find_clause, find_reading
from croupier.rulebook.readings import worth

if TYPE_CHECKING:
    from croupier.house.house import House

Asked = Request[Any, Any, Any]


def the_house(request: Asked) -> House:
    house: House = request.app.state.house
    return house


def the_table(request: Asked, table: str) -> Owner:
    """Kept here; `Elsewhere` with the address of the node that keeps it, if another one does."""
    house = the_house(request)
    owner = house.tables.get(table)
    if owner is not None:
        return owner
    if house.is_known(table):
        address = house.around.shown(table)[1]
        raise Elsewhere(table, address) if address else NOBODYS
    raise missing("no_table", f"there is no table {table[:40]!r}", "GET /api/tables lists them.")


def in_force(desk: Desk, table: str) -> dict[str, Any]:
    """Which submission a table runs by, and when it was approved."""
    here = desk.tables.get(table)
    submission = desk.submissions.get(here.submission) if here is not None else None
    if here is None or submission is None:
        return {}
    version = submission.version(here.version)
    approved = version.decided_at if version is not None else 0
    return {"submission": here.submission, "version": here.version, "approved_at": approved}


def missing(code: str, message: str, remedy: str) -> Refused:
    return Refused(code, message, (), remedy)


class Tables(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/", guards=[needs("GET /api/tables")], summary="The lobby: every open table")
    async def lobby(self, request: Asked) -> list[dict[str, Any]]:
        house = the_house(request)
        lines = {
            name: {**summary(owner), "company": house.company.here(name)}
            for name, owner in house.tables.items()
            if owner.rules.dealing != TRAINING
        }
        for name, kept in house.desk.tables.items():
            if kept.dealing == TRAINING:
                continue
            shown, address = house.around.shown(name)
            if name not in lines and house.is_known(name) and (address or kept.standing == "open"):
                lines[name] = summary_elsewhere(kept, shown, address)
        return [line for _, line in sorted(lines.items())]

    @get(
        "/{table:str}",
        guards=[needs("GET /api/tables/{table}")],
        summary="One table: limits, paytables, times, what is in force",
        responses=MISSING,
    )
    async def one(self, request: Asked, table: FromPath[str]) -> dict[str, Any]:
        owner = the_table(request, table)
        found: PostedTable = posted(owner)
        return {
            **summary(owner),
            **msgspec.to_builtins(found),
            "in_force": in_force(the_house(request).desk, owner.table),
            "nodes": the_house(request).around.addresses,
            "training": owner.rules.dealing == TRAINING,
        }

    @get(
        "/{table:str}/figures",
        guards=[needs("GET /api/tables/{table}/figures")],
        summary="Exact figures of every wager offered",
        responses=MISSING,
    )
    async def figures(self, request: Asked, table: FromPath[str]) -> dict[str, Any]:
        owner = the_table(request, table)
        house = request.app.state.house
        answer: dict[str, Any] = await house.figures.figures(msgspec.json.encode(owner.state.rules.choices))
        return answer

    @get(
        "/{table:str}/rules",
        guards=[needs("GET /api/tables/{table}/rules")],
        summary="What a table runs by: submission, readings and their worth, how to play",
        responses=MISSING,
    )
    async def rules(self, request: Asked, table: FromPath[str]) -> dict[str, Any]:
        owner = the_table(request, table)
        desk = the_house(request).desk
        kept = desk.tables[owner.table]
        version = desk.submissions[kept.submission].versions[kept.version - 1]
        return {
            "table": owner.table,
            "title": owner.state.game.title,
            "game": kept.game,
            "edition": str(edition(kept.game)),
            "submission": {
                "submission": kept.submission,
                "version": kept.version,
                "digest": version.digest,
                "approved_at": version.decided_at,
                "conditions": version.conditions,
            },
            "readings": readings_taken(owner.state.rules),
            "guide": msgspec.to_builtins(guide(kept.game)),
        }


class Book(Controller):
    """The rule book, in our own words."""

    path = "/api/rules"
    tags = ("rule book",)

    @get("/", guards=[needs("GET /api/rules")], summary="The games and their editions")
    async def all_games(self) -> list[dict[str, Any]]:
        return [
            {"game": game, "title": title(game), "edition": msgspec.to_builtins(edition(game))}
            for game in games()
        ]

    @get(
        "/games/{game:str}",
        guards=[needs("GET /api/rules/games/{game}")],
        summary="The chapters of a game, clause by clause",
        responses=MISSING,
    )
    async def game(self, game: FromPath[str]) -> dict[str, Any]:
        if game not in games():
            raise missing("no_game", f"no game {game[:40]!r}", "GET /api/rules lists them.")
        mine = [each for each in clauses().values() if each.game == game]
        return {
            "game": game,
            "title": title(game),
            "seats": game_of(game).seats,
            "chapters": [
                {
                    "chapter": number,
                    "about": CHAPTERS.get(number, ""),
                    "clauses": [msgspec.to_builtins(each) for each in mine if each.chapter == number],
                }
                for number in sorted({each.chapter for each in mine})
            ],
        }

    @get(
        "/clauses",
        guards=[needs("GET /api/rules/clauses")],
        summary="One clause, by its id as a query",
        responses=MISSING,
    )
    async def one_clause(self, id: FromQuery[str]) -> dict[str, Any]:
        try:
            found = find_clause(id)
        except BadInput as bad:
            raise missing("no_clause", str(bad), "GET /api/rules/games/{game} lists them.") from None
        if found not in clauses():
            raise missing("no_clause", f"no clause {id[:60]!r}", "GET /api/rules/games/{game} lists them.")
        brought = [msgspec.to_builtins(each) for each in readings_of(found)]
        return {"clause": msgspec.to_builtins(clause(found)), "readings": brought}

    @get(
        "/readings/{id:str}",
        guards=[needs("GET /api/rules/readings/{id}")],
        summary="One reading",
        responses=MISSING,
    )
    async def one_reading(self, id: FromPath[str]) -> dict[str, Any]:
        found = find_reading(id)
        if found is None:
            raise missing("no_reading", f"no reading {id[:40]!r}", "A clause names its readings.")
        return {"reading": msgspec.to_builtins(reading(found)), "worth": dict(worth().get(found, {}))}
