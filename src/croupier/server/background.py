"""Run the server's periodic tasks: lease renewal, opening tables, head exports and cleanup."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from croupier.errors import BadInput, Refused
from croupier.protocol import Nodes
from croupier.server.socket import see_off
from croupier.server.tables.decision_engine import DESK
from croupier.store.answers import KEPT, forget
from croupier.store.batches import LeaseLost, StoreDown
from croupier.store.leases import RENEW

if TYPE_CHECKING:
    from croupier.server.house import HouseServer

log = logging.getLogger("croupier.server.background")

LOOK = 1.0  # seconds between checks of tables and administration
# seconds between checks for sign-outs, first on this node and then on all nodes
DOOR, DOORS = 0.5, 5.0
BREATH = 0.005  # seconds to pause after each table, so that players' actions have priority
SWEEP = 3600.0  # seconds between removals of departed guests and old answers


class BackgroundTasks:
    def __init__(self, house: HouseServer) -> None:
        self._house = house
        self._tasks: list[asyncio.Task[None]] = []
        self._last_door = (0, 0.0)  # count of ended sessions at the last check, and its time
        self._node_addresses: tuple[str, ...] = ()  # node addresses that were last sent to clients

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
        """Renew the leases of this node, and release each table whose lease was lost."""
        house = self._house
        try:
            epochs = await house.renew()
        except StoreDown:
            for owner in list(house.tables.values()):
                owner.hold()
            raise
        for name, owner in list(house.tables.items()):
            if epochs.get(name) != owner.epoch:
                log.warning("table %s now belongs to another node", name)
                await house.let_go(name, expected=owner)

    async def look(self) -> None:
        """Read the administration's changes, and open, close or take over tables accordingly."""
        house = self._house
        if not house.store.embedded:
            await house.committer.refresh(DESK)
        await house.reconcile()
        self._name_nodes()
        house.people.among(house.cluster.alive)
        await house.share()
        for owner in list(house.tables.values()):
            if (table := owner.configuration) is not None and table.change is not None:
                await house.open_meters(table)
            await house.inspect(owner)
            owner.look()
            await asyncio.sleep(BREATH)

    def _name_nodes(self) -> None:
        """Send clients the addresses of the other nodes, so that they can reconnect if this node dies."""
        house = self._house
        if house.cluster.addresses != self._node_addresses:
            self._node_addresses = house.cluster.addresses
            for owner in house.tables.values():
                owner.broadcaster.send(Nodes(self._node_addresses))

    async def door(self) -> None:
        """Close sockets whose session has ended or whose roles have changed, on any node."""
        house, now = self._house, time.monotonic()
        departures, last_look = self._last_door
        if house.people.departures != departures or now - last_look >= DOORS:
            self._last_door = (house.people.departures, now)
            for number, line in enumerate(tuple(house.lines)):
                await see_off(house, line)
                if not number % 20:
                    await asyncio.sleep(0)

    async def sweep(self) -> None:
        house = self._house
        if house.cluster.is_first:  # one node deletes the old answers for all nodes
            await house.people.sweep()
        forgotten = await forget(house.committer, house.clock() - KEPT)
        if forgotten:
            log.info("deleted %d answers older than %d hours", forgotten, KEPT // 3600)
