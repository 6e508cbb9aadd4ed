"""Test that unfinished requests and unread responses time out."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from croupier.server.http import hardening
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process

pytestmark = pytest.mark.long

HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
GUEST = (
    b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Croupier: 1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 14\r\n\r\n"
)
NAME = b'{"name":"Ada"}'
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardening, "HEAD", 0.6)
    monkeypatch.setattr(hardening, "BODY", 0.6)
    monkeypatch.setattr(hardening, "TAKEN", 0.6)


def scene(folder: Path, play: Callable[[InProcessServer], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), serve_in_process(folder) as one:
            await play(one)
            assert one.faults.lines == []

    asyncio.run(run())


async def dialled(one: InProcessServer) -> Line:
    return await asyncio.open_connection("127.0.0.1", one.port)


async def rest(line: Line) -> tuple[bytes, float]:
    """Read until the server closes the connection. Return the data and the elapsed seconds."""
    began = time.monotonic()
    async with asyncio.timeout(10):
        told = await line[0].read()
    line[1].close()
    return told, time.monotonic() - began


async def trickled(line: Line, data: bytes) -> None:
    """Send one byte at a time, fast enough that a timeout restarted by every byte would never expire."""
    for n in range(len(data)):
        line[1].write(data[n : n + 1])
        await asyncio.sleep(0.2)


@pytest.mark.parametrize("sent", [HEAD[:3], HEAD], ids=["three bytes", "no empty line"])
def test_answers_408_to_an_unfinished_head(tmp_path: Path, sent: bytes) -> None:
    async def play(one: InProcessServer) -> None:
        line = await dialled(one)
        line[1].write(sent)
        told, seconds = await rest(line)
        assert told.startswith(b"HTTP/1.1 408 ") and 0.5 < seconds < 5

    scene(tmp_path, play)


def test_closes_an_idle_connection(tmp_path: Path) -> None:
    async def play(one: InProcessServer) -> None:
        told, seconds = await rest(await dialled(one))
        assert told == b"" and 0.5 < seconds < 5

    scene(tmp_path, play)


def test_pipelined_request_has_its_own_timeout(tmp_path: Path) -> None:
    async def play(one: InProcessServer) -> None:
        line = await dialled(one)
        line[1].write(HEAD + b"\r\n" + GUEST + NAME[:3])
        told, seconds = await rest(line)
        assert told.startswith(b"HTTP/1.1 200 ") and b"HTTP/1.1 408 " in told and seconds < 5

    scene(tmp_path, play)


def test_answers_408_to_an_unfinished_body(tmp_path: Path) -> None:
    async def play(one: InProcessServer) -> None:
        people = len(one.house.desk.people)
        for sent in (GUEST, GUEST + NAME[:5]):
            line = await dialled(one)
            line[1].write(sent)
            told, _ = await rest(line)
            assert told.startswith(b"HTTP/1.1 408 ")
        assert len(one.house.desk.people) == people

    scene(tmp_path, play)


def test_slow_bytes_do_not_reset_the_timeout(tmp_path: Path) -> None:
    async def play(one: InProcessServer) -> None:
        for first, slowly in ((b"", HEAD), (GUEST, NAME)):
            line = await dialled(one)
            line[1].write(first)
            trickling = asyncio.create_task(trickled(line, slowly))
            told, seconds = await rest(line)
            assert told.startswith(b"HTTP/1.1 408 ") and seconds < 3
            trickling.cancel()
            await asyncio.gather(trickling, return_exceptions=True)

    scene(tmp_path, play)


@pytest.mark.parametrize("first", [HEAD, GUEST, b"GET\r\n\r\n"], ids=["head", "body", "malformed"])
def test_a_client_that_is_still_sending_can_read_the_response(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bytes
) -> None:
    """If the server closed with unread data, the TCP reset could destroy the response."""
    monkeypatch.setattr(hardening, "TAKEN", 30.0)
    monkeypatch.setattr(hardening, "LINGER", 10.0)

    async def play(one: InProcessServer) -> None:
        loop = asyncio.get_running_loop()
        with socket.create_connection(("127.0.0.1", one.port)) as client:
            client.setblocking(False)
            await loop.sock_sendall(client, first)
            for _ in range(12):  # twice the time limit; a reset connection would fail here or below
                await asyncio.sleep(0.1)
                await loop.sock_sendall(client, b"x")
            told = await asyncio.wait_for(loop.sock_recv(client, 4096), 5)
            assert told.startswith(b"HTTP/1.1 4")
            assert await asyncio.wait_for(loop.sock_recv(client, 4096), 5) == b""

    scene(tmp_path, play)


def test_a_client_that_never_closes_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardening, "LINGER", 0.3)

    async def play(one: InProcessServer) -> None:
        reader, writer = await dialled(one)
        writer.write(HEAD)
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
        async with asyncio.timeout(5):
            while one.connections:
                await asyncio.sleep(0.05)
        writer.close()

    scene(tmp_path, play)


def test_keeps_serving_clients_that_send_in_time(tmp_path: Path) -> None:
    async def play(one: InProcessServer) -> None:
        reader, writer = line = await dialled(one)
        people = len(one.house.desk.people)
        for _ in range(3):
            for part in (GUEST[:40], GUEST[40:], NAME[:4], NAME[4:]):
                writer.write(part)
                await asyncio.sleep(0.15)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 ")
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await reader.readexactly(length)
        assert len(one.house.desk.people) == people + 3
        writer.write(HEAD)  # the next request on this connection has its own timeout
        told, seconds = await rest(line)
        assert told.startswith(b"HTTP/1.1 408 ") and 0.4 < seconds < 5

    scene(tmp_path, play)


def test_closes_a_refused_request_with_an_endless_body(tmp_path: Path) -> None:
    async def play(one: InProcessServer) -> None:
        line = await dialled(one)
        line[1].write(GUEST.replace(b"X-Croupier: 1\r\n", b""))
        trickling = asyncio.create_task(trickled(line, NAME * 3))
        told, seconds = await rest(line)
        assert told.startswith(b"HTTP/1.1 403 ") and seconds < 5
        trickling.cancel()
        await asyncio.gather(trickling, return_exceptions=True)

    scene(tmp_path, play)


def test_drops_a_client_that_does_not_read(tmp_path: Path) -> None:
    async def play(one: InProcessServer) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", one.port, limit=1024)
        asked = b"GET /api/rules/games/uth HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        writer.write(asked * 200)
        for _ in range(100):  # the server closes the connection although the client has read nothing
            await asyncio.sleep(0.1)
            if not one.connections:
                break
        assert not one.connections
        writer.transport.abort()

    scene(tmp_path, play)
