"""Routes for rules submissions: draft, check, submit, approve, reject, and read any version."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.casino.administration import commands as do
from croupier.casino.administration.state import Submission, Version
from croupier.casino.administration.submissions import report_on, the_submission
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.server.http.access import AppRequest, ReasonBody, desk_of
from croupier.server.http.commands import Events, Fields, alias, runs
from croupier.server.http.errors import CHECKED, DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.services.administration import AdministrationService
from croupier.submission import CheckReport, report_document

AMENDMENT = regulation("amendments")


class DraftBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    document: Annotated[str, Meta(min_length=1, max_length=32_768)]  # TOML


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    digest: Annotated[str, Meta(min_length=64, max_length=64)]  # SHA-256 of the document to approve
    conditions: Annotated[str, Meta(max_length=500)] = ""


class VersionView(msgspec.Struct, frozen=True):
    """A version and its history. Times are in Unix seconds, and 0 means that the step has not happened."""

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
    approval: str  # who approved the version, "regulator", "operator" or empty


class FullVersion(VersionView, frozen=True):
    document: str
    check: CheckReport


class SubmissionView(msgspec.Struct, frozen=True):
    submission: str
    game: str
    in_force: int  # number of the approved version, or 0
    versions: list[VersionView]
    tables: list[str]


def view(submission: Submission, version: Version) -> VersionView:
    fields = set(VersionView.__struct_fields__) - {"submission", "game", "version"}
    facts = {name: getattr(version, name) for name in fields}
    facts["prepared_by"] = list(version.prepared_by)
    return VersionView(submission.id, submission.game, version.number, **facts)


def submission_view(desk: AdministrationService, submission: Submission) -> SubmissionView:
    force = submission.in_force
    return SubmissionView(
        submission.id,
        submission.game,
        force.number if force else 0,
        [view(submission, version) for version in submission.versions],
        sorted(table.id for table in desk.state.tables.values() if table.submission == submission.id),
    )


def last_of(desk: AdministrationService, name: str, number: int | None = None) -> VersionView:
    submission = the_submission(desk.state, name)
    return view(submission, submission.versions[number - 1] if number else submission.last)


class Submissions(Controller):
    path = "/api/submissions"
    tags = ("submissions",)

    @get("/", guards=[check_permission], responses=DENIED, summary="All submissions")
    async def every(self, request: AppRequest) -> list[SubmissionView]:
        desk = desk_of(request)
        return [submission_view(desk, submission) for _, submission in sorted(desk.state.submissions.items())]

    @get(
        "/{submission:str}",
        guards=[check_permission],
        responses=MISSING,
        summary="One submission, all its versions and its tables",
    )
    async def one(self, request: AppRequest, submission: FromPath[str]) -> SubmissionView:
        desk = desk_of(request)
        return submission_view(desk, the_submission(desk.state, submission))

    @get(
        "/{submission:str}/{version:int}",
        guards=[check_permission],
        responses=MISSING,
        summary="Any version, including superseded ones: its text and the check's report",
    )
    async def read(
        self, request: AppRequest, submission: FromPath[str], version: FromPath[int]
    ) -> FullVersion:
        desk = desk_of(request)
        text = await desk.document(submission, version)
        facts = msgspec.structs.asdict(last_of(desk, submission, version))
        return FullVersion(**facts, document=text, check=report_document(report_on(text)))

    @post(
        "/check",
        guards=[check_permission],
        responses=DENIED,
        summary="Check a document as `croupier check` does, without storing anything",
        status_code=200,
    )
    async def check(self, data: JSONBody[DraftBody]) -> CheckReport:
        return report_document(report_on(data.document))


@runs(do.DraftSubmission)
async def file_draft(request: AppRequest, command: do.DraftSubmission) -> Events:
    return await desk_of(request).file(command)


def check_in_force(request: AppRequest, fields: Fields) -> None:
    if the_submission(desk_of(request).state, fields["submission"]).in_force is None:
        raise Refused(
            do.AdministrationCode.WRONG_STATUS.value,
            f"no version of {fields['submission']} is in force",
            (AMENDMENT,),
            "Create a draft instead.",
        )


async def version_view(request: AppRequest, command: Any) -> VersionView:
    return last_of(desk_of(request), command.submission, getattr(command, "version", None))


ALIASES = (
    alias(
        "/api/submissions/{submission:str}/draft",
        do.DraftSubmission,
        version_view,
        "Create a submission or replace its draft",
        body=DraftBody,
        created=True,
        responses=CHECKED,
    ),
    alias(
        "/api/submissions/{submission:str}/supersede",
        do.DraftSubmission,
        version_view,
        "Draft a new version, which supersedes the one in force when approved",
        body=DraftBody,
        check=check_in_force,
        created=True,
        responses=CHECKED,
    ),
    alias(
        "/api/submissions/{submission:str}/{version:int}/submit",
        do.Submit,
        version_view,
        "Submit a draft to the regulator",
        responses=CHECKED,
    ),
    alias(
        "/api/submissions/{submission:str}/{version:int}/withdraw",
        do.WithdrawSubmission,
        version_view,
        "Withdraw a draft or an undecided submission",
        body=ReasonBody,
    ),
    alias(
        "/api/submissions/{submission:str}/{version:int}/approve",
        do.Approve,
        version_view,
        "Approve a version. The digest must match its document",
        body=Approval,
        responses=CHECKED,
    ),
    alias(
        "/api/submissions/{submission:str}/{version:int}/reject",
        do.Reject,
        version_view,
        "Reject a version, with a reason",
        body=ReasonBody,
    ),
)
