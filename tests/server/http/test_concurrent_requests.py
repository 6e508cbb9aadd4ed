"""Measure response times at one table while a different table is under attack."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from croupier.client import House
from croupier.rulebook import games
from tests.server.helpers.served import Served, audit

ATTACKED, OTHER = (f"{game}-1" for game in games()[:2])
SECONDS = 10.0  # seconds per measurement, before and during the attack
BOUND = 3.0  # seconds to wait for an answer on a loaded machine


async def timed(house: House, seconds: float) -> list[float]:
    """Play normally and record the time of each answer."""
    waits: list[float] = []
    until = time.monotonic() + seconds
    async with house.join(OTHER) as table:
        while time.monotonic() < until:
            began = time.monotonic()
            await table.chips(500)
            waits.append(time.monotonic() - began)
            await asyncio.sleep(0.15)  # the pace of a person
    return waits


async def flooding(url: str, token: str, over: asyncio.Event) -> int:
    """Send as fast as the connection allows, and reconnect whenever it is closed."""
    cut = 0
    headers = {"cookie": f"croupier={token}"}
    while not over.is_set():
        with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            async with connect(
                f"{url}/ws/tables/{ATTACKED}", additional_headers=headers, compression=None, proxy=None
            ) as line:
                await line.send('{"type":"hello"}')
                for n in range(70):
                    await line.send(f'{{"type":"cash_out","id":"x{n}"}}')
                await line.send("x" * 20_000)
                await asyncio.wait_for(line.wait_closed(), 5)
        cut += 1
        await asyncio.sleep(0.05)
    return cut


async def looking_on(url: str, over: asyncio.Event) -> None:
    """Connect as a spectator and read nothing."""
    with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
        async with connect(
            f"{url}/ws/tables/{ATTACKED}?as=everyone", compression=None, proxy=None, max_queue=1
        ) as line:
            await line.send('{"type":"hello"}')
            await over.wait()


@pytest.mark.long
def test_another_table_is_answered_while_one_is_attacked(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    served = Served(tmp_path)

    async def scene() -> tuple[list[float], list[float], int]:
        await served.begin(len(games()))
        url = served.url.replace("http", "ws")
        async with House(served.url) as ada, House(served.url) as eve:
            await ada.guest("Ada")
            await eve.guest("Eve")
            before = await timed(ada, SECONDS)
            over = asyncio.Event()
            attack = [asyncio.create_task(flooding(url, eve.token, over)) for _ in range(5)]
            crowd = [asyncio.create_task(looking_on(url, over)) for _ in range(110)]
            meanwhile = await timed(ada, SECONDS)
            over.set()
            cut = sum(await asyncio.gather(*attack))
            await asyncio.gather(*crowd)
            return before, meanwhile, cut

    try:
        before, meanwhile, cut = asyncio.run(asyncio.wait_for(scene(), 200))
        assert served.end() == 0
    finally:
        served.close()
    p99 = sorted(meanwhile)[len(meanwhile) * 99 // 100]
    record_property("p99_before", sorted(before)[len(before) * 99 // 100])
    record_property("p99_meanwhile", p99)
    print(f"before: {told(before)}; meanwhile: {told(meanwhile)}; {cut} lines cut")
    assert cut >= 3 and p99 < BOUND
    assert '"level": "error"' not in served.log.read_text()
    assert audit(served.address).faults == ()


def told(waits: list[float]) -> str:
    ordered = sorted(waits)
    median, last = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return f"{len(ordered)} answers, median {median * 1000:.0f} ms, p99 {last * 1000:.0f} ms"
