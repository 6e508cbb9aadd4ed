"""Exact figures and advice, computed in a worker process so that they never hold up a table.

The worker warms up when the server opens. A job that exceeds its time limit ends the worker, never the
server. Without the maths libraries the server still runs and names the missing one.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import BadInput, Refused
from croupier.extras import missing_for_maths
from croupier.server.parent_watch import end_with_parent
from croupier.server.workers import designer

LIMIT = 20.0  # seconds for one job
WARM = 120.0  # seconds for the worker to warm up
KEPT = 512  # results in the cache
WAITING = 32  # different jobs that may wait for the worker
REST = 300.0  # seconds before a job that took too long may run again

Key = tuple[Any, ...]
Cards = tuple[str, ...]
Stakes = tuple[tuple[str, Fraction], ...]
DESIGNING = 4  # designer jobs that may wait
PATIENCE = 40.0  # seconds for a designer job: the first one under new rules fills the worker's caches


def _begin(games: tuple[str, ...]) -> None:
    """Initialize the worker: ignore Ctrl-C and warm up the caches."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from croupier.maths.advice import warm

    for game in games:
        with contextlib.suppress(BadInput):
            warm(game)


def _advice(choices: bytes, hand: Cards, board: Cards, stakes: Stakes, dealer: Cards) -> dict[str, Any]:
    from croupier.maths.advice import advice_document, advise
    from croupier.submission import OperatorChoices, Rules

    rules = Rules(msgspec.json.decode(choices, type=OperatorChoices))
    return advice_document(advise(rules, rules.game, hand, board, stakes=dict(stakes), dealer=dealer))


def _figures(choices: bytes) -> dict[str, Any]:
    from croupier.maths.analyze import analyze
    from croupier.maths.submission_rules import terms_of_choices
    from croupier.submission import OperatorChoices

    return analyze(terms_of_choices(msgspec.json.decode(choices, type=OperatorChoices)))


class FigurePool:
    """Runs maths jobs in one worker process, one at a time.

    Equal requests share one result, so the number of jobs is bounded by the tables' rules and the players'
    open decisions. Therefore anyone may ask.
    """

    def __init__(self, games: tuple[str, ...], limit: float = LIMIT) -> None:
        self._games, self._limit = games, limit
        self._pool: ProcessPoolExecutor | None = None
        self._warm: Future[int] | None = None
        self._room = asyncio.Semaphore(1)
        self._jobs: dict[Key, asyncio.Task[dict[str, Any]]] = {}  # running and waiting jobs
        self._known: OrderedDict[Key, dict[str, Any]] = OrderedDict()
        self._slow: OrderedDict[Key, float] = OrderedDict()  # jobs that took too long -> when
        self.missing = missing_for_maths()

    def open(self) -> None:
        if not self.missing:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _begin, (self._games,))
            self._warm = self._pool.submit(int)  # starts the process, which warms up

    @property
    def is_open(self) -> bool:
        return self._pool is not None

    def close(self) -> None:
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            self._pool = None

    async def advice(
        self, choices: bytes, hand: Cards, board: Cards, stakes: Stakes = (), dealer: Cards = ()
    ) -> dict[str, Any]:
        """Return the value of each choice. `stakes`: the main wagers in units of the first required one."""
        return await self.ask(_advice, (choices, hand, board, stakes, dealer))

    async def figures(self, choices: bytes) -> dict[str, Any]:
        return await self.ask(_figures, (choices,))

    async def ask(
        self, question: Callable[..., dict[str, Any]], given: tuple[Any, ...], apart: Key = ()
    ) -> dict[str, Any]:
        """Run a job, or return its cached result. `apart`: a unique key for a job that is not shared."""
        key = apart or (question.__name__, *given)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        task = self._jobs.get(key)
        if task is None:
            self._check(key)
            task = self._jobs[key] = asyncio.create_task(self._answer(question, given, key))
            task.add_done_callback(lambda done: self._done(key, done))
        return await asyncio.shield(task)

    def _check(self, key: Key) -> None:
        if self.missing or self._pool is None:
            what = self.missing or "its maths worker"
            message = f"exact figures are not available: this server runs without {what}"
            raise Refused("no_maths", message, (), "The operator can install croupier[maths].")
        if key in self._slow and time.monotonic() - self._slow[key] < REST:
            raise SLOW
        if len(self._jobs) >= WAITING:
            message = "too many calculations are waiting"
            raise Refused("maths_busy", message, (), "Try again in a moment.")

    def _done(self, key: Key, task: asyncio.Task[dict[str, Any]]) -> None:
        del self._jobs[key]
        if not task.cancelled():
            task.exception()  # mark as retrieved: the requester received it or is gone

    async def _answer(
        self, question: Callable[..., dict[str, Any]], given: tuple[Any, ...], key: Key
    ) -> dict[str, Any]:
        async with self._room:
            found = await self._compute(question, given, key)
        if key[0] == "design":
            return found
        self._known[key] = found
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found

    async def _compute(
        self, question: Callable[..., dict[str, Any]], given: tuple[Any, ...], key: Key
    ) -> dict[str, Any]:
        pool, warm = self._pool, self._warm
        if pool is None or warm is None:
            raise RESTARTED
        try:
            await asyncio.wait_for(asyncio.wrap_future(warm), WARM)
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(question, *given)), self._limit)
        except TimeoutError:
            self._restart()
            self._slow[key] = time.monotonic()
            while len(self._slow) > KEPT:
                self._slow.popitem(last=False)
            raise SLOW from None
        except (BrokenExecutor, RuntimeError):  # killed or closed meanwhile
            if self._pool is pool:
                self._restart()
            raise RESTARTED from None
        except BadInput as bad:
            raise Refused("no_advice", str(bad), (), "Change the request; this cannot be computed.") from None

    def _restart(self) -> None:
        self.close()
        self.open()


SLOW = Refused("maths_slow", "the calculation takes too long", (), "Try again in a few minutes.")
RESTARTED = Refused("maths_busy", "the calculation was interrupted", (), "Try again.")


class DesignerPool(FigurePool):
    """Runs designer jobs in a second process, started by the first job.

    Players who ask for advice never wait behind a designer who drags a payment.
    """

    def __init__(self, beside: FigurePool) -> None:
        super().__init__((), PATIENCE)
        self._beside = beside
        self._running = self._count = 0

    async def design(self, question: str, *given: Any) -> dict[str, Any]:
        """Run `bench`, `priced`, `wanted` or `drafted`. Results are not cached."""
        if self._running >= DESIGNING:
            message = "too many people use the designer now"
            raise Refused("maths_busy", message, (), "Try again in a moment.")
        if not self.is_open and self._beside.is_open:
            self.open()
        self._running += 1
        self._count += 1
        try:
            return await self.ask(getattr(designer, question), given, ("design", self._count))
        finally:
            self._running -= 1
            if question == "bench" and self._pool is not None:
                self._pool.submit(designer.warm_raises, given[0])
