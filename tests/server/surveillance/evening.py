"""Play sample rounds for the surveillance tests: one with a correction, one with a ruling and a void one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from croupier.table import commands as do
from tests.server.helpers.floor import NOW, Floor, floor
from tests.server.tables.test_no_leak import Shift

GAME = "uth"
TABLE = f"{GAME}-1"


class Clock:
    """A clock that advances one minute per reading."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        self.now += 1
        return self.now


async def as_floor(one: Floor, command: Any) -> None:
    told = await one.ask("flo", command, role="floor")
    assert told["type"] == "done", told


async def evening(one: Floor) -> None:
    """Play three rounds. Round 1 is corrected later, round 2 continues after a report, and round 3 is
    void.
    """
    shift = Shift(one, 7, sides=True)
    await shift.come()
    await shift.round()
    first = next(each for each in one.owner.state.previous if each.wager == "ante" and each.seat == 2)
    right = 0 if first.returned == 2 * first.staked else 2 * first.staked
    fix = do.CorrectSettlement(round=1, seat=2, wager="ante", reason="paid short", returned=right)
    await as_floor(one, fix)
    for outcome in ("play_on", "void"):
        await shift.bets()
        report = do.ReportOther(matter="other", detail="a drink on the felt")
        await as_floor(one, report)
        await as_floor(one, do.RuleOnIncident(outcome=outcome, reason="seen on camera 14"))
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
