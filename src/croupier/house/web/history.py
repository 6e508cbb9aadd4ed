"""Rounds that are over, as the one who asks may see them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery

from croupier.errors import Refused
from croupier.house.floor.decided import decisions, priced
from croupier.house.floor.evening import evening, played
from croupier.house.floor.history import round_shown, rounds_of
from croupier.house.floor.seen import EVERYONE
from croupier.house.people.sessions import Person
from croupier.house.web.guards import needs
from croupier.house.web.refusals import DENIED, MISSING
from croupier.house.web.tables import Asked, the_house, the_table
from croupier.table.roles import PLAYER, REGULATOR, SURVEILLANCE


class History(Controller):
    tags = ("history",)

    @get(
        "/api/me/rounds",
        guards=[needs("GET /api/me/rounds")],
        summary="One's own rounds, the last first",
        responses=DENIED,
    )
    async def own(self, request: Asked, table: str = "", before: int = 0) -> list[dict[str, Any]]:
        person: Person = request.user
        if before < 0 or before > 2**53 or not table.isprintable():
            raise Refused("bad_input", "before is a time in seconds", (), "Give the time of the last round.")
        reading = the_house(request).committer.read
        found = await reading(lambda connection: rounds_of(connection, person.id, table[:64], before))
        return [msgspec.to_builtins(one) for one in found]

    @get(
        "/api/me/rounds/{table:str}/{number:int}/decisions",
        guards=[needs("GET /api/me/rounds/{table}/{number}/decisions")],
        summary="What one decided in a round that is over, and what each decision cost exactly",
        responses=MISSING,
    )
    async def decided(self, request: Asked, table: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
        house, person = the_house(request), request.user.id
        owner = the_table(request, table)
        found = await house.committer.read(
            lambda connection: decisions(connection, owner.table, number % 2**53, person, house.befores)
        )
        choices = msgspec.json.encode(found.choices)
        told = [priced(one, await house.figures.advice(choices, one.hand, one.board)) for one in found.taken]
        return {
            "table": owner.table,
            "round": number,
            "unit": found.unit,
            "decisions": told,
            "kickers": [msgspec.to_builtins(each) for each in found.kickers],
        }

    @get(
        "/api/me/evening",
        guards=[needs("GET /api/me/evening")],
        summary="One's own rounds against expectation, with the exact cost of each decision",
        responses=DENIED,
    )
    async def evening(self, request: Asked, before: FromQuery[int] = 0) -> list[dict[str, Any]]:
        if before < 0 or before > 2**53:
            raise Refused("bad_input", "before is a time in seconds", (), "Give the time of the last round.")
        house, person = the_house(request), request.user.id
        found = await house.committer.read(
            lambda connection: played(connection, person, before, house.befores)
        )
        return await evening(found, house.figures.figures, house.figures.advice)

    @get(
        "/api/tables/{table:str}/rounds/{number:int}",
        guards=[needs("GET /api/tables/{table}/rounds/{number}")],
        summary="A round that is over, as one may see it",
        responses=MISSING,
    )
    async def one(self, request: Asked, table: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
        owner = the_table(request, table)
        if not 0 < number < 2**53:
            raise Refused("no_round", f"{owner.table} has no such round", (), "See /api/me/rounds.")
        by = seen_as(request.user)
        house = the_house(request)
        found = await house.committer.read(
            lambda connection: round_shown(connection, owner.table, number, by, house.befores)
        )
        told: dict[str, Any] = msgspec.to_builtins(found, str_keys=True)
        return told

    @get(
        "/api/tables/{table:str}/recall",
        guards=[needs("GET /api/tables/{table}/recall")],
        summary="The last twelve rounds of a table as everybody saw them, without names",
        responses=MISSING,
    )
    async def lately(self, request: Asked, table: FromPath[str]) -> list[dict[str, Any]]:
        house, owner = the_house(request), the_table(request, table)
        return await house.committer.read(
            lambda connection: house.lately.rounds(connection, owner.table, house.befores)
        )


def seen_as(person: Person | None) -> str:
    """In whose place one looks at a round: those who watch over the house see what nobody could see then."""
    if person is None:
        return EVERYONE
    for role in (REGULATOR, SURVEILLANCE):
        if role in person.roles:
            return f"{role}:{person.id}"
    return f"{PLAYER}:{person.id}"
