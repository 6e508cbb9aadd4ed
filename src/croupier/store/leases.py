"""Manage table ownership with leases. The leases are in the same database as the tables.

A node claims a table, renews its leases every 1.5 seconds and releases them when it stops. If a node stalls
for too long, another node claims its tables with a higher epoch. From then on, database transactions reject
all writes of the old owner. With SQLite only one process opens the store, so every claim succeeds.
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

from croupier.store import schema as db
from croupier.store.batches import StoreDown
from croupier.store.database import SqlStore, reason

LEASE = 5.0  # seconds
RENEW = 1.5  # seconds between renewals
PATIENCE = 300  # maximum milliseconds that a claim waits for a locked lease row
FORGOTTEN = 60.0  # seconds until a dead node is removed from the list
LOCKED = "55P03"  # PostgreSQL error code for a lock that was not available in time

T = TypeVar("T")
o = db.owners.c


class LeaseHolder(msgspec.Struct, frozen=True):
    """The last owner of a table. `alive` tells whether the lease is still valid."""

    stream: str
    node: str  # empty if the lease was released
    address: str
    epoch: int
    summary: str  # a summary of the table for the lobby of other nodes
    alive: bool


class _LeaseBusy(StoreDown):
    """Another transaction has locked the lease row."""


class Leases:
    """The leases of one node. Each node name belongs to one process.

    Each call is one short transaction in a separate thread, so that a renewal does not wait for commits.
    Methods raise `StoreDown` if the database cannot be reached.
    """

    def __init__(self, store: SqlStore, node: str, address: str, seconds: float = LEASE) -> None:
        self._store, self.node, self.address, self._seconds = store, node, address, seconds
        self._thread = ThreadPoolExecutor(1, "croupier-lease")

    async def claim(self, stream: str, successor: bool = False) -> int | None:
        """Claim a table and return the new epoch, or None if another node owns the table.

        With `successor`, immediately take over the tables of an earlier process at the same address.
        That process is dead, since this process listens on its port.

        The claim does not wait long for a locked lease row. A stalled node can hold its locks for some
        seconds, but this node must renew its own leases in time.
        """
        try:
            return await self._do(lambda connection: self._claim(connection, stream, successor))
        except _LeaseBusy:
            return None

    async def renew(self, summaries: Mapping[str, str] = MappingProxyType({})) -> dict[str, int]:
        """Renew all leases of this node, and return the leases that it still has, as table and epoch.

        If a table is missing from the result, its lease is lost and the caller must stop the table.
        This method also stores the table summaries and records that the node is running.
        """
        return await self._do(
            lambda connection: self._renew(connection, summaries), writes=not self._store.embedded
        )

    async def leave(self) -> None:
        """Remove this node from the list of running nodes."""
        if not self._store.embedded:
            deletion = sa.delete(db.nodes).where(db.nodes.c.node == self.node)
            await self._do(lambda connection: connection.execute(deletion) and None)

    async def release(self, stream: str, epoch: int) -> None:
        """Release a lease, so that another node can claim the table immediately."""

        def work(connection: sa.Connection) -> None:
            ours = (o.stream == stream) & (o.node == self.node) & (o.epoch == epoch)
            connection.execute(sa.update(db.owners).where(ours).values(node="", until=0.0))

        await self._do(work)

    async def owner(self, stream: str) -> LeaseHolder | None:
        """Return the owner of a table. The server redirects requests for the table there."""
        return (await self.owners()).get(stream)

    async def owners(self) -> dict[str, LeaseHolder]:
        return (await self.owners_and_nodes())[0]

    async def owners_and_nodes(self) -> tuple[dict[str, LeaseHolder], dict[str, str]]:
        """Return the owner of every table, and the address of every running node."""

        def work(connection: sa.Connection) -> tuple[dict[str, LeaseHolder], dict[str, str]]:
            alive = o.node != "" if self._store.embedded else o.until >= self._now()
            query = sa.select(o.stream, o.node, o.address, o.epoch, o.told, alive.label("alive"))
            owners = {row.stream: LeaseHolder(*row) for row in connection.execute(query.order_by(o.stream))}
            live = sa.select(db.nodes.c.node, db.nodes.c.address).where(db.nodes.c.until >= self._now())
            return owners, {row.node: row.address for row in connection.execute(live)}

        return await self._do(work, writes=False)

    def close(self) -> None:
        self._thread.shutdown()

    def _now(self) -> sa.ColumnElement[float]:
        """Return the database's current time. The clocks of the nodes may differ."""
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

    def _renew(self, connection: sa.Connection, summaries: Mapping[str, str]) -> dict[str, int]:
        """Renew the leases. Rows are locked in the committer's order. On SQLite, leases need no
        renewal.
        """
        ours = sa.select(o.stream, o.epoch, o.told).where(o.node == self.node).order_by(o.stream)
        rows = connection.execute(ours.with_for_update()).all()
        epochs = {row.stream: row.epoch for row in rows}
        if self._store.embedded:
            return epochs
        self._announce(connection)
        if epochs:
            renewal = sa.update(db.owners).where(o.stream.in_(list(epochs)))
            connection.execute(renewal.values(until=self._now() + self._seconds))
        news = [
            {"of": row.stream, "new": summaries[row.stream]}
            for row in rows
            if summaries.get(row.stream, row.told) != row.told
        ]
        if news:
            statement = sa.update(db.owners).where(o.stream == sa.bindparam("of"))
            connection.execute(statement.values(told=sa.bindparam("new")), news)
        return epochs

    def _announce(self, connection: sa.Connection) -> None:
        """Record that this node is running, and delete nodes that stopped long ago."""
        n, until = db.nodes.c, self._now() + self._seconds
        connection.execute(sa.delete(db.nodes).where(n.until < self._now() - FORGOTTEN))
        row = postgresql.insert(db.nodes).values(node=self.node, address=self.address, until=until)
        row = row.on_conflict_do_update(index_elements=[n.node], set_={"until": until})
        connection.execute(row)

    async def _do(self, work: Callable[[sa.Connection], T], writes: bool = True) -> T:
        def run() -> T:
            try:
                with self._store.writing() if writes else self._store.reading() as connection:
                    return work(connection)
            except SQLAlchemyError as fault:
                if getattr(getattr(fault, "orig", None), "sqlstate", "") == LOCKED:
                    raise _LeaseBusy(f"{self._store}: {reason(fault)}") from None
                raise StoreDown(f"{self._store}: {reason(fault)}") from None

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)


def touch(stream: str) -> Callable[[sa.Connection], None]:
    """Return a minimal write that tests whether the store accepts writes.

    The value changes, because SQLite does not write unchanged values.
    """

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.update(db.owners).where(o.stream == stream).values(until=o.until + 0.001))

    return work
