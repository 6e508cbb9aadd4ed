"""The committer: what all tables have ready goes into one transaction, in one thread of its own.

committed = await committer.commit(batch)     # it is stored when this returns; where it raises, nothing is
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

from croupier.house.store import schema as db
from croupier.house.store.asked import Head
from croupier.house.store.batches import Answer, Batch, Committed, LeaseLost, StoreDown
from croupier.house.store.gathering import Day, GatheringStream
from croupier.house.store.scribe import HERE, Gone, Scribe, is_plain, message_of
from croupier.house.store.shared import SharedStreams
from croupier.house.store.sql import SqlStore, reason
from croupier.house.store.transaction import check_form, is_id
from croupier.house.store.writing import Outcome, Tally, Writing
from croupier.journal.kinds import kind_of
from croupier.journal.streams import SEGMENT

WAITING = 1_000  # batches that wait; whoever brings one more waits too
TOGETHER = 200  # batches in one transaction
CALLS = 3  # of scribes that did not begin, until no more is called
STARTING = 10.0  # seconds in which a scribe that is wanted from the start is waited for

log = logging.getLogger("croupier.house.store")

T = TypeVar("T")


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
        scribe_from: int | None = None,
    ) -> None:
        """`day` says which gaming day a time belongs to: shared streams are cut where it changes.
        `scribe_from`: transactions a second from which on a scribe writes; none: never, 0: at once."""
        self.store, self.tally = store, Tally()
        self.down = ""  # why the last transaction failed; empty if it did not
        self._day, self._longest, self._together = day, longest, together
        self._shared = SharedStreams(day, longest)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._room = asyncio.BoundedSemaphore(waiting)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._writing = Writing(store, self._shared, self.tally)
        self._scribe: Scribe | None = None
        self._scribe_from = scribe_from if HERE else None
        self._vain = 0  # scribes that were called and did not begin
        self._looked = 0.0, 0  # when the load was last looked at, and the transactions until then
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

    @property
    def scribe_writes(self) -> bool:
        """Whether a process of its own does."""
        scribe = self._scribe
        return scribe is not None and scribe.began

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
        self._looked = time.monotonic(), self.tally.transactions
        if self._scribe_from == 0:
            self._call(STARTING)
        more = True
        while more:
            jobs = [self._jobs.get()]
            while len(jobs) < self._together and not self._jobs.empty():
                jobs.append(self._jobs.get())
            more = None not in jobs
            self._carry_out([job for job in jobs if job is not None])
            if more:
                self._look_at_load()
        self._dismiss()
        self._writing.close()

    def _carry_out(self, jobs: Sequence[_Job]) -> None:
        outcomes: list[tuple[_Job, Any]] = []
        plain, others = list[tuple[_Job, Batch]](), list[tuple[_Job, Batch]]()
        later = set[str]()  # streams of which something goes after what the scribe writes
        for job in jobs:
            if job.batch is not None:
                stream, by_scribe = job.batch.stream, self._scribe is not None and is_plain(job.batch)
                if by_scribe and stream not in later:
                    plain.append((job, job.batch))
                else:
                    later.add(stream)
                    others.append((job, job.batch))
        for write, some in ((self._by_scribe, plain), (self._by_itself, others)):
            if some:
                ended = write([batch for _, batch in some])
                outcomes += zip((job for job, _ in some), ended, strict=True)
        for job in jobs:
            if job.work is not None:
                outcomes.append((job, _result_of(job.work)))
        assert self._loop is not None
        self._loop.call_soon_threadsafe(_deliver, outcomes)

    def _by_itself(self, batches: Sequence[Batch]) -> list[Outcome]:
        ended = self._writing.committed(batches)
        self.down = self._writing.down
        return ended

    def _by_scribe(self, batches: Sequence[Batch]) -> list[Outcome]:
        assert self._scribe is not None
        try:
            message = message_of(batches) if self._scribe.ready() else None
            if message is None:
                return self._by_itself(batches)
            ended, written = self._scribe.written(message)
        except Gone:
            return self._without_scribe(batches)
        self.tally.add(written.tally)
        self.down = written.down
        if any(isinstance(end, StoreDown) for end in ended):  # it may be the scribe's own trouble
            return self._without_scribe(batches)
        return ended

    def _without_scribe(self, batches: Sequence[Batch]) -> list[Outcome]:
        """The scribe has ended in the middle of it, or cannot write: what it stored is stored, the rest is
        written here. What was only answered is answered again, with the same words if they are stored."""
        log.warning("the scribe has ended or cannot write; the house writes by itself")
        self._dismiss()
        outcomes: list[Outcome] = []
        for batch in batches:
            try:
                outcomes.append(self._found(batch) or self._by_itself([batch])[0])
            except StoreDown as down:  # nobody would wait for each of them to find that out
                self.down = self._writing.down
                return outcomes + [down] * (len(batches) - len(outcomes))
        return outcomes

    def _found(self, batch: Batch) -> Committed | None:
        """A batch that the scribe stored and did not say so."""
        if not self._writing.stored(batch):
            return None
        self.tally.add(Tally(transactions=1, batches=1, entries=len(batch.lines)))
        self.down = self._writing.down = ""
        return Committed()

    def _look_at_load(self) -> None:
        """Once a second: from so many transactions on, a scribe is called."""
        (since, before), now, done = self._looked, time.monotonic(), self.tally.transactions
        if now - since < 1.0:
            return
        self._looked = now, done
        if self._scribe is not None and self._scribe.ended:
            self._dismiss()
        wanted = self._scribe_from
        if self._scribe is None and wanted is not None and done - before >= wanted * (now - since):
            self._call()

    def _call(self, wait: float = 0.0) -> None:
        """Whatever stands against it, the house goes on as before."""
        try:
            self._scribe = Scribe(self.store)
            self._scribe.ready(wait)
        except Exception as fault:
            log.warning("no scribe came (%s)", type(fault).__name__)
            if self._scribe is None:
                self._in_vain()
            self._dismiss()

    def _dismiss(self) -> None:
        scribe, self._scribe = self._scribe, None
        if scribe is not None:
            scribe.end()
            if not scribe.began and not self._stopping:
                self._in_vain()

    def _in_vain(self) -> None:
        """A scribe did not begin. After some others that did not either, no more is called."""
        self._vain += 1
        if self._vain >= CALLS:
            self._scribe_from = None

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
