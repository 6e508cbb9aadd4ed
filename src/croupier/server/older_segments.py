"""Check the hash chain of older stream segments after the server has opened.

Opening reads only the current segments, so that startup time does not grow with the age of the store. A
low-priority process then checks the older segments once. `/health` and the regulator's page report any
damage. Tables continue, because their state depends only on the current segments, which were checked at
startup.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

import sqlalchemy as sa

from croupier.errors import BadInput, Refused
from croupier.journal.entries import Broken
from croupier.journal.links import link
from croupier.server.workers.pool import PoolRefusals, WorkerPool
from croupier.store import schema as db
from croupier.store.database import open_store

if TYPE_CHECKING:
    from croupier.server.house import HouseServer

# seconds before the first attempt after opening, and before each further attempt
PAUSES = (5.0, 15.0, 60.0, 600.0)
LIMIT = 24 * 3600.0  # maximum seconds for the check
NICENESS = 10
WAITING, CHECKING, OK, DAMAGED, UNKNOWN = "waiting", "checking", "ok", "damaged", "unknown"

log = logging.getLogger("croupier.server")


def check_links(address: str) -> dict[str, str]:
    """Return stream -> first fault for each stream with a broken hash chain."""
    faults = {}
    with open_store(address, reading=True) as store, store.snapshot() as snapshot:
        for stream in snapshot.streams():
            try:
                for _ in link(snapshot, stream, everything=True):
                    pass
            except Broken as broken:
                faults[stream] = f"entry {broken.n}: {broken.fault}"
            except BadInput as fault:
                faults[stream] = str(fault)
            except (TypeError, ValueError, AttributeError) as fault:  # SQLite stores any type in any column
                faults[stream] = f"a row cannot be read ({type(fault).__name__})"
    return faults


class OlderSegments:
    """The background check, with its `status` and the `faults` found so far."""

    def __init__(self, house: HouseServer) -> None:
        self._house = house
        self.status = WAITING
        self.faults: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._check(), name="older segments")

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _check(self) -> None:
        for pause in PAUSES:
            await asyncio.sleep(pause)
            try:
                if await asyncio.to_thread(self._any_exist):
                    self.status = CHECKING
                    self.faults = await self._run_check()
                break
            except (BadInput, Refused) as fault:  # the database may be down for a moment
                self.status, last = UNKNOWN, fault
                log.warning("older segments could not be checked yet: %s", fault)
        else:
            log.error("older segments could not be checked: %s", last)
            return
        self.status = DAMAGED if self.faults else OK
        for stream, why in self.faults.items():
            log.error("%s is damaged: %s", stream, why)

    def _any_exist(self) -> bool:
        e = db.entries.c
        query = sa.select(e.n).where(db.IS_OPENING, e.segment > 1).limit(1)
        return bool(self._house.store._rows(query))

    async def _run_check(self) -> dict[str, str]:
        stopped = Refused("interrupted", "the check was interrupted", (), "Restart the server.")
        refusals = PoolRefusals(stopped, stopped, stopped, ("unreadable", "Audit the store."))
        pool = WorkerPool(refusals, limit=LIMIT, waiting=1, niceness=NICENESS, lasting=False)
        try:
            return await pool.run(check_links, self._house.settings.address)
        finally:
            pool.close()
