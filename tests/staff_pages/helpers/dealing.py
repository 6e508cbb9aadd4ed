"""Bring live tables to a certain point over the network, in a separate thread, for browser tests."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from contextlib import AsyncExitStack
from typing import Any, TypeVar

from croupier.client import House, Table
from tests.server.helpers.cards import Pack
from tests.server.helpers.shift import Shift
from tests.server.tables.test_live import shuffled
from tests.staff_pages.helpers.houses import PitHouse

Found = TypeVar("Found")
Scene = Callable[[Shift], Awaitable[None]]


class Dealing:
    """Run scenes at a live table. Dealer and floorperson use sockets, and the players are seated walk-ins."""

    def __init__(self, house: PitHouse) -> None:
        self.house, self.loop = house, asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(timeout=10)

    def run(self, work: Coroutine[Any, Any, Found]) -> Found:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=120)

    def bring(self, game: str, table: str, scene: Scene, seats: int = 3, submission: str = "") -> str:
        self.house.live_table(submission or f"{game}-shoe", table)
        self.run(self._bring(game, table, scene, seats))
        return table

    def start(self, game: str, table: str, scene: Scene, seats: int = 1) -> Future[None]:
        """Start a scene that goes on while someone acts in a browser."""
        self.house.live_table(f"{game}-shoe", table)
        return asyncio.run_coroutine_threadsafe(self._bring(game, table, scene, seats), self.loop)

    async def _bring(self, game: str, table: str, scene: Scene, seats: int) -> None:
        async with AsyncExitStack() as stack:
            dealer, floor = [await self._join(stack, table, role) for role in ("dealer", "floor")]
            shift = Shift(dealer, floor, Pack(shuffled(game)))
            for seat in range(1, seats + 1):
                await shift.walk_in(seat)
            await scene(shift)

    async def _join(self, stack: AsyncExitStack, table: str, role: str) -> Table:
        house = await stack.enter_async_context(House(self.house.url, self.house.staff[role].token))
        return await stack.enter_async_context(house.join(table, role))


async def jackpot(shift: Shift) -> None:
    """Deal a royal flush to seat 1 and play until the floor must validate it."""
    await wins(shift, ("As", "Ks"), ("Qs", "Js", "Ts"))


async def wins(shift: Shift, own: tuple[str, ...], board: tuple[str, ...]) -> None:
    """Deal a progressive win to seat 1 and play until the floor must validate it."""
    await shift.bets(progressive=100)
    await shift.until("ask")
    shift._follow()
    shift.pack.give("seat1", own)
    left = list(board)
    while (shift.due["act"], shift.due.get("seat")) != ("validate", 1):
        at = 0
        for one in shift.due.get("deliveries", ()):
            for index in range(at, at + one["count"]):
                if one["place"] == "board" and left:
                    lay(shift.pack, index, left.pop(0))
            at += one["count"]
        await shift.act()


def lay(pack: Pack, index: int, card: str) -> None:
    """Move a card to an index in the deck."""
    for lying in (pack.deck, *pack.places.values()):
        if card in lying:
            at = lying.index(card)
            lying[at], pack.deck[index] = pack.deck[index], lying[at]
            return
