"""Routes for the regulator, such as streams and heads, downloads, verification and rule coverage."""

from __future__ import annotations

import asyncio
import secrets
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from croupier.casino.administration.state import APPROVED
from croupier.errors import Refused
from croupier.rulebook import clauses, games, title
from croupier.rulebook.coverage import coverage
from croupier.rulebook.edition import edition
from croupier.server.http.access import desk_of
from croupier.server.http.documents import FILE, file_response, heads_of, version_of
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import the_house
from croupier.server.surveillance import exports
from croupier.server.surveillance.round_search import MOST, check_range
from croupier.server.surveillance.stream_heads import Heads, StreamLine, heads_over_time, streams
from croupier.server.tables.game_guide import readings_taken
from croupier.submission import Rules

Asked = Request[Any, Any, Any]
Stream = Annotated[str, PathParameter(max_length=64)]
Count = Annotated[int, QueryParameter(ge=0, le=MOST)]


class VerifyBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stream to verify, or all streams if empty, and exported heads for comparison."""

    stream: Annotated[str, Meta(max_length=64)] = ""
    heads: Annotated[str, Meta(max_length=200_000)] = ""


class Journals(Controller):
    path = "/api/journals"
    tags = ("regulator",)

    @get("/", guards=[check_permission], responses=DENIED, summary="All streams with their heads")
    async def every(self, request: Asked) -> list[StreamLine]:
        return await the_house(request).committer.read(streams)

    @get(
        "/{stream:str}/heads",
        guards=[check_permission],
        responses=MISSING,
        summary="The heads of a stream: at every segment, and now",
    )
    async def heads(self, request: Asked, stream: Stream) -> Heads:
        return await the_house(request).committer.read(lambda connection: heads_over_time(connection, stream))

    @get(
        "/{stream:str}",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="Download a stream as a journal: JSON lines without sealed data",
    )
    async def journal(self, request: Asked, stream: Stream) -> Response[bytes]:
        house = the_house(request)
        await self._known(request, stream)
        state = await house.committer.read(lambda connection: heads_of(connection, stream))
        made = await house.print_shop.ask(exports.journal, house.settings.address, stream, state=state)
        return file_response(request, made, f"{stream}.journal")

    @get(
        "/{stream:str}/records",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="Download up to 500 round records of a table, as TOML and as transcripts",
    )
    async def records(
        self, request: Asked, stream: Stream, first: Count = 1, last: Count = 2**53
    ) -> Response[bytes]:
        check_range(first, last)
        house, by = the_house(request), request.state.by
        await self._known(request, stream)
        state = await house.committer.read(lambda connection: heads_of(connection, stream))
        given = (house.settings.address, stream, first, last, by)
        made = await house.print_shop.ask(exports.records, *given, state=state)
        return file_response(request, made, f"{stream}-records.zip")

    async def _known(self, request: Asked, stream: str) -> None:
        await the_house(request).committer.read(lambda connection: heads_over_time(connection, stream))


@post(
    "/api/verify",
    guards=[check_permission],
    responses=MISSING,
    status_code=200,
    tags=("regulator",),
    summary="Verify one stream or the whole store, optionally against exported heads",
)
async def verify(request: Asked, data: JSONBody[VerifyBody]) -> dict[str, Any]:
    house = the_house(request)
    if data.stream:
        await house.committer.read(lambda connection: heads_over_time(connection, data.stream))
    given = (house.settings.address, data.stream, data.heads)
    state = secrets.token_hex(8)  # never cached, because rows may change while the heads stay the same
    made = await house.print_shop.ask(exports.verified, *given, state=state, long=True)
    report: dict[str, Any] = msgspec.json.decode(made.data)
    return report


@get(
    "/api/submissions/{submission:str}/{version:int}/figures",
    guards=[check_permission],
    responses=MISSING,
    tags=("regulator",),
    summary="The figures of a version and the command to repeat them; again=true computes them again",
)
async def figures(
    request: Asked, submission: FromPath[str], version: FromPath[int], again: FromQuery[bool] = False
) -> dict[str, Any]:
    house, desk = the_house(request), desk_of(request)
    stored = await version_of(desk, submission, version)
    filed = stored.filed()
    choices = filed.choices
    if choices is None or filed.report.violations:
        raise Refused(
            "fails_check",
            f"version {version} of {submission} does not pass the check",
            (),
            "Open the version to see the faults.",
        )
    encoded = msgspec.json.encode(choices)
    known: dict[str, Any] = await house.figures.figures(encoded)
    answer = {
        "submission": submission,
        "version": version,
        "game": choices.game,
        "command": f"croupier analyze {choices.game} --rules {submission}-{version}.toml --fresh",
        "figures": known["results"],
    }
    if again:
        made = await house.print_shop.ask(exports.figures_again, encoded, long=True)
        again_results = msgspec.json.decode(made.data)["results"]
        first_results = msgspec.json.decode(msgspec.json.encode(known["results"]))  # converted to JSON types
        answer |= {"again": again_results, "same": again_results == first_results}
    return answer


@cache
def covered() -> dict[str, Any]:
    totals: dict[str, Any] = msgspec.to_builtins(coverage())
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
    return {**totals, "games": by_game}


STATUSES = ("enforced", "recorded", "informative")


@get(
    "/api/coverage",
    guards=[check_permission],
    tags=("rule book",),
    summary="The number of clauses by status, and the editions of the rule book",
)
async def rules_covered() -> dict[str, Any]:
    return await asyncio.to_thread(covered)


@get(
    "/api/readings",
    guards=[check_permission],
    responses=DENIED,
    tags=("regulator",),
    summary="Readings of approved submissions that differ from the default",
)
async def readings(request: Asked) -> list[dict[str, Any]]:
    desk = desk_of(request)
    found = []
    for name, one in sorted(desk.state.submissions.items()):
        version = one.in_force
        if version is None or version.status != APPROVED:
            continue
        stored = await version_of(desk, name, version.number)
        choices = stored.filed().choices
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
