"""Draft, submit, approve and reject Rules Submissions. All versions are retained (36.05.03.19)."""

from __future__ import annotations

import hashlib

from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.people import now
from croupier.casino.administration.rule_changes import amendments
from croupier.casino.administration.state import (
    APPROVED,
    DRAFT,
    LIVE,
    REJECTED,
    SUBMITTED,
    SUPERSEDED,
    WITHDRAWN,
    AdministrationState,
    Status,
    Submission,
    Version,
)
from croupier.casino.machines import CasinoEvent, refuse, replace, with_reason
from croupier.errors import BadInput
from croupier.journal.entries import canonical
from croupier.rulebook import regulation
from croupier.submission import OperatorChoices, SubmissionReport, check, parse_toml
from croupier.table.roles import ADMINISTRATOR, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of

AMENDMENT = regulation("amendments")
APART = regulation("separation_of_duties")
APPROVAL = regulation("approval")
APPROVAL_DATE = regulation("approval_date")
RETENTION = regulation("superseded_rules")
MOST_VERSIONS = 2_000  # maximum versions of all submissions
MOST_TEXT = 800_000  # maximum bytes of all live texts, so that a snapshot fits into one journal line
READERS = (PIT_MANAGER, ADMINISTRATOR, SURVEILLANCE, REGULATOR)


