"""Sends the messages of one socket in order, within the server's rate limit."""

from __future__ import annotations

import asyncio
import contextlib

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from croupier.client.pacing import Pacing


class PacedSender:
    """Queue of outgoing messages on one connection, sent no faster than the server accepts them."""

    def __init__(self, connection: ClientConnection, pacing: Pacing) -> None:
        self._connection, self._pacing = connection, pacing
        self._later: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        pacing.begin()

    def queue(self, message: bytes) -> None:
        """Queue a message. It is lost if the connection ends first."""
        self._later.put_nowait((self._loop.time() + self._pacing.next(), message))

    async def run(self) -> None:
        """Send queued messages when they are due, until the task is canceled or the connection ends."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                due, message = await self._later.get()
                if (wait := due - self._loop.time()) > 0:
                    await asyncio.sleep(wait)
                await self._connection.send(message, text=True)
