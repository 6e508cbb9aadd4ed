"""Commits the batches of all tables in groups, with one transaction per group, in one thread.

committed = await committer.commit(batch)     # stored when this returns; not stored if it raises
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from croupier.journal.kinds import kind_of
from croupier.journal.streams import SEGMENT
from croupier.store import schema as db
from croupier.store.batch_writer import BatchWriter, WriteStatistics
from croupier.store.batches import Batch, Committed, LeaseLost, StoredAnswer, StoreDown
from croupier.store.database import SqlStore, reason
from croupier.store.pending_stream import Day, PendingStream
from croupier.store.preconditions import StoredHead
from croupier.store.shared_streams import SharedStreams
from croupier.store.transaction import check_form, is_id

WAITING = 1_000  # maximum number of queued batches; more callers wait for room
TOGETHER = 200  # maximum number of batches in one transaction

T = TypeVar("T")


class _Job:
    """A batch to commit, or other work for the committer's thread."""

    def __init__(self, future: asyncio.Future[Any], batch: Batch | None, work: Callable[[], Any] | None):
        self.future, self.batch, self.work = future, batch, work


class Committer:
    def __init__(
        self,
        store: SqlStore,
        *,
        day: Day | None = None,
        longest: int = SEGMENT,
        max_waiting: int = WAITING,
        together: int = TOGETHER,
    ) -> None:
        """Create a committer. Call `start` before use.

        `day` maps a time to its gaming day. Shared streams start a new segment when the gaming day
        changes.
        """
        self.store, self.tally = store, WriteStatistics()
        self.down = ""  # reason for the last failed transaction; empty after a success
        self._day, self._longest, self._together = day, longest, together
        self._shared = SharedStreams(day, longest)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._room = asyncio.BoundedSemaphore(max_waiting)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._writer = BatchWriter(store, self._shared, self.tally)

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._readers = ThreadPoolExecutor(2, "croupier-read")
        self._thread = threading.Thread(target=self._run, name="croupier-commit", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Stop the thread after it has written all queued batches."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)
        if self._readers is not None:
            self._readers.shutdown()

    async def commit(self, batch: Batch) -> Committed:
        """Store a batch durably.

        Raises `Refused` if a post was refused, `RepeatedCommand` if the command id was answered
        before, and `LeaseLost` if another node owns the stream now. Raises `StoreDown` if nothing was
        written; the caller may retry.
        """
        check_form(batch)
        committed: Committed = await self._do(batch, None)
        return committed

    async def open(self, stream: str, kind: str, charter: bytes, at: int) -> Any:
        """Return the state of a shared stream. Create a missing stream from `charter`."""
        if stream not in await self.read(lambda connection: _existing_names(connection, stream)):
            new = PendingStream.begin(stream, kind_of(kind), charter, at, self._longest, self._day)
            with contextlib.suppress(LeaseLost):  # another node created the stream first
                await self.commit(Batch(stream=stream, lines=new.take()))
        return await self.refresh(stream)

    def state(self, stream: str) -> Any:
        """Return this node's last committed state of a shared stream, or raise `KeyError`."""
        return self._shared.states[stream]

    async def refresh(self, stream: str) -> Any:
        """Read the entries that other nodes wrote to a shared stream, and return the new state."""
        return await self._do(None, lambda: self._refresh(stream))

    async def answer(self, stream: str, person: str, id: str) -> StoredAnswer | None:
        """Return the stored answer to a person's command id, or None."""
        if not all(map(is_id, (stream, person, id))):
            return None
        a = db.answers.c
        query = sa.select(a.person, a.id, a.digest, a.reply).where(
            (a.stream == stream) & (a.person == person) & (a.id == id)
        )
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else StoredAnswer(row.person, row.id, row.digest, row.reply)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Run a read-only query in a reader thread, without waiting for commits."""
        assert self._loop is not None and self._readers is not None, "start the committer first"

        def query() -> T:
            try:
                with self.store.reading() as connection:
                    return work(connection)
            except SQLAlchemyError as fault:
                raise StoreDown(f"{self.store}: {reason(fault)}") from None

        return await self._loop.run_in_executor(self._readers, query)

    async def _do(self, batch: Batch | None, work: Callable[[], Any] | None) -> Any:
        if self._thread is None or self._loop is None:
            raise StoreDown("the committer is not running; call start() first")
        async with self._room:
            future: asyncio.Future[Any] = self._loop.create_future()
            self._jobs.put(_Job(future, batch, work))
            return await future

    # The methods and functions below run in the committer's thread, except `_deliver`.

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs = [self._jobs.get()]
            while len(jobs) < self._together and not self._jobs.empty():
                jobs.append(self._jobs.get())
            is_open = None not in jobs
            self._handle([job for job in jobs if job is not None])
        self._writer.close()

    def _handle(self, jobs: Sequence[_Job]) -> None:
        batches = [(job, job.batch) for job in jobs if job.batch is not None]
        outcomes: list[tuple[_Job, Any]] = []
        if batches:
            outcomes_of_batches = self._writer.commit([batch for _, batch in batches])
            self.down = self._writer.down
            outcomes += zip((job for job, _ in batches), outcomes_of_batches, strict=True)
        for job in jobs:
            if job.work is not None:
                outcomes.append((job, _result_of(job.work)))
        assert self._loop is not None
        self._loop.call_soon_threadsafe(_deliver, outcomes)

    def _refresh(self, stream: str) -> Any:
        try:
            # other nodes may write now, so read head and entries from one snapshot
            with self.store.snapshot() as snapshot:
                s, connection = db.streams.c, snapshot.connection
                row = connection.execute(
                    sa.select(s.kind, s.entries, s.head).where(s.name == stream)
                ).one_or_none()
                head = None if row is None else StoredHead(row.kind, row.entries, row.head)
                cached = self._shared.catch_up(connection, stream, head)
                self._shared.states[stream] = cached.state
                return cached.state
        except SQLAlchemyError as fault:
            raise StoreDown(f"{self.store}: {reason(fault)}") from None


def _result_of(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Exception as fault:
        return fault


def _deliver(outcomes: Sequence[tuple[_Job, Any]]) -> None:
    for job, outcome in outcomes:
        if job.future.done():
            continue  # the caller was canceled; the batch is stored
        if isinstance(outcome, Exception):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)


def _existing_names(connection: sa.Connection, stream: str) -> set[str]:
    query = sa.select(db.streams.c.name).where(db.streams.c.name == stream)
    return set(connection.execute(query).scalars())
