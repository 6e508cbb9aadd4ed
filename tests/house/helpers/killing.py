"""A served house, killed under play."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import NamedTuple

from croupier.rulebook import games
from tests.house.helpers.regulars import Books, Company
from tests.house.helpers.served import with_scribe
from tests.house.helpers.stable import Stabled


class Toll(NamedTuple):
    """What killing has done."""

    kills: int = 0
    mid_round: int = 0
    acknowledged: int = 0
    entries: int = 0
    cards: int = 0  # dealt after a kill in the round that it cut short
    seconds: tuple[float, ...] = ()  # from each kill until every table was in play again

    def and_then(self, other: Toll) -> Toll:
        return Toll(
            self.kills + other.kills,
            self.mid_round + other.mid_round,
            self.acknowledged + other.acknowledged,
            self.entries + other.entries,
            self.cards + other.cards,
            self.seconds + other.seconds,
        )


def killed_again_and_again(folder: Path, database: str, kills: int, seed: int, scribe: bool = False) -> Toll:
    """Kill so often, at any moment; compare everything each time; open again and play on. With a scribe half
    of the time the house alone is killed: what the scribe was told last it may still write."""
    words = (*(("--database", database) if database else ()), *(with_scribe(folder) if scribe else ()))
    served = Stabled(folder, *words)
    try:
        return asyncio.run(_killed(served, kills, random.Random(seed), scribe))
    finally:
        served.close()


async def _killed(served: Stabled, kills: int, chance: random.Random, scribe: bool) -> Toll:
    tables = [f"{game}-1" for game in games()]
    books, seconds = Books(served.address), []
    await served.begin(len(tables))
    async with Company([served.url], tables) as company:
        await company.playing(0.0)
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.0, 0.5))
            served.kill(alone=scribe and chance.random() < 0.5)
            await asyncio.to_thread(books.compare, company)
            began = time.monotonic()
            served.start()
            seconds.append(await company.playing(began) - began)
    mid_round, cards = books.mid_round, books.cards
    assert served.end() == 0
    books.compare(company)
    assert not served.faults(), served.faults()
    return Toll(kills, mid_round, books.acknowledged, books.entries, cards, tuple(seconds))
