"""WebSocket connections on the sans-I/O API of `websockets`. uvicorn runs them as its `ws` protocol.

The protocol is hardened against hostile clients. Control frames count toward the rate limit, messages and
fragments have a maximum size, invalid UTF-8 closes with 1007, and a client that stops reading is
disconnected.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from croupier.protocol import Pace

if TYPE_CHECKING:
    from litestar import WebSocket
    from uvicorn import Config

log = logging.getLogger("croupier.server.wire")
# errors caused by clients do not belong in the log
_silent = logging.getLogger("croupier.server.wire.library")
_silent.setLevel(logging.CRITICAL)

LINGER = 10.0  # seconds for the peer to read the close frame and the data before it
PIECES = 64  # maximum frames in one message
WIRE = "croupier.wire"  # key of this protocol in the `extensions` of an ASGI scope
AHEAD = 4  # maximum messages queued for the application before reading pauses
SLICE = 2048  # maximum bytes parsed at once (at most 340 control frames before the rate check)
LATE = 1.0  # a timer that is this many seconds late shows that the process was suspended
DRAIN = 0.005  # seconds between reads while received data is discarded
FLOOD = 1008
TOO_FAST = "too many messages; reconnect, resume from your cursor, and send more slowly"
TEXT = 0x81  # first byte of a text message in one frame, with FIN and no extension


class Allowance:
    """Token bucket for the frames of one connection."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._tokens, self._last = float(pace.at_once), time.monotonic()

    def spend(self) -> bool:
        """Count one frame. Return False if the peer exceeds the rate limit."""
        now, pace = time.monotonic(), self._pace
        self._tokens = min(pace.at_once, self._tokens + pace.a_second * (now - self._last)) - 1
        self._last = now
        return self._tokens >= 0


