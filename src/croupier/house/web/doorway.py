"""HTTP on the wire, where the server leaves something to whoever means ill: a request that is half sent is
waited for only so long, byte by byte or not at all, and so is whoever does not take their answer."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0  # seconds from the first byte, or from the connection, to the end of a request's head
BODY = 30.0  # seconds from there to the end of the request
TAKEN = 30.0  # seconds for who reads nothing of the answer

_UNFINISHED = (h11.IDLE, h11.SEND_BODY)


class DoorwayProtocol(H11Protocol):
    _late: asyncio.TimerHandle | None = None  # what is awaited of the other side: a head, or a body
    _waiting_for: Any = None  # as h11 names the state
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()

    def handle_events(self) -> None:
        super().handle_events()
        self._await_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._read()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        """A clock for what is still to come of a request: a step forward sets it anew, more bytes do not."""
        state = self.conn.their_state
        upgraded = self.transport.get_protocol() not in (None, self)
        if upgraded or self.transport.is_closing() or state not in _UNFINISHED:
            self._stop()
        elif state is not self._waiting_for:
            self._stop()
            self._waiting_for = state
            seconds = HEAD if state is h11.IDLE else BODY
            self._late = self.loop.call_later(seconds, self._too_late)

    def _stop(self) -> None:
        self._waiting_for = None
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        """408 where something was asked and no answer has begun. The line ends in any case; whoever works on
        an answer is told so."""
        if self.transport.is_closing():
            return
        cycle, begun = self.cycle, self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0]
        if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            text = b"The request did not come in time.\n"
            headers = [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"content-length", str(len(text)).encode()),
                (b"connection", b"close"),
            ]
            answer = (
                h11.Response(status_code=408, headers=headers, reason=b"Request Timeout"),
                h11.Data(data=text),
                h11.EndOfMessage(),
            )
            for event in answer:
                self.transport.write(self.conn.send(event))
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()
        self._wait_for_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_reading()

    def resume_writing(self) -> None:
        self._read()
        super().resume_writing()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait_for_reading(self) -> None:
        if self._unread is None:
            self._unread = self.loop.call_later(TAKEN, self.transport.abort)
