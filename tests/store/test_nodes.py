"""Test that three processes on one PostgreSQL database lose nothing when they are killed or suspended."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
import traceback
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.store.audit import audit
from croupier.store.batches import LeaseLost, StoreDown
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, open_store
from croupier.store.leases import RENEW, Leases
from croupier.store.pending_stream import PendingStream
from tests.server.helpers.postgres import new_database
from tests.store import kills
from tests.store.pit import TABLES, Pit

pytestmark = pytest.mark.long


BACK_IN_PLAY = 10.0  # seconds


class Node:
    """A node that claims free tables, plays at them, and stops playing at a table that it loses."""

    def __init__(self, store: SqlStore, name: str, pipe: int) -> None:
        self.committer = Committer(store, longest=kills.LONGEST)
        self.leases = Leases(store, name, f"{name}.example")
        self.pit = Pit(self.committer, seed=os.getpid())
        self.pit.clock = int(time.time())
        self.pipe = pipe
        self.playing: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        await self.committer.start()
        await self.pit.open()
        while True:
            with contextlib.suppress(StoreDown):
                ours = await self.leases.renew()
                for name, task in [*self.playing.items()]:
                    if name not in ours or task.done():
                        task.cancel()
                        del self.playing[name]
                for name in TABLES:
                    if name not in self.playing and (epoch := await self.leases.claim(name)) is not None:
                        self.playing[name] = asyncio.create_task(self.play(name, epoch))
                        break  # one table at a time, to leave some for other nodes
            await asyncio.sleep(RENEW / 3)

    async def play(self, name: str, epoch: int) -> None:
        table: kills.ReportingTable | None = None
        while True:
            try:
                if table is None:
                    stream = PendingStream.resume_from(self.committer.store, name, kills.LONGEST)
                    table = kills.ReportingTable(self.pit, stream, epoch)
                    table.pipe = self.pipe
                if not await table.play_on():
                    return
                await asyncio.sleep(0.01)
            except LeaseLost:
                return
            except Refused:
                await self.committer.refresh("meters.pit")
            except (StoreDown, BadInput):
                table = None
                await asyncio.sleep(0.1)


def fork_node(address: str, name: str, pipe: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        with open_store(address) as store:
            asyncio.run(Node(store, name, pipe).run())
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(3)


class Listener:
    """Collect the reports of all nodes and the time of each table's last report."""

    def __init__(self) -> None:
        self.reading, self.telling = os.pipe()
        self.told: list[kills.Told] = []
        self.heard: dict[str, float] = {}
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def _listen(self) -> None:
        with os.fdopen(self.reading, "rb") as pipe:
            for line in pipe:
                if line.endswith(b"\n") and line.count(b" ") == 3:
                    told = kills.told(line)
                    self.told.append(told)
                    self.heard[told[0]] = time.monotonic()

    def all_in_play(self, within: float) -> float:
        """Return the seconds until every table has reported again."""
        began = time.monotonic()
        while any(self.heard.get(name, 0) < began for name in TABLES):
            assert time.monotonic() < began + within, f"silent: {self.heard}"
            time.sleep(0.05)
        return time.monotonic() - began

    def close(self) -> None:
        os.close(self.telling)
        self.thread.join(10)


def test_killed_and_stopped_nodes_lose_no_table_and_no_act(postgres: Any) -> None:
    address = new_database(postgres)

    async def begin() -> None:
        with open_store(address) as store:
            committer = Committer(store, longest=kills.LONGEST)
            await committer.start()
            await kills.seated(Pit(committer, 3))
            await committer.stop()

    asyncio.run(begin())
    listener = Listener()
    nodes: dict[str, int] = {}
    try:
        for name in ("n1", "n2", "n3"):
            nodes[name] = fork_node(address, name, listener.telling)
        listener.all_in_play(30)
        os.kill(nodes["n1"], signal.SIGKILL)
        os.waitpid(nodes.pop("n1"), 0)
        killed = listener.all_in_play(4 * BACK_IN_PLAY)
        os.kill(nodes["n2"], signal.SIGSTOP)
        stopped = listener.all_in_play(4 * BACK_IN_PLAY)
        os.kill(nodes["n2"], signal.SIGCONT)  # the node wakes up and still thinks that it owns its tables
        nodes["n4"] = fork_node(address, "n4", listener.telling)
        listener.all_in_play(4 * BACK_IN_PLAY)
        time.sleep(1)
    finally:
        for pid in nodes.values():
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        listener.close()
    told = listener.told
    assert len({(stream, n) for stream, n, _, _ in told}) == len(told) > 50, "an entry was reported twice"
    with open_store(address) as store:
        kills.check_reported(store, told)
        report = audit(store)
        assert report.ok, report.faults
    assert max(killed, stopped) < BACK_IN_PLAY * slowness(), (killed, stopped)


def slowness() -> float:
    """Return how much slower this machine is than an idle one, as a factor for the ten-second limit."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
