"""What the services of desk and cage have in common: commands go to the committer, states come from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from croupier.house.machinery import Command, Event
from croupier.house.store.batches import Batch, Committed, Post

FRESH = 2.0  # seconds for which a node goes by what it knows

T = TypeVar("T")
Clock = Callable[[], float]
Also = Callable[[Connection], None]


class Commits(Protocol):
    """The committer, as the house's offices see it."""

    async def commit(self, batch: Batch) -> Committed: ...

    def state(self, stream: str) -> Any: ...

    async def refresh(self, stream: str) -> Any: ...

    async def read(self, work: Callable[[Connection], T]) -> T: ...


class Office:
    """One shared stream of the house and whoever asks it."""

    stream = ""

    def __init__(self, committer: Commits, clock: Clock) -> None:
        self.committer, self.clock = committer, clock
        self._refreshed = 0.0

    @property
    def now(self) -> int:
        return int(self.clock())

    @property
    def alone(self) -> bool:
        """Whether no other node writes to this store: it is a file of this process."""
        return bool(getattr(getattr(self.committer, "store", None), "embedded", False))

    async def fresh(self, at_once: bool = False) -> None:
        """What other nodes wrote is read here too, every now and then or at once."""
        if self.alone:
            return
        if at_once or time.monotonic() - self._refreshed > FRESH:
            self._refreshed = time.monotonic()
            await self.committer.refresh(self.stream)

    async def do(self, command: Command, also: Also | None = None) -> tuple[Event, ...]:
        """One command, stored when this returns, with further rows of the same transaction."""
        committed = await self.committer.commit(Batch(posts=(Post(self.stream, command),), also=also))
        events: tuple[Event, ...] = committed.steps[0][2]
        return events
