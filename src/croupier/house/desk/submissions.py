"""Rules Submissions: drafted, submitted, approved or rejected, superseded; all are kept (36.05.03.19)."""

from __future__ import annotations

import hashlib

from croupier.errors import BadInput
from croupier.house.desk import commands as do
from croupier.house.desk import events as ev
from croupier.house.desk.changes import amendments
from croupier.house.desk.commands import Code
from croupier.house.desk.people import now
from croupier.house.desk.state import (
    APPROVED,
    DRAFT,
    LIVE,
    REJECTED,
    SUBMITTED,
    SUPERSEDED,
    WITHDRAWN,
    Desk,
    Status,
    Submission,
    Version,
)
from croupier.house.law import AMENDMENT, APART, APPROVED_FIRST, DATED, KEPT
from croupier.house.machinery import Event, refuse, replace, with_reason
from croupier.journal.entries import canonical
from croupier.submission import Choices, Report, check, parse_toml
from croupier.table.roles import ADMINISTRATOR, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of

MOST_VERSIONS = 2_000  # of all submissions
MOST_TEXT = 800_000  # bytes of all that is live: a snapshot stays within a line of the journal
READERS = (PIT_MANAGER, ADMINISTRATOR, SURVEILLANCE, REGULATOR)


def digest_of(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()


def report_on(document: str) -> Report:
    """What `croupier check` says of the document; `Refused` where it cannot even be read."""
    try:
        return check(parse_toml(document.encode(), "the submission"))
    except BadInput as fault:
        raise refuse(Code.NOT_TOML, str(fault), "Send the submission as TOML.") from None


def passing(document: str) -> Choices:
    """What a table would play by; refused with every fault's clause where it does not pass."""
    report = report_on(document)
    if report.choices is None:
        first, count = report.violations[0], len(report.violations)
        raise refuse(
            Code.FAILS_CHECK,
            f"{count} fault{'s' if count > 1 else ''}; the first: {first.message}",
            first.remedy,
            *dict.fromkeys(v.clause for v in report.violations if v.clause),
        )
    return report.choices


def the_submission(state: Desk, name: str) -> Submission:
    submission = state.submissions.get(name)
    if submission is None:
        there = ", ".join(sorted(state.submissions)) or "none"
        raise refuse(Code.NO_SUCH_SUBMISSION, f"there is no submission {name}", f"There is {there}.")
    return submission


def the_version(state: Desk, name: str, number: int, *statuses: Status) -> Version:
    """That version, if it stands so that it can be acted on."""
    submission = the_submission(state, name)
    version = submission.version(number)
    if version is None:
        raise refuse(
            Code.NO_SUCH_VERSION, f"{name} has no version {number}", f"The last is {submission.last.number}."
        )
    if version.status not in statuses:
        raise refuse(
            Code.WRONG_STATUS,
            f"version {number} of {name} is {version.status}, not {' or '.join(statuses)}",
            "What was decided stays; draft a further version.",
            KEPT,
        )
    return version


def room_for(state: Desk, document: str) -> None:
    kept = [version for one in state.submissions.values() for version in one.versions]
    text = sum(len(canonical(version.document)) for version in kept) + len(canonical(document))
    if len(kept) >= MOST_VERSIONS or text > MOST_TEXT:
        raise refuse(Code.DESK_FULL, f"the desk keeps {len(kept)} versions", "Withdraw drafts not needed.")


def next_number(state: Desk, name: str) -> int:
    """A draft is written over; what was submitted stays, and the next version follows it."""
    submission = state.submissions.get(name)
    if submission is None:
        return 1
    return submission.last.number + (submission.last.status != DRAFT)


def same_game(state: Desk, name: str, game: str) -> None:
    submission = state.submissions.get(name)
    if submission is not None and submission.game != game:
        raise refuse(
            Code.OTHER_GAME, f"{name} is a submission for {submission.game}, not {game}", "Use another name."
        )


def drafted(state: Desk, name: str, document: str, game: str, by: str) -> ev.SubmissionDrafted:
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


def decide_draft(state: Desk, command: do.DraftSubmission) -> tuple[Event, ...]:
    """A draft may still have faults; it is for a game that there is, and waits for what is being judged."""
    report = report_on(command.document)
    unknown = [v for v in report.violations if v.where == "game"]
    if unknown:
        raise refuse(Code.FAILS_CHECK, unknown[0].message, unknown[0].remedy)
    submission = state.submissions.get(command.submission)
    if submission is not None and submission.last.status == SUBMITTED:
        raise refuse(
            Code.WRONG_STATUS,
            f"version {submission.last.number} of {submission.id} is before the regulator",
            "Withdraw it, or wait until it is decided.",
            APPROVED_FIRST,
        )
    game = str(parse_toml(command.document.encode(), "the submission")["game"])
    return (drafted(state, command.submission, command.document, game, command.by),)


def decide_submit(state: Desk, command: do.Submit) -> tuple[Event, ...]:
    version = the_version(state, command.submission, command.version, DRAFT)
    passing(version.document)
    return (
        ev.SubmissionSubmitted(
            submission=command.submission,
            version=version.number,
            digest=version.digest,
            by=command.by,
            audience=READERS,
            clauses=(APPROVED_FIRST,),
        ),
    )


def decide_withdraw(state: Desk, command: do.WithdrawSubmission) -> tuple[Event, ...]:
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


def decide_approve(state: Desk, command: do.Approve) -> tuple[Event, ...]:
    """Whoever worked on it or handed it in does not approve it; what is approved is what was read."""
    version = the_version(state, command.submission, command.version, SUBMITTED)
    if id_of(command.by) in {id_of(by) for by in (*version.prepared_by, version.submitted_by)}:
        raise refuse(
            Code.OWN_SUBMISSION,
            f"{command.by} prepared version {version.number} of {command.submission}",
            "Somebody else approves it.",
            APART,
        )
    if command.digest != version.digest:
        raise refuse(
            Code.OTHER_DOCUMENT,
            f"version {version.number} of {command.submission} is another document than the one named",
            f"Read it again; its digest is {version.digest}.",
            APPROVED_FIRST,
        )
    choices = passing(version.document)
    return approved(state, command, version.number, version.digest, choices, command.conditions)


def approved(
    state: Desk,
    command: do.Approve | do.BringApproved,
    number: int,
    digest: str,
    choices: Choices,
    conditions: str,
) -> tuple[Event, ...]:
    """The approval and, where tables play under the version before, their notices of the change."""
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
        clauses=(APPROVED_FIRST, DATED, KEPT, AMENDMENT) if before else (APPROVED_FIRST, DATED),
    )
    return approval, *amendments(state, command.submission, number, choices, command.by, now(state, command))


