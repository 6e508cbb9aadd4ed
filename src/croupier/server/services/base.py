"""Base class of the services for shared streams. A service sends its commands to the committer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from croupier.casino.machines import CasinoCommand, CasinoEvent
from croupier.store.batches import Batch, Committed, Post

FRESH = 2.0  # seconds before a node reads other nodes' changes again

T = TypeVar("T")
Clock = Callable[[], float]
Also = Callable[[Connection], None]


class ServiceCommitter(Protocol):
    """The part of the committer that services use."""

    async def commit(self, batch: Batch) -> Committed: ...

    def state(self, stream: str) -> Any: ...

    async def refresh(self, stream: str) -> Any: ...

    async def read(self, work: Callable[[Connection], T]) -> T: ...


class StreamService:
    """Commands and state of one shared stream."""

    stream = ""

    def __init__(self, committer: ServiceCommitter, clock: Clock) -> None:
        self.committer, self.clock = committer, clock
        self._refreshed = 0.0

    @property
    def now(self) -> int:
        return int(self.clock())

    @property
    def is_alone(self) -> bool:
        """True if this process is the only writer, as with SQLite."""
        return bool(getattr(getattr(self.committer, "store", None), "embedded", False))

    async def fresh(self, at_once: bool = False) -> None:
        """Read other nodes' changes, unless the last read was less than `FRESH` seconds ago. With `at_once`,
        always read.
        """
        if self.is_alone:
            return
        if at_once or time.monotonic() - self._refreshed > FRESH:
            self._refreshed = time.monotonic()
            await self.committer.refresh(self.stream)

    async def do(self, command: CasinoCommand, also: Also | None = None) -> tuple[CasinoEvent, ...]:
        """Commit one command and return its events. `also` writes more rows in the same transaction."""
        committed = await self.committer.commit(Batch(posts=(Post(self.stream, command),), also=also))
        events: tuple[CasinoEvent, ...] = committed.steps[0][2]
        return events
