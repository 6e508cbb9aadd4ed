"""Time limits for HTTP requests, because uvicorn waits forever for an incomplete request.

`HardenedHttpProtocol` sits between the transport and uvicorn's HTTP protocol. It limits the time for
receiving a request's head and for sending a response. `limit_body` is ASGI middleware that limits the time
for the body.

A connection that closes in the middle of a request first stops writing and discards what the client still
sends. Closing at once would reset the connection, and the client could lose the response.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0  # seconds from the connection, or from the first byte of the next request, to the end of the head
BODY = 30.0  # seconds from the head to the end of the request
TAKEN = 30.0  # seconds before a client that does not read the response is dropped
LINGER = 2.0  # seconds for a client that is still sending to read the response and close

TEXT = b"The request was not received in time.\n"
HEADERS = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-length", str(len(TEXT)).encode()),
    (b"connection", b"close"),
]
TIMEOUT = b"HTTP/1.1 408 Request Timeout\r\n%s\r\n\r\n%s" % (
    b"\r\n".join(b": ".join(header) for header in HEADERS),
    TEXT,
)

_doorway: ContextVar[HardenedHttpProtocol | None] = ContextVar("doorway", default=None)


class HardenedHttpProtocol(asyncio.Protocol):
    """Passes a connection's events on to uvicorn's protocol, with time limits.

    uvicorn runs each request as a task, which inherits a context variable that holds the connection. The
    middleware reads it.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        self._inner: asyncio.Protocol = H11Protocol(*given, **named)
        self._running = 0  # number of requests that the application is handling
        self._has_head_part = False  # true after part of a head was received
        self._late: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._lingering: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._inner.connection_made(cast(asyncio.Transport, LingeringTransport(self._transport, self)))
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._lingering is not None:
            return
        if not self._running:
            self._has_head_part = True
            self._await_head()
        before = _doorway.set(self)
        try:
            self._inner.data_received(data)
        finally:
            _doorway.reset(before)
        if self._transport.get_protocol() is not self:  # the connection is a WebSocket now
            self._stop()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._take()
        if self._lingering is not None:
            self._lingering.cancel()
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        self._inner.pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        self._take()
        self._inner.resume_writing()

    def begin_request(self) -> None:
        self._running += 1
        self._has_head_part = False
        self._stop()

    def end_request(self) -> None:
        self._running -= 1

    def is_closing(self) -> bool:
        return self._lingering is not None or self._transport.is_closing()

    def close(self) -> None:
        """Close the connection. In the middle of a request, give the client time to read the response."""
        if self.is_closing():
            return
        ours = self._transport.get_protocol() is self
        if not ours or not (self._has_head_part or self._running) or not self._transport.can_write_eof():
            self._transport.close()
            return
        self._lingering = asyncio.get_running_loop().call_later(LINGER, self._transport.close)
        self._transport.write_eof()
        self._transport.resume_reading()
        self._await_reader()

    def _await_head(self) -> None:
        """Start the time limit for a request's head. Later bytes of the same head do not restart it."""
        if self._late is None and not self.is_closing():
            self._late = asyncio.get_running_loop().call_later(HEAD, self._too_late)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        if not self.is_closing():
            if self._has_head_part:
                self._transport.write(TIMEOUT)
            self.close()
            self._await_reader()

    def _await_reader(self) -> None:
        if self._unread is None:
            self._unread = asyncio.get_running_loop().call_later(TAKEN, self._transport.abort)

    def _take(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class LingeringTransport:
    """The transport that uvicorn uses. After a close, the client still has time to read the response."""

    def __init__(self, transport: asyncio.Transport, doorway: HardenedHttpProtocol) -> None:
        self._transport, self._doorway = transport, doorway

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._doorway.is_closing()

    def close(self) -> None:
        self._doorway.close()


def limit_body(app: Any) -> Any:
    """Wrap an ASGI application so that a request whose body arrives too late gets 408."""

    async def limited(scope: Any, receive: Any, send: Any) -> None:
        doorway = _doorway.get() if scope["type"] == "http" else None
        if doorway is None:
            await app(scope, receive, send)
            return
        doorway.begin_request()
        try:
            await _answer_in_time(app, scope, receive, send)
        finally:
            doorway.end_request()

    return limited


async def _answer_in_time(app: Any, scope: Any, receive: Any, send: Any) -> None:
    ends = asyncio.get_running_loop().time() + BODY
    is_complete = late = started = False

    async def receive_in_time() -> Any:
        nonlocal is_complete, late
        if is_complete:
            return await receive()
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            late = True
            return {"type": "http.disconnect"}
        is_complete = not message.get("more_body", False)
        return message

    async def send_unless_late(message: Any) -> None:
        nonlocal started
        if not late or started:
            started = True
            await send(message)

    try:
        await app(scope, receive_in_time, send_unless_late)
    finally:
        if late and not started:
            await send({"type": "http.response.start", "status": 408, "headers": HEADERS})
            await send({"type": "http.response.body", "body": TEXT})
