"""Papers to take away: about a submission, filled from a table's stream, and of a gaming day."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from litestar import Controller, Request, Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Meta
from sqlalchemy import Connection

from croupier.errors import BadInput, Refused
from croupier.house.day.calendar import gaming_day_of
from croupier.house.desk.service import DeskService
from croupier.house.desk.state import Version
from croupier.house.desk.submissions import the_submission
from croupier.house.filing import Kept, approved_before, decided
from croupier.house.printing import jobs
from croupier.house.printing.shop import Made
from croupier.house.store import schema as db
from croupier.house.web.guards import needs
from croupier.house.web.people import desk_of
from croupier.house.web.refusals import DENIED, MISSING
from croupier.house.web.tables import the_house

Asked = Request[Any, Any, Any]
Blocks = FromQuery[Literal["pdf", "xlsx", "html", "json"]]
Drawn = FromQuery[Literal["pdf", "svg", "html"]]
Posted = FromQuery[Literal["pdf", "svg"]]
Filled = FromQuery[Literal["pdf", "xlsx", "html"]]
Sheet = FromQuery[Literal["letter", "a4"]]
Stand = FromQuery[Literal["stand", "letter", "a4", "screen"]]
Name = FromQuery[Annotated[str, Meta(max_length=40)]]
When = FromQuery[Annotated[str, Meta(max_length=10)]]
Number = FromQuery[Annotated[int, Meta(ge=0, le=2**53)]]

FILE = "application/octet-stream"  # to be kept, and never shown as a page of this house


def sent(request: Asked, made: Made, name: str) -> Response[bytes]:
    """A file under its name; whoever has this very one is told so."""
    headers = {
        "etag": f'"{made.digest[:32]}"',
        "cache-control": "private, no-cache",
        "content-disposition": f'attachment; filename="{name}"',
    }
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    return Response(made.data, media_type=FILE, headers=headers)


async def kept_version(desk: DeskService, submission: str, version: Version) -> Kept:
    text = await desk.document(submission, version.number)
    return Kept(text, decided(desk.state, the_submission(desk.state, submission), version))


async def version_asked(desk: DeskService, submission: str, number: int) -> Kept:
    await desk.document(submission, number)  # refused here where there is none
    return await kept_version(desk, submission, the_submission(desk.state, submission).versions[number - 1])


async def submission_paper(
    request: Asked,
    paper: str,
    form: str,
    submission: str,
    number: int,
    size: str,
    only: str = "",
    whole: bool = False,
) -> Response[bytes]:
    desk = desk_of(request)
    version = await version_asked(desk, submission, number)
    before = approved_before(the_submission(desk.state, submission), number) if paper == "document" else None
    kept = await kept_version(desk, submission, before) if before is not None else None
    named = tuple(name for name in only.split(",") if name)
    order = jobs.Order(paper, form, version, kept, size, named, whole)
    made = await the_house(request).printing.paper(jobs.submission_paper, order, long=paper == "report")
    return sent(request, made, f"{submission}-{number}-{paper}.{form}")


class SubmissionPapers(Controller):
    path = "/api/submissions/{submission:str}/{version:int}"
    tags = ("papers",)

    @get(
        "/report",
        guards=[needs("GET /api/submissions/{submission}/{version}/report")],
        responses=MISSING,
        media_type=FILE,
        summary="The maths report of a version: pdf, xlsx, html or json",
    )
    async def report(
        self,
        request: Asked,
        submission: FromPath[str],
        version: FromPath[int],
        form: Blocks = "pdf",
        size: Sheet = "letter",
    ) -> Response[bytes]:
        return await submission_paper(request, "report", form, submission, version, size)

    @get(
        "/document",
        guards=[needs("GET /api/submissions/{submission}/{version}/document")],
        responses=MISSING,
        media_type=FILE,
        summary="A version as a document, with its approval and what changed since the last approved one",
    )
    async def document(
        self,
        request: Asked,
        submission: FromPath[str],
        version: FromPath[int],
        form: Blocks = "pdf",
        size: Sheet = "letter",
    ) -> Response[bytes]:
        return await submission_paper(request, "document", form, submission, version, size)

    @get(
        "/layout",
        guards=[needs("GET /api/submissions/{submission}/{version}/layout")],
        responses=MISSING,
        media_type=FILE,
        summary="The felt to scale: svg and, with whole, pdf at full size",
    )
    async def layout(
        self,
        request: Asked,
        submission: FromPath[str],
        version: FromPath[int],
        form: Drawn = "pdf",
        size: Sheet = "letter",
        whole: FromQuery[bool] = False,
    ) -> Response[bytes]:
        return await submission_paper(
            request, "layout", form, submission, version, size, whole=whole and form == "pdf"
        )

    @get(
        "/signs",
        guards=[needs("GET /api/submissions/{submission}/{version}/signs")],
        responses=MISSING,
        media_type=FILE,
        summary="Signs for the table; `sign` names one, and an svg holds one",
    )
    async def signs(
        self,
        request: Asked,
        submission: FromPath[str],
        version: FromPath[int],
        form: Posted = "pdf",
        size: Stand = "stand",
        sign: Name = "",
    ) -> Response[bytes]:
        return await submission_paper(request, "signs", form, submission, version, size, sign)

    @get(
        "/forms",
        guards=[needs("GET /api/submissions/{submission}/{version}/forms")],
        responses=MISSING,
        media_type=FILE,
        summary="The table's forms, blank; `name` for one of them",
    )
    async def forms(
        self,
        request: Asked,
        submission: FromPath[str],
        version: FromPath[int],
        form: Filled = "pdf",
        size: Sheet = "letter",
        name: Name = "",
    ) -> Response[bytes]:
        return await submission_paper(request, "forms", form, submission, version, size, name)


class TablePapers(Controller):
    path = "/api/pit/{table:str}"
    tags = ("papers",)

    @get(
        "/forms",
        guards=[needs("GET /api/pit/{table}/forms")],
        responses=MISSING,
        media_type=FILE,
        summary="A table's forms filled from its stream, with what the one who asks may see; `round` for one",
    )
    async def forms(
        self,
        request: Asked,
        table: FromPath[str],
        form: Filled = "pdf",
        size: Sheet = "letter",
        name: Name = "",
        round: Number = 0,
    ) -> Response[bytes]:
        house, desk = the_house(request), desk_of(request)
        found = desk.state.tables.get(table)
        if found is None:
            there = ", ".join(sorted(desk.state.tables)) or "none"
            raise Refused("no_such_table", f"there is no table {table[:40]}", (), f"There is {there}.")
        version = await version_asked(desk, found.submission, found.version)
        order = jobs.Order("forms", form, version, None, size, (name,) if name else ())
        story = jobs.Story(house.settings.address, table, request.state.by, round, house.settings.gaming_day)
        heads = await house.committer.read(lambda connection: heads_of(connection, table))
        made = await house.printing.paper(jobs.filled_forms, order, story, state=heads)
        return sent(request, made, f"{table}-{name or 'forms'}{f'-{round}' if round else ''}.{form}")


class DayPapers(Controller):
    path = "/api/reports"
    tags = ("reports",)

    @get(
        "/day",
        guards=[needs("GET /api/reports/day")],
        responses=DENIED,
        summary="A gaming day, or a month (2026-11) or year (2026): nine reports, drop, win and hold, trays, "
        "meters, cage, corrections, payouts, footing",
    )
    async def day(self, request: Asked, date: When) -> dict[str, Any]:
        house, begins, heads = *day_asked(request, date), await all_heads(request)
        made = await house.printing.ask(jobs.day_told, house.settings.address, date, begins, state=heads)
        told: dict[str, Any] = msgspec.json.decode(made.data)
        return told

    @get(
        "/day/paper",
        guards=[needs("GET /api/reports/day/paper")],
        responses=DENIED,
        media_type=FILE,
        summary="The same as a file: pdf, xlsx, html or json",
    )
    async def paper(
        self, request: Asked, date: When, form: Blocks = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        house, begins, heads = *day_asked(request, date), await all_heads(request)
        given = (house.settings.address, date, begins, form, size)
        made = await house.printing.paper(jobs.day_paper, *given, state=heads)
        return sent(request, made, f"day-{date}.{form}")


def day_asked(request: Asked, date: str) -> tuple[Any, int]:
    """The house and when its gaming days begin; refused where there is no such day."""
    house = the_house(request)
    try:
        gaming_day_of(date, house.settings.gaming_day)
    except BadInput:
        told = f"{date!r:.40} is no gaming day"
        raise Refused("bad_input", told, (), "Ask for a date like 2026-11-15.") from None
    return house, house.settings.gaming_day


async def all_heads(request: Asked) -> str:
    found: str = await the_house(request).committer.read(heads_of)
    return found


def heads_of(connection: Connection, stream: str = "") -> str:
    """What the streams hold at this moment, in one hash: a paper of the same is the same paper."""
    s = db.streams.c
    query = sa.select(s.name, s.entries, s.head).order_by(s.name)
    rows = connection.execute(query.where(s.name == stream) if stream else query)
    told = "".join(f"{row.name} {row.entries} {row.head}\n" for row in rows)
    return hashlib.sha256(told.encode()).hexdigest()
