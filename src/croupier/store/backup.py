"""Back up a store while the server runs. The backup is one SQLite file, even if the store is in PostgreSQL.

A backup is a complete store. You can audit, verify and replay it, start a server on it, or restore it into
an empty database.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.files import claim, printable, sync_folder, temporary_beside
from croupier.store import schema as db
from croupier.store.database import SqlStore, open_store
from croupier.store.engines import engine_of, parse_address

ROWS = 1_000  # rows copied per statement


def backup(store: SqlStore, file: Path) -> int:
    """Copy a consistent snapshot of the store to a new file and return the number of entries."""
    if os.path.lexists(file):
        raise BadInput(f"{printable(str(file))} already exists; choose a new file name for the backup")
    with _atomic_file(file) as temporary:
        if store.embedded:
            _copy_pages(store, temporary)
        else:
            with open_store(f"sqlite:///{temporary}", fresh=True) as copy:
                _copy_rows(store, copy)
        _finalize(temporary)
    with open_store(f"sqlite:///{file}", reading=True) as copy:
        return sum(entries for entries, _ in copy.heads().values())


def copy_as_it_is(store: SqlStore, file: Path) -> None:
    """Copy a SQLite store of any version to a new file."""
    with store, _atomic_file(file) as temporary:
        _copy_pages(store, temporary)
        _finalize(temporary)


@contextlib.contextmanager
def migrated_copy(file: Path) -> Iterator[SqlStore]:
    """Yield a migrated temporary copy of an older SQLite store, and leave the original unchanged."""
    with tempfile.TemporaryDirectory(prefix="croupier-store-") as folder:
        copy, url = Path(folder) / "house.sqlite", f"sqlite:///{file}"
        copy_as_it_is(SqlStore(engine_of(parse_address(url), reading=True)), copy)
        with open_store(f"sqlite:///{copy}", migrate=True) as store:
            yield store


def restore(file: Path, store: SqlStore) -> int:
    """Copy a backup into an empty store and return the number of entries."""
    if store.streams():
        raise BadInput(f"{store}: the database is not empty; restore into an empty database")
    with open_store(f"sqlite:///{file}", reading=True) as copy:
        _copy_rows(copy, store)
        heads = copy.heads()
    if store.heads() != heads:
        raise BadInput(
            f"{store}: the restored data does not match {printable(str(file))}; do not use this database"
        )
    return sum(entries for entries, _ in heads.values())


@contextlib.contextmanager
def _atomic_file(file: Path) -> Iterator[Path]:
    """Yield a temporary file and rename it to `file` when it is complete."""
    try:
        temporary, descriptor = temporary_beside(file)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{printable(str(file))}: the backup cannot be written ({reason})") from None
    os.close(descriptor)
    try:
        yield temporary
        claim(temporary, file)
        sync_folder(file.parent)
    except FileExistsError:
        raise BadInput(f"{printable(str(file))} already exists; choose a new file name") from None
    except OSError as fault:
        raise BadInput(f"{printable(str(file))}: the backup cannot be written ({fault.strerror})") from None
    finally:
        for suffix in ("", "-wal", "-shm", ".lock"):
            with contextlib.suppress(OSError):
                os.unlink(f"{temporary}{suffix}")


def _copy_pages(store: SqlStore, temporary: Path) -> None:
    """Copy with SQLite's online backup API in one read transaction, which does not block writers."""
    try:
        with store.engine.connect() as connection, contextlib.closing(sqlite3.connect(temporary)) as copy:
            source = connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            source.backup(copy)
    except sqlite3.Error as fault:
        raise BadInput(f"{store}: the backup cannot be written ({fault})") from None


def _finalize(temporary: Path) -> None:
    """Check the copy, merge its write-ahead log into the file, and flush the file to disk."""
    with contextlib.closing(sqlite3.connect(temporary)) as copy:
        copy.execute("PRAGMA synchronous=FULL")
        copy.execute("PRAGMA journal_mode=DELETE")
        (result,) = copy.execute("PRAGMA quick_check").fetchone()
        if result != "ok":
            raise BadInput(f"the backup is damaged: {printable(str(result))}; try again")
    descriptor = os.open(temporary, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_rows(source: SqlStore, target: SqlStore) -> None:
    """Copy every known table from one snapshot. Both stores must have the same schema version."""
    with source.snapshot() as snapshot, target.writing() as connection:
        for table in db.metadata.sorted_tables:
            result = snapshot.connection.execution_options(yield_per=ROWS).execute(sa.select(table))
            for rows in result.partitions():
                connection.execute(sa.insert(table), [row._asdict() for row in rows])
