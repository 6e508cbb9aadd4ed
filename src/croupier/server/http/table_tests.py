"""Routes for dealers' table tests: the examiner's console, and the scene that the examinee sees."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.casino import table_test_commands as do
from croupier.casino.administration.license_commands import License, TableTest
from croupier.casino.administration.submissions import passing
from croupier.casino.machines import PersonId
from croupier.casino.table_tests import TABLE_TEST, Exam
from croupier.documents.table_tests import ExamPaper, PaperError, PaperItem
from croupier.errors import Refused
from croupier.rulebook import regulation, title
from croupier.server.http.access import AppRequest, desk_of
from croupier.server.http.documents import FILE, Sheet, file_response
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.pit import name_of
from croupier.server.http.tables import the_house
from croupier.server.table_tests.office import ExamOffice
from croupier.server.workers import print_jobs
from croupier.table.roles import DEALER, PIT_MANAGER, id_of, role_of, role_title
from croupier.training.table_test.kinds import Item, StopReason, catalog, kinds, kinds_of
from croupier.training.table_test.plan import LEAST_MINUTES, MOST_MINUTES
from croupier.training.table_test.scoring import BEST, MARKS, ExamCounts, ExamScore, ExamTerms

DUE_WORDS = {
    "close": "before betting closes",
    "act": "before the next act",
    "phase": "before the next part of the round",
    "settle": "before the payment",
}


class ExamBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    examinee: PersonId
    submission: Annotated[str, Meta(min_length=1, max_length=40)]
    minutes: Annotated[int, Meta(ge=LEAST_MINUTES, le=MOST_MINUTES)] = 20
    players: Annotated[int, Meta(ge=2, le=7)] = 3
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None  # draws a seed if it is missing


class DecisionOfExam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    marks: Annotated[dict[Item, Annotated[int, Meta(ge=1, le=BEST)]], Meta(max_length=len(MARKS))]
    passed: bool
    notes: do.Line = ""


class TrainedBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    trained: do.Day


class StopBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: do.Word
    seat: Annotated[int, Meta(ge=0, le=20)] = 0  # 0 if no seat is concerned


class StopAnswer(msgspec.Struct, frozen=True):
    words: str


class Candidate(msgspec.Struct, frozen=True):
    """A dealer who can take a test."""

    person: str
    name: str
    deals_at: str
    licence: License | None
    tests: dict[str, TableTest]  # by game


class TestableSubmission(msgspec.Struct, frozen=True):
    submission: str
    game: str
    title: str
    kinds: int  # kinds of errors that can occur in this game


class CandidateList(msgspec.Struct, frozen=True):
    dealers: tuple[Candidate, ...]
    submissions: tuple[TestableSubmission, ...]
    terms: ExamTerms
    permits_dealing: bool  # whether a test of this examiner permits dealing


class ExamSummary(msgspec.Struct, frozen=True):
    """A test in the list of results."""

    number: str
    game: str
    title: str
    examinee: str
    examinee_name: str
    examiner: str
    examiner_name: str
    begun_at: int
    minutes: int
    standing: str
    passed: bool
    acknowledged: bool
    recorded: bool
    permits_dealing: bool
    noticed_percent: int
    planted: int


class PlanRow(msgspec.Struct, frozen=True):
    """A place of the plan, with the error that was planted there."""

    number: int
    round: int  # counted from the first round of the test
    stage: str
    title: str  # the planned kind, or the one that occurred
    item: str
    due: str
    remedy: str
    planned_clause: str
    error: int = 0  # number of the planted error, or 0
    seat: int = 0
    scene: str = ""
    clause: str = ""
    machine: str = ""
    outcome: str = ""
    noticed: str = ""
    seconds: int = 0


class StopView(msgspec.Struct, frozen=True):
    result: str
    words: str
    seat: int
    round: int


class ExamView(msgspec.Struct, frozen=True):
    """A test as its examiner sees it."""

    summary: ExamSummary
    table: str
    seed: int
    terms: ExamTerms
    counts: ExamCounts
    score: ExamScore
    plan: tuple[PlanRow, ...]
    stops: tuple[StopView, ...]
    round: int  # the running round, counted from the first one
    seconds_left: int
    marks: dict[str, int]
    notes: str
    trained: str
    own: bool  # whether the viewer is the examiner


class SceneView(msgspec.Struct, frozen=True):
    number: int
    round: int
    words: str


class OwnExamView(msgspec.Struct, frozen=True):
    """A running test as the examinee sees it. It contains no plan and no errors."""

    running: bool
    table: str = ""
    seconds_left: int = 0
    lines: tuple[SceneView, ...] = ()
    reasons: tuple[StopReason, ...] = ()
    seats: tuple[int, ...] = ()


def office_of(request: AppRequest) -> ExamOffice:
    return the_house(request).exam_office


def may_see(request: AppRequest, exam: Exam) -> bool:
    """Return whether the viewer may see the errors: not the examinee in any role before the decision."""
    return id_of(request.state.by) != exam.examinee or exam.standing in ("decided", "recorded")


def summary_of(request: AppRequest, exam: Exam) -> ExamSummary:
    state = desk_of(request).state
    score = exam.score(desk_of(request).now)
    shown = may_see(request, exam)
    return ExamSummary(
        number=exam.number,
        game=exam.game,
        title=title(exam.game),
        examinee=exam.examinee,
        examinee_name=name_of(state, exam.examinee),
        examiner=id_of(exam.examiner),
        examiner_name=name_of(state, id_of(exam.examiner)),
        begun_at=exam.begun_at,
        minutes=exam.minutes,
        standing=exam.standing,
        passed=exam.passed,
        acknowledged=bool(exam.acknowledged_at),
        recorded=bool(exam.recorded_at),
        permits_dealing=exam.permits_dealing,
        noticed_percent=score.noticed_percent if shown else 0,
        planted=score.planted if shown else 0,
    )


def plan_rows(exam: Exam) -> tuple[PlanRow, ...]:
    rows = []
    for planned in exam.plan.errors if exam.plan is not None else ():
        error = next((one for one in exam.errors if one.planned == planned.number), None)
        kind = kinds()[error.kind if error is not None else planned.kinds[0]]
        row = PlanRow(
            number=planned.number,
            round=planned.round,
            stage=planned.stage,
            title=kind.title,
            item=kind.item,
            due=DUE_WORDS[kind.due],
            remedy=kind.remedy,
            planned_clause=kind.clauses[exam.game],
        )
        if error is not None:
            row = msgspec.structs.replace(
                row,
                round=error.round - exam.first_round + 1,
                error=error.number,
                seat=error.seat,
                scene=error.scene,
                clause=error.clause,
                machine=error.machine,
                outcome=error.outcome,
                noticed=error.noticed,
                seconds=error.seconds,
            )
        rows.append(row)
    return tuple(rows)


def reason_words(reason: str) -> str:
    return next((one.words for one in catalog().reasons if one.id == reason), reason)


def view_of(request: AppRequest, exam: Exam) -> ExamView:
    now = desk_of(request).now
    owner = the_house(request).tables.get(exam.table)
    number = owner.state.round.number - exam.first_round + 1 if owner is not None else 0
    running = exam.standing == "running"
    left = max(0, exam.begun_at + 60 * exam.minutes - now) if running else 0
    own = id_of(request.state.by) == id_of(exam.examiner)
    knows_plan = own or not running
    return ExamView(
        summary=summary_of(request, exam),
        table=exam.table,
        seed=exam.seed if knows_plan else 0,
        terms=exam.terms,
        counts=exam.counts(now),
        score=exam.score(now),
        plan=tuple(row for row in plan_rows(exam) if knows_plan or row.outcome not in ("", "open")),
        stops=tuple(
            StopView(stop.result, reason_words(stop.reason), stop.seat, stop.round - exam.first_round + 1)
            for stop in exam.stops
        ),
        round=number,
        seconds_left=left,
        marks=exam.marks,
        notes=exam.notes,
        trained=exam.trained,
        own=own,
    )


def check_own(request: AppRequest, exam: Exam) -> None:
    """Refuse a dealer who asks for another dealer's test, and anybody's own test before it is decided."""
    by = request.state.by
    is_other = role_of(by) == DEALER and id_of(by) != exam.examinee
    if is_other or not may_see(request, exam):
        words = "this table test is not open to you"
        raise Refused("not_your_role", words, (), "Ask your examiner for the result.")


def paper_of(request: AppRequest, exam: Exam, entries: int, head: str) -> ExamPaper:
    state = desk_of(request).state
    score, counts = exam.score(), exam.counts()
    return ExamPaper(
        number=exam.number,
        game=title(exam.game),
        table=exam.table,
        submission=exam.submission,
        examinee=name_of(state, exam.examinee) or exam.examinee,
        examiner=name_of(state, id_of(exam.examiner)) or id_of(exam.examiner),
        examiner_role=role_title(role_of(exam.examiner)),
        begun_at=exam.begun_at,
        ended_at=exam.ended_at,
        seed=exam.seed,
        standing=exam.standing,
        passed=exam.passed,
        permits=bool(exam.recorded_at),
        decided_at=exam.decided_at,
        acknowledged_at=exam.acknowledged_at,
        recorded_at=exam.recorded_at,
        trained=exam.trained,
        notes=exam.notes,
        items=tuple(
            PaperItem(**msgspec.structs.asdict(item), mark=exam.marks.get(item.item, 0))
            for item in score.items
        ),
        errors=tuple(
            PaperError(
                error.number,
                error.round - exam.first_round + 1,
                error.seat,
                kinds()[error.kind].title,
                error.scene,
                error.clause,
                error.machine,
                error.outcome,
                error.noticed,
                error.seconds,
                kinds()[error.kind].remedy,
            )
            for error in exam.errors
        ),
        counts=counts,
        score=score,
        terms=exam.terms,
        clauses=(TABLE_TEST, regulation("dealer_training")),
        entries=entries,
        head=head,
    )


class TableTests(Controller):
    path = "/api/table-tests"
    tags = ("training",)

    @get("/", guards=[check_permission], responses=DENIED, summary="The table tests, newest first")
    async def list(self, request: AppRequest) -> list[ExamSummary]:
        by = request.state.by
        exams = await office_of(request).service.list()
        if role_of(by) == DEALER:
            exams = [exam for exam in exams if exam.examinee == id_of(by)]
        return [summary_of(request, exam) for exam in exams]

    @get(
        "/open/candidates",
        guards=[check_permission],
        responses=DENIED,
        summary="The dealers and submissions that a table test can be about",
    )
    async def candidates(self, request: AppRequest) -> CandidateList:
        desk = desk_of(request)
        await desk.fresh()
        state, by = desk.state, request.state.by
        dealers = tuple(
            Candidate(person, member.name, state.dealt_by(person), member.licence, member.tests)
            for person, member in sorted(state.people.items())
            if DEALER in state.roles_of(person) and person != id_of(by)
        )
        submissions = []
        for name, submission in sorted(state.submissions.items()):
            version = submission.in_force
            if version is not None and not passing(version.document).electronic and kinds_of(submission.game):
                count = len(kinds_of(submission.game))
                submissions.append(TestableSubmission(name, submission.game, title(submission.game), count))
        terms = the_house(request).settings.table_test
        ranks = the_house(request).desk.roles_of(id_of(by))
        return CandidateList(dealers, tuple(submissions), terms, PIT_MANAGER in ranks)

    @post("/", guards=[check_permission], responses=MISSING, summary="Open a table test for a dealer")
    async def open(self, request: AppRequest, data: JSONBody[ExamBody]) -> ExamView:
        by = request.state.by
        if PIT_MANAGER in request.user.roles:  # the higher rank of the examiner counts
            by = f"{PIT_MANAGER}:{id_of(by)}"
        exam = await office_of(request).open(
            data.examinee, data.submission, data.minutes, data.players, data.seed, by
        )
        return view_of(request, exam)

    @get(
        "/own/scene",
        guards=[check_permission],
        responses=DENIED,
        summary="What you see at the table during your own table test",
    )
    async def scene(self, request: AppRequest) -> OwnExamView:
        session = office_of(request).session_for(id_of(request.state.by))
        if session is None:
            return OwnExamView(False)
        return OwnExamView(
            running=True,
            table=session.owner.table,
            seconds_left=session.seconds_left(),
            lines=tuple(SceneView(line.number, line.round, line.words) for line in session.lines[-12:]),
            reasons=catalog().reasons,
            seats=tuple(sorted(session.state.seating.seats)),
        )

    @post(
        "/own/stop",
        guards=[check_permission],
        responses=MISSING,
        status_code=200,
        summary="Stop the game during your own table test and name what is wrong",
    )
    async def stop(self, request: AppRequest, data: JSONBody[StopBody]) -> StopAnswer:
        session = office_of(request).session_for(id_of(request.state.by))
        if session is None:
            raise Refused("no_such_exam", "you are not taking a table test", (), "Continue dealing.")
        if data.reason not in {reason.id for reason in catalog().reasons}:
            raise Refused("not_understood", "there is no such reason", (), "Choose a reason from the list.")
        remedy = await session.stop_game(data.reason, data.seat)
        return StopAnswer(remedy or "The floor sees nothing of that kind. Continue dealing.")

    @get(
        "/{number:str}",
        guards=[check_permission],
        responses=MISSING,
        summary="A table test with its plan, its errors and its score",
    )
    async def show(self, request: AppRequest, number: FromPath[str]) -> ExamView:
        exam = await office_of(request).service.find(number)
        check_own(request, exam)
        return view_of(request, exam)

    @post(
        "/{number:str}/end",
        guards=[check_permission],
        responses=MISSING,
        status_code=200,
        summary="End a table test before its time is over",
    )
    async def end(self, request: AppRequest, number: FromPath[str]) -> ExamView:
        await office_of(request).service.find(number)
        return view_of(request, await office_of(request).end(number, request.state.by))

    @post(
        "/{number:str}/decide",
        guards=[check_permission],
        responses=MISSING,
        status_code=200,
        summary="Mark the examinee and decide whether the test is passed",
    )
    async def decide(
        self, request: AppRequest, number: FromPath[str], data: JSONBody[DecisionOfExam]
    ) -> ExamView:
        await office_of(request).service.find(number)
        marks = {str(item): mark for item, mark in data.marks.items()}
        command = do.DecideExam(marks=marks, notes=data.notes, passed=data.passed, by=request.state.by)
        return view_of(request, await office_of(request).service.do(number, command))

    @post(
        "/{number:str}/acknowledge",
        guards=[check_permission],
        responses=MISSING,
        status_code=200,
        summary="Acknowledge the result of your own table test",
    )
    async def acknowledge(self, request: AppRequest, number: FromPath[str]) -> ExamSummary:
        await office_of(request).service.find(number)
        command = do.AcknowledgeExam(by=request.state.by)
        return summary_of(request, await office_of(request).service.do(number, command))

    @post(
        "/{number:str}/record",
        guards=[check_permission],
        responses=MISSING,
        status_code=200,
        summary="Enter a passed table test in the dealer's file",
    )
    async def record(
        self, request: AppRequest, number: FromPath[str], data: JSONBody[TrainedBody]
    ) -> ExamView:
        command = do.RecordExam(trained=data.trained, by=request.state.by)
        return view_of(request, await office_of(request).service.record(number, command))

    @get(
        "/{number:str}/paper",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="The signed result of a table test as PDF",
    )
    async def paper(
        self, request: AppRequest, number: FromPath[str], size: Sheet = "letter"
    ) -> Response[bytes]:
        exam = await office_of(request).service.find(number)
        check_own(request, exam)
        if exam.standing not in ("decided", "recorded"):
            raise Refused("not_decided", "the test is not decided yet", (), "Mark and decide it first.")
        entries, head = await office_of(request).service.head(number)
        paper = paper_of(request, exam, entries, head)
        house = the_house(request)
        address = house.settings.address
        document = await house.print_shop.paper(print_jobs.exam_paper, address, paper, size)
        return file_response(request, document, f"table-test-{number}.pdf")
