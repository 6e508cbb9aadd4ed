"""For the regulator and whoever checks: streams and their heads, journals and records to take away, all of it
verified again, figures repeated, what of the rule book is covered."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from croupier.errors import Refused
from croupier.house.desk.state import APPROVED
from croupier.house.eye import taking
from croupier.house.eye.search import Moment, bounded
from croupier.house.eye.streams import Heads, StreamLine, heads_over_time, streams
from croupier.house.floor.guide import readings_taken
from croupier.house.web.guards import needs
from croupier.house.web.papers import FILE, all_heads, heads_of, sent, version_asked
from croupier.house.web.people import desk_of
from croupier.house.web.refusals import DENIED, MISSING
from croupier.house.web.tables import the_house
from croupier.rulebook import clauses, games, title
from croupier.rulebook.coverage import coverage
from croupier.rulebook.edition import edition
from croupier.submission import Rules

Asked = Request[Any, Any, Any]
Stream = FromPath[Annotated[str, Meta(max_length=64)]]
Count = FromQuery[Moment]


class ToVerify(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stream, or everything; and heads that were kept elsewhere, as the house exports them."""

    stream: Annotated[str, Meta(max_length=64)] = ""
    heads: Annotated[str, Meta(max_length=200_000)] = ""


class Journals(Controller):
    path = "/api/journals"
    tags = ("regulator",)

    @get("/", guards=[needs("GET /api/journals")], responses=DENIED, summary="Every stream with its head")
    async def every(self, request: Asked) -> list[StreamLine]:
        return await the_house(request).committer.read(streams)

    @get(
        "/{stream:str}/heads",
        guards=[needs("GET /api/journals/{stream}/heads")],
        responses=MISSING,
        summary="The heads of a stream over time: at every cut, and now",
    )
    async def heads(self, request: Asked, stream: Stream) -> Heads:
        return await the_house(request).committer.read(lambda connection: heads_over_time(connection, stream))

    @get(
        "/{stream:str}",
        guards=[needs("GET /api/journals/{stream}")],
        responses=MISSING,
        media_type=FILE,
        summary="A stream as a journal: JSON lines up to the last moment of rest, without what is sealed",
    )
    async def journal(self, request: Asked, stream: Stream) -> Response[bytes]:
        house = the_house(request)
        await self._known(request, stream)
        state = await house.committer.read(lambda connection: heads_of(connection, stream))
        made = await house.printing.ask(taking.journal, house.settings.address, stream, state=state)
        return sent(request, made, f"{stream}.journal")

    @get(
        "/{stream:str}/records",
        guards=[needs("GET /api/journals/{stream}/records")],
        responses=MISSING,
        media_type=FILE,
        summary="Records of a table's rounds as TOML and in words, at most 500 in one archive",
    )
    async def records(
        self, request: Asked, stream: Stream, first: Count = 1, last: Count = 2**53
    ) -> Response[bytes]:
        bounded(first, last)
        house, by = the_house(request), request.state.by
        await self._known(request, stream)
        state = await house.committer.read(lambda connection: heads_of(connection, stream))
        given = (house.settings.address, stream, first, last, by)
        made = await house.printing.ask(taking.records, *given, state=state)
        return sent(request, made, f"{stream}-records.zip")

    async def _known(self, request: Asked, stream: str) -> None:
        await the_house(request).committer.read(lambda connection: heads_over_time(connection, stream))


@post(
    "/api/verify",
    guards=[needs("POST /api/verify")],
    responses=MISSING,
    status_code=200,
    tags=("regulator",),
    summary="Verify one stream, or all that is stored against all else; against heads kept elsewhere, too",
)
async def verify(request: Asked, data: JSONBody[ToVerify]) -> dict[str, Any]:
    house = the_house(request)
    if data.stream:
        await house.committer.read(lambda connection: heads_over_time(connection, data.stream))
    state, given = await all_heads(request), (house.settings.address, data.stream, data.heads)
    made = await house.printing.ask(taking.verified, *given, state=state, long=True)
    told: dict[str, Any] = msgspec.json.decode(made.data)
    return told


@get(
    "/api/submissions/{submission:str}/{version:int}/figures",
    guards=[needs("GET /api/submissions/{submission}/{version}/figures")],
    responses=MISSING,
    tags=("regulator",),
    summary="The figures of a version, each with how to repeat it; computed anew with again=true",
)
async def figures(
    request: Asked, submission: FromPath[str], version: FromPath[int], again: FromQuery[bool] = False
) -> dict[str, Any]:
    house, desk = the_house(request), desk_of(request)
    kept = await version_asked(desk, submission, version)
    filed = kept.filed()
    choices = filed.choices
    if choices is None or filed.report.violations:
        raise Refused(
            "fails_check", f"{submission} {version} does not keep to the rules", (), "See its check."
        )
    encoded = msgspec.json.encode(choices)
    known: dict[str, Any] = await house.figures.figures(encoded)
    told = {
        "submission": submission,
        "version": version,
        "game": choices.game,
        "command": f"croupier analyze {choices.game} --rules {submission}-{version}.toml --fresh",
        "figures": known["results"],
    }
    if again:
        made = await house.printing.ask(taking.figures_again, encoded, long=True)
        anew = msgspec.json.decode(made.data)["results"]
        before = msgspec.json.decode(msgspec.json.encode(known["results"]))  # as it is sent
        told |= {"again": anew, "same": anew == before}
    return told


@cache
def covered() -> dict[str, Any]:
    found = coverage()
    told: dict[str, Any] = msgspec.to_builtins(found)
    by_game = []
    for game in games():
        mine = [one for one in clauses().values() if one.game == game and one.rule and one.leaf]
        counts = {status: sum(one.status == status for one in mine) for status in STATUSES}
        by_game.append(
            {
                "game": game,
                "title": title(game),
                "edition": msgspec.to_builtins(edition(game)),
                "leaves": len(mine),
                **counts,
            }
        )
    return {**told, "games": by_game}


STATUSES = ("enforced", "recorded", "informative")


@get(
    "/api/coverage",
    guards=[needs("GET /api/coverage")],
    tags=("rule book",),
    summary="How many clauses are enforced, recorded, informative or not covered, and the editions",
)
async def rules_covered() -> dict[str, Any]:
    return await asyncio.to_thread(covered)


@get(
    "/api/readings",
    guards=[needs("GET /api/readings")],
    responses=DENIED,
    tags=("regulator",),
    summary="The readings in force: of each submission that is approved, those that depart from the default",
)
async def readings(request: Asked) -> list[dict[str, Any]]:
    desk = desk_of(request)
    found = []
    for name, one in sorted(desk.state.submissions.items()):
        version = one.in_force
        if version is None or version.status != APPROVED:
            continue
        kept = await version_asked(desk, name, version.number)
        choices = kept.filed().choices
        if choices is not None:
            found.append(
                {
                    "submission": name,
                    "version": version.number,
                    "game": choices.game,
                    "tables": sorted(
                        table.id for table in desk.state.tables.values() if table.submission == name
                    ),
                    "readings": readings_taken(Rules(choices)),
                }
            )
    return found
