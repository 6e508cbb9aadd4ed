"""The worker pool. It runs slow jobs in a separate process, so that no table has to wait for them.

`figures.py` (figures, advice, designer), `print_shop.py` (documents) and `older_segments.py` each use a pool.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import multiprocessing
import os
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeVar

import msgspec

from croupier import __version__
from croupier.errors import BadInput, Refused
from croupier.server.workers.parent_watch import end_with_parent

STARTING = 120.0  # seconds for a worker to start and prepare
REMEMBERED = 512  # maximum remembered jobs that took too long

T = TypeVar("T")
# a function to run in the worker, and its arguments
Preparation = tuple[Callable[..., None], tuple[Any, ...]]


class PoolRefusals(NamedTuple):
    """The refusals of a pool, in words that fit its jobs."""

    full: Refused  # too many jobs wait
    slow: Refused  # the job exceeded its time limit
    interrupted: Refused  # the worker died, or the pool was closed
    invalid: tuple[str, str]  # code and remedy for a job that raises `BadInput`


def key_of(job: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """Return the cache key of a job, a hash of its inputs."""
    inputs = msgspec.json.encode((job.__module__, job.__qualname__, __version__, arguments), enc_hook=str)
    return hashlib.sha256(inputs).hexdigest()


def _start_worker(niceness: int, prepare: Preparation | None) -> None:
    """Initialize the worker so that it ends with the server, ignores Ctrl-C and has a low priority."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(niceness)
    if prepare is not None:
        work, arguments = prepare
        work(*arguments)


class WorkerPool:
    """Runs jobs in one worker process, one at a time.

    Equal jobs share one result, and results are cached. If a job exceeds its time limit, the worker
    process ends, but never the server.
    """

    def __init__(
        self,
        refusals: PoolRefusals,
        *,
        limit: float,
        waiting: int,
        room: int = 0,
        weigh: Callable[[Any], int] = lambda _: 1,
        rest: float = 0.0,
        niceness: int = 0,
        prepare: Preparation | None = None,
        lasting: bool = True,
    ) -> None:
        """Create a pool.

        - `limit`: maximum seconds for one job - `waiting`: maximum number of different jobs that may wait -
        `room`: maximum total weight of the cached results, measured by `weigh` - `rest`: seconds before a job
        that took too long may run again - `prepare`: work that a new worker does before its first job -
        `lasting`: keep the worker between jobs; such a pool must be opened
        """
        self.limit, self.retry_after = limit, rest
        self.finished = 0  # number of finished jobs
        self._refusals, self._max_waiting, self._room, self._weigh = refusals, waiting, room, weigh
        self._niceness, self._prepare, self._lasting = niceness, prepare, lasting
        self._executor: ProcessPoolExecutor | None = None
        self._started: Future[int] | None = None
        self._processes: list[BaseProcess] = []
        self._turn = asyncio.Semaphore(1)
        self._jobs: dict[object, asyncio.Task[Any]] = {}  # running and waiting jobs
        self._cache: OrderedDict[object, Any] = OrderedDict()
        self._slow: OrderedDict[object, float] = OrderedDict()  # job that took too long -> time

    def open(self) -> None:
        """Start the worker."""
        context = multiprocessing.get_context("spawn")
        others_before = multiprocessing.active_children()
        self._executor = ProcessPoolExecutor(1, context, _start_worker, (self._niceness, self._prepare))
        self._started = self._executor.submit(int)  # starts the process, which runs `prepare`
        self._processes = [
            process for process in multiprocessing.active_children() if process not in others_before
        ]

    @property
    def is_open(self) -> bool:
        return self._executor is not None

    def close(self) -> None:
        """End the worker and the job it runs."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)
            for process in self._processes:
                process.kill()

    def submit(self, job: Callable[..., None], *arguments: Any) -> None:
        """Run a background job in the worker, if the worker is open, and do not wait for it."""
        if self._executor is not None:
            self._executor.submit(job, *arguments)

    async def run(
        self, job: Callable[..., T], *arguments: Any, key: str | None = None, limit: float | None = None
    ) -> T:
        """Run a job, or return the result of an equal job. Without a `key`, the result is not shared."""
        if key is not None and key in self._cache:
            self._cache.move_to_end(key)
            cached: T = self._cache[key]
            return cached
        job_key: object = object() if key is None else key
        task: asyncio.Task[T] | None = self._jobs.get(job_key)
        if task is None:
            if job_key in self._slow and time.monotonic() - self._slow[job_key] < self.retry_after:
                raise self._refusals.slow
            if len(self._jobs) >= self._max_waiting:
                raise self._refusals.full
            work = self._finish(job, arguments, job_key, self.limit if limit is None else limit)
            task = self._jobs[job_key] = asyncio.create_task(work)
            task.add_done_callback(lambda finished: self._forget(job_key, finished))
        return await asyncio.shield(task)

    def _forget(self, key: object, task: asyncio.Task[Any]) -> None:
        del self._jobs[key]
        if not task.cancelled():
            task.exception()  # mark the exception as retrieved, because the requester received it or is gone

    async def _finish(
        self, job: Callable[..., T], arguments: tuple[Any, ...], key: object, limit: float
    ) -> T:
        async with self._turn:
            result = await self._work(job, arguments, key, limit)
        self.finished += 1
        if isinstance(key, str):
            self._remember(key, result)
        return result

    def _remember(self, key: str, result: Any) -> None:
        self._cache[key] = result
        weight = sum(map(self._weigh, self._cache.values()))
        while weight > self._room:
            weight -= self._weigh(self._cache.popitem(last=False)[1])

    async def _work(self, job: Callable[..., T], arguments: tuple[Any, ...], key: object, limit: float) -> T:
        if not self._lasting:
            self.open()
        executor, started = self._executor, self._started
        if executor is None or started is None:
            raise self._refusals.interrupted
        try:
            await asyncio.wait_for(asyncio.wrap_future(started), STARTING)
            return await asyncio.wait_for(asyncio.wrap_future(executor.submit(job, *arguments)), limit)
        except TimeoutError:
            self._restart(executor)
            if isinstance(key, str):
                self._slow[key] = time.monotonic()
            while len(self._slow) > REMEMBERED:
                self._slow.popitem(last=False)
            raise self._refusals.slow from None
        except (BrokenExecutor, RuntimeError):  # the worker was killed or closed in the meantime
            self._restart(executor)
            raise self._refusals.interrupted from None
        except BadInput as bad:
            code, remedy = self._refusals.invalid
            raise Refused(code, str(bad), (), remedy) from None
        finally:
            if not self._lasting and self._executor is executor:
                self.close()

    def _restart(self, executor: ProcessPoolExecutor) -> None:
        if self._lasting and self._executor is executor:
            self.close()
            self.open()
