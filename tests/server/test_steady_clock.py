"""Test that clock jumps do not affect the streams and that a lockout dated by a wrong clock ends."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import msgspec

from croupier.casino.administration import commands as do
from croupier.casino.administration.people import is_locked
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.stream import KIND
from croupier.server.house import HouseServer
from croupier.server.settings import Settings
from croupier.server.steady_clock import ACCEPTED, SLEW, SteadyClock, TableClock
from croupier.server.tables.floor_summary import play_alerts
from croupier.table.commands import GetUp, SitDown
from tests.server.helpers.desks import desk

DAY = 86_400


class Times:
    def __init__(self) -> None:
        self.system, self.steady = 1_000_000.0, 50.0

    def pass_(self, seconds: float) -> None:
        self.system += seconds
        self.steady += seconds

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.system, lambda: self.steady)


def test_ignores_a_clock_jump_until_the_time_is_right_again() -> None:
    times = Times()
    clock = times.clock()
    times.pass_(10)
    times.system += DAY
    assert clock() == 1_000_010 and clock.seconds_ahead == DAY
    times.pass_(60)
    assert clock() == 1_000_070
    times.system -= DAY
    assert clock() == 1_000_070 and clock.seconds_ahead == 0


def test_follows_small_corrections_at_once() -> None:
    times = Times()
    clock = times.clock()
    times.system += 5
    assert clock() == 1_000_005 and clock.seconds_ahead == 0


def test_adopts_a_lasting_clock_change() -> None:
    times = Times()
    clock = times.clock()
    times.system += DAY
    clock()
    times.pass_(ACCEPTED)
    assert clock() == int(times.system) and clock.seconds_ahead == 0


def failed(state: AdministrationState, at: int, **more: Any) -> AdministrationState:
    return KIND.step(state, do.NoteFailure(person="flo", name="flo", why="no", by="house", at=at, **more))[1]


def test_lockout_ends_when_a_wrong_clock_is_corrected() -> None:
    state, now = desk(), 1_000
    tries, lock = state.security.tries, state.security.lock
    for _ in range(tries):
        state = failed(state, now + DAY)
    flo = state.people["flo"]
    assert is_locked(state, flo, now + DAY) and not is_locked(state, flo, now)
    came = KIND.decide(state, do.LogIn(person="flo", way="password", by="house", at=now))
    assert [type(event).__name__ for event in came] == ["LoggedIn"]
    for _ in range(tries):
        state = failed(state, now, clock_ahead=True)
    flo = state.people["flo"]
    assert flo.locked_until == now + lock
    assert is_locked(state, flo, now + lock - 1) and not is_locked(state, flo, now + lock)


def test_a_table_clock_that_is_ahead_runs_slower_until_it_is_right() -> None:
    now = 1_000
    clock = TableClock(lambda: now, now + DAY)
    read = [clock()]
    assert read == [now + DAY]
    for _ in range(100):
        now += 1
        read.append(clock())
    assert all(after - before in (0, 1) for before, after in itertools.pairwise(read))
    assert read[-1] - read[0] == 100 - 100 // SLEW
    assert clock.seconds_ahead == DAY - 100 // SLEW
    now = 1_000 + SLEW * DAY
    assert clock() == now and clock.seconds_ahead == 0
    now -= 500  # the server's clock goes back
    assert clock() == now + 500
    now += 100
    assert clock() == now + 500 - 100 // SLEW


def test_entries_of_a_table_that_is_ahead_have_increasing_times(tmp_path: Path) -> None:
    now = 1_800_000_000

    async def opened(at: int) -> tuple[HouseServer, list[int]]:
        nonlocal now
        now, house = at, HouseServer(Settings(data=tmp_path), clock=lambda: now)
        await house.open()
        table = house.tables["uth-1"]
        times = []
        try:
            for seat in (1, 2):
                now += 20
                by = f"player:p{seat}"
                await table.ask(f"p{seat}", "", by, SitDown(seat=seat, player=f"p{seat}"), f"s{seat}.{at}")
                times.append(table.state.clock)
                await table.ask(f"p{seat}", "", by, GetUp(seat=seat), f"g{seat}.{at}")
            alerts = [alert.kind for alert in play_alerts(table, table.due_now, now)]
        finally:
            await house.close()
        assert ("clock" in alerts) == (at < 1_800_000_000 + DAY)
        return house, times

    _, (_, last) = asyncio.run(opened(now + DAY))
    _, (first, second) = asyncio.run(opened(1_800_000_000))
    assert last < first < second
    assert second - first == 18  # the slowed clock loses one second in ten, so 20 seconds count as 18


def test_reports_entries_dated_in_the_future(tmp_path: Path) -> None:
    now = 1_800_000_000

    async def health(at: int) -> dict[str, Any]:
        house = HouseServer(Settings(data=tmp_path), clock=lambda: at)
        await house.open()
        try:
            return msgspec.json.decode(msgspec.json.encode(house.health()))  # type: ignore[no-any-return]
        finally:
            await house.close()

    assert asyncio.run(health(now + DAY))["notices"] == []
    (notice,) = asyncio.run(health(now))["notices"]
    assert notice == f"stored entries are dated up to {DAY} seconds ahead of this machine's clock"
