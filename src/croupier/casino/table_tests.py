"""The file of a dealer's table test, from its plan to the examiner's decision and the examinee's signature.

Each test is its own stream, so that its document can be verified. While the
examinee deals, the server records each planted error and its outcome. The examiner marks and decides, and
the examinee acknowledges.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Literal

import msgspec

from croupier.casino import table_test_commands as do
from croupier.casino.machines import HOUSE, TABLE, CasinoCommand, CasinoEvent, CasinoKind, refuse, replace
from croupier.journal.entries import canonical
from croupier.rulebook import regulation
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of, role_of
from croupier.training.table_test.plan import ExamPlan
from croupier.training.table_test.scoring import (
    BEST,
    MARKS,
    ErrorResult,
    ExamCounts,
    ExamScore,
    ExamTerms,
    passes_with_marks,
    score,
)

TABLE_TEST = regulation("table_test")
APART = regulation("separation_of_duties")
EXAMINERS = (FLOOR, PIT_MANAGER, SURVEILLANCE, REGULATOR)
READERS = (DEALER, *EXAMINERS)
MOST_STOPS = 200  # stops that a file records

Standing = Literal["", "running", "ended", "decided", "recorded"]


class ExamCode(StrEnum):
    EXAM_OPEN = "exam_open"
    NO_SUCH_EXAM = "no_such_exam"
    OWN_EXAM = "own_exam"
    EXAM_OVER = "exam_over"
    EXAM_RUNNING = "exam_running"
    NOT_THE_EXAMINER = "not_the_examiner"
    NOT_THE_EXAMINEE = "not_the_examinee"
    MARK_MISSING = "mark_missing"
    NOTE_MISSING = "note_missing"
    NOT_DECIDED = "not_decided"
    NOT_PASSED = "not_passed"
    NOT_ACKNOWLEDGED = "not_acknowledged"
    RANK_TOO_LOW = "rank_too_low"
    SEED_USED = "seed_used"


class Exam(msgspec.Struct, frozen=True, omit_defaults=True):
    number: str = ""
    table: str = ""
    game: str = ""
    submission: str = ""
    examinee: str = ""
    examiner: str = ""  # role:id
    seed: int = 0
    minutes: int = 0
    plan: ExamPlan | None = None
    terms: ExamTerms = ExamTerms()
    first_round: int = 0
    errors: tuple[do.ExamError, ...] = ()
    stops: tuple[do.ExamStop, ...] = ()
    rounds: int = 0
    hands: int = 0
    acts: int = 0
    refusals: int = 0
    misreads: int = 0
    begun_at: int = 0
    ended_at: int = 0
    end_reason: str = ""
    marks: dict[str, int] = {}
    notes: str = ""
    passed: bool = False
    decided_at: int = 0
    acknowledged_at: int = 0
    trained: str = ""
    recorded_by: str = ""
    recorded_at: int = 0
    standing: Standing = ""
    clock: int = 0

    def error(self, number: int) -> do.ExamError | None:
        return next((error for error in self.errors if error.number == number), None)

    @property
    def open_errors(self) -> tuple[do.ExamError, ...]:
        return tuple(error for error in self.errors if error.outcome == "open")

    def counts(self, now: int = 0) -> ExamCounts:
        end = self.ended_at or max(now, self.begun_at)
        return ExamCounts(
            seconds=max(0, end - self.begun_at),  # the clock may have been set back
            rounds=self.rounds,
            hands=self.hands,
            acts=self.acts,
            refusals=self.refusals,
            misreads=self.misreads,
            false_alarms=sum(stop.result == "false_alarm" for stop in self.stops),
            misnamed=sum(stop.result == "misnamed" for stop in self.stops),
        )

    def score(self, now: int = 0) -> ExamScore:
        results = (ErrorResult(error.kind, error.outcome) for error in self.errors)
        return score(results, self.counts(now), self.terms)

    @property
    def permits_dealing(self) -> bool:
        """Return whether the examiner's rank lets this test count (36.05.03.18)."""
        return role_of(self.examiner) == PIT_MANAGER


def decide_open(state: Exam, command: do.OpenExam) -> tuple[CasinoEvent, ...]:
    if state.standing:
        raise refuse(ExamCode.EXAM_OPEN, f"test {state.number} already exists", "Use the next number.")
    if id_of(command.by) == command.examinee:
        words = "nobody gives the table test to themselves"
        raise refuse(ExamCode.OWN_EXAM, words, "Ask another floorperson or above.", TABLE_TEST, APART)
    event = do.ExamOpened(
        number=command.number,
        table=command.table,
        game=command.game,
        examinee=command.examinee,
        examiner=command.by,
        seed=command.seed,
        minutes=command.minutes,
        plan=command.plan,
        terms=command.terms,
        first_round=command.first_round,
        submission=command.submission,
        audience=EXAMINERS,
        clauses=(TABLE_TEST,),
    )
    return (event,)


