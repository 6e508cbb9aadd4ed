"""Test that the print shop makes one document at a time and that equal requests share the result."""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.server.workers import print_shop
from croupier.server.workers.pool import key_of
from croupier.server.workers.print_shop import PrintedDocument, PrintShop


def whoami(word: str) -> bytes:
    """Return the process id and niceness. Runs in the worker."""
    return f"{word} {os.getpid()} {os.nice(0)}".encode()


def slow(seconds: float) -> bytes:
    time.sleep(seconds)
    return b"late"


def bad(word: str) -> bytes:
    raise BadInput(f"no {word}")


def dies() -> bytes:
    os._exit(3)


async def code_of(work: Any) -> str:
    with pytest.raises(Refused) as refused:
        await work
    assert refused.value.remedy
    return str(refused.value.code)


@pytest.mark.long
def test_makes_a_document_once_in_a_worker() -> None:
    async def run() -> None:
        press = PrintShop()
        first, second, other = await asyncio.gather(
            press.ask(whoami, "a"), press.ask(whoami, "a"), press.ask(whoami, "b")
        )
        assert first == second != other and press.pool.finished == 2
        word, made_by, nice = first.data.decode().split()
        assert word == "a" and int(made_by) != os.getpid() and int(nice) >= print_shop.NICENESS
        assert await press.ask(whoami, "a") == first and press.pool.finished == 2
        again = await press.ask(whoami, "a", state="the house continued")
        assert again != first and press.pool.finished == 3

    asyncio.run(run())


@pytest.mark.long
def test_refuses_failed_documents_and_makes_the_next() -> None:
    async def run() -> None:
        press = PrintShop(limit=60.0, long=1.0)
        begun = time.monotonic()
        assert await code_of(press.ask(slow, 600.0, long=True)) == "press_slow"
        assert time.monotonic() - begun < 30
        assert await code_of(press.ask(dies)) == "press_busy"
        assert await code_of(press.ask(bad, "moon")) == "bad_input"
        assert (await press.ask(whoami, "a")).data

    asyncio.run(run())


async def never(*_: Any) -> None:
    await asyncio.Event().wait()


def test_limits_waiting_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        press = PrintShop()
        monkeypatch.setattr(press.pool, "_work", never)
        waiting = [asyncio.create_task(press.ask(whoami, str(n))) for n in range(print_shop.WAITING)]
        await asyncio.sleep(0)
        assert await code_of(press.ask(whoami, "one more")) == "press_busy"
        same = asyncio.create_task(press.ask(whoami, "0"))
        await asyncio.sleep(0)
        assert not same.done()
        for task in (*waiting, same, *press.pool._jobs.values()):
            task.cancel()

    asyncio.run(run())


def test_cache_is_limited_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_shop, "ROOM", 10)
    pool = PrintShop().pool
    for name, size in (("a", 4), ("b", 4), ("c", 4)):
        pool._remember(name, PrintedDocument(b"x" * size, name))
    assert list(pool._cache) == ["b", "c"]
    pool._remember("large", PrintedDocument(b"x" * 11, "large"))
    assert list(pool._cache) == []


def test_cache_key_is_the_content() -> None:
    assert key_of(whoami, ("a",)) == key_of(whoami, ("a",))
    assert len({key_of(whoami, ("a",)), key_of(whoami, ("b",)), key_of(bad, ("a",))}) == 3
