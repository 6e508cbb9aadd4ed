"""Company at a table: simple players who come over the socket like everybody else.

They bet the least that is allowed, answer by chance, and see nothing that their seat would not see.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random

from croupier.client import House as Client
from croupier.client import Lost, Table
from croupier.errors import Refused
from croupier.house.floor.owner import Owner
from croupier.table.readers.offers import Blank, least_bet

log = logging.getLogger("croupier.house.company")

NAMES = (
    "Blake",
    "Casey",
    "Devon",
    "Ellis",
    "Frankie",
    "Harper",
    "Jules",
    "Kit",
    "Lou",
    "Marlo",
    "Nico",
    "Remy",
)
BUY_IN = 200_00  # cents
LONELY = 120.0  # seconds without anybody else at the table, then company goes home
TRIES = 8  # seats that somebody else was faster at
PACE = (0.4, 1.6)  # seconds that a simple player thinks
PATIENCE = 20.0  # seconds that people who have not bet yet are waited for


class Companion:
    """One simple player at one table."""

    def __init__(
        self, url: str, table: str, name: str, seed: int | None = None, staying: bool = False
    ) -> None:
        self._url, self._table, self._name, self._staying = url, table, name, staying
        self._chance = random.Random(seed)
        self.leaving = False

    async def play(self) -> None:
        """Until nobody else is there, or the house closes."""
        with contextlib.suppress(Lost, asyncio.TimeoutError, OSError):
            async with Client(self._url) as house:
                me = await house.guest(self._name)
                async with house.join(self._table) as table:
                    seat = await self._sit(table)
                    if seat:
                        await self._stay(table, seat, str(me["person"]))

    async def _sit(self, table: Table) -> int:
        """Some free seat; another one where somebody was faster. 0: there is none."""
        bought = False
        for _ in range(TRIES):
            free = seats_free(table)
            if not free:
                break
            seat = self._chance.choice(free)
            with contextlib.suppress(Refused):
                if not bought:
                    await table.chips(BUY_IN)
                    bought = True
                await table.sit(seat)
                return seat
            await self._think()
        return 0

    async def _stay(self, table: Table, seat: int, me: str) -> None:
        alone = 0.0
        while not self.leaving and (alone < LONELY or self._staying):
            try:
                bet = await self._bet(table, seat)
                alone = 0.0 if self._company(table, me) else alone + 5.0
                if bet:
                    await self._round(table)
                else:
                    await asyncio.sleep(5.0)
            except Refused as refused:  # somebody was faster: look again
                log.debug("company at %s: %s", self._table, refused.code)
                await asyncio.sleep(1.0)
        with contextlib.suppress(Refused):
            await table.get_up(seat)
            await table.cash_out()

    def _company(self, table: Table, me: str) -> bool:
        sight = table.sight
        return sight is not None and any(one.player != me and one.name not in NAMES for one in sight.seats)

    async def _bet(self, table: Table, seat: int) -> bool:
        """The least of every required wager, if bets are open and somebody else plays or this one stays."""
        await self._think()
        wagers = least_wagers(table, seat)
        if not wagers:
            return False
        if ((table.sight and table.sight.chips) or 0) < 10 * sum(wagers.values()):
            await table.chips(BUY_IN)
        await table.bet(seat, wagers)
        # Bets are closed as soon as everybody who has bet is ready: people who still lay chips come first.
        with contextlib.suppress(TimeoutError):
            await table.until(lambda: everybody_has_bet(table), PATIENCE)
        if not closed(table):
            await table.ready()
        return True

    async def _round(self, table: Table) -> None:
        while (question := await table.question(600.0)) is not None:
            await self._think()
            with contextlib.suppress(Refused):
                await table.decide(self._chance.choice(question.choices), question)
            await table.until(lambda asked=question: table.asked != asked, 600.0)  # type: ignore[misc]

    async def _think(self) -> None:
        await asyncio.sleep(self._chance.uniform(*PACE))


def everybody_has_bet(table: Table) -> bool:
    """Whether no person is waited for: each has a wager, or bets are closed."""
    seats = table.sight.seats if table.sight is not None else ()
    return closed(table) or all(one.wagers or one.name in NAMES for one in seats)


def closed(table: Table) -> bool:
    return table.sight is not None and any(one.in_play for one in table.sight.seats)


def seats_free(table: Table) -> list[int]:
    """The seats that the house offers; one of them may be taken a moment later."""
    for offer in table.offers:
        if offer.act.startswith("sit_down@"):
            seats = [
                int(option.value)
                for blank in offer.blanks
                for option in blank.options
                if blank.field == "seat"
            ]
            return seats or [int(offer.sample["seat"])]
    return []


def least_wagers(table: Table, seat: int) -> dict[str, int]:
    """The smallest lawful bet of a seat by what the house offers; empty where it offers none."""
    for offer in table.offers:
        if offer.act.startswith("bet@") and offer.sample.get("seat") == seat:
            blank: Blank = next(blank for blank in offer.blanks if blank.kind == "wagers")
            return {} if any(stake.placed for stake in blank.stakes) else least_bet(blank.stakes)
    return {}


class Company:
    """All simple players of a house."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._here: dict[str, dict[asyncio.Task[None], Companion]] = {}

    def invite(self, table: str, players: int, staying: bool = False) -> None:
        here = self._here.setdefault(table, {})
        for name in random.sample(NAMES, min(players, len(NAMES))):
            companion = Companion(self._url, table, name, staying=staying)
            task = asyncio.create_task(companion.play(), name=f"company at {table}")
            here[task] = companion
            task.add_done_callback(lambda done: here.pop(done, None))

    def coming(self, owner: Owner) -> int:
        """How many were asked and do not sit yet."""
        seated = sum(name in NAMES for name in owner.state.seating.names.values())
        return max(0, len(self._here.get(owner.table, {})) - seated)

    def here(self, table: str) -> int:
        """How many play at a table, or are on their way to it."""
        return len(self._here.get(table, {}))

    def farewell(self, table: str) -> int:
        """All of a table's company goes when its round is over; how many."""
        here = self._here.get(table, {})
        for companion in here.values():
            companion.leaving = True
        return len(here)

    async def dismiss(self) -> None:
        """The house closes."""
        tasks = [task for here in self._here.values() for task in here]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