def check_running(state: Exam) -> None:
    if not state.standing:
        raise refuse(ExamCode.NO_SUCH_EXAM, "the test does not exist", "Choose a test from the list.")
    if state.standing != "running":
        raise refuse(ExamCode.EXAM_OVER, f"test {state.number} is over", "Look at the result.", TABLE_TEST)


def check_examiner(state: Exam, by: str) -> None:
    if id_of(by) != id_of(state.examiner):
        words = f"test {state.number} has another examiner"
        raise refuse(ExamCode.NOT_THE_EXAMINER, words, "Ask the examiner.", TABLE_TEST)


def decide_plant(state: Exam, command: do.PlantError) -> tuple[CasinoEvent, ...]:
    check_running(state)
    error = do.ExamError(
        number=len(state.errors) + 1,
        kind=command.kind,
        planned=command.planned,
        round=command.round,
        seat=command.seat,
        scene=command.scene,
        clause=command.clause,
        machine=command.machine,
        at=command.at,
        facts=command.facts,
    )
    return (do.ErrorPlanted(error=error, audience=EXAMINERS, clauses=(TABLE_TEST,)),)


def decide_outcome(state: Exam, command: do.NoteOutcome) -> tuple[CasinoEvent, ...]:
    check_running(state)
    error = state.error(command.error)
    if error is None or error.outcome not in ("open", "missed"):
        words = f"test {state.number} has no open error {command.error}"
        raise refuse(ExamCode.NO_SUCH_EXAM, words, "Choose an open error.", TABLE_TEST)
    event = do.OutcomeNoted(
        error=command.error,
        outcome=command.outcome,
        noticed=command.noticed,
        audience=EXAMINERS,
        clauses=(TABLE_TEST,),
    )
    return (event,)


def decide_stop(state: Exam, command: do.NoteStop) -> tuple[CasinoEvent, ...]:
    check_running(state)
    if len(state.stops) >= MOST_STOPS:
        return ()
    stop = do.ExamStop(command.result, command.reason, command.seat, command.round, command.at)
    return (do.StopNoted(stop=stop, audience=EXAMINERS, clauses=(TABLE_TEST,)),)


def decide_counts(state: Exam, command: do.NoteCounts) -> tuple[CasinoEvent, ...]:
    check_running(state)
    event = do.CountsNoted(
        rounds=command.rounds,
        hands=command.hands,
        acts=command.acts,
        refusals=command.refusals,
        misreads=command.misreads,
        audience=EXAMINERS,
    )
    return (event,)


def decide_end(state: Exam, command: do.EndExam) -> tuple[CasinoEvent, ...]:
    check_running(state)
    if role_of(command.by) not in (TABLE, HOUSE):
        check_examiner(state, command.by)
    return (do.ExamEnded(reason=command.reason, audience=READERS, clauses=(TABLE_TEST,)),)


def decide_decision(state: Exam, command: do.DecideExam) -> tuple[CasinoEvent, ...]:
    if state.standing == "running":
        words = f"test {state.number} is still running"
        raise refuse(ExamCode.EXAM_RUNNING, words, "End the test first.", TABLE_TEST)
    if state.standing not in ("ended", "decided") or state.acknowledged_at:
        words = f"test {state.number} is already closed"
        raise refuse(ExamCode.EXAM_OVER, words, "No action needed.", TABLE_TEST)
    check_examiner(state, command.by)
    missing = [item for item in MARKS if item not in command.marks]
    if missing or len(command.marks) > len(MARKS):
        words = f"marks are missing: {', '.join(missing)}" if missing else "there are too many marks"
        raise refuse(ExamCode.MARK_MISSING, words, f"Mark each item from 1 to {BEST}.", TABLE_TEST)
    proposal = passes_with_marks(state.score().passes, command.marks, state.terms)
    if command.passed != proposal and not command.notes.strip():
        words = f"the proposal is {'to pass' if proposal else 'not to pass'}"
        raise refuse(ExamCode.NOTE_MISSING, words, "Give the reason for your decision in the notes.")
    event = do.ExamDecided(
        marks=command.marks,
        notes=command.notes.strip(),
        passed=command.passed,
        by=command.by,
        audience=READERS,
        clauses=(TABLE_TEST,),
    )
    return (event,)


def decide_acknowledge(state: Exam, command: do.AcknowledgeExam) -> tuple[CasinoEvent, ...]:
    if state.standing != "decided":
        words = f"test {state.number} is not decided yet"
        raise refuse(ExamCode.NOT_DECIDED, words, "Wait for the examiner's decision.", TABLE_TEST)
    if id_of(command.by) != state.examinee:
        words = f"test {state.number} is another dealer's test"
        raise refuse(ExamCode.NOT_THE_EXAMINEE, words, "Only the examinee acknowledges it.", TABLE_TEST)
    if state.acknowledged_at:
        return ()
    return (do.ExamAcknowledged(by=command.by, audience=READERS, clauses=(TABLE_TEST,)),)


