"""Surveillance and disputes: rounds found and played back, statistics, incident and dispute files."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from croupier.errors import Refused
from croupier.house.desk.state import TRAINING
from croupier.house.eye import files as do
from croupier.house.eye import taking
from croupier.house.eye.files import File, Matter, Part, ShortText, Words
from croupier.house.eye.office import Files, stream_of
from croupier.house.eye.playback import played_back
from croupier.house.eye.search import Answer, Moment, Named, Wanted, bounded, search, understood
from croupier.house.eye.statistics import By, Line, statistics
from croupier.house.web.guards import needs
from croupier.house.web.papers import FILE, heads_of, sent
from croupier.house.web.refusals import DENIED, MISSING
from croupier.house.web.tables import the_house
from croupier.table.roles import REGULATOR, SURVEILLANCE, role_of

Asked = Request[Any, Any, Any]
Name = FromQuery[Named]
Time = FromQuery[Moment]
FileNumber = FromPath[Annotated[str, Meta(max_length=12)]]


def files_of(request: Asked) -> Files:
    house = the_house(request)
    return Files(house.committer, house.clock)


def names_of(request: Asked) -> dict[str, str]:
    """Everybody the desk knows, by the names they are shown under."""
    return {person: one.name for person, one in the_house(request).desk.people.items()}


def learnt_at(request: Asked) -> frozenset[str]:
    """Tables that dealers learn at."""
    tables = the_house(request).desk.tables.values()
    return frozenset(table.id for table in tables if table.dealing == TRAINING)


class Rounds(Controller):
    path = "/api/rounds"
    tags = ("surveillance",)

    @get(
        "/",
        guards=[needs("GET /api/rounds")],
        responses=DENIED,
        summary="Rounds that are over, newest first: by table, time, seat, player, amount, clause, "
        "irregularity or correction",
    )
    async def find(
        self,
        request: Asked,
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
    ) -> Answer:
        house = the_house(request)
        given = (table, since, until, seat, player, paid, clause, irregularity, correction, void, before)
        wanted = understood(Wanted(*given))
        learnt = learnt_at(request)
        return await house.committer.read(
            lambda connection: search(connection, wanted, house.befores, learnt)
        )

    @get(
        "/{table:str}/{number:int}",
        guards=[needs("GET /api/rounds/{table}/{number}")],
        responses=MISSING,
        summary="A round that is over, step by step with the clause of each; for surveillance and regulator "
        "with all cards and with each entry's number and hash",
    )
    async def play(self, request: Asked, table: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
        if not 0 < number < 2**53:
            raise Refused("no_round", f"{table[:40]} has no such round", (), "Search for one.")
        house, by = the_house(request), request.state.by
        kept = house.desk.tables.get(table)
        money = kept.money if kept is not None else ""
        whole = role_of(by) in (SURVEILLANCE, REGULATOR)
        found = await house.committer.read(
            lambda connection: played_back(connection, table, number, by, house.befores, money, whole)
        )
        told: dict[str, Any] = msgspec.to_builtins(found, str_keys=True)
        return told


@get(
    "/api/statistics",
    guards=[needs("GET /api/statistics")],
    responses=DENIED,
    tags=("surveillance",),
    summary="Pace, corrections, irregularities, rulings and voids, by dealer, table or game",
)
async def numbers(
    request: Asked, by: FromQuery[By] = "table", since: Time = 0, until: Time = 0
) -> list[Line]:
    bounded(since, until)
    house = the_house(request)
    tables = house.desk.tables

    def game_of(table: str) -> str:
        return tables[table].game if table in tables else "not known"

    learnt = learnt_at(request)
    return await house.committer.read(
        lambda connection: statistics(connection, by, since, until, game_of, learnt)
    )


class NewFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was reported. With a round, that round is frozen."""

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
    table: ShortText = ""  # of a round that was reviewed, and is frozen too
    round: Moment = 0


