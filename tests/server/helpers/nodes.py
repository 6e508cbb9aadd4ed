"""Run three nodes on one PostgreSQL database. During play, one after another fails."""

from __future__ import annotations

import asyncio
import random
import signal
import statistics
import time
from pathlib import Path
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from croupier.rulebook import games
from tests.server.helpers.forked_server import ForkedServer
from tests.server.helpers.regulars import Books, RegularGroup
from tests.server.helpers.served import Served, free_port

NODES = 3
STOPPED = 8.0  # how long a node is suspended, in seconds; longer than a lease
FLIGHT = 0.3  # seconds during which messages sent before the fault may still arrive


class FaultResults(NamedTuple):
    """The results of a run with node failures."""

    kills: int
    stops: int
    acknowledged: int
    entries: int
    seconds: tuple[float, ...]  # from each fault until all tables were in play again

    def told(self) -> str:
        return (
            f"{NODES} nodes   {self.kills} killed, {self.stops} stopped and woken up; {self.acknowledged} "
            f"commands acknowledged, all of them stored once; {self.entries} entries; every table in play "
            f"again after {statistics.median(self.seconds):.1f} s (median), {max(self.seconds):.1f} s (worst)"
        )


def fail_nodes_repeatedly(folder: Path, database: str, faults: int, seed: int) -> FaultResults:
    nodes: list[Served] = []
    for _ in range(NODES):
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        words = ("--database", database, "--node", address)
        nodes.append(ForkedServer(folder, *words, port=port))
    try:
        return asyncio.run(_struck(nodes, database, faults, random.Random(seed)))
    finally:
        for node in nodes:
            node.close()


async def _struck(nodes: list[Served], database: str, faults: int, chance: random.Random) -> FaultResults:
    tables = [f"{game}-1" for game in games()]
    for node in nodes:
        node.start()
    for node in nodes:
        await node.opened()
    books, seconds, stops = Books(database), [], 0
    urls = [node.url for node in nodes]
    async with RegularGroup(chance.sample(urls, len(urls)), tables) as company:
        await company.playing(0.0)
        for number in range(faults):
            await asyncio.sleep(chance.uniform(0.0, 1.0))
            victim = await keeper(nodes, chance)
            began = time.monotonic()
            if number % 2:
                stops += 1
                seconds.append(await stopped(victim, tables, company, began))
            else:
                victim.kill()
                seconds.append(await company.playing(began + FLIGHT, 45) - began)
                await victim.begin()
            await asyncio.to_thread(books.compare, company)
    for node in nodes:
        assert node.end() == 0
        # If a node is suspended during a transaction, the database rolls it back.
        logged = node.faults("the store rejects writes")
        assert not logged, logged
    books.compare(company)
    return FaultResults(faults - stops, stops, books.acknowledged, books.entries, tuple(seconds))


async def keeper(nodes: list[Served], chance: random.Random) -> Served:
    """Return a node that currently runs tables."""
    while True:
        found = [(node, await asyncio.to_thread(node.health)) for node in nodes]
        keeping = [node for node, health in found if health is not None and health["tables"]]
        if keeping:
            return chance.choice(keeping)


async def stopped(victim: Served, tables: list[str], company: RegularGroup, began: float) -> float:
    """Suspend a node for longer than its lease. Its tables move, and it must not show them afterward."""
    victim.signal(signal.SIGSTOP)
    try:
        asking = [asyncio.create_task(first_word(victim.url, table)) for table in tables]
        after = await company.playing(began + FLIGHT, 45) - began
        await asyncio.sleep(max(0.0, began + STOPPED - time.monotonic()))
    finally:
        victim.signal(signal.SIGCONT)
    words = await asyncio.gather(*asking)
    assert "welcome" not in words, f"a node that lost its tables shows them: {words}"
    await company.playing(time.monotonic(), 45)
    return after


async def first_word(url: str, table: str) -> str:
    """Return the first message that a spectator receives."""
    address = f"{url.replace('http', 'ws', 1)}/ws/tables/{table}?as=everyone"
    try:
        async with connect(address, open_timeout=60, ping_interval=None, proxy=None) as socket:
            await socket.send('{"type":"hello"}')
            return str(msgspec.json.decode(await socket.recv())["type"])
    except (ConnectionClosed, InvalidHandshake, OSError):
        return "closed"
