"""A copy of all that the house keeps, taken while it runs: one SQLite file, whichever engine it came from.

It is a store itself: it can be audited, verified and replayed where it lies, opened by a house in place of
the lost one, or copied into an empty database.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.files import claim, printable, sync_folder, temporary_beside
from croupier.house.store import schema as db
from croupier.house.store.sql import SqlStore, open_store

ROWS = 1_000  # copied at a time


def backup(store: SqlStore, file: Path) -> int:
    """All of the store as of one moment, in a new file; how many entries it holds."""
    if os.path.lexists(file):
        raise BadInput(f"{printable(str(file))} exists already; a back-up is never written over another file")
    with _finished(file) as temporary:
        if store.embedded:
            _copy_pages(store, temporary)
        else:
            with open_store(f"sqlite:///{temporary}") as copy:
                _copy_rows(store, copy)
        _in_one_file(temporary)
    with open_store(f"sqlite:///{file}", reading=True) as copy:
        return sum(entries for entries, _ in copy.heads().values())


def restore(file: Path, store: SqlStore) -> int:
    """All of a back-up into a store that nothing was ever kept in; how many entries it holds."""
    if store.streams():
        raise BadInput(f"{store}: a house is in it already; a back-up goes into an empty database")
    with open_store(f"sqlite:///{file}", reading=True) as copy:
        _copy_rows(copy, store)
        heads = copy.heads()
    if store.heads() != heads:
        raise BadInput(f"{store}: what was restored is not what {printable(str(file))} holds")
    return sum(entries for entries, _ in heads.values())


@contextlib.contextmanager
def _finished(file: Path) -> Iterator[Path]:
    """A file that gets its name when all is in it, or never."""
    try:
        temporary, descriptor = temporary_beside(file)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{printable(str(file))}: the back-up cannot be written ({reason})") from None
    os.close(descriptor)
    try:
        yield temporary
        claim(temporary, file)
        sync_folder(file.parent)
    except FileExistsError:
        raise BadInput(f"{printable(str(file))} exists already") from None
    except OSError as fault:
        raise BadInput(f"{printable(str(file))}: the back-up cannot be written ({fault.strerror})") from None
    finally:
        for ending in ("", "-wal", "-shm", ".lock"):
            with contextlib.suppress(OSError):
                os.unlink(f"{temporary}{ending}")


def _copy_pages(store: SqlStore, temporary: Path) -> None:
    """SQLite's own back-up: one read transaction, which no writer waits for."""
    try:
        with store.engine.connect() as connection, contextlib.closing(sqlite3.connect(temporary)) as copy:
            source = connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            source.backup(copy)
    except sqlite3.Error as fault:
        raise BadInput(f"{store}: the back-up cannot be written ({fault})") from None


def _in_one_file(temporary: Path) -> None:
    """Without a log beside it, whole and on the disk."""
    with contextlib.closing(sqlite3.connect(temporary)) as copy:
        copy.execute("PRAGMA synchronous=FULL")
        copy.execute("PRAGMA journal_mode=DELETE")
        (found,) = copy.execute("PRAGMA quick_check").fetchone()
        if found != "ok":
            raise BadInput(f"the back-up is not whole: {printable(str(found))}")
    descriptor = os.open(temporary, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_rows(source: SqlStore, target: SqlStore) -> None:
    """Every table that the code knows, as of one moment; both sides are of the same version."""
    with source.snapshot() as then, target.writing() as connection:
        for table in db.metadata.sorted_tables:
            read = then.connection.execution_options(yield_per=ROWS).execute(sa.select(table))
            for rows in read.partitions():
                connection.execute(sa.insert(table), [row._asdict() for row in rows])
