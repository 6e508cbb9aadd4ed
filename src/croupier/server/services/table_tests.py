"""The service for table tests. Each test is its own stream."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.casino.administration.license_commands import NoteTableTest
from croupier.casino.machines import CasinoCommand
from croupier.casino.table_test_commands import RecordExam
from croupier.casino.table_tests import KIND, Exam, ExamCode, charter_of
from croupier.errors import Refused
from croupier.server.services.base import Clock
from croupier.server.tables.decision_engine import DESK
from croupier.store import schema as db
from croupier.store.batches import Batch, Post
from croupier.store.committer import Committer

PREFIX = "exam-"
LISTED = 100  # maximum tests per response
TRIES = 8  # attempts to get a number that no other node has taken


def stream_of(number: str) -> str:
    return f"{PREFIX}{number}"


class ExamService:
    def __init__(self, committer: Committer, clock: Clock) -> None:
        self.committer, self.clock = committer, clock

    @property
    def now(self) -> int:
        return int(self.clock())

    async def next_number(self) -> str:
        """Reserve the next number of the year by opening its stream."""
        year = datetime.datetime.fromtimestamp(self.now, datetime.UTC).year
        for _ in range(TRIES):
            last = await self.committer.read(lambda connection: last_of(connection, year))
            number = f"{year}-{last + 1:04d}"
            await self.committer.open(stream_of(number), KIND.name, charter_of(number), self.now)
            state: Exam = await self.committer.refresh(stream_of(number))
            if not state.standing:
                return number
        raise Refused("too_often", "too many tests are being opened at once", (), "Try again in a moment.")

    async def do(self, number: str, command: CasinoCommand) -> Exam:
        """Commit one command and return the test."""
        stamped = msgspec.structs.replace(command, at=self.now)
        committed = await self.committer.commit(Batch(posts=(Post(stream_of(number), stamped),)))
        state: Exam = committed.steps[0][3]
        return state

    async def record(self, number: str, command: RecordExam) -> Exam:
        """Enter a passed test in the dealer's file and close the test, in one transaction."""
        exam = await self.find(number)
        day = datetime.datetime.fromtimestamp(exam.ended_at or self.now, datetime.UTC).date().isoformat()
        stamped = msgspec.structs.replace(command, at=self.now)
        entry = NoteTableTest(
            person=exam.examinee,
            game=exam.game,
            trained=command.trained,
            passed=day,
            by=command.by,
            at=self.now,
        )
        posts = (Post(stream_of(number), stamped), Post(DESK, entry))
        committed = await self.committer.commit(Batch(posts=posts))
        state: Exam = committed.steps[0][3]
        return state

    async def find(self, number: str) -> Exam:
        """Return a test. Raise `Refused` if it does not exist."""
        names = await self.committer.read(lambda connection: stream_row(connection, stream_of(number)))
        if names:
            state: Exam = await self.committer.refresh(stream_of(number))
            if state.standing:
                return state
        words = f"there is no table test {number[:20]}"
        raise Refused(ExamCode.NO_SUCH_EXAM.value, words, (), "Choose a test from the list.")

    async def list(self) -> list[Exam]:
        """Return the tests, newest first."""
        found = []
        for name in await self.committer.read(newest):
            state: Exam = await self.committer.refresh(name)
            if state.standing:
                found.append(state)
        return found

    async def head(self, number: str) -> tuple[int, str]:
        """Return the number of entries of a test's stream, and the hash of its last entry."""
        return await self.committer.read(lambda connection: head_of(connection, stream_of(number)))


def last_of(connection: Connection, year: int) -> int:
    """Return the last number of the year that has an opening entry with content."""
    s, e = db.streams.c, db.entries.c
    begins = f"{PREFIX}{year}-"
    used = sa.select(s.name).where(
        (s.kind == KIND.name)
        & s.name.startswith(begins, autoescape=True)
        & sa.exists().where((e.stream == s.name) & ~e.opening)
    )
    return max((int(name.removeprefix(begins)) for name in connection.execute(used).scalars()), default=0)


def stream_row(connection: Connection, stream: str) -> list[Any]:
    s = db.streams.c
    query = sa.select(s.name).where((s.name == stream) & (s.kind == KIND.name))
    return [*connection.execute(query).scalars()]


def newest(connection: Connection) -> list[str]:
    s = db.streams.c
    names = connection.execute(sa.select(s.name).where(s.kind == KIND.name)).scalars()
    return sorted(names, key=lambda name: (name[:9], len(name), name))[::-1][:LISTED]


def head_of(connection: Connection, stream: str) -> tuple[int, str]:
    e = db.entries.c
    query = sa.select(e.n, e.hash).where(e.stream == stream).order_by(e.n.desc()).limit(1)
    row = connection.execute(query).one()
    return row.n + 1, str(row.hash)
