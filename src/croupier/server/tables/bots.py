"""Bots that keep a player company. They connect over the socket like any other client.

Bots bet the table minimum, decide at random, and see only what a player in their seat would see.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random

from croupier.client import ConnectionLost, Table
from croupier.client import House as Client
from croupier.errors import Refused
from croupier.server.tables.actor import TableActor
from croupier.table.readers.offers import Blank, least_bet

log = logging.getLogger("croupier.server.company")

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
LONELY = 120.0  # seconds without a human player after which a bot leaves
TRIES = 8  # attempts to take a seat
PACE = (0.4, 1.6)  # thinking time of a bot, in seconds
PATIENCE = 20.0  # seconds that a bot waits for people who have not bet yet


class Bot:
    """One bot at one table."""

    def __init__(
        self, url: str, table: str, name: str, seed: int | None = None, staying: bool = False
    ) -> None:
        self._url, self._table, self.name, self._staying = url, table, name, staying
        self._chance = random.Random(seed)
        self.leaving = False

    async def play(self) -> None:
        """Play until no human player is left or the server shuts down."""
        with contextlib.suppress(ConnectionLost, asyncio.TimeoutError, OSError):
            async with Client(self._url) as house:
                me = await house.guest(self.name)
                async with house.join(self._table) as table:
                    seat = await self._sit(table)
                    if seat:
                        await self._stay(table, seat, str(me["person"]))

    async def _sit(self, table: Table) -> int:
        """Take a random free seat, or another if that seat was just taken. Return 0 if the table is
        full.
        """
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
        seconds_alone = 0.0
        while not self.leaving and (seconds_alone < LONELY or self._staying):
            try:
                bet = await self._bet(table, seat)
                seconds_alone = 0.0 if self._company(table, me) else seconds_alone + 5.0
                if bet:
                    await self._round(table)
                else:
                    await asyncio.sleep(5.0)
            except Refused as refused:  # another player acted first, so try again
                log.debug("bot at %s: %s", self._table, refused.code)
                await asyncio.sleep(1.0)
        with contextlib.suppress(Refused):
            await table.get_up(seat)
            await table.cash_out()

    def _company(self, table: Table, me: str) -> bool:
        sight = table.sight
        return sight is not None and any(seat.player != me and seat.name not in NAMES for seat in sight.seats)

    async def _bet(self, table: Table, seat: int) -> bool:
        """Make the minimum required bet if bets are open. Return whether the bet was made."""
        await self._think()
        wagers = least_wagers(table, seat)
        if not wagers:
            return False
        if ((table.sight and table.sight.chips) or 0) < 10 * sum(wagers.values()):
            await table.chips(BUY_IN)
        await table.bet(seat, wagers)
        # Bets close as soon as every bettor is ready, so wait for people who are still placing chips.
        with contextlib.suppress(TimeoutError):
            await table.until(lambda: everybody_has_bet(table), PATIENCE)
        if not bets_closed(table):
            await table.ready()
        return True

    async def _round(self, table: Table) -> None:
        while (question := await table.question(600.0)) is not None:
            await self._think()
            with contextlib.suppress(Refused):
                await table.decide(self._chance.choice(question.choices), question)
            await table.until(lambda answered=question: table.asked != answered, 600.0)  # type: ignore[misc]

    async def _think(self) -> None:
        await asyncio.sleep(self._chance.uniform(*PACE))


def everybody_has_bet(table: Table) -> bool:
    """Return whether every connected human player has a wager or bets are closed."""
    seats = table.sight.seats if table.sight is not None else ()
    return bets_closed(table) or all(
        seat.wagers or seat.name in NAMES or seat.seat in table.away_seats for seat in seats
    )


def bets_closed(table: Table) -> bool:
    return table.sight is not None and any(seat.in_play for seat in table.sight.seats)


def seats_free(table: Table) -> list[int]:
    """Return the free seats. Another player may take one at any moment."""
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
    """Return the smallest legal bet of a seat, or an empty dict if the seat cannot bet now."""
    for offer in table.offers:
        if offer.act.startswith("bet@") and offer.sample.get("seat") == seat:
            blank: Blank = next(blank for blank in offer.blanks if blank.kind == "wagers")
            return {} if any(stake.placed for stake in blank.stakes) else least_bet(blank.stakes)
    return {}


class BotManager:
    """All bots of one server."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._companions: dict[str, dict[asyncio.Task[None], Bot]] = {}

    def invite(self, table: str, players: int, staying: bool = False) -> None:
        companions = self._companions.setdefault(table, {})
        taken_names = {companion.name for companion in companions.values()}
        free = [name for name in NAMES if name not in taken_names]
        for name in random.sample(free, min(players, len(free))):
            companion = Bot(self._url, table, name, staying=staying)
            task = asyncio.create_task(companion.play(), name=f"company at {table}")
            companions[task] = companion
            task.add_done_callback(lambda done: companions.pop(done, None))

    def count_coming(self, owner: TableActor) -> int:
        """Count the invited bots that have no seat yet."""
        seated_count = sum(name in NAMES for name in owner.state.seating.names.values())
        return max(0, len(self._companions.get(owner.table, {})) - seated_count)

    def count_at(self, table: str) -> int:
        """Count the bots that have a seat or are on their way to one."""
        return len(self._companions.get(table, {}))

    def farewell(self, table: str) -> int:
        """Let all bots of a table leave after the round. Return how many there are."""
        companions = self._companions.get(table, {})
        for companion in companions.values():
            companion.leaving = True
        return len(companions)

    async def dismiss(self) -> None:
        """Stop all bots because the server shuts down."""
        tasks = [task for companions in self._companions.values() for task in companions]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
