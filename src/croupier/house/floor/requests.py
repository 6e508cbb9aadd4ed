"""What people ask of a table: it waits in its order, and what may be stored together is taken together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from croupier.protocol import CashOut, Chips, MoreTime, Ready
from croupier.table import commands as do_

QUEUE = 256  # requests that wait for one table
TOGETHER = 32  # of them in one batch

Request = do_.Command | Chips | CashOut | Ready | MoreTime
BEGINS = (do_.Bet, do_.SitDown, Chips)  # what a table that is not open does not take
JOINED = (do_.Command, Ready)  # money from or to the cage may be refused as it is stored: that goes by itself


class Asked(msgspec.Struct, frozen=True):
    """What one person asks of a table, and who hears the answer."""

    person: str
    name: str
    by: str
    request: Request
    id: str
    digest: str
    answer: asyncio.Future[bytes]
    tell: Callable[[bytes], None] | None = None  # the line of whoever asks: the answer goes with its frame

    def reply(self, message: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(message)
            if self.tell is not None:
                self.tell(message)


class Tick(msgspec.Struct, frozen=True):
    """The clock's own turn in the queue."""


TICK = Tick()


class Waiting:
    """The queue before one table."""

    def __init__(self) -> None:
        self._asked: deque[Asked | Tick] = deque()
        self._some = asyncio.Event()

    def __len__(self) -> int:
        return len(self._asked)

    @property
    def full(self) -> bool:
        return len(self._asked) >= QUEUE

    def put(self, one: Asked | Tick) -> None:
        self._asked.append(one)
        self._some.set()

    def put_back(self, several: list[Asked]) -> None:
        """What was taken and not come to: first again."""
        self._asked.extendleft(reversed(several))
        self._some.set()

    async def turn(self) -> list[Asked] | Tick:
        """The clock, one request, or several that may be decided together: whatever waits."""
        while not self._asked:
            self._some.clear()
            await self._some.wait()
        first = self._asked.popleft()
        if isinstance(first, Tick):
            return first
        taken = [first]
        while len(taken) < TOGETHER and self._asked and _together(taken, self._asked[0]):
            taken.append(self._asked.popleft())  # type: ignore[arg-type]
        return taken

    def rest(self) -> list[Asked]:
        """All that is left, of which nothing will come."""
        left = [one for one in self._asked if isinstance(one, Asked)]
        self._asked.clear()
        return left


def _together(taken: list[Asked], other: Asked | Tick) -> bool:
    """An id that is asked twice is answered from the first time: it waits until that is stored."""
    return (
        isinstance(other, Asked)
        and isinstance(taken[-1].request, JOINED)
        and isinstance(other.request, JOINED)
        and all((other.person, other.id) != (one.person, one.id) for one in taken)
    )
