"""Attacks on the file of a table test: wrong people, wrong order, guesses, and a clock that is set back."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.casino import table_test_commands as do
from croupier.casino.machines import CasinoCommand, replace
from croupier.casino.table_tests import KIND, MOST_STOPS, Exam
from croupier.errors import Refused
from croupier.training.table_test.plan import draw_plan
from croupier.training.table_test.scoring import MARKS, ErrorResult, ExamCounts, ExamTerms, score

START, QUARTER = 1_763_251_200, 900
PIT, FLOOR, AT_TABLE = "pit_manager:pit", "floor:flo", "table:training-1"
PLANTED = do.PlantError(
    kind="late_bet", planned=1, round=2, seat=1, scene="Seat 1 slides $5 onto the Ante.", clause="uth/7.D",
    facts={}, by=AT_TABLE,
)  # fmt: skip
CAUGHT = do.NoteOutcome(error=1, outcome="caught", noticed="Too late", by=AT_TABLE)
COUNTED = do.NoteCounts(rounds=10, hands=30, acts=200, by=AT_TABLE)
ENDED = do.EndExam(reason="the time is over", by=AT_TABLE)
PASSED = do.DecideExam(marks=dict.fromkeys(MARKS, 8), notes="", passed=True, by=PIT)
SIGNED = do.AcknowledgeExam(by="dealer:dina")
RECORDED = do.RecordExam(trained="2025-10-01", by=PIT)


def opening(by: str = PIT, examinee: str = "dina") -> do.OpenExam:
    return do.OpenExam(
        number="2025-0001", table="training-1", game="uth", examinee=examinee, seed=7, minutes=15,
        plan=draw_plan("uth", 7, 15), terms=ExamTerms(), first_round=1, by=by,
    )  # fmt: skip


def exam(*commands: CasinoCommand, by: str = PIT, seconds: int = QUARTER) -> Exam:
    """Return a test after some commands. `seconds` pass before the second one."""
    state, at = KIND.state(), START
    for command in (opening(by), *commands):
        _, state = KIND.step(state, replace(command, at=at))
        at = START + seconds
    return state


def refusal(state: Exam, command: CasinoCommand) -> str:
    with pytest.raises(Refused) as refused:
        KIND.decide(state, replace(command, at=START + QUARTER))
    return refused.value.code


DONE = (PLANTED, CAUGHT, COUNTED, ENDED)


@pytest.mark.clause("COMAR 36.05.03.18")
def test_nobody_examines_themselves_in_another_role() -> None:
    assert refusal(KIND.state(), opening("pit_manager:dina")) == "own_exam"
    assert refusal(KIND.state(), opening("dealer:dora")) == "not_your_role"


@pytest.mark.parametrize("command", [PASSED, RECORDED])
def test_another_examiner_neither_decides_nor_records(command: Any) -> None:
    state = exam(*DONE) if command is PASSED else exam(*DONE, PASSED, SIGNED)
    assert refusal(state, replace(command, by="pit_manager:other")) == "not_the_examiner"
    assert refusal(state, replace(command, by="dealer:dina")) == "not_your_role"


def test_another_examiner_does_not_end_a_test() -> None:
    assert refusal(exam(), replace(ENDED, by="floor:other")) == "not_the_examiner"


@pytest.mark.clause("COMAR 36.05.03.18")
def test_test_of_a_floorperson_never_permits_dealing() -> None:
    state = exam(*DONE, replace(PASSED, by=FLOOR), SIGNED, by=FLOOR)
    assert refusal(state, replace(RECORDED, by=FLOOR)) == "not_your_role"
    assert refusal(state, replace(RECORDED, by="pit_manager:flo")) == "rank_too_low"
    assert refusal(state, RECORDED) == "rank_too_low"


def test_only_the_examinee_acknowledges_and_only_once() -> None:
    state = exam(*DONE, PASSED)
    assert refusal(state, replace(SIGNED, by="dealer:dora")) == "not_the_examinee"
    assert refusal(state, replace(SIGNED, by=PIT)) == "not_your_role"
    assert KIND.decide(exam(*DONE, PASSED, SIGNED), SIGNED) == ()


def test_results_do_not_change_after_the_end() -> None:
    late: tuple[CasinoCommand, ...] = (PLANTED, CAUGHT, COUNTED, ENDED)
    assert {refusal(exam(*DONE), command) for command in late} == {"exam_over"}
    decided = exam(*DONE, PASSED, SIGNED)
    assert refusal(decided, replace(PASSED, passed=False, notes="changed")) == "exam_over"
    assert refusal(exam(*DONE, PASSED, SIGNED, RECORDED), RECORDED) == "exam_over"


def test_caught_error_does_not_become_another_result() -> None:
    assert refusal(exam(PLANTED, CAUGHT), replace(CAUGHT, outcome="missed")) == "no_such_exam"


def test_clock_that_is_set_back_gives_no_negative_time() -> None:
    state = exam(PLANTED, CAUGHT, COUNTED, ENDED, seconds=-3600)
    found = state.score()
    assert (state.counts().seconds, state.errors[0].seconds, found.hands_per_hour) == (0, 0, 0)
    assert not found.passes


def test_short_test_does_not_propose_to_pass() -> None:
    assert exam(*DONE).score().passes
    short = exam(*DONE, seconds=QUARTER - 1)
    assert short.score().reasons == ("The test took 14 minutes. A test takes at least 15.",)
    assert refusal(short, PASSED) == "note_missing"


def test_naming_every_reason_does_not_pay() -> None:
    """A dealer who names each reason finds every error. Each wrong reason costs as much as a false alarm."""
    caught = [ErrorResult("late_bet", "caught")] * 12
    guesses = ExamCounts(seconds=QUARTER, hands=60, acts=400, false_alarms=2, misnamed=3)
    assert score(caught, guesses, ExamTerms()).reasons == ("5 wrong stops. The terms allow 4.",)


def test_file_records_a_limited_number_of_stops() -> None:
    stop = do.NoteStop(result="false_alarm", reason="too_late", seat=0, round=1, by=AT_TABLE)
    state = exam(*[stop] * (MOST_STOPS + 1))
    assert len(state.stops) == MOST_STOPS
