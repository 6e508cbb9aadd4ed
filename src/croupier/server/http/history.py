"""Routes for finished rounds. Requesters get only the data that they may see."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery

from croupier.errors import Refused
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import AppRequest, the_house, the_table
from croupier.server.sessions.tokens import SignedInPerson
from croupier.server.tables.evening import EveningRound, evening, stakes_page
from croupier.server.tables.player_decisions import Kickers, PricedDecision, decisions, price_decision
from croupier.server.tables.recent_rounds import RecentRound
from croupier.server.tables.round_history import PlayedRound, replay_round, rounds_of
from croupier.server.tables.viewers import EVERYONE
from croupier.table.roles import PLAYER, REGULATOR, SURVEILLANCE


class RoundReview(TypedDict):
    """A player's decisions in a finished round. Values are in units of the wager `unit`."""

    table: str
    round: int
    unit: str
    decisions: list[PricedDecision]
    kickers: tuple[Kickers, ...]


class History(Controller):
    tags = ("history",)

    @get(
        "/api/me/rounds",
        guards=[check_permission],
        summary="Your own rounds, newest first",
        responses=DENIED,
    )
    async def own(
        self, request: AppRequest, table: FromQuery[str] = "", before: FromQuery[int] = 0
    ) -> list[PlayedRound]:
        person: SignedInPerson = request.user
        if before < 0 or before > 2**53 or not table.isprintable():
            raise Refused(
                "bad_input", "this page of the history does not exist", (), "Start from the newest round."
            )
        reading = the_house(request).committer.read
        return await reading(lambda connection: rounds_of(connection, person.id, table[:64], before))

    @get(
        "/api/me/rounds/{table:str}/{number:int}/decisions",
        guards=[check_permission],
        summary="Your decisions in a finished round, with the exact cost of each",
        responses=MISSING,
    )
    async def decided(self, request: AppRequest, table: FromPath[str], number: FromPath[int]) -> RoundReview:
        house, person = the_house(request), request.user.id
        owner = the_table(request, table)
        round_decisions = await house.committer.read(
            lambda connection: decisions(connection, owner.table, number % 2**53, person, house.segment_cache)
        )
        choices = msgspec.json.encode(round_decisions.choices)
        priced_decisions = [
            price_decision(
                decision,
                await house.figures.advice(
                    choices, decision.hand, decision.board, decision.stakes, decision.dealer
                ),
            )
            for decision in round_decisions.taken
        ]
        return {
            "table": owner.table,
            "round": number,
            "unit": round_decisions.unit,
            "decisions": priced_decisions,
            "kickers": round_decisions.kickers,
        }

    @get(
        "/api/me/evening",
        guards=[check_permission],
        summary="Your own rounds compared with expectation, with the exact cost of each decision",
        responses=DENIED,
    )
    async def evening(self, request: AppRequest, before: FromQuery[int] = 0) -> list[EveningRound]:
        if before < 0 or before > 2**53:
            raise Refused(
                "bad_input", "this page of the history does not exist", (), "Start from the newest round."
            )
        house, person = the_house(request), request.user.id
        stakes = await house.committer.read(
            lambda connection: stakes_page(connection, person, before, house.segment_cache)
        )
        return await evening(stakes, house.figures.figures, house.figures.advice)

    @get(
        "/api/tables/{table:str}/rounds/{number:int}",
        guards=[check_permission],
        summary="A finished round with the data you may see",
        responses=MISSING,
    )
    async def one(self, request: AppRequest, table: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
        owner = the_table(request, table)
        if not 0 < number < 2**53:
            raise Refused(
                "no_round", f"{owner.table} has no such round", (), "Choose a round from your history."
            )
        by = seen_as(request.user)
        house = the_house(request)
        replay = await house.committer.read(
            lambda connection: replay_round(connection, owner.table, number, by, house.segment_cache)
        )
        document: dict[str, Any] = msgspec.to_builtins(replay, str_keys=True)
        return document

    @get(
        "/api/tables/{table:str}/recall",
        guards=[check_permission],
        summary="The last twelve rounds of a table as spectators saw them, without names",
        responses=MISSING,
    )
    async def lately(self, request: AppRequest, table: FromPath[str]) -> list[RecentRound]:
        house, owner = the_house(request), the_table(request, table)
        return await house.committer.read(
            lambda connection: house.recent_rounds.rounds(connection, owner.table, house.segment_cache)
        )


def seen_as(person: SignedInPerson | None) -> str:
    """Return the identity for the replay of a finished round.

    Surveillance and the regulator see hidden cards.
    """
    if person is None:
        return EVERYONE
    for role in (REGULATOR, SURVEILLANCE):
        if role in person.roles:
            return f"{role}:{person.id}"
    return f"{PLAYER}:{person.id}"
