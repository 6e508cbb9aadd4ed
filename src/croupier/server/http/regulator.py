"""Routes for the regulator: streams and their heads, downloads, verification and rule coverage."""

from __future__ import annotations

import asyncio
import secrets
from functools import cache
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from croupier.casino.administration.state import APPROVED
from croupier.errors import Refused
from croupier.rulebook import clauses, games, title
from croupier.rulebook.coverage import Coverage, coverage
from croupier.rulebook.edition import Edition, edition
from croupier.server.http.access import desk_of
from croupier.server.http.documents import FILE, file_response, heads_of, version_of
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import the_house
from croupier.server.surveillance import exports
from croupier.server.surveillance.round_search import MOST, check_range
from croupier.server.surveillance.stream_heads import Heads, StreamLine, heads_over_time, streams
from croupier.server.tables.game_guide import ReadingTaken, readings_taken
from croupier.server.workers.maths_answers import WagerFigures
from croupier.store.stream_check import Fault
from croupier.submission import Rules

AppRequest = Request[Any, Any, Any]
Stream = Annotated[str, PathParameter(max_length=64)]
Count = Annotated[int, QueryParameter(ge=0, le=MOST)]


class VerifyBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stream to verify, or all streams if empty, and exported heads for comparison."""

    stream: Annotated[str, Meta(max_length=64)] = ""
    heads: Annotated[str, Meta(max_length=200_000)] = ""


class VerificationView(TypedDict):
    """The result of a verification: of one stream, with its head, or of the whole store."""

    ok: bool
    streams: int
    entries: int
    cites_otherwise: int  # valid entries for which the current rule book would cite other clauses
    compared: int  # saved heads that were compared
    faults: list[Fault]
    head: NotRequired[str]
    not_covered: NotRequired[list[str]]


class SubmissionFigures(TypedDict):
    """The figures of a version and, if requested, those of a second computation."""

    submission: str
    version: int
    game: str
    command: str
    figures: list[WagerFigures]
    again: NotRequired[list[WagerFigures]]
    same: NotRequired[bool]


class GameCoverage(TypedDict):
    """The number of a game's rules that have no subrules, in total and by status."""

    game: str
    title: str
    edition: Edition
    leaves: int
    enforced: int
    recorded: int
    informative: int


class RulesCoverage(Coverage, frozen=True):
    games: list[GameCoverage]


class SubmissionReadings(TypedDict):
    """The readings of an approved submission, and the tables that use it."""

    submission: str
    version: int
    game: str
    tables: list[str]
    readings: list[ReadingTaken]


class Journals(Controller):
    path = "/api/journals"
    tags = ("regulator",)

    @get("/", guards=[check_permission], responses=DENIED, summary="All streams with their heads")
    async def every(self, request: AppRequest) -> list[StreamLine]:
        return await the_house(request).committer.read(streams)

    @get(
        "/{stream:str}/heads",
        guards=[check_permission],
        responses=MISSING,
        summary="The heads of a stream: at every segment, and now",
    )
    async def heads(self, request: AppRequest, stream: Stream) -> Heads:
        return await the_house(request).committer.read(lambda connection: heads_over_time(connection, stream))

    @get(
        "/{stream:str}",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="Download a stream as a journal: JSON lines without sealed data",
    )
    async def journal(self, request: AppRequest, stream: Stream) -> Response[bytes]:
        house = the_house(request)
        await self._check_stream(request, stream)
        state = await house.committer.read(lambda connection: heads_of(connection, stream))
        document = await house.print_shop.ask(exports.journal, house.settings.address, stream, state=state)
        return file_response(request, document, f"{stream}.journal")

    @get(
        "/{stream:str}/records",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="Download up to 500 round records of a table, as TOML and as transcripts",
    )
    async def records(
        self, request: AppRequest, stream: Stream, first: Count = 1, last: Count = 2**53
    ) -> Response[bytes]:
        check_range(first, last)
        house, by = the_house(request), request.state.by
        await self._check_stream(request, stream)
        state = await house.committer.read(lambda connection: heads_of(connection, stream))
        arguments = (house.settings.address, stream, first, last, by)
        document = await house.print_shop.ask(exports.records, *arguments, state=state)
        return file_response(request, document, f"{stream}-records.zip")

    async def _check_stream(self, request: AppRequest, stream: str) -> None:
        await the_house(request).committer.read(lambda connection: heads_over_time(connection, stream))


