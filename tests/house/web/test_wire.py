"""What is told goes out in few writes, each text in its own frame, all in their order."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from croupier.client.line import Line as ClientLine
from croupier.house.web import socket as sockets
from croupier.house.web.socket import SLOW, TOGETHER, WAITING, Line
from croupier.house.web.wire import AHEAD, HouseProtocol, framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_text_is_framed_as_the_standard_has_it(size: int) -> None:
    text = b"x" * size
    expected = Frame(Opcode.TEXT, text).serialize(mask=False)
    assert b"".join(framed([text])) == expected
    assert b"".join(framed([text, b"y"])) == expected + b"\x81\x01y"


def running(test: Callable[[pytest.MonkeyPatch], Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @functools.wraps(test)
    def run(monkeypatch: pytest.MonkeyPatch) -> None:
        asyncio.run(test(monkeypatch))

    return run


class Transport:
    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.reading = True

    def write(self, data: bytes) -> None:
        self.writes.append(data)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_write_buffer_limits(self, *_: int) -> None:
        pass


def wire() -> HouseProtocol:
    """As one is while its socket is open."""
    made: Any = HouseProtocol.__new__(HouseProtocol)
    made.transport, made.writable = Transport(), asyncio.Event()
    made.disconnected = made.close_sent = False
    made.writable.set()
    found: HouseProtocol = made
    return found


def line_on(under: HouseProtocol, monkeypatch: pytest.MonkeyPatch) -> Line:
    monkeypatch.setattr(sockets, "wire_of", lambda _: under)
    monkeypatch.setattr(sockets, "origin_of", lambda _: "here")

    async def say(_: object, texts: list[bytes]) -> None:
        await under.say(texts)

    monkeypatch.setattr(sockets, "say", say)
    nothing: Any = None
    return Line(nothing, "uth-1", nothing, None, "")


def texts_in(writes: list[bytes]) -> list[bytes]:
    """All are shorter than 126 bytes."""
    data, found = b"".join(writes), []
    while data:
        found.append(data[2 : 2 + data[1]])
        data = data[2 + data[1] :]
    return found


@running
async def test_what_is_said_in_one_turn_is_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    under: Any = wire()
    line = line_on(under, monkeypatch)
    for text in (b"frame", b"done", b"clock"):
        line.send(text)
    assert under.transport.writes == []
    await asyncio.sleep(0)
    assert len(under.transport.writes) == 1
    assert texts_in(under.transport.writes) == [b"frame", b"done", b"clock"]


@running
async def test_the_order_stays_where_the_other_side_takes_nothing_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    under: Any = wire()
    line = line_on(under, monkeypatch)
    pumping = asyncio.create_task(line.pump())
    said = [f"{n}".encode() for n in range(100)]
    for n, text in enumerate(said):
        if n == 10:
            under.writable.clear()
        if n == 60:
            under.writable.set()
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
async def test_who_takes_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    under: Any = wire()
    under.writable.clear()
    line = line_on(under, monkeypatch)
    pumping = asyncio.create_task(line.pump())
    for _ in range(WAITING):
        line.send(b"x")
        await asyncio.sleep(0)
    assert line.ending is None
    for _ in range(TOGETHER + 1):  # what the pump holds already is not counted
        line.send(b"x")
    assert line.ending is not None and line.ending[0] == SLOW
    assert under.transport.writes == []
    pumping.cancel()


def pieces(data: bytes, chance: random.Random) -> list[bytes]:
    """As a network may cut them."""
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.choice((0, 0, 1, 3, 12))))
    return [part for first, last in pairwise((0, *cuts, len(data))) if (part := data[first:last])]


def spoken(chance: random.Random, mask: bool) -> tuple[list[bytes], list[list[bytes]]]:
    """Texts of all sizes, whole and in parts, with pings between; each turn as the network brings it."""
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


def taken_in(under: Any) -> list[bytes]:
    """What the application finds, as it asks for it."""
    found = []
    while not under.queue.empty():
        found.append(under.queue.get_nowait()["text"].encode())
    if under.read_paused:
        under.read_paused = False
        under.transport.resume_reading()
    return found


@pytest.mark.parametrize("seed", range(20))
def test_the_house_hears_every_text_in_its_order_however_it_comes(seed: int) -> None:
    async def scene() -> None:
        chance = random.Random(seed)
        under: Any = wire()
        under.conn = ServerProtocol(state=State.OPEN, max_size=16_384)
        under.queue, under.frames, under.read_paused, under.logger = asyncio.Queue(), [], False, None
        under.curr_msg_data_type = "text"
        texts, turns = spoken(chance, mask=True)
        heard: list[bytes] = []
        for turn in turns:
            for part in turn:
                under.data_received(part)
                if chance.random() < 0.8:
                    heard += taken_in(under)
        assert heard + taken_in(under) == texts

    asyncio.run(scene())


@pytest.mark.parametrize("seed", range(20))
def test_a_client_hears_every_text_in_its_order_however_it_comes(seed: int) -> None:
    async def scene() -> None:
        chance = random.Random(seed)
        line: Any = ClientLine(ClientProtocol(parse_uri("ws://127.0.0.1/"), state=State.OPEN))
        line.connection_made(Transport())
        line.response_rcvd.set_result(None)
        line.protocol.response = line.response = object()
        texts, turns = spoken(chance, mask=False)
        heard: list[bytes] = []

        async def usual() -> None:
            while True:
                heard.append((await line.recv()).encode())

        line.hear = heard.append
        listening = asyncio.create_task(usual())
        for turn in turns:
            for part in turn:
                line.data_received(part)
                if chance.random() < 0.8:
                    await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        listening.cancel()
        assert heard == texts

    asyncio.run(scene())


@running
async def test_who_says_much_at_once_is_not_read_on_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    under: Any = wire()
    under.conn = ServerProtocol(state=State.OPEN, max_size=16_384)
    under.queue, under.frames, under.read_paused = asyncio.Queue(), [], False
    text = bytes(Frame(Opcode.TEXT, b"ready").serialize(mask=True))
    for n in range(1, AHEAD + 1):
        under.data_received(text)
        assert under.transport.reading == (n < AHEAD)
    for _ in range(AHEAD):
        assert not under.transport.reading
        assert (await under.receive())["text"] == "ready"
    assert under.transport.reading