class HardenedSocketProtocol(asyncio.Protocol):
    """One WebSocket connection that connects the transport to an ASGI application.

    uvicorn creates an instance with its configuration when a client requests an upgrade, passes the
    request as data, and calls `shutdown` when the server stops.
    """

    def __init__(
        self, config: Config, server_state: Any, app_state: dict[str, Any], _loop: object = None
    ) -> None:
        self._app: Any = config.loaded_app
        self._app_state = app_state
        self._connections, self._tasks = server_state.connections, server_state.tasks
        self._ping_interval, self._ping_timeout = config.ws_ping_interval, config.ws_ping_timeout
        self._conn = ServerProtocol(max_size=config.ws_max_size, logger=_silent)
        self._loop = asyncio.get_running_loop()
        self.allowance = Allowance(Pace(50, 10.0))  # replaced by the server's configured rate limit
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._unread = b""  # data received while the queue was full
        self._pieces: list[bytes] = []
        self._text = True  # whether the fragmented message is text
        self._response: Response | None = None  # handshake response, kept until the application accepts
        self._accepted = self._closing = self._discarding = self._is_lost = False
        self._code = 1006
        self._writable = asyncio.Event()
        self._writable.set()
        self._cut_off: asyncio.TimerHandle | None = None
        self._keepalive: asyncio.TimerHandle | None = None
        self._ping_payload = b""

    # Transport.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_lost = True
        self._connections.discard(self)
        for timer in (self._cut_off, self._keepalive):
            if timer is not None:
                timer.cancel()
        self._writable.set()
        self._queue.put_nowait({"type": "websocket.disconnect", "code": self._code})

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def data_received(self, data: bytes) -> None:
        if self._discarding:
            self._drain()
        else:
            self._unread += data
            self._receive_slices()

    def shutdown(self) -> None:
        """Close because the server stops."""
        if self._accepted and not self._closing:
            self._close(1012, "")
        self._queue.put_nowait({"type": "websocket.disconnect", "code": 1012})
        self._linger()
        self.transport.close()

    # Incoming frames.

    def _receive_slices(self) -> None:
        """Parse received data until the queue is full. Then pause reading."""
        while self._unread and not self._discarding and self._response is None:
            if self._queue.qsize() >= AHEAD:
                break
            piece, self._unread = self._unread[:SLICE], self._unread[SLICE:]
            self._conn.receive_data(piece)
            for event in self._conn.events_received():
                if not self._discarding:
                    self._take(event)
            self._flush()
        if self._discarding or self._is_lost:
            return
        if self._unread:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _take(self, event: Any) -> None:
        if isinstance(event, Request):
            self._open(event)
        elif not isinstance(event, Frame):
            return
        elif event.opcode is Opcode.CLOSE:
            self._code = int.from_bytes(event.data[:2], "big") if event.data else 1005
            self._closing = True
        elif event.opcode is Opcode.PING or event.opcode is Opcode.PONG or self._closing:
            if not self.allowance.spend():
                self._fail(FLOOD, TOO_FAST)
            elif event.opcode is Opcode.PONG and self._ping_payload and event.data == self._ping_payload:
                self._schedule_ping()
        else:
            self._take_data(event)

    def _take_data(self, frame: Frame) -> None:
        if frame.opcode is not Opcode.CONT:
            self._text = frame.opcode is Opcode.TEXT
        if not frame.fin or self._pieces:
            self._pieces.append(bytes(frame.data))
            if len(self._pieces) > PIECES:
                self._fail(FLOOD, "too many fragments")
                return
            if not frame.fin:
                return
        data = b"".join(self._pieces) if self._pieces else frame.data
        self._pieces = []
        if not self._text:
            self._queue.put_nowait({"type": "websocket.receive", "bytes": bytes(data)})
            return
        try:
            self._queue.put_nowait({"type": "websocket.receive", "text": str(data, "utf-8")})
        except UnicodeDecodeError:
            self._fail(1007, "not UTF-8")

    # Opening handshake and application.

    def _open(self, request: Request) -> None:
        response = self._conn.accept(request)
        if response.status_code != 101:
            self._conn.send_response(response)
            return
        self._response = response
        task = self._loop.create_task(self._run(self._scope_of(request)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _scope_of(self, request: Request) -> dict[str, Any]:
        path, _, query = request.path.partition("?")
        info = self.transport.get_extra_info
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if info("sslcontext") else "ws",
            "server": _address(info("sockname")),
            "client": _address(info("peername")),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [
                (name.lower().encode("ascii"), _encode_header(value))
                for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {WIRE: self},
        }

    async def _run(self, scope: dict[str, Any]) -> None:
        self._queue.put_nowait({"type": "websocket.connect"})
        try:
            await self._app(scope, self._receive, self._send)
        except Exception:
            if not self._is_lost:
                log.exception("the application of a WebSocket failed")
        if not self._is_lost:
            await self._send({"type": "websocket.close", "code": 1011})

    async def _receive(self) -> dict[str, Any]:
        message = await self._queue.get()
        if not self._discarding and not self._is_lost:
            self._receive_slices()
        return message

    async def _send(self, message: Any) -> None:
        kind = message["type"]
        if kind == "websocket.send":
            text = message.get("text")
            if text is None:
                await self._writable.wait()
                self._check_open()
                self._conn.send_binary(message["bytes"])
                self._flush()
            else:
                await self.send_texts([text.encode()])
        elif kind == "websocket.accept":
            self._accept(message)
        elif self._response is not None:
            self._conn.send_response(self._conn.reject(403, "Forbidden\n"))
            self._response = None
            self._flush()
        elif not self._closing and not self._is_lost:
            self._close(message.get("code", 1000), message.get("reason") or "")

    def _accept(self, message: Any) -> None:
        if self._is_lost or self._response is None:
            raise ConnectionResetError("the client has disconnected")
        response, self._response = self._response, None
        for name, value in message.get("headers") or ():
            response.headers[name.decode("latin-1")] = value.decode("latin-1")
        self._conn.send_response(response)
        self._accepted = True
        self._flush()
        self._schedule_ping()
        self._receive_slices()

    async def send_texts(self, texts: list[bytes]) -> None:
        """Send several texts in one write, with one frame each. Wait while the peer does not read."""
        await self._writable.wait()
        self._check_open()
        self.write(texts)

    @property
    def free(self) -> bool:
        """True if `write` can send immediately without dropping data."""
        return self._accepted and self._writable.is_set() and not self._closing and not self._is_lost

    def write(self, texts: list[bytes]) -> None:
        self.transport.write(b"".join(framed(texts)))

    def _check_open(self) -> None:
        if self._closing or self._is_lost:
            raise ConnectionResetError("the client has disconnected")

    # Keepalive.

    def _schedule_ping(self) -> None:
        self._ping_payload = b""
        if self._keepalive is not None:
            self._keepalive.cancel()
        if self._ping_interval:
            self._keepalive = self._loop.call_later(self._ping_interval, self._ping)

    def _ping(self) -> None:
        if self._closing or self.transport.is_closing():
            return
        self._ping_payload = random.randbytes(4)
        self._conn.send_ping(self._ping_payload)
        self._flush()
        if self._ping_timeout:
            due = self._loop.time() + self._ping_timeout
            self._keepalive = self._loop.call_at(due, self._time_out, due)

    def _time_out(self, due: float) -> None:
        """Close the connection because no pong arrived.

        If the process was suspended, the pong may still be in the socket buffer, so the buffer is
        read first.
        """
        if (now := self._loop.time()) > due + LATE:
            self._keepalive = self._loop.call_at(now + LATE, self._time_out, now + LATE)
        else:
            self._fail(1011, "keepalive ping timeout")

    # Close.

    def _close(self, code: int, reason: str) -> None:
        """Start the closing handshake, even if the peer does not read."""
        self._closing = True
        with contextlib.suppress(InvalidState):
            self._conn.send_close(code, reason)
        self._writable.set()
        self._flush()
        self._linger()
        self._receive_slices()

    def _fail(self, code: int, reason: str) -> None:
        """Send a close frame and stop parsing."""
        self._conn.fail(code, reason)
        self._flush()

    def _flush(self) -> None:
        """Write the data from the `websockets` library. An empty item means the end of the connection."""
        for data in self._conn.data_to_send():
            if data:
                self.transport.write(data)
            else:
                self._end()

    def _end(self) -> None:
        """Close the write side.

        While the peer is still sending, a reset would destroy the close frame. So for a while, this method
        reads the data slowly and discards it.
        """
        if self._discarding:
            return
        answered = self._closing and self._code != 1006  # the peer's close frame has arrived
        self._closing = self._discarding = True
        self._unread, self._pieces = b"", []
        self._queue.put_nowait({"type": "websocket.disconnect", "code": self._code})
        self._linger()
        if answered or self._response is not None or not self.transport.can_write_eof():
            self.transport.close()
        else:
            self.transport.write_eof()
            self._drain()

    def _drain(self) -> None:
        self.transport.pause_reading()
        self._loop.call_later(DRAIN, self._read_on)

    def _read_on(self) -> None:
        if not self._is_lost and not self.transport.is_closing():
            self.transport.resume_reading()

    def _linger(self) -> None:
        """Abort after `LINGER` seconds, because `close` would wait forever for a peer that does not
        read.
        """
        if self._cut_off is None:
            self._cut_off = self._loop.call_later(LINGER, self.transport.abort)


def _address(info: Any) -> tuple[str, int] | None:
    return (str(info[0]), int(info[1])) if isinstance(info, tuple) else None


def _encode_header(value: str) -> bytes:
    """Return the original bytes of a header.

    `websockets` decodes headers as ISO-8859-1, or before version 17.0 as ASCII with escapes.
    """
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("ascii", "surrogateescape")


def framed(texts: Iterable[bytes]) -> Iterable[bytes]:
    """Encode texts as server frames without mask and extension, one frame each (RFC 6455, 5.2)."""
    for text in texts:
        size = len(text)
        if size < 126:
            yield bytes((TEXT, size))
        elif size < 1 << 16:
            yield bytes((TEXT, 126)) + size.to_bytes(2, "big")
        else:
            yield bytes((TEXT, 127)) + size.to_bytes(8, "big")
        yield text


def wire_of(socket: WebSocket[Any, Any, Any]) -> HardenedSocketProtocol | None:
    """Return the protocol of a socket, or None if the socket runs on another server."""
    wire: Any = (socket.scope.get("extensions") or {}).get(WIRE)
    return wire if isinstance(wire, HardenedSocketProtocol) else None


async def send_texts(socket: WebSocket[Any, Any, Any], texts: list[bytes]) -> None:
    """Send texts in one write if `HardenedSocketProtocol` runs the socket. Otherwise send one by one."""
    wire = wire_of(socket)
    if wire is not None:
        await wire.send_texts(texts)
        return
    for text in texts:
        await socket.send_data(text, mode="text", encoding="utf-8")
