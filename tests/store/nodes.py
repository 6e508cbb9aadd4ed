"""Run a server node for store tests: a committer, a shared drawer and the node's own tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

import sqlalchemy as sa

from croupier.store import schema as db
from croupier.store.batches import Batch, BatchLine, Post, StoredAnswer
from croupier.store.books import postings_of
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, open_store
from croupier.store.pending_stream import PendingStream
from tests.store.drawer import CHARTER, DRAWER, put

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 60))


@contextlib.asynccontextmanager
async def node(address: str, **settings: Any) -> AsyncIterator[Committer]:
    """Open a store with a shared drawer and yield its committer."""
    with open_store(address) as store:
        async with committing(store, **settings) as committer:
            yield committer


@contextlib.asynccontextmanager
async def committing(store: SqlStore, **settings: Any) -> AsyncIterator[Committer]:
    committer = Committer(store, **settings)
    await committer.start()
    try:
        await committer.open("drawer", "drawer", CHARTER, 1)
        yield committer
    finally:
        await committer.stop()


class OwnedStream:
    """A stream whose single owner decides before the store has written.

    It is a private drawer, in place of a table.
    """

    def __init__(self, name: str, epoch: int = 0) -> None:
        self.stream = PendingStream.begin(name, DRAWER, CHARTER, 1)
        self.epoch = epoch

    @classmethod
    def again(cls, store: SqlStore, name: str, epoch: int = 0) -> OwnedStream:
        own = cls.__new__(cls)
        own.stream, own.epoch = PendingStream.resume_from(store, name), epoch
        return own

    def batch(self, *puts: tuple[str, int], at: int = 10, **more: Any) -> Batch:
        """Return a batch of puts. It follows earlier puts that are still pending."""
        name = self.stream.name
        lines: list[BatchLine] = list(self.stream.take())
        postings: list[tuple[int, str, int]] = []
        for who, cents in puts:
            command = put(who, cents, at)
            events = DRAWER.decide(self.stream.state, command)
            self.stream.append(command, events)
            lines += self.stream.take()
            postings += postings_of("drawer", name, self.stream.entries - 1, events)
        return Batch(name, self.epoch, tuple(lines), tuple(postings), **more)


def to_drawer(who: str, cents: int, at: int = 10) -> Post:
    return Post("drawer", put(who, cents, at))


def answer(id: str, digest: str = "d", reply: bytes = b"done", person: str = "p1") -> StoredAnswer:
    return StoredAnswer(person, id, digest, reply)


def balances(store: SqlStore) -> dict[str, int]:
    with store.reading() as connection:
        return {row.account: row.cents for row in connection.execute(sa.select(db.balances))}


def count(store: SqlStore, table: sa.Table) -> int:
    with store.reading() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