class Because(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Words


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    outcome: Words


class CaseFiles(Controller):
    path = "/api/files"
    tags = ("files",)

    @get("/", guards=[needs("GET /api/files")], responses=DENIED, summary="Files, the newest first")
    async def every(self, request: Asked) -> list[File]:
        return await files_of(request).list()

    @post("/", guards=[needs("POST /api/files")], responses=MISSING, summary="Open a file; it gets a number")
    async def open(self, request: Asked, data: JSONBody[NewFile]) -> File:
        files, now = files_of(request), files_of(request).now
        frozen = await files.freeze(data.table, data.round) if data.round else None
        command = do.OpenFile(
            number="0000-0000",  # the next one, when it is written
            what=data.what,
            matter=data.matter,
            table=data.table,
            round=data.round,
            seat=data.seat,
            player=data.player,
            since=min(data.since, now),
            until=min(data.until, now),
            reported_by=data.reported_by,
            frozen=frozen,
            by=request.state.by,
            at=now,
        )
        return await files.open(command)

    @get("/{file:str}", guards=[needs("GET /api/files/{file}")], responses=MISSING, summary="One file")
    async def one(self, request: Asked, file: FileNumber) -> File:
        return await files_of(request).find(file)

    @post(
        "/{file:str}/items",
        guards=[needs("POST /api/files/{file}/items")],
        responses=MISSING,
        summary="Write into it: reviewed, found, unconfirmed, told, open or note",
    )
    async def write(self, request: Asked, file: FileNumber, data: JSONBody[NewItem]) -> File:
        files = files_of(request)
        frozen = await files.freeze(data.table, data.round) if data.round else None
        command = do.WriteItem(
            part=data.part, words=data.words, frozen=frozen, by=request.state.by, at=files.now
        )
        return await files.do(file, command)

    @post(
        "/{file:str}/items/{item:int}/strike",
        guards=[needs("POST /api/files/{file}/items/{item}/strike")],
        responses=MISSING,
        status_code=200,
        summary="Strike an item, with why; it stays to be read",
    )
    async def strike(
        self,
        request: Asked,
        file: FileNumber,
        item: FromPath[Annotated[int, Meta(ge=1, le=10**6)]],
        data: JSONBody[Because],
    ) -> File:
        files = files_of(request)
        command = do.StrikeItem(item=item, reason=data.reason, by=request.state.by, at=files.now)
        return await files.do(file, command)

    @post(
        "/{file:str}/close",
        guards=[needs("POST /api/files/{file}/close")],
        responses=MISSING,
        status_code=200,
        summary="Close it with what came of it; nothing may be open",
    )
    async def close(self, request: Asked, file: FileNumber, data: JSONBody[Outcome]) -> File:
        files = files_of(request)
        return await files.do(file, do.CloseFile(outcome=data.outcome, by=request.state.by, at=files.now))

    @post(
        "/{file:str}/reopen",
        guards=[needs("POST /api/files/{file}/reopen")],
        responses=MISSING,
        status_code=200,
        summary="Open it again, with why",
    )
    async def reopen(self, request: Asked, file: FileNumber, data: JSONBody[Because]) -> File:
        files = files_of(request)
        return await files.do(file, do.ReopenFile(reason=data.reason, by=request.state.by, at=files.now))

    @get(
        "/{file:str}/export",
        guards=[needs("GET /api/files/{file}/export")],
        responses=MISSING,
        media_type=FILE,
        summary="The file with its proof: its journal, the frozen rounds by line, heads, how to check them",
    )
    async def export(self, request: Asked, file: FileNumber) -> Response[bytes]:
        house = the_house(request)
        found = await files_of(request).find(file)
        heads = await house.committer.read(lambda connection: heads_of(connection, stream_of(found.number)))
        given = (house.settings.address, found.number, request.state.by, names_of(request))
        made = await house.printing.ask(taking.file_with_proof, *given, state=heads)
        return sent(request, made, f"{stream_of(found.number)}.zip")