def decide_record(state: Exam, command: do.RecordExam) -> tuple[CasinoEvent, ...]:
    if state.standing == "recorded":
        words = f"test {state.number} is already recorded"
        raise refuse(ExamCode.EXAM_OVER, words, "No action needed.", TABLE_TEST)
    if state.standing != "decided" or not state.passed:
        words = f"test {state.number} was not passed"
        raise refuse(ExamCode.NOT_PASSED, words, "Give another test after more training.", TABLE_TEST)
    if not state.permits_dealing:
        words = f"the examiner of test {state.number} is not a pit manager"
        remedy = "A pit manager or above gives the test that permits dealing."
        raise refuse(ExamCode.RANK_TOO_LOW, words, remedy, TABLE_TEST)
    check_examiner(state, command.by)
    if not state.acknowledged_at:
        words = f"the examinee has not acknowledged test {state.number}"
        raise refuse(ExamCode.NOT_ACKNOWLEDGED, words, "Ask the dealer to sign in and acknowledge it.")
    event = do.ExamRecorded(trained=command.trained, by=command.by, audience=READERS, clauses=(TABLE_TEST,))
    return (event,)


def apply_opened(state: Exam, event: do.ExamOpened) -> Exam:
    return Exam(
        number=event.number,
        table=event.table,
        game=event.game,
        submission=event.submission,
        examinee=event.examinee,
        examiner=event.examiner,
        seed=event.seed,
        minutes=event.minutes,
        plan=event.plan,
        terms=event.terms,
        first_round=event.first_round,
        begun_at=event.at,
        standing="running",
    )


def apply_planted(state: Exam, event: do.ErrorPlanted) -> Exam:
    return replace(state, errors=(*state.errors, event.error))


def apply_outcome(state: Exam, event: do.OutcomeNoted) -> Exam:
    errors = tuple(
        replace(
            error,
            outcome=event.outcome,
            noticed=event.noticed,
            seconds=max(0, event.at - error.at) if event.outcome in ("caught", "late") else 0,
        )
        if error.number == event.error
        else error
        for error in state.errors
    )
    return replace(state, errors=errors)


def apply_stop(state: Exam, event: do.StopNoted) -> Exam:
    return replace(state, stops=(*state.stops, event.stop))


def apply_counts(state: Exam, event: do.CountsNoted) -> Exam:
    return replace(
        state,
        rounds=state.rounds + event.rounds,
        hands=state.hands + event.hands,
        acts=state.acts + event.acts,
        refusals=state.refusals + event.refusals,
        misreads=state.misreads + event.misreads,
    )


def apply_ended(state: Exam, event: do.ExamEnded) -> Exam:
    errors = tuple(
        replace(error, outcome="missed") if error.outcome == "open" else error for error in state.errors
    )
    return replace(state, errors=errors, standing="ended", ended_at=event.at, end_reason=event.reason)


def apply_decided(state: Exam, event: do.ExamDecided) -> Exam:
    return replace(
        state,
        marks=event.marks,
        notes=event.notes,
        passed=event.passed,
        decided_at=event.at,
        standing="decided",
    )


def apply_acknowledged(state: Exam, event: do.ExamAcknowledged) -> Exam:
    return replace(state, acknowledged_at=event.at)


def apply_recorded(state: Exam, event: do.ExamRecorded) -> Exam:
    return replace(
        state, trained=event.trained, recorded_by=event.by, recorded_at=event.at, standing="recorded"
    )


DECIDE: dict[type[CasinoCommand], Callable[[Exam, Any], tuple[CasinoEvent, ...]]] = {
    do.OpenExam: decide_open,
    do.PlantError: decide_plant,
    do.NoteOutcome: decide_outcome,
    do.NoteStop: decide_stop,
    do.NoteCounts: decide_counts,
    do.EndExam: decide_end,
    do.DecideExam: decide_decision,
    do.AcknowledgeExam: decide_acknowledge,
    do.RecordExam: decide_record,
}
APPLY: dict[type[CasinoEvent], Callable[[Exam, Any], Exam]] = {
    do.ExamOpened: apply_opened,
    do.ErrorPlanted: apply_planted,
    do.OutcomeNoted: apply_outcome,
    do.StopNoted: apply_stop,
    do.CountsNoted: apply_counts,
    do.ExamEnded: apply_ended,
    do.ExamDecided: apply_decided,
    do.ExamAcknowledged: apply_acknowledged,
    do.ExamRecorded: apply_recorded,
}


class ExamCharter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    exam: str


def charter_of(number: str) -> bytes:
    return canonical(ExamCharter(number))


class ExamKind(CasinoKind[Exam]):
    charter, state = ExamCharter, Exam

    def about(self, charter: bytes, state: Exam) -> dict[str, Any]:
        return {"exam": state.number, "standing": state.standing, "errors": len(state.errors)}


KIND = ExamKind("exam", DECIDE, APPLY)
