"""Opens table tests, keeps the running sessions of this node, and resumes them after a restart."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING

from croupier.casino import table_test_commands as do
from croupier.casino.administration.state import Cards
from croupier.casino.administration.submissions import the_submission
from croupier.casino.table_tests import Exam, ExamCode
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.server.services.table_tests import ExamService
from croupier.server.table_tests.session import ExamSession
from croupier.server.tables.actor import TableActor
from croupier.table.roles import DEALER, id_of
from croupier.training.table_test.plan import draw_plan

if TYPE_CHECKING:
    from croupier.server.house import HouseServer

log = logging.getLogger("croupier.server.table_tests")

TABLE_TEST = regulation("table_test")
CARDS: Cards = "shoe"  # the server draws the cards, so that prepared deals can occur
LARGEST_SEED = 2**48


class ExamOffice:
    def __init__(self, house: HouseServer) -> None:
        self.house = house
        self.service = ExamService(house.committer, house.clock)
        self.sessions: dict[str, ExamSession] = {}  # table -> its running test

    async def open(
        self, examinee: str, submission: str, minutes: int, players: int, seed: int | None, by: str
    ) -> Exam:
        """Open a table test: its table, its simulated players and its plan."""
        self._check(examinee, by)
        game = the_submission(self.house.desk, submission).game
        await self._check_seed(examinee, game, seed)
        number = await self.service.next_number()
        table = await self.house.train(examinee, submission, CARDS, players, number)
        owner = self.house.tables.get(table)
        if owner is None:
            words = "the training table does not run on this server"
            raise Refused("table_not_open", words, (), "Try again in a moment.")
        seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
        command = do.OpenExam(
            number=number,
            table=table,
            game=game,
            examinee=examinee,
            seed=seed,
            minutes=minutes,
            plan=draw_plan(game, seed, minutes),
            terms=self.house.settings.table_test,
            first_round=owner.state.round.number,
            submission=submission,
            by=by,
        )
        exam = await self.service.do(number, command)
        self._begin(exam, owner)
        return exam

    def _check(self, examinee: str, by: str) -> None:
        desk = self.house.desk
        if id_of(by) == examinee:
            raise Refused(
                ExamCode.OWN_EXAM.value,
                "nobody gives the table test to themselves",
                (TABLE_TEST,),
                "Ask another floorperson or above.",
            )
        if DEALER not in desk.roles_of(examinee):
            raise Refused(
                "role_not_held", f"{examinee[:40]} is not a dealer", (TABLE_TEST,), "Choose a dealer."
            )
        if self.session_for(examinee) is not None:
            words = "this dealer already takes a table test"
            raise Refused(ExamCode.EXAM_OPEN.value, words, (TABLE_TEST,), "End that test first.")
        elsewhere = desk.dealt_by(examinee)
        if elsewhere and not desk.tables[elsewhere].trainee:
            words = f"this dealer deals at {elsewhere}"
            raise Refused("another_table", words, (TABLE_TEST,), "Ask the dealer to log off first.")

    async def _check_seed(self, examinee: str, game: str, seed: int | None) -> None:
        """Refuse a plan that this dealer already knows from an earlier test."""
        for exam in await self.service.list():
            if (exam.examinee, exam.game, exam.seed) == (examinee, game, seed):
                words = f"this dealer had the same plan in test {exam.number}"
                remedy = "Choose another seed, or leave it empty."
                raise Refused(ExamCode.SEED_USED.value, words, (TABLE_TEST,), remedy)

    def _begin(self, exam: Exam, owner: TableActor) -> None:
        session = self.sessions[exam.table] = ExamSession(self.service, exam, owner)
        session.start()

    async def resume(self, table: str, owner: TableActor) -> None:
        """Continue the test of a table that this node has just opened."""
        for exam in await self.service.list():
            if exam.table == table and exam.standing == "running":
                log.info("table test %s continues", exam.number)
                self._begin(exam, owner)

    async def release(self, table: str) -> None:
        session = self.sessions.pop(table, None)
        if session is not None:
            await session.stop()

    def session_of(self, number: str) -> ExamSession | None:
        found = (session for session in self.sessions.values() if session.exam.number == number)
        return next(found, None)

    def session_for(self, examinee: str) -> ExamSession | None:
        """Return the running test of a dealer, or None."""
        return next(
            (
                session
                for session in self.sessions.values()
                if session.examinee == examinee and session.exam.standing == "running"
            ),
            None,
        )

    async def end(self, number: str, by: str) -> Exam:
        """End a test before its time is over."""
        session = self.session_of(number)
        if session is None:
            return await self.service.do(number, do.EndExam(reason="ended by the examiner", by=by))
        exam = await session.end(by, "ended by the examiner")
        await self.release(exam.table)
        return exam
