"""The print shop: a process of its own with a time limit, one paper at a time, the same for whoever asks."""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.house.printing import shop
from croupier.house.printing.shop import Made, PrintShop, key_of


def whoami(word: str) -> bytes:
    """In the worker: who made it, and how quietly."""
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
def test_a_paper_is_made_elsewhere_once_and_kept_by_its_content() -> None:
    async def run() -> None:
        press = PrintShop()
        first, second, other = await asyncio.gather(
            press.ask(whoami, "a"), press.ask(whoami, "a"), press.ask(whoami, "b")
        )
        assert first == second != other and press.made == 2
        word, made_by, nice = first.data.decode().split()
        assert word == "a" and int(made_by) != os.getpid() and int(nice) >= shop.QUIETLY
        assert await press.ask(whoami, "a") == first and press.made == 2
        again = await press.ask(whoami, "a", state="the house has gone on")
        assert again != first and press.made == 3

    asyncio.run(run())


@pytest.mark.long
def test_what_takes_too_long_dies_or_cannot_be_made_is_refused_and_the_next_is_made() -> None:
    async def run() -> None:
        press = PrintShop(limit=60.0, long=1.0)
        begun = time.monotonic()
        assert await code_of(press.ask(slow, 600.0, long=True)) == "press_slow"
        assert time.monotonic() - begun < 30
        assert await code_of(press.ask(dies)) == "press_busy"
        assert await code_of(press.ask(bad, "moon")) == "bad_input"
        assert (await press.ask(whoami, "a")).data

    asyncio.run(run())


class Waiting(PrintShop):
    """Its worker is never done."""

    async def _worked(self, *given: Any) -> bytes:
        await asyncio.Event().wait()
        return b""


def test_not_more_than_some_wait_and_the_same_one_is_no_other() -> None:
    async def run() -> None:
        press = Waiting()
        waiting = [asyncio.create_task(press.ask(whoami, str(n))) for n in range(shop.WAITING)]
        await asyncio.sleep(0)
        assert await code_of(press.ask(whoami, "one more")) == "press_busy"
        same = asyncio.create_task(press.ask(whoami, "0"))
        await asyncio.sleep(0)
        assert not same.done()
        for task in (*waiting, same, *press._asked.values()):
            task.cancel()

    asyncio.run(run())


def test_papers_are_kept_as_long_as_there_is_room() -> None:
    press = PrintShop(room=10)
    for name, size in (("a", 4), ("b", 4), ("c", 4)):
        press._keep(name, Made(b"x" * size, name))
    assert list(press._kept) == ["b", "c"]
    press._keep("large", Made(b"x" * 11, "large"))
    assert list(press._kept) == []


def test_the_key_is_the_content() -> None:
    assert key_of(whoami, ("a",)) == key_of(whoami, ("a",))
    assert len({key_of(whoami, ("a",)), key_of(whoami, ("b",)), key_of(bad, ("a",))}) == 3
