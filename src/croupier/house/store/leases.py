"""Who owns which table: a lease with an epoch, kept where the tables are kept.

A node claims a table, renews its leases every second and a half, and gives one back when it ends. Whoever
stopped for too long loses the table to another, under a higher epoch, and what it still tries to write is
refused inside the transaction. On SQLite one process has the store to itself, so a claim is always good.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from croupier.house.store import schema as db
from croupier.house.store.batches import StoreDown
from croupier.house.store.sql import SqlStore, reason

LEASE = 5.0  # seconds
RENEW = 1.5  # seconds between renewals
PATIENCE = 300  # milliseconds for which a claim waits for whoever works with the lease
FORGOTTEN = 60.0  # seconds for which a node that died is still in the list
LOCKED = "55P03"  # PostgreSQL's code for a lock that did not come in time

T = TypeVar("T")
o = db.owners.c


class Owner(msgspec.Struct, frozen=True):
    """Who had a table last, and whether they still do."""

    stream: str
    node: str  # empty where it was given back
    address: str
    epoch: int
    told: str  # of the table, for the lobby of other nodes
    alive: bool


class _Held(StoreDown):
    """Somebody works with a lease at this moment."""


class Leases:
    """The leases of one node, whose name is of one process alone.

    Each call is one short transaction in a thread of its own: a renewal does not wait behind commits.
    `StoreDown` where the database cannot be asked."""

    def __init__(self, store: SqlStore, node: str, address: str, seconds: float = LEASE) -> None:
        self._store, self.node, self.address, self._seconds = store, node, address, seconds
        self._thread = ThreadPoolExecutor(1, "croupier-lease")

    async def claim(self, stream: str, successor: bool = False) -> int | None:
        """The epoch under which this node owns the table now; None if another node has it. A successor takes
        over at once what a process at the same address left behind: that one is dead, its port is ours.

        Nobody is waited for: a node that was stopped in mid-transaction holds its leases for some seconds,
        and whoever waited for them could not renew their own meanwhile."""
        try:
            return await self._do(lambda connection: self._claim(connection, stream, successor))
        except _Held:
            return None

    async def renew(self, told: Mapping[str, str] = MappingProxyType({})) -> dict[str, int]:
        """Every lease that this node still has, with its epoch; what is missing is lost: stop at once. With
        it the node says that it is there, and what there is to tell of its tables."""
        return await self._do(
            lambda connection: self._renew(connection, told), writes=not self._store.embedded
        )

    async def leave(self) -> None:
        """This node is gone: whoever shares the tables does not count on it."""
        if not self._store.embedded:
            gone = sa.delete(db.nodes).where(db.nodes.c.node == self.node)
            await self._do(lambda connection: connection.execute(gone) and None)

    async def release(self, stream: str, epoch: int) -> None:
        """Given back: another may claim it at once."""

        def work(connection: sa.Connection) -> None:
            ours = (o.stream == stream) & (o.node == self.node) & (o.epoch == epoch)
            connection.execute(sa.update(db.owners).where(ours).values(node="", until=0.0))

        await self._do(work)

    async def owner(self, stream: str) -> Owner | None:
        """Where a person who asks this node for the table is sent."""
        return (await self.owners()).get(stream)

    async def owners(self) -> dict[str, Owner]:
        return (await self.around())[0]

    async def around(self) -> tuple[dict[str, Owner], dict[str, str]]:
        """Of every table who keeps it; of every node that is alive its address."""

        def work(connection: sa.Connection) -> tuple[dict[str, Owner], dict[str, str]]:
            alive = o.node != "" if self._store.embedded else o.until >= self._now()
            query = sa.select(o.stream, o.node, o.address, o.epoch, o.told, alive.label("alive"))
            owners = {row.stream: Owner(*row) for row in connection.execute(query.order_by(o.stream))}
            there = sa.select(db.nodes.c.node, db.nodes.c.address).where(db.nodes.c.until >= self._now())
            return owners, {row.node: row.address for row in connection.execute(there)}

        return await self._do(work, writes=False)

    def close(self) -> None:
        self._thread.shutdown()

    def _now(self) -> sa.ColumnElement[float]:
        """The database's own clock, so that nodes need not agree on the time."""
        if self._store.embedded:
            return sa.literal(time.time(), sa.Double)
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)

    def _claim(self, connection: sa.Connection, stream: str, successor: bool) -> int | None:
        insert: Any = sqlite.insert if self._store.embedded else postgresql.insert
        if not self._store.embedded:
            connection.exec_driver_sql(f"set local lock_timeout = {PATIENCE}")
        until = self._now() + self._seconds
        ours = {"node": self.node, "address": self.address, "until": until}
        free = None if self._store.embedded else (o.until < self._now()) | (o.node == self.node)
        if free is not None and successor:
            free |= o.address == self.address
        claim = insert(db.owners).values(stream=stream, epoch=1, **ours)
        claim = claim.on_conflict_do_update(
            index_elements=[o.stream], set_={**ours, "epoch": o.epoch + 1}, where=free
        )
        epoch: int | None = connection.execute(claim.returning(o.epoch)).scalar()
        return epoch

    def _renew(self, connection: sa.Connection, told: Mapping[str, str]) -> dict[str, int]:
        """Rows are locked in the order in which the committer locks them; alone, nothing is renewed."""
        ours = sa.select(o.stream, o.epoch, o.told).where(o.node == self.node).order_by(o.stream)
        rows = connection.execute(ours.with_for_update()).all()
        found = {row.stream: row.epoch for row in rows}
        if self._store.embedded:
            return found
        self._be_there(connection)
        if found:
            renewed = sa.update(db.owners).where(o.stream.in_(list(found)))
            connection.execute(renewed.values(until=self._now() + self._seconds))
        news = [
            {"of": row.stream, "new": told[row.stream]}
            for row in rows
            if told.get(row.stream, row.told) != row.told
        ]
        if news:
            telling = sa.update(db.owners).where(o.stream == sa.bindparam("of"))
            connection.execute(telling.values(told=sa.bindparam("new")), news)
        return found

    def _be_there(self, connection: sa.Connection) -> None:
        """This node is alive; rows of those that died long ago are swept away."""
        n, until = db.nodes.c, self._now() + self._seconds
        connection.execute(sa.delete(db.nodes).where(n.until < self._now() - FORGOTTEN))
        here = postgresql.insert(db.nodes).values(node=self.node, address=self.address, until=until)
        here = here.on_conflict_do_update(index_elements=[n.node], set_={"until": until})
        connection.execute(here)

    async def _do(self, work: Callable[[sa.Connection], T], writes: bool = True) -> T:
        def asking() -> T:
            try:
                with self._store.writing() if writes else self._store.reading() as connection:
                    return work(connection)
            except SQLAlchemyError as fault:
                if getattr(getattr(fault, "orig", None), "sqlstate", "") == LOCKED:
                    raise _Held(f"{self._store}: {reason(fault)}") from None
                raise StoreDown(f"{self._store}: {reason(fault)}") from None

        return await asyncio.get_running_loop().run_in_executor(self._thread, asking)


def touch(stream: str) -> Callable[[sa.Connection], None]:
    """A write that says nothing: whether the store takes anything at all. SQLite writes only what differs."""

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.update(db.owners).where(o.stream == stream).values(until=o.until + 0.001))

    return work
