"""Kill a small pit with SIGKILL at random moments, and reopen its store.

The parent forks children that play at several tables at once. Each child reports every stored act through a
pipe. After a kill, every reported act must be stored, and no unfinished act may be.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa

from croupier.errors import BadInput, Refused
from croupier.store import schema as db
from croupier.store.audit import audit, check_at_start
from croupier.store.batches import LeaseLost, StoreDown
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, open_store
from croupier.store.pending_stream import PendingStream
from tests.store.pit import TABLES, Pit, PitTable

LONGEST = 200
Told = tuple[str, int, str, str]  # stream, entry, hash and command id of a reported act


class KillResults(NamedTuple):
    """The number of kills, and how many acts were reported and stored."""

    kills: int
    in_mid_round: int
    told: int
    entries: int


class ReportingTable(PitTable):
    """A table that reports each stored act."""

    pipe = -1

    def told(self, id: str) -> None:
        line = f"{self.name} {self.stream.entries - 1} {self.stream.head} {id}\n"
        os.write(self.pipe, line.encode())


async def seated(pit: Pit) -> None:
    """Open a new pit with tables and seated players."""
    await pit.open()
    people = iter(f"p{k}" for k in range(100))
    for name, game in TABLES.items():
        table = await PitTable.opened(pit, name, game, longest=LONGEST)
        for seat in (1, 3):
            person = next(people)
            await pit.welcome(person)
            await table.sit(seat, person)


async def play(
    committer: Committer, pipe: int, seed: int, enough: Callable[[], bool] = lambda: False
) -> None:
    """Play at all stored tables until there are enough acts or the process is killed."""
    pit = Pit(committer, seed)
    pit.clock = int(time.time())
    await pit.open()

    def at(name: str) -> ReportingTable:
        table = ReportingTable(pit, PendingStream.resume_from(committer.store, name, LONGEST))
        table.pipe = pipe
        return table

    async def sit_at(name: str) -> None:
        table: ReportingTable | None = at(name)
        while not enough():
            try:
                table = table or at(name)
                if not await table.play_on():
                    return
            except Refused:
                continue  # a meter has paid in the meantime; decide the command again
            except (StoreDown, BadInput):
                await asyncio.sleep(0.05)
            except LeaseLost:  # stored but not reported
                table = None

    await asyncio.gather(*(sit_at(name) for name in TABLES))


def child(address: str, pipe: int, seed: int) -> None:
    async def work() -> None:
        with open_store(address) as store:
            committer = Committer(store, longest=LONGEST)
            await committer.start()
            await play(committer, pipe, seed)

    try:
        asyncio.run(work())
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(3)


def kill_one(address: str, acts: int, pause: float, seed: int) -> list[Told]:
    """Kill one session shortly after it has reported `acts` acts. Return all reported acts."""
    reading, telling = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        child(address, telling, seed)
    os.close(telling)
    with os.fdopen(reading, "rb") as pipe:
        lines = [line for _, line in zip(range(acts), pipe, strict=False)]
        time.sleep(pause)
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        lines += pipe.readlines()
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, f"the pit failed: {status}"
    return [told(line) for line in lines if line.endswith(b"\n")]


def told(line: bytes) -> Told:
    stream, n, digest, id = line.decode().split()
    return stream, int(n), digest, id


def check_reported(store: SqlStore, heard: list[Told]) -> None:
    """Check that each reported act has an entry, and an answer that refers to the entry."""
    with store.reading() as connection:
        for stream, n, digest, id in heard:
            this = (db.entries.c.stream == stream) & (db.entries.c.n == n)
            assert connection.execute(sa.select(db.entries.c.hash).where(this)).scalar() == digest, "lost"
            that = (db.answers.c.stream == stream) & (db.answers.c.id == id)
            assert connection.execute(sa.select(db.answers.c.n).where(that)).scalar() == n, (
                "answered otherwise"
            )


def kill_repeatedly(address: str, kills: int, seed: int) -> KillResults:
    """Kill repeatedly, and check after each kill that no reported act is lost and the books match the
    streams.
    """

    async def begin() -> None:
        with open_store(address) as store:
            committer = Committer(store, longest=LONGEST)
            await committer.start()
            await seated(Pit(committer, seed))
            await committer.stop()

    asyncio.run(begin())
    rng = random.Random(seed)
    heard, mid = 0, 0
    heads: dict[str, tuple[int, str]] = {}
    for k in range(kills):
        acts = kill_one(address, rng.randint(1, 30), rng.uniform(0, 0.02), seed + k)
        with open_store(address) as store:
            check_reported(store, acts)
            assert check_at_start(store) == {}
            now = store.heads()
            assert all(now[name][0] >= entries for name, (entries, _) in heads.items())
            heads = now
            tables = [PendingStream.resume_from(store, name).state.table for name in TABLES]
            mid += any(table.bets.wagers for table in tables)
        heard += len(acts)
    with open_store(address) as store:
        report = audit(store)
        assert report.ok, report.faults
    return KillResults(kills, mid, heard, report.entries)
