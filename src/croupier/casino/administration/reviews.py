"""Decide reviews: a second person confirms a correction or a void that moves much money.

The regulation requires controls under which an error or a fraud would need two people. It leaves the amount
to the casino. A pit manager confirms what a floorperson enters. A floorperson or above confirms what a dealer
or a pit manager enters.
"""

from __future__ import annotations

from croupier.casino.administration import review_commands as do
from croupier.casino.administration.alert_commands import AlertRaised, HouseAlert
from croupier.casino.administration.calls import READERS
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.people import now
from croupier.casino.administration.review_commands import CorrectionReview
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.tables import own_table, put, the_table
from croupier.casino.machines import CasinoEvent, refuse, replace, with_reason
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.submission.money import format_dollars
from croupier.table.roles import FLOOR, PIT_MANAGER, id_of, role_of, titles

APART = regulation("separation_of_duties")


def reviewer_of(by: str) -> str:
    """Return the lowest role that may confirm a person's correction."""
    return PIT_MANAGER if role_of(by) == FLOOR else FLOOR


def decide_request(state: AdministrationState, command: do.RequestReview) -> tuple[CasinoEvent, ...]:
    """File a request. It replaces the table's earlier request, if any, and voids its confirmation."""
    the_table(state, command.table)
    review = CorrectionReview(
        number=state.reviewed + 1,
        act=command.act,
        title=command.title,
        digest=command.digest,
        round=command.round,
        lines=command.lines,
        cents=command.cents,
        threshold=command.threshold,
        reason=command.reason.strip(),
        departs=command.departs,
        by=command.by,
        at=now(state, command),
        sum_of=command.sum_of,
        earlier=command.earlier,
    )
    request = do.ReviewRequested(table=command.table, review=review, audience=READERS, clauses=(APART,))
    return (request,) if command.sum_of == "act" else (request, structuring_alert(state, command, review))


def structuring_alert(
    state: AdministrationState, command: do.RequestReview, review: CorrectionReview
) -> CasinoEvent:
    """Return an alert: several corrections, each below the threshold, together exceed it."""
    alert = HouseAlert(
        number=state.alerted + 1,
        table=command.table,
        kind="structuring",
        words=f"{command.title}: {sum_words(review.cents, review.threshold, review.sum_of, review.earlier)}",
        round=review.round,
        seat=review.lines[0].seat if review.lines else 0,
        cents=review.cents + review.earlier,
        who=command.by,
        at=review.at,
        clauses=(APART,),
    )
    return AlertRaised(alert=alert, audience=READERS, clauses=(APART,))


def sum_words(cents: int, threshold: int, sum_of: do.SumOf, earlier: int) -> str:
    """Say how much money moves, and which threshold it exceeds."""
    moves, above = f"this moves {format_dollars(cents)}", f"above {format_dollars(threshold)}"
    if sum_of == "act":
        return f"{moves}, and {above} a second person confirms it"
    scope = "at this seat in this round" if sum_of == "round" else "by the same person today"
    return f"{moves} after {format_dollars(earlier)} {scope}, and {above} in all a second person confirms it"


def second_person_missing(by: str, cents: int, threshold: int, exceeded: do.ExceededSum) -> Refused:
    """Return the refusal of a correction that needs a second person."""
    reviewer = "a pit manager" if reviewer_of(by) == PIT_MANAGER else titles((FLOOR,))
    return refuse(
        AdministrationCode.NEEDS_SECOND_PERSON,
        sum_words(cents, threshold, exceeded.of, exceeded.earlier),
        f"The request is on the floor's screens. When {reviewer} other than you has confirmed, try again.",
        APART,
    )


def the_review(state: AdministrationState, table: str, number: int) -> CorrectionReview:
    review = the_table(state, table).review
    if review is None or review.number != number:
        raise refuse(
            AdministrationCode.NO_SUCH_REVIEW,
            f"request {number} of {table} is no longer open",
            "No action needed. It was used, withdrawn or replaced.",
            APART,
        )
    return review


