"""Routes that download documents about a submission, a table's forms, and gaming-day reports."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from litestar import Controller, Request, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from sqlalchemy import Connection

from croupier.casino.administration.state import Version
from croupier.casino.administration.submissions import the_submission
from croupier.casino.gaming_day.calendar import gaming_day_of
from croupier.casino.gaming_day.document import DayReport
from croupier.errors import BadInput, Refused
from croupier.server.http.access import desk_of
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.tables import the_house
from croupier.server.services.administration import AdministrationService
from croupier.server.submission_versions import StoredVersion, approved_before, decided
from croupier.server.workers import print_jobs
from croupier.server.workers.print_shop import PrintedDocument
from croupier.store import schema as db

AppRequest = Request[Any, Any, Any]
Blocks = FromQuery[Literal["pdf", "xlsx", "html", "json"]]
Drawn = FromQuery[Literal["pdf", "svg", "html"]]
PictureForm = FromQuery[Literal["pdf", "svg"]]
DocumentForm = FromQuery[Literal["pdf", "xlsx", "html"]]
Sheet = FromQuery[Literal["letter", "a4"]]
StandSize = FromQuery[Literal["stand", "letter", "a4", "screen"]]
Name = Annotated[str, QueryParameter(max_length=40)]
When = Annotated[str, QueryParameter(max_length=10)]
Number = Annotated[int, QueryParameter(ge=0, le=2**53)]

FILE = "application/octet-stream"  # sent as a download, never displayed as a page of this origin


def file_response(request: AppRequest, document: PrintedDocument, name: str) -> Response[bytes]:
    """Send a file as a download, or 304 if the client already has this file."""
    headers = {
        "etag": f'"{document.digest[:32]}"',
        "cache-control": "private, no-cache",
        "content-disposition": f'attachment; filename="{name}"',
    }
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    return Response(document.data, media_type=FILE, headers=headers)


async def stored_version(desk: AdministrationService, submission: str, version: Version) -> StoredVersion:
    text = await desk.document(submission, version.number)
    return StoredVersion(text, decided(desk.state, the_submission(desk.state, submission), version))


async def version_of(desk: AdministrationService, submission: str, number: int) -> StoredVersion:
    await desk.document(submission, number)  # raises `Refused` if the version does not exist
    return await stored_version(desk, submission, the_submission(desk.state, submission).versions[number - 1])


async def submission_paper(
    request: AppRequest,
    paper: str,
    form: str,
    submission: str,
    number: int,
    size: str,
    only: str = "",
    whole: bool = False,
) -> Response[bytes]:
    desk = desk_of(request)
    version = await version_of(desk, submission, number)
    last = approved_before(the_submission(desk.state, submission), number) if paper == "document" else None
    before = await stored_version(desk, submission, last) if last is not None else None
    names = tuple(name for name in only.split(",") if name)
    order = print_jobs.PrintOrder(paper, form, version, before, size, names, whole)
    document = await the_house(request).print_shop.paper(
        print_jobs.submission_paper, order, long=paper == "report"
    )
    return file_response(request, document, f"{submission}-{number}-{paper}.{form}")


class SubmissionPapers(Controller):
    path = "/api/submissions/{submission:str}/{version:int}"
    tags = ("papers",)

    @get(
        "/report",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="The mathematics report of a version: pdf, xlsx, html or json",
    )
    async def report(
        self,
        request: AppRequest,
        submission: FromPath[str],
        version: FromPath[int],
        form: Blocks = "pdf",
        size: Sheet = "letter",
    ) -> Response[bytes]:
        return await submission_paper(request, "report", form, submission, version, size)

    @get(
        "/document",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="A version as a document, with its approval and the changes since the last approved one",
    )
    async def document(
        self,
        request: AppRequest,
        submission: FromPath[str],
        version: FromPath[int],
        form: Blocks = "pdf",
        size: Sheet = "letter",
    ) -> Response[bytes]:
        return await submission_paper(request, "document", form, submission, version, size)

    @get(
        "/layout",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="The table layout to scale as svg, html or pdf; `whole` gives the pdf at full size",
    )
    async def layout(
        self,
        request: AppRequest,
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
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="Signs for the table; `sign` selects one, which an svg requires",
    )
    async def signs(
        self,
        request: AppRequest,
        submission: FromPath[str],
        version: FromPath[int],
        form: PictureForm = "pdf",
        size: StandSize = "stand",
        sign: Name = "",
    ) -> Response[bytes]:
        return await submission_paper(request, "signs", form, submission, version, size, sign)

    @get(
        "/forms",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="Blank forms for the table; `name` selects one",
    )
    async def forms(
        self,
        request: AppRequest,
        submission: FromPath[str],
        version: FromPath[int],
        form: DocumentForm = "pdf",
        size: Sheet = "letter",
        name: Name = "",
    ) -> Response[bytes]:
        return await submission_paper(request, "forms", form, submission, version, size, name)


class TablePapers(Controller):
    path = "/api/pit/{table:str}"
    tags = ("papers",)

    @get(
        "/forms",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="A table's forms, filled with the data you may see; `round` selects one round",
    )
    async def forms(
        self,
        request: AppRequest,
        table: FromPath[str],
        form: DocumentForm = "pdf",
        size: Sheet = "letter",
        name: Name = "",
        round: Number = 0,
    ) -> Response[bytes]:
        house, desk = the_house(request), desk_of(request)
        house_table = desk.state.tables.get(table)
        if house_table is None:
            names = ", ".join(sorted(desk.state.tables)) or "none"
            message = f"there is no table {table[:40]}"
            raise Refused("no_such_table", message, (), f"Choose one of the tables: {names}.")
        version = await version_of(desk, house_table.submission, house_table.version)
        order = print_jobs.PrintOrder("forms", form, version, None, size, (name,) if name else ())
        story = print_jobs.FormSource(
            house.settings.address, table, request.state.by, round, house.settings.gaming_day
        )
        heads = await house.committer.read(lambda connection: heads_of(connection, table))
        document = await house.print_shop.paper(print_jobs.filled_forms, order, story, state=heads)
        return file_response(
            request, document, f"{table}-{name or 'forms'}{f'-{round}' if round else ''}.{form}"
        )


class DayPapers(Controller):
    path = "/api/reports"
    tags = ("reports",)

    @get(
        "/day",
        guards=[check_permission],
        responses=DENIED,
        summary="The report of a gaming day, month (2026-11) or year (2026): drop, win and hold, trays, "
        "meters, cage, corrections, payouts and footing",
    )
    async def day(self, request: AppRequest, date: When) -> DayReport:
        house, begins, heads = *check_day(request, date), await all_heads(request)
        document = await house.print_shop.ask(
            print_jobs.day_document, house.settings.address, date, begins, state=heads
        )
        report: DayReport = msgspec.json.decode(document.data)
        return report

    @get(
        "/day/paper",
        guards=[check_permission],
        responses=DENIED,
        media_type=FILE,
        summary="The report of a gaming day, month or year as a file: pdf, xlsx, html or json",
    )
    async def paper(
        self, request: AppRequest, date: When, form: Blocks = "pdf", size: Sheet = "letter"
    ) -> Response[bytes]:
        house, begins, heads = *check_day(request, date), await all_heads(request)
        arguments = (house.settings.address, date, begins, form, size)
        document = await house.print_shop.paper(print_jobs.day_paper, *arguments, state=heads)
        return file_response(request, document, f"day-{date}.{form}")


def check_day(request: AppRequest, date: str) -> tuple[Any, int]:
    """Return the server and the start of its gaming day. Raise `Refused` for an invalid date."""
    house = the_house(request)
    try:
        gaming_day_of(date, house.settings.gaming_day)
    except BadInput:
        message = f"{date!r:.40} is not a gaming day"
        raise Refused("bad_input", message, (), "Enter a date such as 2026-11-15.") from None
    return house, house.settings.gaming_day


async def all_heads(request: AppRequest) -> str:
    heads: str = await the_house(request).committer.read(heads_of)
    return heads


def heads_of(connection: Connection, stream: str = "") -> str:
    """Return one hash over the heads of all streams. It is the cache key of documents about these streams."""
    s = db.streams.c
    query = sa.select(s.name, s.entries, s.head).order_by(s.name)
    rows = connection.execute(query.where(s.name == stream) if stream else query)
    heads = "".join(f"{row.name} {row.entries} {row.head}\n" for row in rows)
    return hashlib.sha256(heads.encode()).hexdigest()
