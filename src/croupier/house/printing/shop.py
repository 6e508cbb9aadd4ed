"""The print shop: papers asked of a running house, each made by a process of its own, so that no table waits.

One at a time and at low priority, with a time limit; whoever asks for the same gets the same. What was made
is kept by what it was made from, as long as there is room. A house that has played for long makes the papers
that take too long at the command line.
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

LIMIT = 60.0  # seconds for a paper
LONG = 240.0  # … for a maths report: the first of a game on a machine computes what the next ones take
WAITING = 8  # different papers that wait for the worker
ROOM = 64 << 20  # bytes of papers that stay in memory
QUIETLY = 10  # how much more important tables are than papers, as the operating system counts it

Job = Callable[..., bytes]


class Made(msgspec.Struct, frozen=True):
    """A paper as it is sent."""

    data: bytes
    digest: str


def _begin() -> None:
    """In the worker: the terminal's Ctrl-C is the house's business, and tables come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(QUIETLY)


def key_of(job: Job, given: tuple[Any, ...]) -> str:
    """What a paper is made from, by its content."""
    told = msgspec.json.encode((job.__qualname__, __version__, given), enc_hook=str)
    return hashlib.sha256(told).hexdigest()


class PrintShop:
    def __init__(self, limit: float = LIMIT, long: float = LONG, room: int = ROOM) -> None:
        self._limit, self._long, self._room = limit, long, room
        self._press = asyncio.Semaphore(1)
        self._asked: dict[str, asyncio.Task[Made]] = {}
        self._kept: OrderedDict[str, Made] = OrderedDict()
        self._pool: ProcessPoolExecutor | None = None
        self.made = 0  # papers that the worker has made

    async def paper(self, job: Job, *given: Any, state: str = "", long: bool = False) -> Made:
        """A paper; refused where its libraries are missing."""
        try:
            need_papers()
        except BadInput as missing:
            raise Refused("no_papers", str(missing), (), "Whoever runs the house installs it.") from None
        return await self.ask(job, *given, state=state, long=long)

    async def ask(self, job: Job, *given: Any, state: str = "", long: bool = False) -> Made:
        """What a job gives. `state`: what else that depends on, besides what the job is given."""
        key = key_of(job, (*given, state))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._asked.get(key)
        if task is None:
            if len(self._asked) >= WAITING:
                raise Refused("press_busy", "too many papers wait to be made", (), "Ask again in a moment.")
            limit = self._long if long else self._limit
            task = self._asked[key] = asyncio.create_task(self._made(job, given, key, limit))
            task.add_done_callback(lambda done: self._done(key, done))
        return await asyncio.shield(task)

    def _done(self, key: str, task: asyncio.Task[Made]) -> None:
        del self._asked[key]
        if not task.cancelled():
            task.exception()  # whoever asked has heard it, or has gone

    async def _made(self, job: Job, given: tuple[Any, ...], key: str, limit: float) -> Made:
        async with self._press:
            data = await self._worked(job, given, limit)
        made = Made(data, hashlib.sha256(data).hexdigest())
        self.made += 1
        self._keep(key, made)
        return made

    def _keep(self, key: str, made: Made) -> None:
        self._kept[key] = made
        held = sum(len(one.data) for one in self._kept.values())
        while held > self._room:
            _, oldest = self._kept.popitem(last=False)
            held -= len(oldest.data)

    async def _worked(self, job: Job, given: tuple[Any, ...], limit: float) -> bytes:
        self._pool = pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(job, *given)), limit)
        except TimeoutError:
            remedy = "Make it at the command line: croupier --help names the command."
            raise Refused("press_slow", "the paper takes too long", (), remedy) from None
        except BrokenExecutor:
            raise Refused("press_busy", "its worker was ended", (), "Ask again.") from None
        except BadInput as bad:
            raise Refused("bad_input", str(bad), (), "Ask for it as the protocol says.") from None
        finally:
            self._end(pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        if self._pool is pool:
            self._pool = None

    def close(self) -> None:
        """The house closes: what is being made is not needed any more."""
        if self._pool is not None:
            self._end(self._pool)