def decide_approve(state: AdministrationState, command: do.ApproveReview) -> tuple[CasinoEvent, ...]:
    review = pending(state, command.table, command.review)
    person = id_of(command.by)
    if person == id_of(review.by):
        raise refuse(
            AdministrationCode.OWN_REVIEW,
            "you cannot confirm your own correction",
            "Another person must confirm the correction on their own screen.",
            APART,
        )
    if reviewer_of(review.by) == PIT_MANAGER and PIT_MANAGER not in state.roles_of(person):
        raise refuse(
            AdministrationCode.RANK_TOO_LOW,
            "a floorperson entered this correction",
            "A pit manager must confirm the correction on their own screen.",
            APART,
        )
    return (
        do.ReviewApproved(
            table=command.table,
            review=review.number,
            by=command.by,
            time=now(state, command),
            audience=READERS,
            clauses=(APART,),
        ),
    )


def decide_decline(state: AdministrationState, command: do.DeclineReview) -> tuple[CasinoEvent, ...]:
    """Decline a request, or take back a confirmation that was not used yet."""
    reason, review = with_reason(command.reason), the_review(state, command.table, command.review)
    if review.declined_by:
        raise declined_already(review)
    return (
        do.ReviewDeclined(
            table=command.table,
            review=review.number,
            by=command.by,
            time=now(state, command),
            reason=reason,
            audience=READERS,
            clauses=(APART,),
        ),
    )


def pending(state: AdministrationState, table: str, number: int) -> CorrectionReview:
    review = the_review(state, table, number)
    if review.declined_by:
        raise declined_already(review)
    if review.approved_by:
        raise refuse(
            AdministrationCode.REVIEW_DECIDED,
            f"{review.approved_by} has already confirmed this correction",
            "No action needed.",
            APART,
        )
    return review


def declined_already(review: CorrectionReview) -> Exception:
    return refuse(
        AdministrationCode.REVIEW_DECIDED,
        f"{review.declined_by} has declined this correction",
        "Enter the correction again to ask again.",
        APART,
    )


def confirmed_review(state: AdministrationState, table: str, number: int, digest: str) -> CorrectionReview:
    """Return a confirmed request. Raise `Refused` unless a second person has confirmed exactly this
    command.
    """
    review = the_review(state, table, number)
    if not review.approved_by or review.declined_by or review.digest != digest:
        raise refuse(
            AdministrationCode.NOT_CONFIRMED,
            f"request {review.number} of {table} is not confirmed",
            "A second person confirms the correction first.",
            APART,
        )
    return review


def decide_use(state: AdministrationState, command: do.UseReview) -> tuple[CasinoEvent, ...]:
    own_table(command.by, command.table)
    review = confirmed_review(state, command.table, command.review, command.digest)
    return (do.ReviewUsed(table=command.table, review=review.number, audience=READERS, clauses=(APART,)),)


def apply_requested(state: AdministrationState, event: do.ReviewRequested) -> AdministrationState:
    after = put(state, replace(state.tables[event.table], review=event.review))
    return replace(after, reviewed=event.review.number)


def apply_approved(state: AdministrationState, event: do.ReviewApproved) -> AdministrationState:
    table = state.tables[event.table]
    assert table.review is not None
    review = replace(table.review, approved_by=event.by, approved_at=event.time)
    return put(state, replace(table, review=review))


def apply_declined(state: AdministrationState, event: do.ReviewDeclined) -> AdministrationState:
    table = state.tables[event.table]
    assert table.review is not None
    review = replace(table.review, declined_by=event.by, declined_at=event.time, declined=event.reason)
    return put(state, replace(table, review=review))


def apply_used(state: AdministrationState, event: do.ReviewUsed) -> AdministrationState:
    return put(state, replace(state.tables[event.table], review=None))
