"""The house under play while processes die, the database loses power and the disk is full."""

from __future__ import annotations

import asyncio
import resource
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.rulebook import games
from tests.house.conftest import new_database, power_cut
from tests.house.helpers.killing import killed_again_and_again
from tests.house.helpers.nodes import struck_again_and_again
from tests.house.helpers.regulars import Books, Company
from tests.house.helpers.served import Served, scribes_of, with_scribe
from tests.house.helpers.stable import Stabled

TABLES = sorted(f"{game}-1" for game in games())

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("kills", "scribe"), [(8, True), (7, False)])
def test_a_house_killed_at_any_moment_loses_nothing_it_acknowledged(
    engine: str, kills: int, scribe: bool, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = new_database(request.getfixturevalue("postgres")) if engine == "postgresql" else ""
    toll = killed_again_and_again(tmp_path, database, kills, 3, scribe)
    assert toll.kills == kills and toll.mid_round >= 1
    assert toll.acknowledged >= kills * len(TABLES) and toll.cards > 0


def test_three_nodes_killed_and_stopped_hand_their_tables_over(tmp_path: Path, postgres: Any) -> None:
    toll = struck_again_and_again(tmp_path, new_database(postgres), faults=4, seed=5)
    assert (toll.kills, toll.stops) == (2, 2)
    # Ten seconds where the machine has time for it; twice that where it runs other tests as well.
    assert min(toll.seconds) < 10 and max(toll.seconds) < 20, toll.seconds


def test_power_cuts_of_postgresql_pause_the_house_and_it_goes_on(tmp_path: Path, postgres: Any) -> None:
    served = Stabled(tmp_path, "--database", new_database(postgres))

    async def scene() -> None:
        await served.begin(len(TABLES))
        books = Books(served.address)
        async with Company([served.url], TABLES) as company:
            await company.playing(0.0)
            for _ in range(3):
                await asyncio.to_thread(power_cut, postgres)
                await company.playing(time.monotonic())
                await asyncio.to_thread(books.compare, company)
        heard = [set(regular.notices) for regular in company.regulars]
        assert {"paused", "going_on"} in heard, heard
        assert [regular.reconnected for regular in company.regulars] == [0] * len(TABLES)

    closing(served, scene())


@pytest.mark.parametrize("scribe", [True, False])
def test_a_full_disk_pauses_the_house_and_it_goes_on_when_there_is_room(tmp_path: Path, scribe: bool) -> None:
    """A limit of the operating system on the files of the running house: what it writes fails half-way."""
    served = Stabled(tmp_path, *(with_scribe(tmp_path) if scribe else ()))

    def limit(size: int) -> None:
        assert served.process is not None
        for process in (served.process.pid, *scribes_of(served.process.pid)):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    async def paused() -> list[str]:
        found = await asyncio.to_thread(served.health)
        assert found is not None
        return [str(name) for name in found["paused"]]

    async def scene() -> None:
        await served.begin(len(TABLES))
        books = Books(served.address)
        async with Company([served.url], TABLES) as company:
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
    """The same process to the end, which is a clean one."""
    try:
        asyncio.run(asyncio.wait_for(scene, 180))
        assert served.end() == 0
        assert served.faults("the store takes nothing", "nothing was written") == []
    finally:
        served.close()
