"""Exact figures and advice, from a process of their own: nothing of it may hold up a table.

The worker is warmed when the house opens and has a time limit; a question that takes too long costs the
worker, never the house. Without the mathematics the house still runs and says what is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

import msgspec

from croupier.errors import BadInput, Refused
from croupier.extras import missing_for_maths
from croupier.house import designing

LIMIT = 20.0  # seconds for one question
KEPT = 512  # answers that stay in memory
WAITING = 32  # questions that wait for the worker
DESIGNING = 4  # … of them by designers: whoever plays and asks for advice does not wait behind many


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
    """Questions to the worker, answers remembered."""

    def __init__(self, games: tuple[str, ...], limit: float = LIMIT) -> None:
        self._games, self._limit = games, limit
        self._pool: ProcessPoolExecutor | None = None
        self._known: OrderedDict[tuple[Any, ...], dict[str, Any]] = OrderedDict()
        self._waiting = self._designing = 0
        self.missing = missing_for_maths()

    def open(self) -> None:
        if not self.missing:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _begin, (self._games,))
            self._pool.submit(int)  # begins warming now

    def close(self) -> None:
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            self._pool = None

    async def advice(self, choices: bytes, hand: tuple[str, ...], board: tuple[str, ...]) -> dict[str, Any]:
        return await self._ask(_advice, (choices, hand, board))

    async def figures(self, choices: bytes) -> dict[str, Any]:
        return await self._ask(_figures, (choices,))

    async def design(self, question: str, *given: Any) -> dict[str, Any]:
        """What the paytable designer asks: `bench`, `priced`, `wanted` or `drafted`."""
        if self._designing >= DESIGNING:
            raise Refused("maths_busy", "others are designing too", (), "Ask again in a moment.")
        self._designing += 1
        try:
            return await self._ask(getattr(designing, question), given, keep=False)
        finally:
            self._designing -= 1

    async def _ask(self, question: Any, given: tuple[Any, ...], keep: bool = True) -> dict[str, Any]:
        key = (question.__name__, *given) if keep else ()
        if keep and key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if self.missing or self._pool is None:
            what = self.missing or "its worker"
            raise Refused("no_maths", f"the house runs without {what}", (), "Install croupier[maths].")
        if self._waiting >= WAITING:
            raise Refused("maths_busy", "too many questions wait for an answer", (), "Ask again in a moment.")
        self._waiting += 1
        try:
            future = self._pool.submit(question, *given)
            found: dict[str, Any] = await asyncio.wait_for(asyncio.wrap_future(future), self._limit)
        except TimeoutError:
            self._again()
            raise Refused("maths_slow", "the answer takes too long", (), "Ask again later.") from None
        except BrokenExecutor:
            self._again()
            raise Refused("maths_busy", "the worker had to be started anew", (), "Ask again.") from None
        except BadInput as bad:
            raise Refused("no_advice", str(bad), (), "Nothing is to be done about it.") from None
        finally:
            self._waiting -= 1
        if not keep:
            return found
        self._known[key] = found
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found

    def _again(self) -> None:
        self.close()
        self.open()
