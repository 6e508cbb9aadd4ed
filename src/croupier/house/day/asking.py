"""A gaming day asked of a running house: put together by a process of its own, so that no table waits for it.

It reads the store as `croupier day` does. One at a time, with a time limit: a house that has played for long
makes its papers at the command line.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

from croupier.errors import BadInput, Refused
from croupier.house.day.calendar import gaming_day_of

LIMIT = 60.0  # seconds


def _begin() -> None:
    """In the worker: the terminal's Ctrl-C is the house's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def told_day(address: str, date: str, begins: int) -> dict[str, Any]:
    """The whole document of one day."""
    from croupier.house.day.document import document
    from croupier.house.day.report import day_books
    from croupier.house.store.sql import open_store

    with open_store(address, reading=True) as store:
        return document(day_books(store, gaming_day_of(date, begins)))


class DayDesk:
    def __init__(self, limit: float = LIMIT) -> None:
        self._limit, self._busy = limit, False

    async def ask(self, address: str, date: str, begins: int) -> dict[str, Any]:
        try:
            gaming_day_of(date, begins)
        except BadInput:
            told = f"{date!r:.40} is no gaming day"
            raise Refused("bad_input", told, (), "Ask for a date like 2026-11-15.") from None
        if self._busy:
            raise Refused("maths_busy", "another day is being put together", (), "Ask again in a moment.")
        self._busy = True
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
        try:
            future = pool.submit(told_day, address, date, begins)
            return await asyncio.wait_for(asyncio.wrap_future(future), self._limit)
        except TimeoutError:
            raise Refused("maths_slow", "the day takes too long", (), "Use croupier day.") from None
        except BrokenExecutor:
            raise Refused("maths_busy", "its worker was ended", (), "Ask again.") from None
        except BadInput as bad:
            raise Refused("bad_input", str(bad), (), "Ask for a date like 2026-11-15.") from None
        finally:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
            self._busy = False
