"""The commands and events of a table test's file."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.machines import ONE_LINE, TABLE, CasinoCommand, CasinoEvent, PersonId, TableId
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER
from croupier.training.table_test.plan import LEAST_MINUTES, MOST_MINUTES, ExamPlan
from croupier.training.table_test.scoring import BEST, MARKS, ExamTerms, Outcome

Number = Annotated[str, Meta(pattern=r"\A\d{4}-\d{4,6}\Z")]
Count = Annotated[int, Meta(ge=0, le=2**40)]
Seed = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(min_length=1, max_length=60, pattern=ONE_LINE)]
Line = Annotated[str, Meta(max_length=500, pattern=ONE_LINE)]
Mark = Annotated[int, Meta(ge=1, le=BEST)]
Day = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\d\Z")]
Facts = Annotated[dict[Word, Line], Meta(max_length=20)]
StopResult = Literal["false_alarm", "misnamed"]


class ExamError(msgspec.Struct, frozen=True, omit_defaults=True):
    """A planted error and what became of it."""

    number: int
    kind: str
    planned: int  # number in the plan
    round: int
    seat: int
    scene: str
    clause: str
    machine: str  # the machine's answer to the error, such as the code of the refusal
    at: int = 0
    facts: dict[str, str] = {}
    outcome: Outcome = "open"
    noticed: str = ""  # how it was noticed: the words of the stop, or the title of the act
    seconds: int = 0  # time from the scene until the error was noticed


class ExamStop(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stop that named no open error."""

    result: StopResult
    reason: str
    seat: int
    round: int
    at: int = 0


class OpenExam(CasinoCommand, frozen=True, tag="open_exam@1"):
    number: Number
    table: TableId
    game: Word
    examinee: PersonId
    seed: Seed
    minutes: Annotated[int, Meta(ge=LEAST_MINUTES, le=MOST_MINUTES)]
    plan: ExamPlan
    terms: ExamTerms
    first_round: Count  # the table's round when the test begins
    submission: Line = ""
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class PlantError(CasinoCommand, frozen=True, tag="plant_error@1"):
    """Record that an error occurred in front of the examinee."""

    kind: Word
    planned: Count
    round: Count
    seat: Count
    scene: Line
    clause: Line
    facts: Facts
    machine: Line = ""
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class NoteOutcome(CasinoCommand, frozen=True, tag="note_outcome@1"):
    error: Count
    outcome: Literal["caught", "late", "missed"]
    noticed: Line = ""
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class NoteStop(CasinoCommand, frozen=True, tag="note_stop@1"):
    """Record a stop by the examinee that named no open error."""

    result: StopResult
    reason: Word
    seat: Count
    round: Count
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class NoteCounts(CasinoCommand, frozen=True, tag="note_counts@1"):
    """Add what was counted since the last note."""

    rounds: Count = 0
    hands: Count = 0
    acts: Count = 0
    refusals: Count = 0
    misreads: Count = 0  # decisions keyed differently from the player's signal
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class EndExam(CasinoCommand, frozen=True, tag="end_exam@1"):
    reason: Line
    roles: ClassVar[tuple[str, ...]] = (FLOOR, TABLE)


class DecideExam(CasinoCommand, frozen=True, tag="decide_exam@1"):
    """Mark the examinee and decide. A decision against the proposal needs a note."""

    marks: Annotated[dict[Word, Mark], Meta(max_length=len(MARKS))]
    notes: Line
    passed: bool
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


class AcknowledgeExam(CasinoCommand, frozen=True, tag="acknowledge_exam@1"):
    roles: ClassVar[tuple[str, ...]] = (DEALER,)


class RecordExam(CasinoCommand, frozen=True, tag="record_exam@1"):
    """Enter the passed test in the dealer's file, in one transaction with that file."""

    trained: Day
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class ExamOpened(CasinoEvent, frozen=True, tag="exam_opened@1"):
    number: str
    table: str
    game: str
    examinee: str
    examiner: str
    seed: int
    minutes: int
    plan: ExamPlan
    terms: ExamTerms
    first_round: int
    submission: str = ""


class ErrorPlanted(CasinoEvent, frozen=True, tag="error_planted@1"):
    error: ExamError


class OutcomeNoted(CasinoEvent, frozen=True, tag="outcome_noted@1"):
    error: int
    outcome: Outcome
    noticed: str = ""


class StopNoted(CasinoEvent, frozen=True, tag="stop_noted@1"):
    stop: ExamStop


class CountsNoted(CasinoEvent, frozen=True, tag="counts_noted@1"):
    rounds: int = 0
    hands: int = 0
    acts: int = 0
    refusals: int = 0
    misreads: int = 0


class ExamEnded(CasinoEvent, frozen=True, tag="exam_ended@1"):
    reason: str


class ExamDecided(CasinoEvent, frozen=True, tag="exam_decided@1"):
    marks: dict[str, int]
    notes: str
    passed: bool
    by: str


class ExamAcknowledged(CasinoEvent, frozen=True, tag="exam_acknowledged@1"):
    by: str


class ExamRecorded(CasinoEvent, frozen=True, tag="exam_recorded@1"):
    trained: str
    by: str