def digest_of(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()


def report_on(document: str) -> SubmissionReport:
    """Return the report of `croupier check`. Raise `Refused` if the document cannot be read."""
    try:
        return check(parse_toml(document.encode(), "the submission"))
    except BadInput as fault:
        raise refuse(AdministrationCode.NOT_TOML, str(fault), "Send the submission as TOML.") from None


def passing(document: str) -> OperatorChoices:
    """Return a document's choices. If the check finds faults, raise `Refused` with the clause of each
    fault.
    """
    report = report_on(document)
    if report.choices is None:
        first, count = report.violations[0], len(report.violations)
        raise refuse(
            AdministrationCode.FAILS_CHECK,
            f"{count} fault{'s' if count > 1 else ''}; the first: {first.message}",
            first.remedy,
            *dict.fromkeys(v.clause for v in report.violations if v.clause),
        )
    return report.choices


def the_submission(state: AdministrationState, name: str) -> Submission:
    submission = state.submissions.get(name)
    if submission is None:
        names = ", ".join(sorted(state.submissions)) or "none"
        raise refuse(
            AdministrationCode.NO_SUCH_SUBMISSION, f"there is no submission {name}", f"Submissions: {names}."
        )
    return submission


def the_version(state: AdministrationState, name: str, number: int, *statuses: Status) -> Version:
    """Return a version that has one of these statuses, or raise `Refused`."""
    submission = the_submission(state, name)
    version = submission.version(number)
    if version is None:
        raise refuse(
            AdministrationCode.NO_SUCH_VERSION,
            f"{name} has no version {number}",
            f"The latest is {submission.last.number}.",
        )
    if version.status not in statuses:
        raise refuse(
            AdministrationCode.WRONG_STATUS,
            f"version {number} of {name} is {version.status}, not {' or '.join(statuses)}",
            "A decision cannot be changed. Draft another version.",
            RETENTION,
        )
    return version


def room_for(state: AdministrationState, document: str) -> None:
    versions = [version for submission in state.submissions.values() for version in submission.versions]
    text = sum(len(canonical(version.document)) for version in versions) + len(canonical(document))
    if len(versions) >= MOST_VERSIONS or text > MOST_TEXT:
        raise refuse(
            AdministrationCode.DESK_FULL,
            f"the limit is reached with {len(versions)} versions",
            "Withdraw drafts that are no longer needed.",
        )


def next_number(state: AdministrationState, name: str) -> int:
    """Return the number of the next draft.

    A new draft replaces the current one and keeps its number. After a submitted version, the number
    increases.
    """
    submission = state.submissions.get(name)
    if submission is None:
        return 1
    return submission.last.number + (submission.last.status != DRAFT)


def same_game(state: AdministrationState, name: str, game: str) -> None:
    submission = state.submissions.get(name)
    if submission is not None and submission.game != game:
        raise refuse(
            AdministrationCode.OTHER_GAME,
            f"{name} is a submission for {submission.game}, not {game}",
            "Use another name.",
        )


def draft_event(
    state: AdministrationState, name: str, document: str, game: str, by: str
) -> ev.SubmissionDrafted:
    same_game(state, name, game)
    room_for(state, document)
    return ev.SubmissionDrafted(
        submission=name,
        version=next_number(state, name),
        game=game,
        digest=digest_of(document),
        document=document,
        by=by,
        audience=READERS,
    )


def decide_draft(state: AdministrationState, command: do.DraftSubmission) -> tuple[CasinoEvent, ...]:
    """Draft a version. The version may have faults. Its game must be known, and no other version may be under
    review.
    """
    report = report_on(command.document)
    unknown = [v for v in report.violations if v.where == "game"]
    if unknown:
        raise refuse(AdministrationCode.FAILS_CHECK, unknown[0].message, unknown[0].remedy)
    submission = state.submissions.get(command.submission)
    if submission is not None and submission.last.status == SUBMITTED:
        raise refuse(
            AdministrationCode.WRONG_STATUS,
            f"version {submission.last.number} of {submission.id} is under review by the regulator",
            "Withdraw the version, or wait for the decision.",
            APPROVAL,
        )
    game = str(parse_toml(command.document.encode(), "the submission")["game"])
    return (draft_event(state, command.submission, command.document, game, command.by),)


def decide_submit(state: AdministrationState, command: do.Submit) -> tuple[CasinoEvent, ...]:
    version = the_version(state, command.submission, command.version, DRAFT)
    passing(version.document)
    return (
        ev.SubmissionSubmitted(
            submission=command.submission,
            version=version.number,
            digest=version.digest,
            by=command.by,
            audience=READERS,
            clauses=(APPROVAL,),
        ),
    )


def decide_withdraw(state: AdministrationState, command: do.WithdrawSubmission) -> tuple[CasinoEvent, ...]:
    version = the_version(state, command.submission, command.version, DRAFT, SUBMITTED)
    reason = with_reason(command.reason)
    return (
        ev.SubmissionWithdrawn(
            submission=command.submission,
            version=version.number,
            by=command.by,
            reason=reason,
            audience=READERS,
        ),
    )


def decide_approve(state: AdministrationState, command: do.Approve) -> tuple[CasinoEvent, ...]:
    """Approve a version. No author may approve it, and the digest must match the document."""
    version = the_version(state, command.submission, command.version, SUBMITTED)
    if id_of(command.by) in {id_of(by) for by in (*version.prepared_by, version.submitted_by)}:
        raise refuse(
            AdministrationCode.OWN_SUBMISSION,
            f"{command.by} prepared version {version.number} of {command.submission}",
            "Another person must approve this version.",
            APART,
        )
    if command.digest != version.digest:
        raise refuse(
            AdministrationCode.OTHER_DOCUMENT,
            f"version {version.number} of {command.submission} is not the document with this digest",
            f"Read it again. Its digest is {version.digest}.",
            APPROVAL,
        )
    choices = passing(version.document)
    return approval_events(state, command, version.number, version.digest, choices, command.conditions)


def approval_events(
    state: AdministrationState,
    command: do.Approve | do.BringApproved,
    number: int,
    digest: str,
    choices: OperatorChoices,
    conditions: str,
) -> tuple[CasinoEvent, ...]:
    """Return the approval event, and the changes for tables that play an earlier version."""
    before = (
        state.submissions[command.submission].in_force if command.submission in state.submissions else None
    )
    approval = ev.SubmissionApproved(
        submission=command.submission,
        version=number,
        digest=digest,
        by=command.by,
        conditions=conditions,
        supersedes=before.number if before else 0,
        audience=READERS,
        clauses=(APPROVAL, APPROVAL_DATE, RETENTION, AMENDMENT) if before else (APPROVAL, APPROVAL_DATE),
    )
    return approval, *amendments(state, command.submission, number, choices, command.by, now(state, command))


def decide_reject(state: AdministrationState, command: do.Reject) -> tuple[CasinoEvent, ...]:
    version = the_version(state, command.submission, command.version, SUBMITTED)
    reason = with_reason(command.reason)
    return (
        ev.SubmissionRejected(
            submission=command.submission,
            version=version.number,
            by=command.by,
            reason=reason,
            audience=READERS,
            clauses=(APPROVAL,),
        ),
    )


def decide_bring(state: AdministrationState, command: do.BringApproved) -> tuple[CasinoEvent, ...]:
    """Import a submission that was approved elsewhere in writing.

    The document must pass the same check as others.
    """
    choices = passing(command.document)
    reference = with_reason(command.reference)
    submission = state.submissions.get(command.submission)
    if submission is not None and submission.last.status in (DRAFT, SUBMITTED):
        raise refuse(
            AdministrationCode.WRONG_STATUS,
            f"version {submission.last.number} of {submission.id} is not decided yet",
            "Withdraw it first.",
            APPROVAL,
        )
    came = draft_event(state, command.submission, command.document, choices.game, command.by)
    return came, *approval_events(state, command, came.version, came.digest, choices, reference)


def put(state: AdministrationState, name: str, version: Version) -> AdministrationState:
    submission = state.submissions[name]
    stored = version if version.status in LIVE else replace(version, document="")
    versions = tuple(stored if other.number == stored.number else other for other in submission.versions)
    return replace(state, submissions={**state.submissions, name: replace(submission, versions=versions)})


def stored_version(state: AdministrationState, name: str, number: int) -> Version:
    return state.submissions[name].versions[number - 1]


def apply_drafted(state: AdministrationState, event: ev.SubmissionDrafted) -> AdministrationState:
    name = event.submission
    submission = state.submissions.get(name, Submission(name, event.game))
    before = submission.version(event.version)
    hands = tuple(dict.fromkeys((*(before.prepared_by if before else ()), event.by)))
    version = Version(event.version, event.digest, DRAFT, event.document, hands, event.at)
    versions = (*submission.versions[: event.version - 1], version)
    return replace(state, submissions={**state.submissions, name: replace(submission, versions=versions)})


def apply_submitted(state: AdministrationState, event: ev.SubmissionSubmitted) -> AdministrationState:
    version = stored_version(state, event.submission, event.version)
    after = replace(version, status=SUBMITTED, submitted_by=event.by, submitted_at=event.at)
    return put(state, event.submission, after)


def apply_withdrawn(state: AdministrationState, event: ev.SubmissionWithdrawn) -> AdministrationState:
    version = stored_version(state, event.submission, event.version)
    after = replace(version, status=WITHDRAWN, decided_by=event.by, decided_at=event.at, reason=event.reason)
    return put(state, event.submission, after)


def apply_rejected(state: AdministrationState, event: ev.SubmissionRejected) -> AdministrationState:
    version = stored_version(state, event.submission, event.version)
    after = replace(version, status=REJECTED, decided_by=event.by, decided_at=event.at, reason=event.reason)
    return put(state, event.submission, after)


def apply_approved(state: AdministrationState, event: ev.SubmissionApproved) -> AdministrationState:
    name = event.submission
    if event.supersedes:
        before = stored_version(state, name, event.supersedes)
        after = replace(before, status=SUPERSEDED, superseded_by=event.version, superseded_at=event.at)
        state = put(state, name, after)
    version = replace(
        stored_version(state, name, event.version),
        status=APPROVED,
        decided_by=event.by,
        decided_at=event.at,
        conditions=event.conditions,
    )
    return put(state, name, version)
