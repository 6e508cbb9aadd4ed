"""A socket on the wire, where the server leaves something to whoever means ill: whoever does not read is not
waited for, a text that is none is no fault of the house, and pieces without end are no message."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

from croupier.protocol.wire import MASKED, TEXT, between_messages, length_at

if TYPE_CHECKING:
    from litestar import WebSocket
    from websockets.frames import Frame

LINGER = 10.0  # seconds in which the other side may take what was still to be said
PIECES = 64  # frames of one message
WIRE = "croupier.wire"  # where an application finds the wire under its socket
SHORT = 4096  # bytes of a text that is read without further ado
AHEAD = 4  # of them that may wait until the first is taken; then no more is read


class HouseProtocol(WebSocketsSansIOProtocol):
    _cut_off: asyncio.TimerHandle | None = None

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.writable.set()  # a goodbye does not wait for who reads nothing
            self._linger()
        await super().send(message)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._linger()

    def data_received(self, data: bytes) -> None:
        text = _one_text(data) if not self.close_sent else None
        if text is not None and between_messages(self.conn):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if self.queue.qsize() >= AHEAD and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
        else:
            super().data_received(data)

    async def run_asgi(self) -> None:
        scope: Any = self.scope
        scope["extensions"][WIRE] = self
        await super().run_asgi()
        self._linger()

    async def say(self, texts: list[bytes]) -> None:
        """Several texts in one write, one frame each. Waits while the other side takes nothing."""
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        if not self.close_sent:
            self.transport.write(b"".join(framed(texts)))

    @property
    def free(self) -> bool:
        """Whether something can be said without waiting."""
        return self.writable.is_set() and not self.disconnected and not self.close_sent

    def _linger(self) -> None:
        """What is written is sent for a while; closing alone would wait for the other side for ever."""
        if self._cut_off is None:
            self._cut_off = self.loop.call_later(LINGER, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._cut_off is not None:
            self._cut_off.cancel()
        super().connection_lost(exc)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= PIECES:
            self._refuse(1008, "too many pieces")
        elif not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._refuse(1007, "not UTF-8")
                return
        super().send_receive_event_to_app()

    def _refuse(self, code: int, reason: str) -> None:
        self.frames = []
        if not self.close_sent:
            self.conn.send_close(code, reason)
            self.handle_parser_exception()
            self._linger()


def _one_text(data: bytes) -> str | None:
    """The text, where the data is one short text and nothing else: so almost all comes that is said."""
    if not 6 <= len(data) <= SHORT or data[0] != TEXT or not data[1] & MASKED:
        return None
    found = length_at(data, 0)
    if found is None or found[0] + 4 + found[1] != len(data):
        return None
    start = found[0]
    try:
        return apply_mask(data[start + 4 :], data[start : start + 4]).decode()
    except UnicodeDecodeError:
        return None


def framed(texts: Iterable[bytes]) -> Iterable[bytes]:
    """Texts as a server sends them: no mask, no extension, each in one frame (RFC 6455, 5.2)."""
    for text in texts:
        size = len(text)
        if size < 126:
            yield bytes((TEXT, size))
        elif size < 1 << 16:
            yield bytes((TEXT, 126)) + size.to_bytes(2, "big")
        else:
            yield bytes((TEXT, 127)) + size.to_bytes(8, "big")
        yield text


def wire_of(socket: WebSocket[Any, Any, Any]) -> HouseProtocol | None:
    """The wire under a socket; none under one that another server brings."""
    wire: Any = (socket.scope.get("extensions") or {}).get(WIRE)
    return wire if isinstance(wire, HouseProtocol) else None


async def say(socket: WebSocket[Any, Any, Any], texts: list[bytes]) -> None:
    """By the wire under the socket if there is one, else one message after the other."""
    wire = wire_of(socket)
    if wire is not None:
        await wire.say(texts)
        return
    for text in texts:
        await socket.send_data(text, mode="text", encoding="utf-8")
