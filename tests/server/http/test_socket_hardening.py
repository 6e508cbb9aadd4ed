"""Test that sockets send ordered messages in few writes and survive hostile clients."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import Callable, Coroutine
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from croupier.protocol import Pace
from croupier.server import socket as sockets
from croupier.server.socket import SLOW, TOGETHER, WAITING, SocketLine
from croupier.server.socket_hardening import AHEAD, DRAIN, TOO_FAST, Allowance, HardenedSocketProtocol, framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_frames_text_as_the_standard_requires(size: int) -> None:
    text = b"x" * size
    expected = Frame(Opcode.TEXT, text).serialize(mask=False)
    assert b"".join(framed([text])) == expected
    assert b"".join(framed([text, b"y"])) == expected + b"\x81\x01y"


def running(test: Callable[[pytest.MonkeyPatch], Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @functools.wraps(test)
    def run(monkeypatch: pytest.MonkeyPatch) -> None:
        asyncio.run(test(monkeypatch))

    return run


class Transport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 5), "sockname": ("127.0.0.1", 80)})
        self.writes: list[bytes] = []
        self.reading, self.ended = True, ""

    def write(self, data: Any) -> None:
        self.writes.append(data)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = "half"

    def close(self) -> None:
        self.ended = "closed"

    def is_closing(self) -> bool:
        return self.ended == "closed"


REQUEST = (
    b"GET /ws/tables/uth-1?as=player HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


class OpenSocket:
    """An application that accepts the socket and reads only when the test says so."""

    def __init__(self) -> None:
        self.receive: Any = None
        config: Any = SimpleNamespace(
            loaded_app=self.run, ws_ping_interval=20.0, ws_ping_timeout=20.0, ws_max_size=16_384
        )
        state = SimpleNamespace(connections=set(), tasks=set())
        self.under: Any = HardenedSocketProtocol(config=config, server_state=state, app_state={})
        self.transport = Transport()
        self.tasks = state.tasks
        self.scope: Any = None

    async def run(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        self.receive = receive
        await asyncio.Event().wait()

    async def open(self) -> Any:
        self.under.connection_made(self.transport)
        self.under.data_received(REQUEST)
        while self.receive is None:
            await asyncio.sleep(0)
        self.transport.writes.clear()
        return self.under

    def end(self) -> None:
        self.under.connection_lost(None)
        for task in self.tasks:
            task.cancel()


async def wire() -> HardenedSocketProtocol:
    """Yield the protocol of an open socket."""
    opened = OpenSocket()
    under: HardenedSocketProtocol = await opened.open()
    return under


def line_on(under: HardenedSocketProtocol, monkeypatch: pytest.MonkeyPatch) -> SocketLine:
    monkeypatch.setattr(sockets, "wire_of", lambda _: under)
    monkeypatch.setattr(sockets, "origin_of", lambda _: "here")

    async def send_texts(_: object, texts: list[bytes]) -> None:
        await under.send_texts(texts)

    monkeypatch.setattr(sockets, "send_texts", send_texts)
    nothing: Any = None
    return SocketLine(nothing, "uth-1", nothing, None, "")


def texts_in(writes: list[bytes]) -> list[bytes]:
    """Return the texts in frames whose texts are shorter than 126 bytes."""
    data, found = b"".join(writes), []
    while data:
        found.append(data[2 : 2 + data[1]])
        data = data[2 + data[1] :]
    return found


@running
async def test_sends_one_turn_in_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    under: Any = await wire()
    line = line_on(under, monkeypatch)
    for text in (b"frame", b"done", b"clock"):
        line.send(text)
    assert under.transport.writes == []
    await asyncio.sleep(0)
    assert len(under.transport.writes) == 1
    assert texts_in(under.transport.writes) == [b"frame", b"done", b"clock"]


@running
async def test_keeps_order_while_the_client_reads_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    under: Any = await wire()
    line = line_on(under, monkeypatch)
    pumping = asyncio.create_task(line.pump())
    said = [f"{n}".encode() for n in range(100)]
    for n, text in enumerate(said):
        if n == 10:
            under.pause_writing()
        if n == 60:
            under.resume_writing()
        line.send(text)
        if n % 7 == 0:
            await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)
    assert texts_in(under.transport.writes) == said
    line.send(b"last")
    line.end(1001, "closing")
    await asyncio.wait_for(pumping, 30)
    assert texts_in(under.transport.writes) == [*said, b"last"]
    line.send(b"after the end")
    await asyncio.sleep(0)
    assert texts_in(under.transport.writes)[-1] == b"last"


@running
async def test_drops_a_client_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    under: Any = await wire()
    under.pause_writing()
    line = line_on(under, monkeypatch)
    pumping = asyncio.create_task(line.pump())
    for _ in range(WAITING):
        line.send(b"x")
        await asyncio.sleep(0)
    assert line.close_reason is None
    for _ in range(TOGETHER + 1):  # one more, because the pump has already taken a message
        line.send(b"x")
    assert line.close_reason is not None and line.close_reason[0] == SLOW
    assert under.transport.writes == []
    pumping.cancel()


def pieces(data: bytes, chance: random.Random) -> list[bytes]:
    """Cut bytes into chunks, as a network does."""
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.choice((0, 0, 1, 3, 12))))
    return [part for first, last in pairwise((0, *cuts, len(data))) if (part := data[first:last])]


def spoken(chance: random.Random, mask: bool) -> tuple[list[bytes], list[list[bytes]]]:
    """Return texts of all sizes and the network chunks that send them, with fragments and pings."""
    texts, turns = [], []
    for _ in range(40):
        data = b""
        for _ in range(chance.choice((1, 1, 1, 2, 5))):
            text = "é1".encode() * chance.choice((0, 1, 20, 62, 63, 64, 800, 4_000))
            texts.append(text)
            whole = chance.random() < 0.9
            frames = [Frame(Opcode.TEXT, text if whole else text[:6], whole)]
            if chance.random() < 0.2:
                frames.append(Frame(Opcode.PING, b"there?"))
            if not whole:
                frames.append(Frame(Opcode.CONT, text[6:], True))
            data += b"".join(bytes(part) for frame in frames for part in [frame.serialize(mask=mask)])
        turns.append(pieces(data, chance) if chance.random() < 0.5 else [data])
    return texts, turns


@pytest.mark.parametrize("seed", range(20))
def test_receives_every_message_in_order_however_fragmented(seed: int) -> None:
    async def scene() -> None:
        chance = random.Random(seed)
        opened = OpenSocket()
        under = await opened.open()
        under.allowance = Allowance(Pace(10_000, 1.0))
        texts, turns = spoken(chance, mask=True)
        heard: list[bytes] = []
        for turn in turns:
            for part in turn:
                under.data_received(part)
                while len(heard) < len(texts) and chance.random() < 0.8:
                    try:
                        message = await asyncio.wait_for(opened.receive(), 0.001)
                    except TimeoutError:
                        break
                    heard.append(message["text"].encode())
        while len(heard) < len(texts):
            heard.append((await opened.receive())["text"].encode())
        assert heard == texts
        opened.end()

    asyncio.run(scene())


@running
async def test_stops_reading_while_the_application_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = OpenSocket()
    under = await opened.open()
    text = bytes(Frame(Opcode.TEXT, b"ready").serialize(mask=True))
    for n in range(1, AHEAD + 2):
        under.data_received(text)
        assert opened.transport.reading == (n <= AHEAD)
    for _ in range(AHEAD + 1):
        assert (await opened.receive())["text"] == "ready"
        assert opened.transport.reading
    opened.end()


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
def test_a_flood_of_control_frames_pauses_reading_and_closes(opcode: Opcode) -> None:
    async def scene() -> None:
        opened = OpenSocket()
        under = await opened.open()
        under.allowance = Allowance(Pace(50, 10.0))
        under.data_received(bytes(Frame(opcode, b"").serialize(mask=True)) * 100_000)
        assert not opened.transport.reading and opened.transport.ended == "half"
        sent = b"".join(opened.transport.writes)
        assert b"\x03\xf0" + TOO_FAST.encode() in sent and sent.count(b"\x8a\x00") < 400
        assert (await opened.receive())["type"] == "websocket.disconnect"
        await asyncio.sleep(3 * DRAIN)
        assert opened.transport.reading  # more input is discarded in small parts
        under.data_received(b"x" * 1000)
        assert not opened.transport.reading
        opened.end()

    asyncio.run(scene())


@running
async def test_the_scope_names_the_path_the_peer_and_the_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = OpenSocket()
    await opened.open()
    scope = opened.scope
    assert (scope["path"], scope["query_string"], scope["client"]) == (
        "/ws/tables/uth-1",
        b"as=player",
        ("127.0.0.1", 5),
    )
    assert (b"host", b"here") in scope["headers"]
    opened.end()