@post(
    "/api/verify",
    guards=[check_permission],
    responses=MISSING,
    status_code=200,
    tags=("regulator",),
    summary="Verify one stream or the whole store, optionally against exported heads",
)
async def verify(request: AppRequest, data: JSONBody[VerifyBody]) -> VerificationView:
    house = the_house(request)
    if data.stream:
        await house.committer.read(lambda connection: heads_over_time(connection, data.stream))
    arguments = (house.settings.address, data.stream, data.heads)
    state = secrets.token_hex(8)  # never cached, because rows may change while the heads stay the same
    document = await house.print_shop.ask(exports.verified, *arguments, state=state, long=True)
    return msgspec.json.decode(document.data, type=VerificationView)


@get(
    "/api/submissions/{submission:str}/{version:int}/figures",
    guards=[check_permission],
    responses=MISSING,
    tags=("regulator",),
    summary="The figures of a version and the command to repeat them; again=true computes them again",
)
async def figures(
    request: AppRequest, submission: FromPath[str], version: FromPath[int], again: FromQuery[bool] = False
) -> SubmissionFigures:
    house, desk = the_house(request), desk_of(request)
    stored_version = await version_of(desk, submission, version)
    filed = stored_version.filed()
    choices = filed.choices
    if choices is None or filed.report.violations:
        raise Refused(
            "fails_check",
            f"version {version} of {submission} does not pass the check",
            (),
            "Open the version to see the faults.",
        )
    encoded = msgspec.json.encode(choices)
    stored_figures = await house.figures.figures(encoded)
    answer: SubmissionFigures = {
        "submission": submission,
        "version": version,
        "game": choices.game,
        "command": f"croupier analyze {choices.game} --rules {submission}-{version}.toml --fresh",
        "figures": stored_figures["results"],
    }
    if again:
        document = await house.print_shop.ask(exports.figures_again, encoded, long=True)
        again_results = msgspec.json.decode(document.data)["results"]
        # converted to JSON types
        first_results = msgspec.json.decode(msgspec.json.encode(stored_figures["results"]))
        answer["again"], answer["same"] = again_results, again_results == first_results
    return answer


@cache
def covered() -> RulesCoverage:
    by_game = list[GameCoverage]()
    for game in games():
        leaves = [leaf for leaf in clauses().values() if leaf.game == game and leaf.rule and leaf.leaf]
        by_game.append(
            {
                "game": game,
                "title": title(game),
                "edition": edition(game),
                "leaves": len(leaves),
                "enforced": sum(leaf.status == "enforced" for leaf in leaves),
                "recorded": sum(leaf.status == "recorded" for leaf in leaves),
                "informative": sum(leaf.status == "informative" for leaf in leaves),
            }
        )
    return RulesCoverage(**msgspec.structs.asdict(coverage()), games=by_game)


@get(
    "/api/coverage",
    guards=[check_permission],
    tags=("rule book",),
    summary="The number of clauses by status, and the editions of the rule book",
)
async def rules_covered() -> RulesCoverage:
    return await asyncio.to_thread(covered)


@get(
    "/api/readings",
    guards=[check_permission],
    responses=DENIED,
    tags=("regulator",),
    summary="Readings of approved submissions that differ from the default",
)
async def readings(request: AppRequest) -> list[SubmissionReadings]:
    desk = desk_of(request)
    rows = list[SubmissionReadings]()
    for name, submission in sorted(desk.state.submissions.items()):
        version = submission.in_force
        if version is None or version.status != APPROVED:
            continue
        stored_version = await version_of(desk, name, version.number)
        choices = stored_version.filed().choices
        if choices is not None:
            rows.append(
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
    return rows
