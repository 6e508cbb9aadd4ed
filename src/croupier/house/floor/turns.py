"""Work that may wait a moment: one piece of it for each turn of the event loop, so that whoever asked for
something is answered before everybody else is shown what came of it."""

from __future__ import annotations

import asyncio
from collections import deque
from weakref import WeakKeyDictionary


class Turns:
    """First come, first served, over all tables of one loop."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def mine(self) -> None:
        """Returns when it is one's turn; everything that was ready before has had its own."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        if len(self._waiting) == 1:
            loop.call_soon(self._next, loop)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        turn = self._waiting[0]
        if not turn.done():  # whoever waited may have gone
            turn.set_result(None)
        self._waiting.popleft()
        if self._waiting:
            loop.call_soon(self._next, loop)


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


def turns() -> Turns:
    """Those of the running loop."""
    loop = asyncio.get_running_loop()
    found = _of_loops.get(loop)
    if found is None:
        found = _of_loops[loop] = Turns()  # it knows no loop itself: each goes with its own
    return found
