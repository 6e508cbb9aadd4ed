"""Test that the server continues correctly after a kill, a database crash or a full disk."""

from __future__ import annotations

import asyncio
import resource
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.rulebook import games
from tests.server.helpers.forked_server import ForkedServer
from tests.server.helpers.killing import kill_repeatedly
from tests.server.helpers.nodes import fail_nodes_repeatedly
from tests.server.helpers.postgres import new_database, power_cut
from tests.server.helpers.regulars import Books, RegularGroup
from tests.server.helpers.served import Served

KILLS = 15
TABLES = sorted(f"{game}-1" for game in games())

pytestmark = pytest.mark.long


def test_loses_no_acknowledged_action_when_killed_at_any_moment(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = new_database(request.getfixturevalue("postgres")) if engine == "postgresql" else ""
    results = kill_repeatedly(tmp_path, database, KILLS, 3)
    assert results.kills == KILLS and results.mid_round >= 1
    assert results.acknowledged >= KILLS * len(TABLES) and results.cards > 0


def test_killed_and_stopped_nodes_hand_their_tables_over(tmp_path: Path, postgres: Any) -> None:
    results = fail_nodes_repeatedly(tmp_path, new_database(postgres), faults=4, seed=5)
    assert (results.kills, results.stops) == (2, 2)
    # Up to ten seconds on an idle machine, and twice as long while other tests run.
    assert min(results.seconds) < 10 and max(results.seconds) < 20, results.seconds


def test_pauses_during_postgresql_crashes_and_continues(tmp_path: Path, postgres: Any) -> None:
    served = ForkedServer(tmp_path, "--database", new_database(postgres))

    async def scene() -> None:
        await served.begin(len(TABLES))
        books = Books(served.address)
        async with RegularGroup([served.url], TABLES) as company:
            await company.playing(0.0)
            for _ in range(3):
                await asyncio.to_thread(power_cut, postgres)
                await company.playing(time.monotonic())
                await asyncio.to_thread(books.compare, company)
        heard = [set(regular.notices) for regular in company.regulars]
        assert {"paused", "going_on"} in heard, heard
        assert [regular.reconnected for regular in company.regulars] == [0] * len(TABLES)

    closing(served, scene())


def test_pauses_on_a_full_disk_and_continues(tmp_path: Path) -> None:
    """The operating system's file-size limit makes the running server's writes fail half-way."""
    served = ForkedServer(tmp_path)

    def limit(size: int) -> None:
        assert served.process is not None
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    async def paused() -> list[str]:
        found = await asyncio.to_thread(served.health)
        assert found is not None
        return [str(name) for name in found["paused"]]

    async def scene() -> None:
        await served.begin(len(TABLES))
        books = Books(served.address)
        async with RegularGroup([served.url], TABLES) as company:
            await company.playing(0.0)
            for _ in range(2):
                limit(4096)
                async with asyncio.timeout(30):
                    while await paused() != TABLES:
                        await asyncio.sleep(0.05)
                before = sum(len(regular.done) for regular in company.regulars)
                await asyncio.sleep(1.5)
                assert sum(len(regular.done) for regular in company.regulars) == before
                await asyncio.to_thread(books.compare, company)
                limit(resource.RLIM_INFINITY)
                await company.playing(time.monotonic(), 30)
                assert await paused() == []
                await asyncio.to_thread(books.compare, company)
            assert all(regular.notices == ["paused", "going_on"] * 2 for regular in company.regulars)

    closing(served, scene())


def closing(served: Served, scene: Any) -> None:
    """Check that the same process is still running and exits cleanly."""
    try:
        asyncio.run(asyncio.wait_for(scene, 180))
        assert served.end() == 0
        assert served.faults("the store rejects writes", "nothing was written") == []
    finally:
        served.close()
