"""Decide reviews: a second person confirms a correction or a void that moves much money.

The regulation wants errors and fraud to need two people, and leaves the amount to the casino. A pit manager
confirms what a floorperson enters. A floorperson or above confirms what a dealer or a pit manager enters.
"""

from __future__ import annotations

from croupier.casino.administration import review_commands as do
from croupier.casino.administration.calls import READERS
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.people import now
from croupier.casino.administration.review_commands import CorrectionReview
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.tables import own_table, put, the_table
from croupier.casino.machines import CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import regulation
from croupier.table.roles import FLOOR, PIT_MANAGER, id_of, role_of

APART = regulation("separation_of_duties")


def reviewer_of(by: str) -> str:
    """Return the lowest role that may confirm a person's correction."""
    return PIT_MANAGER if role_of(by) == FLOOR else FLOOR


def decide_request(state: AdministrationState, command: do.RequestReview) -> tuple[CasinoEvent, ...]:
    """File a request. It replaces an earlier request of the table, whose confirmation ends."""
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
    )
    return (do.ReviewRequested(table=command.table, review=review, audience=READERS, clauses=(APART,)),)


def the_review(state: AdministrationState, table: str, number: int) -> CorrectionReview:
    review = the_table(state, table).review
    if review is None or review.number != number:
        raise refuse(
            AdministrationCode.NO_SUCH_REVIEW,
            f"request {number} of {table} is no longer open",
            "It was used, withdrawn or replaced; nothing to do.",
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
            "Another person confirms it on their own screen.",
            APART,
        )
    if reviewer_of(review.by) == PIT_MANAGER and PIT_MANAGER not in state.roles_of(person):
        raise refuse(
            AdministrationCode.RANK_TOO_LOW,
            "a floorperson entered this correction",
            "A pit manager confirms it on their own screen.",
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
            "Nothing to do.",
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


def decide_use(state: AdministrationState, command: do.UseReview) -> tuple[CasinoEvent, ...]:
    own_table(command.by, command.table)
    review = the_review(state, command.table, command.review)
    if not review.approved_by or review.declined_by or review.digest != command.digest:
        raise refuse(
            AdministrationCode.NOT_CONFIRMED,
            f"request {review.number} of {command.table} is not confirmed",
            "A second person confirms the correction first.",
            APART,
        )
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
