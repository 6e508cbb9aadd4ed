"""The plan of a table test, and its score."""

from __future__ import annotations

import pytest

from croupier.training.table_test.kinds import kinds, kinds_of
from croupier.training.table_test.plan import draw_plan, stage_of
from croupier.training.table_test.scoring import (
    ErrorResult,
    ExamCounts,
    ExamTerms,
    passes_with_marks,
    score,
)
from tests.helpers.table_help import GAMES

COUNTS = ExamCounts(seconds=1200, rounds=20, hands=60, acts=400)


@pytest.mark.parametrize("game", GAMES)
def test_plan_depends_only_on_game_seed_and_length(game: str) -> None:
    plan = draw_plan(game, 7, 20)
    assert plan == draw_plan(game, 7, 20) != draw_plan(game, 8, 20)
    assert len(plan.errors) == 16
    for error in plan.errors:
        assert error.round >= 2
        assert all(stage_of(kinds()[kind]) == error.stage for kind in error.kinds)
    planned = [error.kinds[0] for error in plan.errors]
    assert len({*planned}) == len(planned)
    assert len({kinds()[kind].item for kind in planned}) >= 3


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_can_be_planned(game: str) -> None:
    assert {kind for error in draw_plan(game, 1, 30).errors for kind in error.kinds} == {
        kind.id for kind in kinds_of(game)
    }


def results(*outcomes: str) -> list[ErrorResult]:
    return [ErrorResult("late_bet", outcome) for outcome in outcomes]  # type: ignore[arg-type]


def test_score_counts_a_late_stop_half() -> None:
    found = score(results("caught", "caught", "late", "missed"), COUNTS, ExamTerms())
    assert (found.planted, found.caught, found.late, found.missed) == (4, 2, 1, 1)
    assert found.noticed_percent == 62
    assert (found.hands_per_hour, found.seconds_per_act) == (180, "3.0")
    (control,) = [item for item in found.items if item.item == "control"]
    assert control.points == "6.2"
    assert not found.passes
    assert found.reasons == ("Noticed 62 percent of the errors. The terms require 70.",)


def test_terms_decide_the_proposal() -> None:
    every = results("caught", "caught", "caught", "missed")
    assert score(every, COUNTS, ExamTerms()).passes
    assert not score(every, COUNTS, ExamTerms(noticed_percent=80)).passes
    alarms = ExamCounts(seconds=1200, hands=60, acts=400, false_alarms=5)
    assert score(every, alarms, ExamTerms()).reasons == ("5 wrong stops. The terms allow 4.",)
    slow = ExamCounts(seconds=1200, hands=10, acts=400)
    assert score(every, slow, ExamTerms()).reasons == ("30 hands an hour. The terms require 60.",)
    unpaid = [*every * 3, *(ErrorResult("push_paid", "missed") for _ in range(3))]
    assert (
        "3 wrong payments went through. The terms allow 2."
        in score(unpaid, COUNTS, ExamTerms(noticed_percent=0)).reasons
    )


def test_every_mark_must_meet_the_terms() -> None:
    marks = {"technique": 6, "control": 7, "knowledge": 8, "pace": 6}
    assert passes_with_marks(True, marks, ExamTerms())
    assert not passes_with_marks(True, {**marks, "pace": 5}, ExamTerms())
    assert not passes_with_marks(True, {"technique": 10}, ExamTerms())
    assert not passes_with_marks(False, marks, ExamTerms())
