"""Rules Submissions: drafted, checked, handed in, approved or rejected; every version ever is readable."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.errors import Refused
from croupier.house.desk import commands as do
from croupier.house.desk.service import DeskService
from croupier.house.desk.state import Submission, Version
from croupier.house.desk.submissions import report_on, the_submission
from croupier.house.law import AMENDMENT
from croupier.house.web.guards import needs
from croupier.house.web.people import Asked, Because, desk_of
from croupier.house.web.refusals import CHECKED, DENIED, MISSING
from croupier.submission import report_document


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    document: Annotated[str, Meta(min_length=1, max_length=32_768)]  # TOML


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    digest: Annotated[str, Meta(min_length=64, max_length=64)]  # of the document that was read
    conditions: Annotated[str, Meta(max_length=500)] = ""


class VersionView(msgspec.Struct, frozen=True):
    """One version and what became of it. Times are seconds; 0 where it has not happened."""

    submission: str
    game: str
    version: int
    digest: str
    status: str
    prepared_by: list[str]
    prepared_at: int
    submitted_by: str
    submitted_at: int
    decided_by: str
    decided_at: int
    conditions: str
    reason: str
    superseded_by: int
    superseded_at: int


class FullVersion(VersionView, frozen=True):
    document: str
    check: dict[str, Any]  # what `croupier check` says of it now


class SubmissionView(msgspec.Struct, frozen=True):
    submission: str
    game: str
    in_force: int  # the approved version; 0 if there is none
    versions: list[VersionView]
    tables: list[str]


def view(submission: Submission, version: Version) -> VersionView:
    shown = set(VersionView.__struct_fields__) - {"submission", "game", "version"}
    facts = {name: getattr(version, name) for name in shown}
    facts["prepared_by"] = list(version.prepared_by)
    return VersionView(submission.id, submission.game, version.number, **facts)


def whole(desk: DeskService, submission: Submission) -> SubmissionView:
    force = submission.in_force
    return SubmissionView(
        submission.id,
        submission.game,
        force.number if force else 0,
        [view(submission, version) for version in submission.versions],
        sorted(table.id for table in desk.state.tables.values() if table.submission == submission.id),
    )


def last_of(desk: DeskService, name: str, number: int | None = None) -> VersionView:
    submission = the_submission(desk.state, name)
    return view(submission, submission.versions[number - 1] if number else submission.last)


async def drafted(request: Asked, submission: str, data: JSONBody[Written]) -> VersionView:
    desk = desk_of(request)
    command = do.DraftSubmission(
        submission=submission, document=data.document, by=request.state.by, at=desk.now
    )
    await desk.file(command)
    return last_of(desk, submission)


class Submissions(Controller):
    path = "/api/submissions"
    tags = ("submissions",)

    @get("/", guards=[needs("GET /api/submissions")], responses=DENIED, summary="All submissions")
    async def every(self, request: Asked) -> list[SubmissionView]:
        desk = desk_of(request)
        return [whole(desk, one) for _, one in sorted(desk.state.submissions.items())]

    @get(
        "/{submission:str}",
        guards=[needs("GET /api/submissions/{submission}")],
        responses=MISSING,
        summary="One submission, all its versions and its tables",
    )
    async def one(self, request: Asked, submission: FromPath[str]) -> SubmissionView:
        desk = desk_of(request)
        return whole(desk, the_submission(desk.state, submission))

    @get(
        "/{submission:str}/{version:int}",
        guards=[needs("GET /api/submissions/{submission}/{version}")],
        responses=MISSING,
        summary="One version, superseded ones too: its text, and what the check says of it",
    )
    async def read(self, request: Asked, submission: FromPath[str], version: FromPath[int]) -> FullVersion:
        desk = desk_of(request)
        text = await desk.document(submission, version)
        facts = msgspec.structs.asdict(last_of(desk, submission, version))
        return FullVersion(**facts, document=text, check=report_document(report_on(text)))

    @post(
        "/check",
        guards=[needs("POST /api/submissions/check")],
        responses=DENIED,
        summary="What `croupier check` says of a document; nothing is kept",
        status_code=200,
    )
    async def check(self, data: JSONBody[Written]) -> dict[str, Any]:
        return report_document(report_on(data.document))

    @post(
        "/{submission:str}/draft",
        guards=[needs("POST /api/submissions/{submission}/draft")],
        responses=CHECKED,
        summary="A new submission, or its draft as it is now",
    )
    async def draft(self, request: Asked, submission: FromPath[str], data: JSONBody[Written]) -> VersionView:
        return await drafted(request, submission, data)

    @post(
        "/{submission:str}/supersede",
        guards=[needs("POST /api/submissions/{submission}/supersede")],
        responses=CHECKED,
        summary="A further version, which supersedes the one in force when it is approved",
    )
    async def supersede(
        self, request: Asked, submission: FromPath[str], data: JSONBody[Written]
    ) -> VersionView:
        desk = desk_of(request)
        if the_submission(desk.state, submission).in_force is None:
            raise Refused(
                do.Code.WRONG_STATUS.value,
                f"no version of {submission} is in force",
                (AMENDMENT,),
                "Draft it.",
            )
        return await drafted(request, submission, data)

    @post(
        "/{submission:str}/{version:int}/submit",
        guards=[needs("POST /api/submissions/{submission}/{version}/submit")],
        responses=CHECKED,
        summary="Hand a draft in to the regulator",
        status_code=200,
    )
    async def submit(self, request: Asked, submission: FromPath[str], version: FromPath[int]) -> VersionView:
        desk = desk_of(request)
        await desk.do(do.Submit(submission=submission, version=version, by=request.state.by, at=desk.now))
        return last_of(desk, submission, version)

    @post(
        "/{submission:str}/{version:int}/withdraw",
        guards=[needs("POST /api/submissions/{submission}/{version}/withdraw")],
        responses=MISSING,
        summary="Withdraw a draft, or what the regulator has not decided",
        status_code=200,
    )
    async def withdraw(
        self, request: Asked, submission: FromPath[str], version: FromPath[int], data: JSONBody[Because]
    ) -> VersionView:
        desk = desk_of(request)
        command = do.WithdrawSubmission(
            submission=submission, version=version, reason=data.reason, by=request.state.by, at=desk.now
        )
        await desk.do(command)
        return last_of(desk, submission, version)

    @post(
        "/{submission:str}/{version:int}/approve",
        guards=[needs("POST /api/submissions/{submission}/{version}/approve")],
        responses=CHECKED,
        summary="Approve the document of that digest",
        status_code=200,
    )
    async def approve(
        self, request: Asked, submission: FromPath[str], version: FromPath[int], data: JSONBody[Approval]
    ) -> VersionView:
        desk = desk_of(request)
        command = do.Approve(
            submission=submission,
            version=version,
            digest=data.digest,
            conditions=data.conditions,
            by=request.state.by,
            at=desk.now,
        )
        await desk.do(command)
        return last_of(desk, submission, version)

    @post(
        "/{submission:str}/{version:int}/reject",
        guards=[needs("POST /api/submissions/{submission}/{version}/reject")],
        responses=MISSING,
        summary="Reject it, with the reason",
        status_code=200,
    )
    async def reject(
        self, request: Asked, submission: FromPath[str], version: FromPath[int], data: JSONBody[Because]
    ) -> VersionView:
        desk = desk_of(request)
        command = do.Reject(
            submission=submission, version=version, reason=data.reason, by=request.state.by, at=desk.now
        )
        await desk.do(command)
        return last_of(desk, submission, version)
