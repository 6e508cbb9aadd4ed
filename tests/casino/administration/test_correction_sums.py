"""Test that small corrections add up, both for a seat's round and for the person who makes them."""

from __future__ import annotations

import pytest

from croupier.casino.administration import alert_commands as alert
from croupier.casino.administration import review_commands as do
from croupier.casino.administration.correction_sums import exceeded_sum
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.stream import KIND
from tests.casino.administration.test_reviews import approval, requested
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused

LIMIT, DAY = 100_00, 20_000
DIGEST = "ab" * 32


def count(*seats: tuple[int, int, int]) -> do.CorrectionCount:
    moved = tuple(do.SeatMoney(*one) for one in seats)
    return do.CorrectionCount(sum(one.cents for one in moved), moved)


def noted(
    cents: int,
    table: str = "t1",
    round_: int = 1,
    seat: int = 1,
    by: str = BY["flo"],
    day: int = DAY,
    review: int = 0,
) -> do.NoteCorrection:
    moved = count((round_, seat, cents))
    digest = DIGEST if review else ""
    return do.NoteCorrection(
        table=table,
        person=by,
        day=day,
        count=moved,
        threshold=LIMIT,
        review=review,
        digest=digest,
        by=f"table:{table}",
    )


def tables(*commands: object) -> AdministrationState:
    text = document()
    both = opened("t1", dealing="live"), opened("t2", dealing="live")
    return desk(*approved(text), *both, *commands)


def sum_of(state: AdministrationState, command: do.NoteCorrection) -> do.ExceededSum | None:
    table = state.tables[command.table]
    return exceeded_sum(state, table, command.person, command.day, command.count, command.threshold)


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
@pytest.mark.parametrize(("cents", "of"), [(LIMIT, None), (LIMIT + 1, "act")])
def test_one_correction_can_reach_the_threshold_by_itself(cents: int, of: str | None) -> None:
    found = sum_of(tables(), noted(cents))
    assert (found.of if found else None) == of


@pytest.mark.clause("COMAR 36.03.10.10E(2)")
@pytest.mark.parametrize(
    ("second", "of", "earlier"),
    [
        # two people correct the same seat of the same round
        (noted(40_00, by=BY["pit"]), None, 0),
        (noted(40_01, by=BY["pit"]), "round", 60_00),
        # a correction by someone else to a different seat or round does not count
        (noted(99_00, seat=2, by=BY["pit"]), None, 0),
        (noted(99_00, round_=2, by=BY["pit"]), None, 0),
        # all corrections by one person on a gaming day count, at any seat, round or table and in any role
        (noted(40_00, seat=2), None, 0),
        (noted(40_01, seat=2), "day", 60_00),
        (noted(40_01, table="t2", round_=9), "day", 60_00),
        (noted(40_01, seat=2, by="pit_manager:flo"), "day", 60_00),
        (noted(99_00, seat=2, day=DAY + 1), None, 0),
    ],
)
def test_corrections_add_up_per_seat_and_per_person(
    second: do.NoteCorrection, of: str | None, earlier: int
) -> None:
    state = tables(noted(60_00))
    found = sum_of(state, second)
    assert (found.of if found else None, found.earlier if found else 0) == (of, earlier)
    if of is None:
        desk(second, state=state)
        return
    # the transaction checks again, because two tables may make corrections at the same time
    told = refused(state, second)
    assert (told.code, told.clauses) == ("needs_second_person", ("COMAR 36.03.10.10E(2)",))
    assert "$60 " in told.message and "in all" in told.message


def test_many_small_corrections_reach_the_threshold() -> None:
    state = tables()
    for number in range(10):
        state = desk(noted(10_00, round_=number), state=state)
    assert refused(state, noted(1, round_=10)).code == "needs_second_person"


def test_confirmation_resets_the_sums() -> None:
    state = desk(requested(), approval(BY["pit"]), state=tables(noted(60_00)))
    assert refused(state, noted(60_00, review=2)).code == "no_such_review"
    wrong = noted(60_00, review=1)
    assert refused(tables(noted(60_00), requested()), wrong).code == "not_confirmed"
    state = desk(wrong, do.UseReview(table="t1", review=1, digest=DIGEST, by="table:t1"), state=state)
    assert (state.corrections["flo"].cents, state.tables["t1"].corrected) == (0, {})
    assert sum_of(state, noted(LIMIT)) is None


def test_correction_without_money_never_counts() -> None:
    state = tables(noted(LIMIT))
    assert exceeded_sum(state, state.tables["t1"], BY["flo"], DAY, do.CorrectionCount(0), 0) is None


def test_state_keeps_only_the_latest_rounds() -> None:
    state = tables(*[noted(10_00, round_=number) for number in range(1, 6)])
    assert state.tables["t1"].corrected == {"4/1": 10_00, "5/1": 10_00}
    assert KIND.restore(b"", KIND.snapshot(state)[0], None) == state


def test_sum_that_needs_a_second_person_raises_an_alert() -> None:
    state = tables(noted(60_00))
    asked = do.RequestReview(
        table="t1", act="correct_settlement@2", title="Correct a payment", digest=DIGEST, round=7,
        lines=(do.CorrectionLine(round=7, seat=3, wager="ante", moves=50_00),), cents=50_00,
        threshold=LIMIT, sum_of="day", earlier=60_00, by=BY["flo"],
    )  # fmt: skip
    events, after = KIND.step(state, asked)
    (raised,) = [event for event in events if isinstance(event, alert.AlertRaised)]
    found = raised.alert
    assert (found.kind, found.seat, found.cents, found.who) == ("structuring", 3, 110_00, BY["flo"])
    assert found.words == (
        "Correct a payment: this moves $50 after $60 by the same person today, "
        "and above $100 in all a second person confirms it"
    )
    assert [*after.alerts] == ["1"]
    review = after.tables["t1"].review
    assert review is not None and (review.sum_of, review.earlier) == ("day", 60_00)
