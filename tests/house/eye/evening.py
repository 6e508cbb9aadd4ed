"""Rounds with a correction, a report that is ruled on, and a void: for whoever looks back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from croupier.table import commands as do
from tests.house.floor.test_no_leak import Shift
from tests.house.helpers.floor import NOW, Floor, floor

GAME = "uth"
TABLE = f"{GAME}-1"


class Clock:
    """A minute for every look at it."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        self.now += 1
        return self.now


async def as_floor(one: Floor, command: Any) -> None:
    told = await one.ask("flo", command, role="floor")
    assert told["type"] == "done", told


async def evening(one: Floor) -> None:
    """Round 1 is corrected after it, round 2 has a report and goes on, round 3 is void."""
    shift = Shift(one, 7, sides=True)
    await shift.come()
    await shift.round()
    first = next(each for each in one.owner.state.previous if each.wager == "ante" and each.seat == 2)
    right = first.returned + 500
    fix = do.CorrectSettlement(round=1, seat=2, wager="ante", reason="paid short", returned=right)
    await as_floor(one, fix)
    for outcome in ("play_on", "void"):
        await shift.bets()
        report = do.ReportOther(matter="other", detail="a drink on the felt")
        await as_floor(one, report)
        await as_floor(one, do.Rule(outcome=outcome, reason="seen on camera 14"))
        while await shift.decide():
            pass


def looked_back(tmp_path: Path, scene: Callable[[Floor], Awaitable[None]], rounds: bool = True) -> None:
    async def play() -> None:
        clock = Clock()
        opened = floor(f"sqlite:///{tmp_path}/h.sqlite", GAME, clock=clock)
        async with asyncio.timeout(120), opened as one:
            if rounds:
                await evening(one)
            await scene(one)

    asyncio.run(play())
