"""Exact figures and advice, from a process of their own: nothing of it may hold up a table.

The worker is warmed when the house opens and has a time limit; a question that takes too long costs the
worker, never the house. Without the mathematics the house still runs and says what is missing.
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
from typing import Any

import msgspec

from croupier.errors import BadInput, Refused
from croupier.extras import missing_for_maths
from croupier.house import designing

LIMIT = 20.0  # seconds for one question
WARM = 120.0  # seconds for the worker to get ready
KEPT = 512  # answers that stay in memory
WAITING = 32  # different questions that wait for the worker
REST = 300.0  # seconds for which a question that took too long is not tried again

Key = tuple[Any, ...]
DESIGNING = 4  # questions of designers that wait
PATIENCE = 40.0  # seconds for one of them: the first under other rules computes what all later ones share


def _begin(games: tuple[str, ...]) -> None:
    """In the worker: not disturbed by the terminal's Ctrl-C, and everything ready that answers share."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from croupier.maths.advice import warm

    for game in games:
        with contextlib.suppress(BadInput):
            warm(game)


def _advice(choices: bytes, hand: tuple[str, ...], board: tuple[str, ...]) -> dict[str, Any]:
    from croupier.maths.advice import advice_document, advise
    from croupier.submission import Choices, Rules

    rules = Rules(msgspec.json.decode(choices, type=Choices))
    return advice_document(advise(rules, rules.game, hand, board))


def _figures(choices: bytes) -> dict[str, Any]:
    from croupier.maths.analyze import analyze
    from croupier.maths.submitted import terms_of_choices
    from croupier.submission import Choices

    return analyze(terms_of_choices(msgspec.json.decode(choices, type=Choices)))


class Figures:
    """Questions to the worker, one at a time. Whoever asks the same gets the same answer, and it is worked
    out once: there are as many different questions as tables have rules and players have questions open.
    So anybody may ask."""

    def __init__(self, games: tuple[str, ...], limit: float = LIMIT) -> None:
        self._games, self._limit = games, limit
        self._pool: ProcessPoolExecutor | None = None
        self._warm: Future[int] | None = None
        self._room = asyncio.Semaphore(1)
        self._asked: dict[Key, asyncio.Task[dict[str, Any]]] = {}  # what is worked out or waits for it
        self._known: OrderedDict[Key, dict[str, Any]] = OrderedDict()
        self._slow: OrderedDict[Key, float] = OrderedDict()  # what took too long, and when
        self.missing = missing_for_maths()

    def open(self) -> None:
        if not self.missing:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _begin, (self._games,))
            self._warm = self._pool.submit(int)  # begins warming now

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

    async def advice(self, choices: bytes, hand: tuple[str, ...], board: tuple[str, ...]) -> dict[str, Any]:
        return await self.ask(_advice, (choices, hand, board))

    async def figures(self, choices: bytes) -> dict[str, Any]:
        return await self.ask(_figures, (choices,))

    async def ask(
        self, question: Callable[..., dict[str, Any]], given: tuple[Any, ...], apart: Key = ()
    ) -> dict[str, Any]:
        """`apart`: a name of its own for a question that is nobody else's."""
        key = apart or (question.__name__, *given)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        task = self._asked.get(key)
        if task is None:
            self._check(key)
            task = self._asked[key] = asyncio.create_task(self._answered(question, given, key))
            task.add_done_callback(lambda done: self._done(key, done))
        return await asyncio.shield(task)

    def _check(self, key: Key) -> None:
        if self.missing or self._pool is None:
            what = self.missing or "its worker"
            raise Refused("no_maths", f"the house runs without {what}", (), "Install croupier[maths].")
        if key in self._slow and time.monotonic() - self._slow[key] < REST:
            raise SLOW
        if len(self._asked) >= WAITING:
            raise Refused("maths_busy", "too many questions wait for an answer", (), "Ask again in a moment.")

    def _done(self, key: Key, task: asyncio.Task[dict[str, Any]]) -> None:
        del self._asked[key]
        if not task.cancelled():
            task.exception()  # whoever asked has heard it, or has gone

    async def _answered(
        self, question: Callable[..., dict[str, Any]], given: tuple[Any, ...], key: Key
    ) -> dict[str, Any]:
        async with self._room:
            found = await self._worked_out(question, given, key)
        if key[0] == "design":
            return found
        self._known[key] = found
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found

    async def _worked_out(
        self, question: Callable[..., dict[str, Any]], given: tuple[Any, ...], key: Key
    ) -> dict[str, Any]:
        pool, warm = self._pool, self._warm
        if pool is None or warm is None:
            raise ANEW
        try:
            await asyncio.wait_for(asyncio.wrap_future(warm), WARM)
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(question, *given)), self._limit)
        except TimeoutError:
            self._again()
            self._slow[key] = time.monotonic()
            while len(self._slow) > KEPT:
                self._slow.popitem(last=False)
            raise SLOW from None
        except (BrokenExecutor, RuntimeError):  # killed, or closed meanwhile
            if self._pool is pool:
                self._again()
            raise ANEW from None
        except BadInput as bad:
            raise Refused("no_advice", str(bad), (), "Nothing is to be done about it.") from None

    def _again(self) -> None:
        self.close()
        self.open()


SLOW = Refused("maths_slow", "the answer takes too long", (), "Ask again in a few minutes.")
ANEW = Refused("maths_busy", "the worker had to be started anew", (), "Ask again.")


class Designing(Figures):
    """Questions of the paytable designer, in a process of their own from the first one on: whoever plays and
    asks for advice does not wait behind somebody who drags a payment."""

    def __init__(self, beside: Figures) -> None:
        super().__init__((), PATIENCE)
        self._beside = beside
        self._running = self._count = 0

    async def design(self, question: str, *given: Any) -> dict[str, Any]:
        """`bench`, `priced`, `wanted` or `drafted`; nothing is kept."""
        if self._running >= DESIGNING:
            raise Refused("maths_busy", "others are designing too", (), "Ask again in a moment.")
        if not self.is_open and self._beside.is_open:
            self.open()
        self._running += 1
        self._count += 1
        try:
            return await self.ask(getattr(designing, question), given, ("design", self._count))
        finally:
            self._running -= 1
            if question == "bench" and self._pool is not None:
                self._pool.submit(designing.warm_raises, given[0])
