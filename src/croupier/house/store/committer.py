"""The committer: what all tables have ready goes into one transaction, in one thread of its own.

committed = await committer.commit(batch)     # it is stored when this returns; where it raises, nothing is
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from croupier.house.store import schema as db
from croupier.house.store.asked import Head
from croupier.house.store.batches import Answer, Batch, Committed, LeaseLost, StoreDown
from croupier.house.store.gathering import Day, GatheringStream
from croupier.house.store.shared import SharedStreams
from croupier.house.store.sql import SqlStore, reason
from croupier.house.store.transaction import Transaction, check_form, is_id
from croupier.journal.kinds import kind_of
from croupier.journal.streams import SEGMENT

WAITING = 1_000  # batches that wait; whoever brings one more waits too
TOGETHER = 200  # batches in one transaction
UNSURE = 10.0  # seconds in which it must show whether a transaction came to be whose end was not heard

T = TypeVar("T")
Outcome = Committed | Exception


class Tally(msgspec.Struct):
    """What the committer has done so far, for whoever watches it."""

    transactions: int = 0
    batches: int = 0
    entries: int = 0
    turned_away: int = 0  # batches refused, repeated or fenced off
    failed: int = 0  # transactions that the database did not take
    largest: int = 0  # batches in one transaction
    seconds: float = 0.0  # spent in transactions


class _Job:
    """A batch on its way, or another piece of work for the thread."""

    def __init__(self, future: asyncio.Future[Any], batch: Batch | None, work: Callable[[], Any] | None):
        self.future, self.batch, self.work = future, batch, work


class Committer:
    def __init__(
        self,
        store: SqlStore,
        *,
        day: Day | None = None,
        longest: int = SEGMENT,
        waiting: int = WAITING,
        together: int = TOGETHER,
    ) -> None:
        """`day` says which gaming day a time belongs to: shared streams are cut where it changes."""
        self.store, self.tally = store, Tally()
        self.down = ""  # why the last transaction failed; empty if it did not
        self._day, self._longest, self._together = day, longest, together
        self._shared = SharedStreams(day, longest)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._room = asyncio.BoundedSemaphore(waiting)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._connection: sa.Connection | None = None
        self._stopping = False

    async def start(self) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), False
        self._readers = ThreadPoolExecutor(2, "croupier-read")
        self._thread = threading.Thread(target=self._run, name="croupier-commit", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """What waits is still written."""
        thread, self._thread, self._stopping = self._thread, None, True
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)
        if self._readers is not None:
            self._readers.shutdown()

    async def commit(self, batch: Batch) -> Committed:
        """Stored when it returns. `Refused`: a post was refused. `Repeated`: its id was answered before.
        `LeaseLost`: no longer the owner. `StoreDown`: nothing was written; try again later."""
        check_form(batch)
        committed: Committed = await self._do(batch, None)
        return committed

    async def open(self, stream: str, kind: str, charter: bytes, at: int) -> Any:
        """A shared stream and its state: as it is, or begun under this charter."""
        if stream not in await self.read(lambda connection: _names(connection, stream)):
            begun = GatheringStream.begin(stream, kind_of(kind), charter, at, self._longest, self._day)
            with contextlib.suppress(LeaseLost):  # another node was faster
                await self.commit(Batch(stream=stream, lines=begun.take()))
        return await self.refresh(stream)

    def state(self, stream: str) -> Any:
        """Of a shared stream, as committed and known to this node; `KeyError` if it knows none yet."""
        return self._shared.states[stream]

    async def refresh(self, stream: str) -> Any:
        """The state of a shared stream, caught up with other nodes."""
        return await self._do(None, lambda: self._refreshed(stream))

    async def answer(self, stream: str, person: str, id: str) -> Answer | None:
        """What a person's own command id was answered with, if it was."""
        if not all(map(is_id, (stream, person, id))):
            return None
        a = db.answers.c
        query = sa.select(a.person, a.id, a.digest, a.reply).where(
            (a.stream == stream) & (a.person == person) & (a.id == id)
        )
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Answer(row.person, row.id, row.digest, row.reply)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Anything that only reads, in a thread apart from the commits."""
        assert self._loop is not None and self._readers is not None, "start the committer first"

        def reading() -> T:
            try:
                with self.store.reading() as connection:
                    return work(connection)
            except SQLAlchemyError as fault:
                raise StoreDown(f"{self.store}: {reason(fault)}") from None

        return await self._loop.run_in_executor(self._readers, reading)

    async def _do(self, batch: Batch | None, work: Callable[[], Any] | None) -> Any:
        if self._thread is None or self._loop is None:
            raise StoreDown("the committer does not run")
        async with self._room:
            future: asyncio.Future[Any] = self._loop.create_future()
            self._jobs.put(_Job(future, batch, work))
            return await future

    # From here on all runs in the committer's own thread.

    def _run(self) -> None:
        more = True
        while more:
            jobs = [self._jobs.get()]
            while len(jobs) < self._together and not self._jobs.empty():
                jobs.append(self._jobs.get())
            more = None not in jobs
            self._carry_out([job for job in jobs if job is not None])
        self._disconnect()

    def _carry_out(self, jobs: Sequence[_Job]) -> None:
        waiting = [(job, job.batch) for job in jobs if job.batch is not None]
        outcomes: list[tuple[_Job, Any]] = []
        if waiting:
            ended = self._committed([batch for _, batch in waiting])
            outcomes += zip((job for job, _ in waiting), ended, strict=True)
        for job in jobs:
            if job.work is not None:
                outcomes.append((job, _result_of(job.work)))
        assert self._loop is not None
        self._loop.call_soon_threadsafe(_deliver, outcomes)

    def _committed(self, batches: Sequence[Batch]) -> list[Outcome]:
        """All of them together. Where one brings the database to refuse the whole, each goes by itself."""
        began = time.perf_counter()
        try:
            return self._in_one_transaction(batches)
        except (
            IntegrityError,
            ArithmeticError,
            LookupError,
            TypeError,
            ValueError,
            sa.exc.DataError,
        ) as fault:
            if len(batches) > 1 or isinstance(fault, IntegrityError):
                return [self._alone(batch) for batch in batches]
            return [fault]
        except StoreDown as down:
            return [down] * len(batches)
        finally:
            self.tally.seconds += time.perf_counter() - began

    def _alone(self, batch: Batch) -> Outcome:
        try:
            return self._in_one_transaction([batch])[0]
        except Exception as fault:
            return fault

    def _in_one_transaction(self, batches: Sequence[Batch]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        witness: tuple[str, int, str] | None = None
        ending = False
        try:
            connection = self._connected()
            with connection.begin() as transaction:
                work = Transaction(connection, self._shared, batches)
                for batch in batches:
                    outcomes.append(_taken(work, batch))
                work.write()
                witness, ending = work.witness(), True
                transaction.commit()
        except Exception as fault:
            self._disconnect()
            if not (ending and witness and self._came_to_be(witness)):
                self._shared.taken_back()
                self.tally.failed += 1
                if isinstance(fault, _DOWN) and not isinstance(fault, _THEIRS):
                    self.down = reason(fault)
                    raise StoreDown(f"{self.store}: nothing was written ({self.down})") from None
                raise
        self._shared.committed()
        self.down = ""
        self._count(outcomes, work)
        return outcomes

    def _count(self, outcomes: Sequence[Outcome], work: Transaction) -> None:
        tally = self.tally
        tally.transactions += 1
        tally.batches += len(outcomes)
        tally.turned_away += sum(isinstance(outcome, Exception) for outcome in outcomes)
        tally.largest = max(tally.largest, len(outcomes))
        tally.entries += work.entries

    def _came_to_be(self, witness: tuple[str, int, str]) -> bool:
        """The line broke while the database was told to commit: did it? Its own entries show."""
        stream, n, digest = witness
        query = sa.select(db.entries.c.hash).where((db.entries.c.stream == stream) & (db.entries.c.n == n))
        until = time.monotonic() + UNSURE
        while time.monotonic() < until:
            try:
                with self.store.reading() as connection:
                    return connection.execute(query).scalar() == digest
            except SQLAlchemyError as fault:
                self.down = reason(fault)
                time.sleep(0.2)
        return False  # the owner finds out by the head: it no longer follows

    def _refreshed(self, stream: str) -> Any:
        try:
            with self.store.snapshot() as then:  # head and entries as of one moment: others write meanwhile
                s, connection = db.streams.c, then.connection
                row = connection.execute(
                    sa.select(s.kind, s.entries, s.head).where(s.name == stream)
                ).one_or_none()
                head = None if row is None else Head(row.kind, row.entries, row.head)
                known = self._shared.caught_up(connection, stream, head)
                self._shared.states[stream] = known.state
                return known.state
        except SQLAlchemyError as fault:
            raise StoreDown(f"{self.store}: {reason(fault)}") from None

    def _connected(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self.store.engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()


# What a batch itself is to blame for; all else that a database raises means that it is down.
_THEIRS = (IntegrityError, sa.exc.DataError)
_DOWN = (DBAPIError, sa.exc.TimeoutError, OSError)


def _taken(work: Transaction, batch: Batch) -> Outcome:
    try:
        return work.take(batch)
    except Exception as fault:
        if isinstance(fault, _DOWN) and not isinstance(fault, _THEIRS):
            raise
        return fault  # what went along with the batch is undone with it


def _result_of(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Exception as fault:
        return fault


def _deliver(outcomes: Sequence[tuple[_Job, Any]]) -> None:
    for job, outcome in outcomes:
        if job.future.done():
            continue  # whoever asked has gone; what was stored is stored
        if isinstance(outcome, Exception):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)


def _names(connection: sa.Connection, stream: str) -> set[str]:
    query = sa.select(db.streams.c.name).where(db.streams.c.name == stream)
    return set(connection.execute(query).scalars())
