"""Routes for surveillance: round search and playback, statistics, and incident and dispute files."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Meta

from croupier.casino import disputes as do
from croupier.casino.administration.state import TRAINING
from croupier.casino.disputes import DisputeFile, Matter, Part, ShortText, Words
from croupier.errors import Refused
from croupier.server.http.access import AppRequest
from croupier.server.http.commands import BODY, Events, Fields, alias, files_of, runs, supplies
from croupier.server.http.documents import FILE, file_response, heads_of
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import the_house
from croupier.server.services.disputes import stream_of
from croupier.server.surveillance import exports
from croupier.server.surveillance.playback import played_back
from croupier.server.surveillance.round_search import (
    Moment,
    Named,
    SearchQuery,
    SearchResult,
    check_range,
    search,
    validated,
)
from croupier.server.surveillance.statistics import By, StatisticsLine, statistics
from croupier.table.roles import REGULATOR, SURVEILLANCE, role_of

Name = FromQuery[Named]
Time = FromQuery[Moment]
FileNumber = FromPath[Annotated[str, Meta(max_length=12)]]


def names_of(request: AppRequest) -> dict[str, str]:
    """Return person id -> display name."""
    return {person: member.name for person, member in the_house(request).desk.people.items()}


def learnt_at(request: AppRequest) -> frozenset[str]:
    """Return the names of the training tables."""
    tables = the_house(request).desk.tables.values()
    return frozenset(table.id for table in tables if table.dealing == TRAINING)


class Rounds(Controller):
    path = "/api/rounds"
    tags = ("surveillance",)

    @get(
        "/",
        guards=[check_permission],
        responses=DENIED,
        summary="Search finished rounds by table, time, seat, player, amount, clause, irregularity or "
        "correction; newest first",
    )
    async def find(
        self,
        request: AppRequest,
        table: Name = "",
        since: Time = 0,
        until: Time = 0,
        seat: FromQuery[Annotated[int, Meta(ge=0, le=20)]] = 0,
        player: Name = "",
        paid: Time = 0,
        clause: Name = "",
        irregularity: Name = "",
        correction: Name = "",
        void: FromQuery[bool] = False,
        before: FromQuery[Annotated[str, Meta(max_length=140)]] = "",
    ) -> SearchResult:
        house = the_house(request)
        arguments = (table, since, until, seat, player, paid, clause, irregularity, correction, void, before)
        query = validated(SearchQuery(*arguments))
        learnt = learnt_at(request)
        return await house.committer.read(
            lambda connection: search(connection, query, house.segment_cache, learnt)
        )

    @get(
        "/{table:str}/{number:int}",
        guards=[check_permission],
        responses=MISSING,
        summary="A finished round step by step with its clauses; surveillance and the regulator also get "
        "each entry's number and hash",
    )
    async def play(self, request: AppRequest, table: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
        if not 0 < number < 2**53:
            raise Refused("no_round", f"{table[:40]} has no such round", (), "Choose a round by searching.")
        house, by = the_house(request), request.state.by
        house_table = house.desk.tables.get(table)
        money = house_table.money if house_table is not None else ""
        is_full = role_of(by) in (SURVEILLANCE, REGULATOR)
        playback = await house.committer.read(
            lambda connection: played_back(connection, table, number, by, house.segment_cache, money, is_full)
        )
        document: dict[str, Any] = msgspec.to_builtins(playback, str_keys=True)
        return document


@get(
    "/api/statistics",
    guards=[check_permission],
    responses=DENIED,
    tags=("surveillance",),
    summary="Pace, corrections, irregularities, rulings and voids, by dealer, table or game",
)
async def numbers(
    request: AppRequest, by: FromQuery[By] = "table", since: Time = 0, until: Time = 0
) -> list[StatisticsLine]:
    check_range(since, until)
    house = the_house(request)
    tables = house.desk.tables

    def game_of(table: str) -> str:
        return tables[table].game if table in tables else "not known"

    learnt = learnt_at(request)
    return await house.committer.read(
        lambda connection: statistics(connection, by, since, until, game_of, learnt)
    )


class NewFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report that opens a file. If the report names a round, the file records that round."""

    what: Matter
    matter: Words
    table: ShortText = ""
    round: Moment = 0
    seat: Annotated[int, Meta(ge=0, le=20)] = 0
    player: ShortText = ""
    since: Moment = 0
    until: Moment = 0
    reported_by: ShortText = ""


class NewItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    part: Part
    words: Words
    table: ShortText = ""  # table of the reviewed round; the server also freezes this round
    round: Moment = 0


class StrikeReason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Words


class DisputeOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    outcome: Words


class CaseFiles(Controller):
    path = "/api/files"
    tags = ("files",)

    @get("/", guards=[check_permission], responses=DENIED, summary="All files, newest first")
    async def every(self, request: AppRequest) -> list[DisputeFile]:
        return await files_of(request).list()

    @get("/{file:str}", guards=[check_permission], responses=MISSING, summary="One file")
    async def one(self, request: AppRequest, file: FileNumber) -> DisputeFile:
        return await files_of(request).find(file)

    @get(
        "/{file:str}/export",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="Download a file with its proof: journal, frozen rounds, heads and check script",
    )
    async def export(self, request: AppRequest, file: FileNumber) -> Response[bytes]:
        house = the_house(request)
        dispute = await files_of(request).find(file)
        heads = await house.committer.read(lambda connection: heads_of(connection, stream_of(dispute.number)))
        arguments = (house.settings.address, dispute.number, request.state.by, names_of(request))
        document = await house.print_shop.ask(exports.file_with_proof, *arguments, state=heads)
        return file_response(request, document, f"{stream_of(dispute.number)}.zip")


@supplies(do.OpenFile, "number", "frozen")
async def new_file(request: AppRequest, fields: Fields) -> Fields:
    now, round_ = files_of(request).now, fields["round"]
    return {
        "number": "0000-0000",  # placeholder that the next free number replaces
        "frozen": await files_of(request).freeze(fields["table"], round_) if round_ else None,
        "since": min(fields["since"], now),
        "until": min(fields["until"], now),
    }


@runs(do.OpenFile)
async def open_file(request: AppRequest, command: do.OpenFile) -> Events:
    events, request.state.file = await files_of(request).open(command)
    return events


@supplies(do.WriteItem, "frozen")
async def reviewed_round(request: AppRequest, fields: Fields) -> Fields:
    table, round_ = fields["table"], fields["round"]
    return {"frozen": await files_of(request).freeze(table, round_) if round_ else None}


BODY[do.WriteItem] = NewItem


async def whole_file(request: AppRequest, command: Any) -> DisputeFile:
    file: DisputeFile = request.state.file
    return file


ALIASES = (
    alias(
        "/api/files",
        do.OpenFile,
        whole_file,
        "Open a file; the server assigns its number",
        body=NewFile,
        created=True,
    ),
    alias(
        "/api/files/{file:str}/items",
        do.WriteItem,
        whole_file,
        "Add an item to a file: reviewed, found, unconfirmed, told, open or note",
        body=NewItem,
        created=True,
    ),
    alias(
        "/api/files/{file:str}/items/{item:int}/strike",
        do.StrikeItem,
        whole_file,
        "Strike an item, with a reason; it stays readable",
        body=StrikeReason,
    ),
    alias(
        "/api/files/{file:str}/close",
        do.CloseFile,
        whole_file,
        "Close a file without open items, with its outcome",
        body=DisputeOutcome,
    ),
    alias(
        "/api/files/{file:str}/reopen",
        do.ReopenFile,
        whole_file,
        "Reopen a file, with a reason",
        body=StrikeReason,
    ),
)
