"""What a house does by itself, again and again: leases, tables that open and close, heads kept elsewhere."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from croupier.errors import BadInput, Refused
from croupier.house.floor.deciding import DESK
from croupier.house.store.answers import KEPT, forget
from croupier.house.store.batches import LeaseLost, StoreDown
from croupier.house.store.leases import RENEW
from croupier.house.web.socket import see_off
from croupier.protocol import Nodes

if TYPE_CHECKING:
    from croupier.house.house import House

log = logging.getLogger("croupier.house.keeping")

LOOK = 1.0  # seconds between two looks at tables and desk
DOOR, DOORS = 0.5, 5.0  # seconds between two looks whether somebody signed out here; anywhere
BREATH = 0.005  # seconds between two tables that are looked at: those at which people play come first
SWEEP = 3600.0  # seconds between two sweeps of guests who are gone and of answers that are old


class Keeping:
    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: list[asyncio.Task[None]] = []
        self._seen_off = (0, 0.0)  # departures, and when
        self._named: tuple[str, ...] = ()  # the other nodes, as people at the tables were told

    def start(self) -> None:
        house = self._house
        self._every(RENEW, self.renew, "leases")
        self._every(LOOK, self.look, "tables")
        self._every(DOOR, self.door, "door")
        self._every(SWEEP, self.sweep, "sweeping")
        if house.settings.heads:
            self._every(house.settings.heads_every, house.export_heads, "heads")

    def _every(self, seconds: float, work: Callable[[], Awaitable[object]], name: str) -> None:
        async def forever() -> None:
            while True:
                await asyncio.sleep(seconds)
                try:
                    await work()
                except (StoreDown, LeaseLost) as down:
                    log.warning("%s: %s", name, down)
                except (BadInput, Refused) as fault:
                    log.error("%s: %s", name, fault)
                except Exception:
                    log.exception("%s", name)

        self._tasks.append(asyncio.create_task(forever(), name=f"keeping {name}"))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def renew(self) -> None:
        """Leases of this node; a table whose lease is lost is let go at once."""
        house = self._house
        try:
            kept = await house.renew()
        except StoreDown:
            for owner in list(house.tables.values()):
                owner.hold()
            raise
        for name, owner in list(house.tables.items()):
            if kept.get(name) != owner.epoch:
                log.warning("table %s is another node's now", name)
                await house.let_go(name, lost=owner)

    async def look(self) -> None:
        """The desk as all nodes have written it; tables opened, closed, left alone by a node that died."""
        house = self._house
        if not house.store.embedded:
            await house.committer.refresh(DESK)
        await house.reconcile()
        self._name_nodes()
        house.people.among(house.around.alive)
        await house.share()
        for owner in list(house.tables.values()):
            if (kept := owner.kept_as) is not None and kept.change is not None:
                await house.open_meters(kept)
            await house.inspect(owner)
            owner.look()
            await asyncio.sleep(BREATH)

    def _name_nodes(self) -> None:
        """People at the tables know where else the house is before this node can die."""
        house = self._house
        if house.around.addresses != self._named:
            self._named = house.around.addresses
            for owner in house.tables.values():
                owner.gallery.tell(Nodes(self._named))

    async def door(self) -> None:
        """A session may end, or its roles change, while a socket is open: here, or at another node."""
        house, now = self._house, time.monotonic()
        departures, looked = self._seen_off
        if house.people.departures != departures or now - looked >= DOORS:
            self._seen_off = (house.people.departures, now)
            for number, line in enumerate(tuple(house.lines)):
                await see_off(house, line)
                if not number % 20:
                    await asyncio.sleep(0)

    async def sweep(self) -> None:
        house = self._house
        if house.around.is_first:  # one node does it for all
            await house.people.sweep()
        forgotten = await forget(house.committer, house.clock() - KEPT)
        if forgotten:
            log.info("%d answers of more than %d hours ago are forgotten", forgotten, KEPT // 3600)
