"""The request queue of a table actor. The queue groups requests that may share a batch."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from croupier.protocol import CashOutRequest, Chips, MoreTime, Ready
from croupier.table import commands as do_

CAPACITY = 256  # maximum requests that wait for one table
GROUP_SIZE = 32  # maximum requests in one batch

Request = do_.TableCommand | Chips | CashOutRequest | Ready | MoreTime
REFUSED_WHEN_CLOSED = (do_.Bet, do_.SitDown, Chips)  # commands that would start another round
# Requests that may share a batch. Money transfers are not among them, because the cage may refuse them at
# commit.
GROUPABLE = (do_.TableCommand, Ready)


class TableRequest(msgspec.Struct, frozen=True):
    """One person's request to a table, with the receivers of its answer."""

    person: str
    name: str
    by: str
    request: Request
    id: str
    digest: str
    answer: asyncio.Future[bytes]
    # sends on the requester's connection, directly after the frame
    tell: Callable[[bytes], None] | None = None
    connection: int = 0  # number of the requester's connection, or 0 without one

    def reply(self, message: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(message)
            if self.tell is not None:
                self.tell(message)


class Tick(msgspec.Struct, frozen=True):
    """A turn for the clock, which only checks deadlines."""


TICK = Tick()


class RequestQueue:
    """First-in, first-out queue of requests and ticks."""

    def __init__(self) -> None:
        self._items: deque[TableRequest | Tick] = deque()
        self._filled = asyncio.Event()

    def __len__(self) -> int:
        return len(self._items)

    @property
    def full(self) -> bool:
        return len(self._items) >= CAPACITY

    def put(self, item: TableRequest | Tick) -> None:
        self._items.append(item)
        self._filled.set()

    def put_back(self, requests: list[TableRequest]) -> None:
        """Return unserved requests to the front of the queue."""
        self._items.extendleft(reversed(requests))
        self._filled.set()

    async def turn(self) -> list[TableRequest] | Tick:
        """Wait for the next item. Return a tick, or a group of requests that may share a batch."""
        while not self._items:
            self._filled.clear()
            await self._filled.wait()
        first = self._items.popleft()
        if isinstance(first, Tick):
            return first
        group = [first]
        while len(group) < GROUP_SIZE and self._items and _may_join(group, self._items[0]):
            group.append(self._items.popleft())  # type: ignore[arg-type]
        return group

    def drain(self) -> list[TableRequest]:
        """Empty the queue and return its requests, so that the caller can refuse them."""
        requests = [item for item in self._items if isinstance(item, TableRequest)]
        self._items.clear()
        return requests


def _may_join(group: list[TableRequest], item: TableRequest | Tick) -> bool:
    """Return whether an item may join a group.

    A repeated id waits until the first request is stored, and then gets the same answer.
    """
    return (
        isinstance(item, TableRequest)
        and isinstance(group[-1].request, GROUPABLE)
        and isinstance(item.request, GROUPABLE)
        and all((item.person, item.id) != (member.person, member.id) for member in group)
    )
