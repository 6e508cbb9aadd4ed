"""Test that a second person of the right rank confirms a correction once, and never their own."""

from __future__ import annotations

import pytest

from croupier.casino.administration import commands as desk_do
from croupier.casino.administration import review_commands as do
from croupier.casino.administration.review_commands import CorrectionReview
from croupier.casino.administration.state import AdministrationState
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused

LINE = do.CorrectionLine(round=7, seat=3, wager="ante", moves=60_000, was=0, will=60_000)


def requested(by: str = BY["flo"], digest: str = "ab" * 32) -> do.RequestReview:
    return do.RequestReview(
        table="t1",
        act="correct_settlement@2",
        title="Correct a payment",
        digest=digest,
        round=7,
        lines=(LINE,),
        cents=60_000,
        threshold=50_000,
        by=by,
    )


def waiting(by: str = BY["flo"]) -> AdministrationState:
    return desk(*approved(document()), opened("t1", dealing="live"), requested(by))


def review_in(state: AdministrationState) -> CorrectionReview:
    review = state.tables["t1"].review
    assert review is not None
    return review


def approval(by: str, review: int = 1) -> do.ApproveReview:
    return do.ApproveReview(table="t1", review=review, by=by, at=900)


def use(review: int = 1, digest: str = "ab" * 32, by: str = "table:t1") -> do.UseReview:
    return do.UseReview(table="t1", review=review, digest=digest, by=by)


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
@pytest.mark.parametrize(
    ("asker", "second", "code"),
    [
        ("floor:flo", "floor:flo", "own_review"),
        ("floor:flo", "floor:fay", "rank_too_low"),
        ("floor:flo", "pit_manager:pit", ""),
        ("pit_manager:pit", "pit_manager:pit", "own_review"),
        ("pit_manager:pit", "floor:flo", ""),
        ("dealer:dina", "floor:flo", ""),
        ("dealer:dina", "dealer:dora", "not_your_role"),
        ("dealer:dina", "surveillance:sam", "not_your_role"),
    ],
)
def test_second_person_needs_the_right_rank(asker: str, second: str, code: str) -> None:
    state = waiting(asker)
    if code:
        assert refused(state, approval(second)).code == code
        assert review_in(state).is_pending
    else:
        review = review_in(desk(approval(second), state=state))
        assert (review.approved_by, review.approved_at) == (second, 900)


def test_confirmation_can_be_used_only_once() -> None:
    state = waiting()
    assert refused(state, use()).code == "not_confirmed"
    state = desk(approval(BY["pit"]), state=state)
    assert refused(state, approval(BY["pit"])).code == "review_decided"
    assert refused(state, use(digest="cd" * 32)).code == "not_confirmed"
    assert refused(state, use(by="table:t2")).code == "no_such_table"
    state = desk(use(), state=state)
    assert state.tables["t1"].review is None
    assert refused(state, use()).code == "no_such_review"


def test_new_request_replaces_an_earlier_confirmation() -> None:
    state = desk(approval(BY["pit"]), requested(digest="cd" * 32), state=waiting())
    assert (review_in(state).number, review_in(state).is_pending) == (2, True)
    assert refused(state, approval(BY["pit"], 1)).code == "no_such_review"


def test_declined_request_cannot_be_confirmed_later() -> None:
    declined = do.DeclineReview(table="t1", review=1, reason="the hand lost", by=BY["pit"])
    assert refused(waiting(), do.DeclineReview(table="t1", review=1, reason=" ", by=BY["pit"])).code == (
        "reason_missing"
    )
    state = desk(declined, state=waiting())
    assert review_in(state).declined == "the hand lost"
    assert refused(state, approval(BY["pit"])).code == "review_decided"
    assert refused(state, use()).code == "not_confirmed"
    # a confirmation can be withdrawn until it is used
    state = desk(approval(BY["pit"]), declined, state=waiting())
    assert refused(state, use()).code == "not_confirmed"


def test_closing_a_table_drops_its_pending_correction() -> None:
    state = desk(desk_do.CloseTable(table="t1", reason="night", by=BY["pit"]), state=waiting())
    assert state.tables["t1"].review is None
