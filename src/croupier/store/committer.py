"""Commits batches from all tables to the store in groups, one transaction per group, in one thread.

committed = await committer.commit(batch)     # stored when this returns; not stored if it raises
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from croupier.journal.kinds import kind_of
from croupier.journal.streams import SEGMENT
from croupier.store import schema as db
from croupier.store.batch_writer import BatchWriter, Outcome, WriteStatistics
from croupier.store.batches import Batch, Committed, LeaseLost, StoredAnswer, StoreDown
from croupier.store.database import SqlStore, reason
from croupier.store.pending_stream import Day, PendingStream
from croupier.store.preconditions import StoredHead
from croupier.store.shared_streams import SharedStreams
from croupier.store.transaction import check_form, is_id
from croupier.store.writer_process import SUPPORTED, WriterGone, WriterProcess, is_plain, message_of

WAITING = 1_000  # batches in the queue; further callers wait for room
TOGETHER = 200  # batches in one transaction
MAX_FAILED_STARTS = 3  # of the writer process; after that the committer writes everything itself
STARTING = 10.0  # seconds to wait for a writer process that is required from the start

log = logging.getLogger("croupier.store")

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
        waiting: int = WAITING,
        together: int = TOGETHER,
        writer_process_from: int | None = None,
    ) -> None:
        """Create a committer; call `start` before use.

        `day` maps a time to its gaming day; shared streams start a new segment when the day changes.
        `writer_process_from` is the load, in transactions per second, at which a writer process starts:
        None means never, 0 means at once."""
        self.store, self.tally = store, WriteStatistics()
        self.down = ""  # why the last transaction failed; empty if it did not
        self._day, self._longest, self._together = day, longest, together
        self._shared = SharedStreams(day, longest)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._room = asyncio.BoundedSemaphore(waiting)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._writer = BatchWriter(store, self._shared, self.tally)
        self._writer_process: WriterProcess | None = None
        self._writer_process_from = writer_process_from if SUPPORTED else None
        self._failed_starts = 0  # of writer processes
        self._load_sample = 0.0, 0  # time of the last load check, and transactions counted by then
        self._stopping = False

    async def start(self) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), False
        self._readers = ThreadPoolExecutor(2, "croupier-read")
        self._thread = threading.Thread(target=self._run, name="croupier-commit", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Stop the thread after it has written all queued batches."""
        thread, self._thread, self._stopping = self._thread, None, True
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)
        if self._readers is not None:
            self._readers.shutdown()

    async def commit(self, batch: Batch) -> Committed:
        """Store a batch; it is durable when this returns.

        Raises `Refused` if a post was refused, `RepeatedCommand` if its id was answered before, `LeaseLost`
        if another node owns the stream now, and `StoreDown` if nothing was written; the caller may retry."""
        check_form(batch)
        committed: Committed = await self._do(batch, None)
        return committed

    async def open(self, stream: str, kind: str, charter: bytes, at: int) -> Any:
        """Return the state of a shared stream, creating the stream from `charter` if it does not exist."""
        if stream not in await self.read(lambda connection: _existing_names(connection, stream)):
            new = PendingStream.begin(stream, kind_of(kind), charter, at, self._longest, self._day)
            with contextlib.suppress(LeaseLost):  # another node was faster
                await self.commit(Batch(stream=stream, lines=new.take()))
        return await self.refresh(stream)

    def state(self, stream: str) -> Any:
        """Return the last committed state of a shared stream known to this node, or raise `KeyError`."""
        return self._shared.states[stream]

    @property
    def uses_writer_process(self) -> bool:
        """True while a writer process writes the batches."""
        process = self._writer_process
        return process is not None and process.started

    async def refresh(self, stream: str) -> Any:
        """Read entries that other nodes have written to a shared stream and return its state."""
        return await self._do(None, lambda: self._refresh(stream))

    async def answer(self, stream: str, person: str, id: str) -> StoredAnswer | None:
        """Return the stored answer to a person's command id, if there is one."""
        if not all(map(is_id, (stream, person, id))):
            return None
        a = db.answers.c
        query = sa.select(a.person, a.id, a.digest, a.reply).where(
            (a.stream == stream) & (a.person == person) & (a.id == id)
        )
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else StoredAnswer(row.person, row.id, row.digest, row.reply)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Run a read-only query in a reader thread, apart from the commits."""
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

    # Everything below runs in the committer's own thread.

    def _run(self) -> None:
        self._load_sample = time.monotonic(), self.tally.transactions
        if self._writer_process_from == 0:
            self._start_process(STARTING)
        more = True
        while more:
            jobs = [self._jobs.get()]
            while len(jobs) < self._together and not self._jobs.empty():
                jobs.append(self._jobs.get())
            more = None not in jobs
            self._handle([job for job in jobs if job is not None])
            if more:
                self._check_load()
        self._stop_process()
        self._writer.close()

    def _handle(self, jobs: Sequence[_Job]) -> None:
        outcomes: list[tuple[_Job, Any]] = []
        plain, others = list[tuple[_Job, Batch]](), list[tuple[_Job, Batch]]()
        later = set[str]()  # streams with a batch that must follow those sent to the writer process
        for job in jobs:
            if job.batch is not None:
                stream, in_process = (
                    job.batch.stream,
                    self._writer_process is not None and is_plain(job.batch),
                )
                if in_process and stream not in later:
                    plain.append((job, job.batch))
                else:
                    later.add(stream)
                    others.append((job, job.batch))
        for write, some in ((self._write_in_process, plain), (self._write_here, others)):
            if some:
                ended = write([batch for _, batch in some])
                outcomes += zip((job for job, _ in some), ended, strict=True)
        for job in jobs:
            if job.work is not None:
                outcomes.append((job, _result_of(job.work)))
        assert self._loop is not None
        self._loop.call_soon_threadsafe(_deliver, outcomes)

    def _write_here(self, batches: Sequence[Batch]) -> list[Outcome]:
        ended = self._writer.commit(batches)
        self.down = self._writer.down
        return ended

    def _write_in_process(self, batches: Sequence[Batch]) -> list[Outcome]:
        assert self._writer_process is not None
        try:
            message = message_of(batches) if self._writer_process.ready() else None
            if message is None:
                return self._write_here(batches)
            ended, written = self._writer_process.write(message)
        except WriterGone:
            return self._take_over(batches)
        self.tally.add(written.tally)
        self.down = written.down
        if any(isinstance(end, StoreDown) for end in ended):  # the process itself may be the cause
            return self._take_over(batches)
        return ended

    def _take_over(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Stop a writer process that ended or cannot write, and finish its batches in this thread.

        Batches that it did store are recognized by their entries. A batch without entries is written again;
        if its answers were stored, it gets the same answers."""
        log.warning("the writer process ended or cannot write; the server writes by itself")
        self._stop_process()
        outcomes: list[Outcome] = []
        for batch in batches:
            try:
                outcomes.append(self._find_stored(batch) or self._write_here([batch])[0])
            except StoreDown as down:  # do not wait for the same timeout once per batch
                self.down = self._writer.down
                return outcomes + [down] * (len(batches) - len(outcomes))
        return outcomes

    def _find_stored(self, batch: Batch) -> Committed | None:
        """Return the outcome of a batch that the writer process stored without reporting it."""
        if not self._writer.is_stored(batch):
            return None
        self.tally.add(WriteStatistics(transactions=1, batches=1, entries=len(batch.lines)))
        self.down = self._writer.down = ""
        return Committed()

    def _check_load(self) -> None:
        """Start a writer process if the load is high enough. Checks at most once a second."""
        (since, before), now, done = self._load_sample, time.monotonic(), self.tally.transactions
        if now - since < 1.0:
            return
        self._load_sample = now, done
        if self._writer_process is not None and self._writer_process.has_ended:
            self._stop_process()
        threshold = self._writer_process_from
        if (
            self._writer_process is None
            and threshold is not None
            and done - before >= threshold * (now - since)
        ):
            self._start_process()

    def _start_process(self, wait: float = 0.0) -> None:
        """Start the writer process. On failure the committer keeps writing by itself."""
        try:
            self._writer_process = WriterProcess(self.store)
            self._writer_process.ready(wait)
        except Exception as fault:
            log.warning("the writer process did not start (%s)", type(fault).__name__)
            if self._writer_process is None:
                self._count_failed_start()
            self._stop_process()

    def _stop_process(self) -> None:
        process, self._writer_process = self._writer_process, None
        if process is not None:
            process.stop()
            if not process.started and not self._stopping:
                self._count_failed_start()

    def _count_failed_start(self) -> None:
        """Count a writer process that did not start, and give up after `MAX_FAILED_STARTS`."""
        self._failed_starts += 1
        if self._failed_starts >= MAX_FAILED_STARTS:
            self._writer_process_from = None

    def _refresh(self, stream: str) -> Any:
        try:
            with self.store.snapshot() as then:  # head and entries must match while other nodes write
                s, connection = db.streams.c, then.connection
                row = connection.execute(
                    sa.select(s.kind, s.entries, s.head).where(s.name == stream)
                ).one_or_none()
                head = None if row is None else StoredHead(row.kind, row.entries, row.head)
                known = self._shared.catch_up(connection, stream, head)
                self._shared.states[stream] = known.state
                return known.state
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
