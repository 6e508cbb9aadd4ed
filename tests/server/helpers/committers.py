"""A committer that stores its streams in memory, for tests of services and routes without a database file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from croupier.casino.administration.stream import charter_of as desk_charter
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.journal import kind_of
from croupier.journal.entries import canonical
from croupier.meters.bank import Bank
from croupier.store import schema as db
from croupier.store.batches import Batch, Committed
from croupier.store.books import postings_of


class MemoryCommitter:
    def __init__(self) -> None:
        self.engine = sa.create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        db.metadata.create_all(self.engine)
        self.kinds = {"cage": kind_of("cage"), "desk": kind_of("desk")}
        self.states: dict[str, Any] = {
            "cage": self.kinds["cage"].begin(cage_charter()),
            "desk": self.kinds["desk"].begin(desk_charter()),
        }
        self.entries: list[tuple[str, Any, tuple[Any, ...]]] = []

    def open_meters(self, group: str, table: str, **cents: int) -> None:
        """Open a group's meters and link a table to them."""
        stream, bank = f"meters.{group}", Bank()
        bank.join(table, dict(cents))
        self.kinds[stream], self.states[stream] = kind_of("meter"), bank.state

    def state(self, stream: str) -> Any:
        return self.states[stream]

    async def refresh(self, stream: str) -> Any:
        return self.states[stream]

    async def read(self, work: Callable[[sa.Connection], Any]) -> Any:
        with self.engine.connect() as connection:
            return work(connection)

    async def commit(self, batch: Batch) -> Committed:
        states, steps = dict(self.states), []
        for post in batch.posts:
            kind = self.kinds[post.stream]
            events = kind.decide(states[post.stream], post.command)
            told, happened = kind.encode(post.command, events)
            command, events = kind.decode(told, happened)
            states[post.stream] = kind.fold(states[post.stream], command, events, None)
            steps.append((post.stream, command, events, states[post.stream]))
        with self.engine.begin() as connection:
            for guard in batch.guards:
                guard.check(connection, batch, {name: states[name] for name in guard.streams})
            if batch.also is not None:
                batch.also(connection)
            self._write(connection, steps)
        self.states = states
        self.entries += [(stream, command, events) for stream, command, events, _ in steps]
        return Committed(tuple(steps))

    def _write(self, connection: sa.Connection, steps: list[Any]) -> None:
        for n, (stream, command, events, _) in enumerate(steps, len(self.entries) + 1):
            line = canonical({"command": command, "events": events})
            row = {"stream": stream, "n": n, "hash": str(n), "segment": 1, "at": command.at}
            connection.execute(sa.insert(db.entries), row | {"opening": False, "line": line})
            for k, (_, account, cents) in enumerate(postings_of(self.kinds[stream].name, stream, n, events)):
                posted = {"stream": stream, "n": n, "k": k, "account": account, "cents": cents}
                connection.execute(sa.insert(db.postings), posted)

    def told(self, *kinds: type) -> list[Any]:
        """Return all events of the given classes that have been committed so far."""
        return [event for _, _, events in self.entries for event in events if isinstance(event, kinds)]


class Now:
    """A clock that the test sets."""

    def __init__(self, at: float = 1_700_000_000) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def pass_by(self, seconds: float) -> None:
        self.at += seconds
