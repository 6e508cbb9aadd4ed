"""Client-side rate limit. The server announces its pace in the welcome message."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from croupier.protocol import Pace

INITIAL = Pace(10, 2.0)  # default until the server announces its rate limit
# The client stays this much below the server's rate limit, because a network may deliver several messages at
# once.
SHARE, AT_ONCE = 0.95, 0.8
SLOWEST = 1.0  # messages a second


class Pacing:
    """A token bucket that limits the messages of one connection."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._share = 1.0
        self._set_limits(INITIAL)
        self.begin()

    def begin(self) -> None:
        """Refill the bucket for a new connection, as the server does."""
        self._tokens, self._last = self._max_tokens, self._clock()

    def set_pace(self, pace: Pace) -> None:
        """Adopt the rate limit that the server announced. Messages already sent still count toward it."""
        spent = self._max_tokens - self._tokens
        self._set_limits(pace)
        self._tokens = self._max_tokens - spent

    def slow_down(self) -> None:
        """Halve the rate, because the server closed the connection for exceeding its limit."""
        self._share /= 2

    def next(self) -> float:
        """Count one message and return the seconds until it may be sent."""
        now = self._clock()
        self._tokens = min(self._max_tokens, self._tokens + self._rate * (now - self._last)) - 1
        self._last = now
        return max(0.0, -self._tokens / self._rate)

    def _set_limits(self, pace: Pace) -> None:
        self._max_tokens = max(1.0, pace.at_once * AT_ONCE * self._share)
        self._rate = max(min(SLOWEST, pace.a_second), pace.a_second * SHARE * self._share)


class PacedSender:
    """A queue of outgoing messages that sends no faster than the server accepts."""

    def __init__(self, connection: ClientConnection, pacing: Pacing) -> None:
        self._connection, self._pacing = connection, pacing
        self._later: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        pacing.begin()

    def queue(self, message: bytes) -> None:
        """Queue a message. The message is lost if the connection ends first."""
        self._later.put_nowait((self._loop.time() + self._pacing.next(), message))

    async def run(self) -> None:
        """Send queued messages when they are due, until the task is canceled or the connection ends."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                due, message = await self._later.get()
                if (wait := due - self._loop.time()) > 0:
                    await asyncio.sleep(wait)
                await self._connection.send(message, text=True)
