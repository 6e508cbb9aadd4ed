"""Test that equal jobs in the worker pool share one computation and that no job blocks the server."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.server.workers.figures import FULL, INTERRUPTED, INVALID, SLOW, MathsWorkers
from croupier.server.workers.pool import PoolRefusals, WorkerPool, key_of

pytestmark = pytest.mark.long


def counted(path: str, word: str) -> dict[str, Any]:
    """Record the call in a file. Runs in the worker."""
    with Path(path).open("a") as file:
        file.write(f"{word}\n")
    time.sleep(0.2)
    return {"word": word, "process": os.getpid()}


def endless(_: str) -> dict[str, Any]:
    time.sleep(600)
    return {}


def dying(_: str) -> dict[str, Any]:
    os._exit(1)


def unanswerable(_: str) -> dict[str, Any]:
    raise BadInput("nobody knows")


REFUSALS = PoolRefusals(FULL, SLOW, INTERRUPTED, INVALID)


class Pool:
    """A worker pool where jobs with equal inputs share one computation."""

    def __init__(self, limit: float, waiting: int) -> None:
        self.pool = WorkerPool(REFUSALS, limit=limit, waiting=waiting, room=512, rest=300.0)

    async def ask(self, job: Callable[..., dict[str, Any]], *given: str) -> dict[str, Any]:
        return await self.pool.run(job, *given, key=key_of(job, given))


def scene(play: Callable[[Pool], Awaitable[None]], limit: float = 20.0, waiting: int = 32) -> None:
    async def run() -> None:
        figures = Pool(limit, waiting)
        figures.pool.open()
        try:
            async with asyncio.timeout(60):
                await play(figures)
        finally:
            figures.pool.close()

    asyncio.run(run())


def test_equal_requests_share_one_computation(tmp_path: Path) -> None:
    file = str(tmp_path / "asked")

    async def play(figures: Pool) -> None:
        # more jobs than may wait separately
        many = [figures.ask(counted, file, "one") for _ in range(50)]
        answers = await asyncio.gather(*many, figures.ask(counted, file, "two"))
        assert [answer["word"] for answer in answers] == ["one"] * 50 + ["two"]
        assert (await figures.ask(counted, file, "one"))["word"] == "one"
        assert Path(file).read_text() == "one\ntwo\n"

    scene(play)


def test_canceled_request_does_not_cancel_others(tmp_path: Path) -> None:
    file = str(tmp_path / "asked")

    async def play(figures: Pool) -> None:
        gone = asyncio.create_task(figures.ask(counted, file, "one"))
        stays = asyncio.create_task(figures.ask(counted, file, "one"))
        await asyncio.sleep(0.05)
        gone.cancel()
        assert (await stays)["word"] == "one"
        assert Path(file).read_text() == "one\n"

    scene(play)


def test_refuses_too_many_different_requests(tmp_path: Path) -> None:
    file = str(tmp_path / "asked")

    async def play(figures: Pool) -> None:
        asked = [asyncio.create_task(figures.ask(counted, file, str(n))) for n in range(4)]
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(one, Refused) for one in told] == [False, False, False, True]
        assert isinstance(told[3], Refused) and told[3].code == "maths_busy"

    scene(play, waiting=3)


def test_slow_request_ends_the_worker_and_is_not_retried_at_once(tmp_path: Path) -> None:
    file = str(tmp_path / "asked")

    async def play(figures: Pool) -> None:
        before = await figures.ask(counted, file, "before")
        slow = asyncio.create_task(figures.ask(endless, "x"))
        waiting = asyncio.create_task(figures.ask(counted, file, "waiting"))
        with pytest.raises(Refused, match="maths_slow"):
            await slow
        assert (await waiting)["process"] != before[
            "process"
        ]  # the waiting job got its result from the new worker
        began = time.monotonic()
        with pytest.raises(Refused, match="maths_slow"):
            await figures.ask(endless, "x")
        assert time.monotonic() - began < 1.0
        figures.pool.retry_after = 0.0
        with pytest.raises(Refused, match="maths_slow"):
            await figures.ask(endless, "x")
        assert time.monotonic() - began > 1.9

    scene(play, limit=2.0)


def test_restarts_a_dead_worker(tmp_path: Path) -> None:
    file = str(tmp_path / "asked")

    async def play(figures: Pool) -> None:
        with pytest.raises(Refused, match="maths_busy"):
            await figures.ask(dying, "x")
        assert (await figures.ask(counted, file, "after"))["word"] == "after"
        with pytest.raises(Refused, match="nobody knows"):
            await figures.ask(unanswerable, "x")

    scene(play)


def test_server_without_maths_names_the_missing_library() -> None:
    async def run() -> None:
        figures = MathsWorkers(())
        figures.missing_libraries = "NumPy"
        with pytest.raises(Refused, match="no_maths"):
            await figures.figures(b"{}")
        with pytest.raises(Refused, match="no_maths"):
            await figures.design("list_wagers", b"{}", {})

    asyncio.run(run())
