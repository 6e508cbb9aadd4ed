"""One open socket: what comes is heard at once, what is said goes out in its order, at the house's pace."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidState
from websockets.frames import Frame, Opcode

from croupier.client.pacing import Pacing
from croupier.protocol.wire import MASKED, TEXT, between_messages, length_at


class Line(ClientConnection):
    """A connection that hands texts over as they come: nobody is woken up for them. What is no whole text by
    itself goes the usual way."""

    hear: Callable[[bytes], None] | None = None

    def data_received(self, data: bytes) -> None:
        rest = self._heard(data) if self.hear is not None and between_messages(self.protocol) else data
        if rest:
            super().data_received(rest)

    def _heard(self, data: bytes) -> bytes:
        """All texts with which the data begins; what is left of it."""
        at, end = 0, len(data)
        while end - at >= 2 and data[at] == TEXT and not data[at + 1] & MASKED and self._nothing_waits:
            found = length_at(data, at)
            if found is None or sum(found) > end:
                break
            start, size = found
            at = start + size
            assert self.hear is not None
            self.hear(data[start:at])
        return data[at:]

    @property
    def _nothing_waits(self) -> bool:
        """Whether all that came the usual way was taken: it was said before."""
        return not self.recv_messages.frames

    def process_event(self, event: Any) -> None:
        plain = isinstance(event, Frame) and event.opcode is Opcode.TEXT and event.fin
        if plain and self.hear is not None and self._nothing_waits:
            self.hear(bytes(event.data))
        else:
            super().process_event(event)

    def say(self, text: bytes) -> None:
        """Without waiting. What an ending line does not take is lost, as all that was not answered."""
        with contextlib.suppress(ConnectionClosed, InvalidState):
            self.protocol.send_text(text)
            self.send_data()


class Voice:
    """What a person says on one line, not faster than the house takes it."""

    def __init__(self, line: Line, pacing: Pacing) -> None:
        self._line, self._pacing = line, pacing
        self._later: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self._waiting = 0  # messages that are not said yet
        self._loop = asyncio.get_running_loop()
        pacing.begin()

    def say(self, message: bytes) -> None:
        wait = self._pacing.next()
        if wait <= 0 and not self._waiting:
            self._line.say(message)
        else:
            self._waiting += 1
            self._later.put_nowait((self._loop.time() + wait, message))

    async def speak(self) -> None:
        """What had to wait, for ever: whoever has the line ends it."""
        while True:
            due, message = await self._later.get()
            await asyncio.sleep(max(0.0, due - self._loop.time()))
            self._line.say(message)
            self._waiting -= 1
