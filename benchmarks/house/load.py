"""Measure one server at full load and at paced rates."""

from __future__ import annotations

import asyncio
import gc
import statistics
import time
from collections.abc import Coroutine
from typing import Any, NamedTuple, TypeVar

import uvloop

from benchmarks.house.machine import Machine, Taken
from benchmarks.house.players import Pace, Player
from benchmarks.house.served import Served, open_tables
from croupier.client import House

WARM = 2.0  # players act for this many seconds before a measurement starts
SHARES = (0.5, 0.7)  # the paced rates are these fractions of the measured capacity
ROOM = 0.9  # paced rates above this fraction of the capacity are skipped, because they only fill the queue

T = TypeVar("T")


class Waits(NamedTuple):
    """The throughput in actions per second, and the waiting times in milliseconds."""

    actions: float  # per second
    median: float
    p99: float
    cost: tuple[float, float, float]  # CPU milliseconds per action: event loop, store, clients


class Result(NamedTuple):
    seats: int
    full: Waits
    # for each paced rate, the actions per second and the result, or None if the rate is too high
    paced: tuple[tuple[float, Waits] | None, ...]
    rounds: int
    memory: float
    taken: Taken


def running(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on uvloop, as a client with many connections would."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


async def load(house: Served, tables: int, seats: int, seconds: float, rate: float) -> Result:
    """Measure a server at full load, at fractions of its capacity, and at the given rate."""
    waits: list[float] = []
    pace, ready, over = Pace(), asyncio.Event(), asyncio.Event()
    found = await open_tables(house, tables)
    taken = [(name, seat) for name, places in found for seat in range(1, min(seats, places) + 1)]
    players = [Player(house.url, name, seat, pace, waits) for name, seat in taken]
    playing = [asyncio.create_task(player.play(ready, over)) for player in players]
    async with House(house.url) as door:
        while sum(table["taken"] for table in await door.tables()) < len(players):
            await asyncio.sleep(0.5)
        gc.collect()
        gc.freeze()  # Collecting the garbage of 300 clients would otherwise count as waiting time.
        machine = Machine()
        ready.set()
        await asyncio.sleep(WARM)
        began = sum(table["round"] for table in await door.tables())
        full = await _measured(house, waits, seconds)
        paced: list[tuple[float, Waits] | None] = []
        for pace.rate in (*(share * full.actions for share in SHARES), rate):
            if pace.rate > ROOM * full.actions:
                paced.append(None)
                continue
            await asyncio.sleep(WARM)
            paced.append((pace.rate, await _measured(house, waits, seconds)))
        rounds = sum(table["round"] for table in await door.tables()) - began
        meanwhile = machine.taken()
    over.set()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return Result(len(players), full, tuple(paced), rounds, house.memory, meanwhile)


async def _measured(house: Served, waits: list[float], seconds: float) -> Waits:
    waits.clear()
    before, mine, began = house.work, time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    counted, spent = sorted(waits), time.perf_counter() - began
    after, count = house.work, max(len(counted), 1)
    cost = (after[0] - before[0], after[1] - before[1], time.process_time() - mine)
    return Waits(
        len(counted) / spent,
        statistics.median(counted or [0.0]) * 1000,
        counted[int(len(counted) * 0.99)] * 1000 if counted else 0.0,
        (cost[0] / count * 1000, cost[1] / count * 1000, cost[2] / count * 1000),
    )
