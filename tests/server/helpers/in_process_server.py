"""Run a server on a real port inside the test process, so that tests can inspect its log and clock."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.server.house import HouseServer
from croupier.server.runner import listen, server_of
from croupier.server.sessions.service import SignedIn
from croupier.server.settings import Settings


class Faults(logging.Handler):
    """Collect all errors that the application and uvicorn log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        self.lines.append(f"{record.name}: {record.getMessage()} {fault!r}"[:600])


@contextmanager
def faults_logged(to: Faults) -> Iterator[None]:
    watched = [logging.getLogger(name) for name in ("croupier", "uvicorn", "litestar", "asyncio")]
    for logger in watched:
        logger.addHandler(to)
    try:
        yield
    finally:
        for logger in watched:
            logger.removeHandler(to)


class InProcessServer:
    def __init__(self, house: HouseServer, port: int) -> None:
        self.house, self.port = house, port
        self.faults = Faults()
        self.url = f"http://127.0.0.1:{port}"
        self.connections: set[Any] = set()  # uvicorn's open connections
        self._staff: dict[str, SignedIn] = {}

    async def guest(self, name: str = "Ada") -> SignedIn:
        return await self.house.people.welcome(name)

    async def staff(self, role: str) -> SignedIn:
        if role not in self._staff:
            for known, _, link in await self.house.people.console_links():
                self._staff[known] = await self.house.people.follow(link)
        return self._staff[role]

    def line(
        self,
        table: str,
        token: str = "",
        role: str = "",
        headers: Mapping[str, str] | None = None,
        **how: Any,
    ) -> connect:
        """Open a socket without sending a message."""
        asked = f"?as={role}" if role else ""
        given = {"cookie": f"croupier={token}"} if token else {}
        return connect(
            f"ws://127.0.0.1:{self.port}/ws/tables/{table}{asked}",
            additional_headers={**given, **(headers or {})},
            compression=None,
            proxy=None,
            max_size=1 << 22,
            **how,
        )


async def told(line: ClientConnection, kind: str, seconds: float = 30.0) -> dict[str, Any]:
    """Return the next message of a kind."""
    async with asyncio.timeout(seconds):
        while True:
            message: dict[str, Any] = msgspec.json.decode(await line.recv())
            if message["type"] == kind:
                return message


async def closed_with(line: ClientConnection, seconds: float = 30.0) -> int:
    """Return the close code of a connection."""
    async with asyncio.timeout(seconds):
        try:
            while True:
                await line.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006


async def say(line: ClientConnection, **message: Any) -> None:
    await line.send(msgspec.json.encode(message).decode())


@asynccontextmanager
async def serve_in_process(
    folder: Path, maths: bool = False, unsent: int = 0, ping: float = 20.0, **settings: Any
) -> AsyncIterator[InProcessServer]:
    """Run a server.

    `unsent` is the size of the send buffer, or 0 for the system's default. `ping` is both the ping interval
    and the ping timeout, in seconds.
    """
    with contextlib.closing(listen(Settings(port=0, data=folder / "data"))) as listening:
        if unsent:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unsent)
        port = listening.getsockname()[1]
        house = HouseServer(Settings(port=port, data=folder / "data", **settings))
        if not maths:
            house.figures.open = lambda: None  # type: ignore[method-assign]
        await house.open()
        server = server_of(house)
        server.config.ws_ping_interval = server.config.ws_ping_timeout = ping
        server.capture_signals = contextlib.nullcontext  # type: ignore[assignment]
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        one = InProcessServer(house, port)
        one.connections = server.server_state.connections
        with faults_logged(one.faults):
            try:
                while not server.started:
                    await asyncio.sleep(0.01)
                yield one
            finally:
                server.should_exit = True
                await serving
                await house.close()