def decide_reject(state: Desk, command: do.Reject) -> tuple[Event, ...]:
    version = the_version(state, command.submission, command.version, SUBMITTED)
    reason = with_reason(command.reason)
    return (
        ev.SubmissionRejected(
            submission=command.submission,
            version=version.number,
            by=command.by,
            reason=reason,
            audience=READERS,
            clauses=(APPROVED_FIRST,),
        ),
    )


def decide_bring(state: Desk, command: do.BringApproved) -> tuple[Event, ...]:
    """Approved elsewhere, in writing: the reference says so, and it passes the check here all the same."""
    choices = passing(command.document)
    reference = with_reason(command.reference)
    submission = state.submissions.get(command.submission)
    if submission is not None and submission.last.status in (DRAFT, SUBMITTED):
        raise refuse(
            Code.WRONG_STATUS,
            f"version {submission.last.number} of {submission.id} is being worked on",
            "Withdraw it first.",
            APPROVED_FIRST,
        )
    came = drafted(state, command.submission, command.document, choices.game, command.by)
    return came, *approved(state, command, came.version, came.digest, choices, reference)


def put(state: Desk, name: str, version: Version) -> Desk:
    submission = state.submissions[name]
    kept = version if version.status in LIVE else replace(version, document="")
    versions = tuple(kept if one.number == kept.number else one for one in submission.versions)
    return replace(state, submissions={**state.submissions, name: replace(submission, versions=versions)})


def found(state: Desk, name: str, number: int) -> Version:
    return state.submissions[name].versions[number - 1]


def apply_drafted(state: Desk, event: ev.SubmissionDrafted) -> Desk:
    name = event.submission
    submission = state.submissions.get(name, Submission(name, event.game))
    before = submission.version(event.version)
    hands = tuple(dict.fromkeys((*(before.prepared_by if before else ()), event.by)))
    version = Version(event.version, event.digest, DRAFT, event.document, hands, event.at)
    versions = (*submission.versions[: event.version - 1], version)
    return replace(state, submissions={**state.submissions, name: replace(submission, versions=versions)})


def apply_submitted(state: Desk, event: ev.SubmissionSubmitted) -> Desk:
    version = found(state, event.submission, event.version)
    after = replace(version, status=SUBMITTED, submitted_by=event.by, submitted_at=event.at)
    return put(state, event.submission, after)


def apply_withdrawn(state: Desk, event: ev.SubmissionWithdrawn) -> Desk:
    version = found(state, event.submission, event.version)
    after = replace(version, status=WITHDRAWN, decided_by=event.by, decided_at=event.at, reason=event.reason)
    return put(state, event.submission, after)


def apply_rejected(state: Desk, event: ev.SubmissionRejected) -> Desk:
    version = found(state, event.submission, event.version)
    after = replace(version, status=REJECTED, decided_by=event.by, decided_at=event.at, reason=event.reason)
    return put(state, event.submission, after)


def apply_approved(state: Desk, event: ev.SubmissionApproved) -> Desk:
    name = event.submission
    if event.supersedes:
        before = found(state, name, event.supersedes)
        after = replace(before, status=SUPERSEDED, superseded_by=event.version, superseded_at=event.at)
        state = put(state, name, after)
    version = replace(
        found(state, name, event.version),
        status=APPROVED,
        decided_by=event.by,
        decided_at=event.at,
        conditions=event.conditions,
    )
    return put(state, name, version)
