"""Kill a server repeatedly during play."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import NamedTuple

from croupier.rulebook import games
from tests.server.helpers.forked_server import ForkedServer
from tests.server.helpers.regulars import Books, RegularGroup


class KillResults(NamedTuple):
    """The results of a killing run."""

    kills: int = 0
    mid_round: int = 0
    acknowledged: int = 0
    entries: int = 0
    cards: int = 0  # cards dealt after a kill in rounds that the kill had interrupted
    seconds: tuple[float, ...] = ()  # from each kill until every table was in play again

    def and_then(self, other: KillResults) -> KillResults:
        return KillResults(
            self.kills + other.kills,
            self.mid_round + other.mid_round,
            self.acknowledged + other.acknowledged,
            self.entries + other.entries,
            self.cards + other.cards,
            self.seconds + other.seconds,
        )


def kill_repeatedly(folder: Path, database: str, kills: int, seed: int) -> KillResults:
    """Kill the server at random moments, compare the store with the players' records, and restart it."""
    served = ForkedServer(folder, *(("--database", database) if database else ()))
    try:
        return asyncio.run(_killed(served, kills, random.Random(seed)))
    finally:
        served.close()


async def _killed(served: ForkedServer, kills: int, chance: random.Random) -> KillResults:
    tables = [f"{game}-1" for game in games()]
    books, seconds = Books(served.address), []
    await served.begin(len(tables))
    async with RegularGroup([served.url], tables) as company:
        await company.playing(0.0)
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.0, 0.5))
            served.kill(alone=chance.random() < 0.5)
            await asyncio.to_thread(books.compare, company)
            began = time.monotonic()
            served.start()
            seconds.append(await company.playing(began) - began)
    mid_round, cards = books.mid_round, books.cards
    assert served.end() == 0
    books.compare(company)
    assert not served.faults(), served.faults()
    return KillResults(kills, mid_round, books.acknowledged, books.entries, cards, tuple(seconds))
