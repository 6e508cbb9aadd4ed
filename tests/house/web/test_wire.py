"""What is told goes out in few writes, each text in its own frame, all in their order."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from croupier.house.web import socket as sockets
from croupier.house.web.socket import SLOW, TOGETHER, WAITING, Line
from croupier.house.web.wire import HouseProtocol, framed


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

    def write(self, data: bytes) -> None:
        self.writes.append(data)


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
