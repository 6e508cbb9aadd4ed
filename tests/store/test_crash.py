"""Test that kills, power cuts and full disks neither lose a reported act nor leave a partial one."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.store.audit import audit
from croupier.store.batches import Batch, StoreDown
from croupier.store.committer import Committer
from croupier.store.database import open_store
from tests.server.helpers.postgres import new_database, power_cut
from tests.store import kills
from tests.store.nodes import OwnedStream, balances, committing, run, to_drawer
from tests.store.pit import Pit

pytestmark = pytest.mark.long


def test_kill_loses_no_acknowledged_act(address: str) -> None:
    results = kills.kill_repeatedly(address, kills=8, seed=11)
    assert results.told >= 8 and results.in_mid_round >= 1, results


def test_postgresql_power_cut_loses_no_acknowledged_act(postgres: Any) -> None:
    address = new_database(postgres)
    reading, telling = os.pipe()
    cuts = 3

    def cut() -> None:
        for _ in range(cuts):
            time.sleep(1.0)
            power_cut(postgres)

    async def work() -> None:
        with open_store(address) as store:
            committer = Committer(store, longest=kills.LONGEST)
            await committer.start()
            await kills.seated(Pit(committer, 3))
            cutting = threading.Thread(target=cut)
            cutting.start()
            played = committer.tally.batches

            def enough() -> bool:
                """Restore power and continue to play for a while."""
                nonlocal played
                if cutting.is_alive() or committer.down:
                    played = committer.tally.batches
                return committer.tally.batches > played + 20

            await kills.play(committer, telling, seed=5, enough=enough)
            assert not cutting.is_alive() and committer.down == ""
            failed = committer.tally.failures
            await committer.stop()
            assert failed >= 1, "it noticed"

    heard: list[kills.Told] = []

    def listen() -> None:
        with os.fdopen(reading, "rb") as pipe:
            heard.extend(map(kills.told, pipe))

    listening = threading.Thread(target=listen)
    listening.start()
    try:
        asyncio.run(asyncio.wait_for(work(), 120))
    finally:
        os.close(telling)
        listening.join()
    with open_store(address) as store:
        assert len(heard) > 20
        kills.check_reported(store, heard)
        report = audit(store)
        assert report.ok, report.faults


def test_full_database_pauses_and_continues(tmp_path: Path) -> None:
    """SQLite's page limit simulates a full disk."""

    async def work() -> None:
        with open_store(f"sqlite:///{tmp_path}/house.db") as store:
            async with committing(store) as house:
                own = OwnedStream("t1")
                own.stream._longest = 10**6
                await house.commit(own.batch(("ann", 1)))
                await limit(house, 60)
                written, said = 1, ""
                while not said:
                    mark = own.stream.mark()
                    try:
                        await house.commit(own.batch(*[("ann", 1)] * 20, posts=(to_drawer("ann", 20),)))
                        written += 20
                    except StoreDown as down:
                        said = str(down)
                assert "database or disk is full" in said and written > 20
                own.stream.rewind(mark)
                assert house.state("drawer") == {"ann": written - 1}
                with pytest.raises(StoreDown):
                    await house.commit(own.batch(*[("ann", 1)] * 20, posts=(to_drawer("ann", 20),)))
                own.stream.rewind(mark)
                assert balances(store)["t1/wallet:ann"] == written
                await limit(house, 1_000_000)
                await house.commit(own.batch(*[("ann", 1)] * 20, posts=(to_drawer("ann", 20),)))
                assert house.state("drawer") == {"ann": written + 19} and house.down == ""
            report = audit(store)
            assert report.ok, report.faults

    async def limit(house: Committer, pages: int) -> None:
        """Set the limit on each of the store's connections."""

        def take(raw: Any, _record: object, _proxy: object) -> None:
            raw.execute(f"PRAGMA max_page_count={pages}")

        sa.event.listen(house.store.engine, "checkout", take)
        await house._do(None, house._writer.close)

    run(work())


def test_file_size_limit_pauses_the_store_without_loss(tmp_path: Path) -> None:
    """In a separate process, the operating system's file-size limit makes writes fail half-way."""
    address = f"sqlite:///{tmp_path}/house.db"

    async def work() -> int:
        with open_store(address) as store:
            async with committing(store) as house:
                own = OwnedStream("t1")
                own.stream._longest = 10**6
                await house.commit(own.batch(("ann", 1)))
                sizes = [os.stat(path).st_size for path in tmp_path.iterdir()]
                resource.setrlimit(resource.RLIMIT_FSIZE, (max(sizes) + 50_000, resource.RLIM_INFINITY))
                failed = written = 0
                for _ in range(40):
                    mark = own.stream.mark()
                    try:
                        await house.commit(own.batch(*[("ann", 1)] * 20, posts=(to_drawer("ann", 20),)))
                        written += 20
                    except StoreDown:
                        own.stream.rewind(mark)
                        failed += 1
                    if failed == 5:
                        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
                assert house.state("drawer") == {"ann": written}
                await house.commit(Batch(posts=(to_drawer("bob", 1),)))
                return failed

    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            code = 0 if run(work()) == 5 else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    assert os.WEXITSTATUS(status) == 0 and os.WIFEXITED(status)
    with open_store(address) as store:
        report = audit(store)
        assert report.ok, report.faults
        held = balances(store)
        assert held["t1/wallet:ann"] == 1 + held["drawer/wallet:ann"] == 1 + 35 * 20
