"""Simulate players who bet the minimum and stay in, round after round."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial

from croupier.client import House, Table
from croupier.errors import Refused
from croupier.table.readers.offers import least_bet

CHIPS = 400_00
LOW = 100_00


class Pace:
    """Schedules actions at a fixed rate, or immediately if the rate is zero.
    A late action delays all actions after it. They do not speed up to catch up.
    """

    def __init__(self) -> None:
        self.rate = 0.0
        self._next = 0.0

    async def turn(self) -> float:
        """Wait until the next action is due and return that time."""
        now = time.perf_counter()
        if not self.rate:
            return now
        due = max(self._next, now)
        self._next = due + 1 / self.rate
        await asyncio.sleep(due - now)
        return due


class Player:
    def __init__(self, url: str, table: str, seat: int, pace: Pace, waits: list[float]) -> None:
        self.url, self.table, self.seat, self.pace, self.waits = url, table, seat, pace, waits

    async def play(self, ready: asyncio.Event, over: asyncio.Event) -> None:
        async with House(self.url) as house:
            await self._come_in(house)
            async with house.join(self.table) as table:
                await table.chips(CHIPS)
                await table.sit(self.seat)
                await ready.wait()
                while not over.is_set():
                    with contextlib.suppress(Refused, TimeoutError):
                        await self._round(house, table)

    async def _come_in(self, house: House) -> None:
        while True:
            try:
                await house.guest(f"Player {self.seat}")
                return
            except Refused:  # The server limits how many players may arrive per second.
                await asyncio.sleep(1.0)

    async def _round(self, house: House, table: Table) -> None:
        await table.until(lambda: self._stakes(table), 30.0)
        if table.sight is not None and table.sight.chips < LOW:
            try:
                await table.chips(CHIPS)
            except Refused:
                await house.ask("POST", "/api/wallet/refill")
        await self._timed(lambda: table.bet(self.seat, self._stakes(table)))
        await self._timed(table.ready)
        while (question := await table.question(30.0)) is not None:
            staying = [name for name, cost in zip(question.choices, question.costs, strict=True) if cost]
            choice = (staying or list(question.choices))[-1]
            await self._timed(partial(table.decide, choice, question))

    def _stakes(self, table: Table) -> dict[str, int]:
        for offer in table.offers:
            if offer.act.startswith("bet@") and offer.sample["seat"] == self.seat:
                stakes = next(blank.stakes for blank in offer.blanks if blank.kind == "wagers")
                return {} if any(stake.placed for stake in stakes) else least_bet(stakes)
        return {}

    async def _timed(self, act: Callable[[], Awaitable[object]]) -> None:
        due = await self.pace.turn()
        await act()
        self.waits.append(time.perf_counter() - due)
