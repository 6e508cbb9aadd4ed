"""The print shop: makes documents for the running server in separate processes, so that no table waits.

It makes one document at a time, at low priority and with a time limit. Equal requests share one result, and
results are cached by their inputs. Documents of a large store that exceed the limit can be made on the
command line.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import multiprocessing
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

import msgspec

from croupier import __version__
from croupier.errors import BadInput, Refused
from croupier.extras import need_papers
from croupier.server.parent_watch import end_with_parent

LIMIT = 60.0  # seconds for a document
LONG = 240.0  # seconds for a maths report: a game's first report on a machine fills the caches
WAITING = 8  # different documents that may wait for the worker
ROOM = 64 << 20  # bytes of documents in the cache
NICENESS = 10  # added to the worker's niceness, so that tables go first

Job = Callable[..., bytes]


class PrintedDocument(msgspec.Struct, frozen=True):
    """A finished document."""

    data: bytes
    digest: str


def _begin() -> None:
    """Initialize the worker: ignore Ctrl-C, which the server handles, and lower the priority."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)


def key_of(job: Job, given: tuple[Any, ...]) -> str:
    """Return the cache key of a job: a hash of its inputs."""
    inputs = msgspec.json.encode((job.__qualname__, __version__, given), enc_hook=str)
    return hashlib.sha256(inputs).hexdigest()


class PrintShop:
    def __init__(self, limit: float = LIMIT, long: float = LONG, room: int = ROOM) -> None:
        self._limit, self._long, self._room = limit, long, room
        self._press = asyncio.Semaphore(1)
        self._jobs: dict[str, asyncio.Task[PrintedDocument]] = {}
        self._cache: OrderedDict[str, PrintedDocument] = OrderedDict()
        self._pool: ProcessPoolExecutor | None = None
        self.made = 0  # documents made so far

    async def paper(self, job: Job, *given: Any, state: str = "", long: bool = False) -> PrintedDocument:
        """Make a document. Raise `Refused` if the libraries for documents are not installed."""
        try:
            need_papers()
        except BadInput as missing:
            raise Refused("no_papers", str(missing), (), "Ask the operator to install it.") from None
        return await self.ask(job, *given, state=state, long=long)

    async def ask(self, job: Job, *given: Any, state: str = "", long: bool = False) -> PrintedDocument:
        """Run a job, or return its cached result. `state`: what else the result depends on."""
        key = key_of(job, (*given, state))
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        task = self._jobs.get(key)
        if task is None:
            if len(self._jobs) >= WAITING:
                raise Refused("press_busy", "too many documents are waiting", (), "Try again in a moment.")
            limit = self._long if long else self._limit
            task = self._jobs[key] = asyncio.create_task(self._make(job, given, key, limit))
            task.add_done_callback(lambda done: self._done(key, done))
        return await asyncio.shield(task)

    def _done(self, key: str, task: asyncio.Task[PrintedDocument]) -> None:
        del self._jobs[key]
        if not task.cancelled():
            task.exception()  # mark as retrieved: the requester received it or is gone

    async def _make(self, job: Job, given: tuple[Any, ...], key: str, limit: float) -> PrintedDocument:
        async with self._press:
            data = await self._run(job, given, limit)
        made = PrintedDocument(data, hashlib.sha256(data).hexdigest())
        self.made += 1
        self._remember(key, made)
        return made

    def _remember(self, key: str, made: PrintedDocument) -> None:
        self._cache[key] = made
        size = sum(len(one.data) for one in self._cache.values())
        while size > self._room:
            _, oldest = self._cache.popitem(last=False)
            size -= len(oldest.data)

    async def _run(self, job: Job, given: tuple[Any, ...], limit: float) -> bytes:
        self._pool = pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(job, *given)), limit)
        except TimeoutError:
            remedy = "Ask the operator to make it on the command line; croupier --help lists the commands."
            raise Refused("press_slow", "this document takes too long to make", (), remedy) from None
        except BrokenExecutor:
            raise Refused("press_busy", "making the document was interrupted", (), "Try again.") from None
        except BadInput as bad:
            raise Refused("bad_input", str(bad), (), "Change the request and try again.") from None
        finally:
            self._end(pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        if self._pool is pool:
            self._pool = None

    def close(self) -> None:
        """End the running job when the server closes."""
        if self._pool is not None:
            self._end(self._pool)
