"""Transactions over one connection, one after the other: in the committer's thread, and in the scribe."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from croupier.house.store import schema as db
from croupier.house.store.asked import locked_heads
from croupier.house.store.batches import Batch, Committed, StoreDown
from croupier.house.store.shared import SharedStreams
from croupier.house.store.sql import SqlStore, reason
from croupier.house.store.transaction import Transaction

UNSURE = 10.0  # seconds in which it must show whether a transaction came to be whose end was not heard
AT_IT = 75.0  # the same while the database is still at it; it gives a statement sixty
LOCKED = "55P03"  # PostgreSQL's word for a lock that somebody else holds

Outcome = Committed | Exception


class Tally(msgspec.Struct):
    """What was done so far, for whoever watches it."""

    transactions: int = 0
    batches: int = 0
    entries: int = 0
    turned_away: int = 0  # batches refused, repeated or fenced off
    failed: int = 0  # transactions that the database did not take
    largest: int = 0  # batches in one transaction
    seconds: float = 0.0  # spent in transactions

    def add(self, other: Tally) -> None:
        for name in self.__struct_fields__:
            mine, more = getattr(self, name), getattr(other, name)
            setattr(self, name, max(mine, more) if name == "largest" else mine + more)


class Writing:
    """For one thread alone."""

    def __init__(self, store: SqlStore, shared: SharedStreams, tally: Tally) -> None:
        self.store, self.tally = store, tally
        self.down = ""  # why the last transaction failed; empty if it did not
        self._shared = shared
        self._connection: sa.Connection | None = None

    def committed(self, batches: Sequence[Batch]) -> list[Outcome]:
        """All of them together. Where one brings the database to refuse the whole, each goes by itself."""
        began = time.perf_counter()
        try:
            return self._in_one_transaction(batches)
        except (
            IntegrityError,
            ArithmeticError,
            LookupError,
            TypeError,
            ValueError,
            sa.exc.DataError,
        ) as fault:
            if len(batches) > 1 or isinstance(fault, IntegrityError):
                return [self._alone(batch) for batch in batches]
            return [fault]
        except StoreDown as down:
            return [down] * len(batches)
        finally:
            self.tally.seconds += time.perf_counter() - began

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def _alone(self, batch: Batch) -> Outcome:
        try:
            return self._in_one_transaction([batch])[0]
        except Exception as fault:
            return fault

    def _in_one_transaction(self, batches: Sequence[Batch]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        witness: tuple[str, int, str] | None = None
        ending = False
        try:
            connection = self._connected()
            with connection.begin() as transaction:
                work = Transaction(connection, self._shared, batches)
                for batch in batches:
                    outcomes.append(_taken(work, batch))
                work.write()
                witness, ending = work.witness(), True
                transaction.commit()
        except Exception as fault:
            self.close()
            if not (ending and witness and self._heard_of(witness)):
                self._shared.taken_back()
                self.tally.failed += 1
                if isinstance(fault, _DOWN) and not isinstance(fault, _THEIRS):
                    self.down = reason(fault)
                    raise StoreDown(f"{self.store}: nothing was written ({self.down})") from None
                raise
        self._shared.committed()
        self.down = ""
        self._count(outcomes, work)
        return outcomes

    def _count(self, outcomes: Sequence[Outcome], work: Transaction) -> None:
        tally = self.tally
        tally.transactions += 1
        tally.batches += len(outcomes)
        tally.turned_away += sum(isinstance(outcome, Exception) for outcome in outcomes)
        tally.largest = max(tally.largest, len(outcomes))
        tally.entries += work.entries

    def stored(self, batch: Batch) -> bool:
        """Whether the entries of a batch came to be of which nobody has heard the end; `StoreDown` where that
        cannot be found out."""
        last = batch.lines[-1] if batch.lines else None
        return last is not None and self._came_to_be(batch.stream, last.n, last.hash)

    def _heard_of(self, witness: tuple[str, int, str]) -> bool:
        try:
            return self._came_to_be(*witness)
        except StoreDown:
            return False  # the owner finds out by the head: it no longer follows

    def _came_to_be(self, stream: str, n: int, digest: str) -> bool:
        """The line broke while the database was told to commit: did it? Its own entries show. A database
        that is a process of its own may still be at it: the head is locked until it is done."""
        query = sa.select(db.entries.c.hash).where((db.entries.c.stream == stream) & (db.entries.c.n == n))
        began = time.monotonic()
        while True:
            try:
                with self.store.reading() if self.store.embedded else self.store.writing() as connection:
                    if not self.store.embedded:
                        locked_heads(connection, [stream])
                    return connection.execute(query).scalar() == digest
            except SQLAlchemyError as fault:
                self.down = reason(fault)
                if time.monotonic() - began > (AT_IT if _is_locked(fault) else UNSURE):
                    raise StoreDown(
                        f"{self.store}: whether it was written is not known ({self.down})"
                    ) from None
                time.sleep(0.2)

    def _connected(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self.store.engine.connect()
        return self._connection


# What a batch itself is to blame for; all else that a database raises means that it is down.
_THEIRS = (IntegrityError, sa.exc.DataError)
_DOWN = (DBAPIError, sa.exc.TimeoutError, OSError)


def _is_locked(fault: SQLAlchemyError) -> bool:
    return getattr(getattr(fault, "orig", None), "sqlstate", None) == LOCKED


def _taken(work: Transaction, batch: Batch) -> Outcome:
    try:
        return work.take(batch)
    except Exception as fault:
        if isinstance(fault, _DOWN) and not isinstance(fault, _THEIRS):
            raise
        return fault  # what went along with the batch is undone with it
