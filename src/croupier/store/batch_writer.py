"""Commit batches over one database connection, in the committer's thread."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from croupier.store import schema as db
from croupier.store.batches import Batch, Committed, StoreDown
from croupier.store.database import SqlStore, reason
from croupier.store.preconditions import locked_heads
from croupier.store.shared_streams import SharedStreams
from croupier.store.transaction import Transaction

# time limit for finding out whether a transaction was committed before the connection broke
RETRY_SECONDS = 10.0
# time limit while PostgreSQL is still running the transaction; one statement may take 60 seconds
LOCK_WAIT = 75.0
LOCKED = "55P03"  # PostgreSQL error code for a lock that another transaction holds

Outcome = Committed | Exception


class WriteStatistics(msgspec.Struct):
    """Counters of the write path."""

    transactions: int = 0
    batches: int = 0
    entries: int = 0
    rejections: int = 0  # batches that were refused, were repeated or had no valid lease
    failures: int = 0  # transactions that the database rejected
    largest: int = 0  # the largest number of batches in one transaction
    seconds: float = 0.0  # total time in transactions


class BatchWriter:
    """Writes batches from one thread. Not thread-safe."""

    def __init__(self, store: SqlStore, shared: SharedStreams, tally: WriteStatistics) -> None:
        self.store, self.tally = store, tally
        self.down = ""  # reason for the last failed transaction; empty after a success
        self._shared = shared
        self._connection: sa.Connection | None = None

    def commit(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Commit all batches in one transaction. If a batch breaks the transaction, commit each batch
        separately.
        """
        start = time.perf_counter()
        try:
            return self._run_transaction(batches)
        except (
            IntegrityError,
            ArithmeticError,
            LookupError,
            TypeError,
            ValueError,
            sa.exc.DataError,
        ) as fault:
            if len(batches) > 1 or isinstance(fault, IntegrityError):
                return [self._commit_one(batch) for batch in batches]
            return [fault]
        except StoreDown as down:
            return [down] * len(batches)
        finally:
            self.tally.seconds += time.perf_counter() - start

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def _commit_one(self, batch: Batch) -> Outcome:
        try:
            return self._run_transaction([batch])[0]
        except Exception as fault:
            return fault

    def _run_transaction(self, batches: Sequence[Batch]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        witness: tuple[str, int, str] | None = None
        is_committing = False
        try:
            connection = self._connect()
            with connection.begin() as transaction:
                work = Transaction(connection, self._shared, batches)
                for batch in batches:
                    outcomes.append(_take(work, batch))
                work.write()
                witness, is_committing = work.witness(), True
                transaction.commit()
        except Exception as fault:
            self.close()
            if not (is_committing and witness and self._was_committed(witness)):
                self._shared.roll_back()
                self.tally.failures += 1
                if isinstance(fault, _DOWN) and not isinstance(fault, _BATCH_FAULTS):
                    self.down = reason(fault)
                    raise StoreDown(f"{self.store}: nothing was written ({self.down}); try again") from None
                raise
        self._shared.accept()
        self.down = ""
        self._count(outcomes, work)
        return outcomes

    def _count(self, outcomes: Sequence[Outcome], work: Transaction) -> None:
        tally = self.tally
        tally.transactions += 1
        tally.batches += len(outcomes)
        tally.rejections += sum(isinstance(outcome, Exception) for outcome in outcomes)
        tally.largest = max(tally.largest, len(outcomes))
        tally.entries += work.entries

    def _was_committed(self, witness: tuple[str, int, str]) -> bool:
        """Return whether a transaction was committed although its acknowledgement was lost."""
        try:
            return self._has_entry(*witness)
        except StoreDown:
            return False  # the owner will notice: its next entry does not follow the stored head

    def _has_entry(self, stream: str, n: int, digest: str) -> bool:
        """Return whether the database has an entry, after the connection broke during a commit.

        PostgreSQL may still be executing the commit. The commit holds the lock on the stream's head,
        so this method waits for that lock.
        """
        query = sa.select(db.entries.c.hash).where((db.entries.c.stream == stream) & (db.entries.c.n == n))
        start = time.monotonic()
        while True:
            try:
                with self.store.reading() if self.store.embedded else self.store.writing() as connection:
                    if not self.store.embedded:
                        locked_heads(connection, [stream])
                    return connection.execute(query).scalar() == digest
            except SQLAlchemyError as fault:
                self.down = reason(fault)
                if time.monotonic() - start > (LOCK_WAIT if _is_locked(fault) else RETRY_SECONDS):
                    raise StoreDown(
                        f"{self.store}: connection lost during a commit, outcome unknown ({self.down})"
                    ) from None
                time.sleep(0.2)

    def _connect(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self.store.engine.connect()
        return self._connection


# A batch itself causes these errors. Any other database error means that the database is down.
_BATCH_FAULTS = (IntegrityError, sa.exc.DataError)
_DOWN = (DBAPIError, sa.exc.TimeoutError, OSError)


def _is_locked(fault: SQLAlchemyError) -> bool:
    return getattr(getattr(fault, "orig", None), "sqlstate", None) == LOCKED


def _take(work: Transaction, batch: Batch) -> Outcome:
    try:
        return work.take(batch)
    except Exception as fault:
        if isinstance(fault, _DOWN) and not isinstance(fault, _BATCH_FAULTS):
            raise
        return fault  # the shared streams already have their state from before this batch
