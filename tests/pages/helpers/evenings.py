"""Play rounds through the client library, for the history and evening pages."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from croupier.client import House, Table

PACE = 0.12  # seconds between messages; a connection may send ten per second


class Played(NamedTuple):
    """The session token and id of a person who has played some rounds."""

    token: str
    person: str


def stakes(table: Table, seat: int) -> Any:
    for offer in table.offers:
        if offer.act.startswith("bet@") and offer.sample.get("seat") == seat:
            return next(blank.stakes for blank in offer.blanks if blank.kind == "wagers")
    return None


async def sit(table: Table) -> int:
    await table.chips(200_00)
    offer = await table.until(
        lambda: next((one for one in table.offers if one.act.startswith("sit_down@")), None)
    )
    seat = int(offer.sample["seat"])
    await table.sit(seat)
    return seat


async def bet(table: Table, seat: int, sides: bool) -> None:
    wagers: dict[str, int] = {}
    for stake in await table.until(lambda: stakes(table, seat)):
        if stake.required or sides:
            wagers[stake.name] = wagers.get(stake.equal_to or "", 0) or stake.least
    await table.bet(seat, wagers)


async def ready(table: Table, last: bool) -> None:
    """Report ready.

    In the last round, do not commit to a number for the next deal, because the table would wait for it.
    """
    number = table.deals.reveal(table.person) if last else ""
    await table.ready(reveal=number)


async def decide(table: Table, chance: random.Random, always: str = "") -> None:
    while (question := await table.question(120)) is not None:
        choice = always if always in question.choices else chance.choice(question.choices)
        await table.decide(choice, question)
        await asyncio.sleep(PACE)


async def alone(url: str, name: str, rounds: int, tables: tuple[str, ...]) -> Played:
    """Play `rounds` rounds at each table, with all side wagers in every second round."""
    chance = random.Random(4)
    async with House(url) as house:
        await house.guest(name)
        for where in tables or [one["table"] for one in await house.tables()]:
            async with house.join(where, proofs=True) as table:
                seat = await sit(table)
                for number in range(rounds):
                    await bet(table, seat, sides=bool(number % 2))
                    await ready(table, last=number == rounds - 1)
                    await decide(table, chance)
                await table.get_up(seat)
                await table.cash_out()
        return Played(house.token, house.person)


async def together(url: str, where: str, fold: str) -> tuple[Played, Played]:
    """Play one round with two people. The second person folds, so the first person never sees those cards."""
    chance = random.Random(1)
    async with House(url) as first, House(url) as second:
        await first.guest("Ada")
        await second.guest("Ben")
        async with first.join(where) as one, second.join(where) as other:
            places = (await sit(one), await sit(other))
            await bet(one, places[0], False)
            # the second person bets first, because betting closes when the first person is ready
            await bet(other, places[1], False)
            await asyncio.gather(one.ready(), other.ready())
            await asyncio.gather(decide(one, chance), decide(other, chance, fold))
            for table, seat in zip((one, other), places, strict=True):
                await table.get_up(seat)
                await table.cash_out()
        return Played(first.token, first.person), Played(second.token, second.person)


def run(work: Any) -> Any:
    """Run a coroutine in another thread, because Playwright's event loop runs in this thread."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result(240)


def play(url: str, name: str = "Ada", rounds: int = 2, tables: tuple[str, ...] = ()) -> Played:
    found: Played = run(alone(url, name, rounds, tables))
    return found
