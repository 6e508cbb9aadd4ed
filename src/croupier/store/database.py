"""The SQL store, with streams in a database that all code for journals can read.

store = open_store("sqlite:///data/house.sqlite")   # created or migrated, and locked while open
verify, replay and `Stream.resume` accept it like a folder of journals
with store.snapshot() as snapshot: …                # the same data, as of one moment
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from croupier.errors import BadInput
from croupier.files import printable
from croupier.journal.entries import START, join_sealed
from croupier.journal.stores import NAME, Writer
from croupier.store import schema as db
from croupier.store.engines import READING, engine_of, hide_password, parse_address
from croupier.store.rows import TransactionRows, read_entry

PAGE = 500  # entries read per query
LOCK_PATIENCE = 6.0  # seconds to wait for a lock that a stopping server still holds
log = logging.getLogger("croupier.store")
MIGRATING = 0x63726F7570  # key of the PostgreSQL advisory lock that a migrating node holds


class Streams:
    """Streams read from a database. Each page of entries uses its own connection."""

    named: ClassVar[bool] = True

    def __init__(self, name: str, connect: Callable[[], contextlib.AbstractContextManager[sa.Connection]]):
        self._name, self._connect = name, connect

    def __str__(self) -> str:
        return self._name

    def _rows(self, query: sa.Select[Any]) -> list[Any]:
        try:
            with self._connect() as connection:
                return list(connection.execute(query))
        except SQLAlchemyError as fault:
            _raise_unusable(self._name, fault)

    def streams(self) -> tuple[str, ...]:
        return tuple(sorted(row.name for row in self._rows(sa.select(db.streams.c.name))))

    def segments(self, stream: str) -> int:
        of_stream = sa.and_(db.entries.c.stream == stream, db.IS_OPENING)
        ((count,),) = self._rows(sa.select(sa.func.count()).select_from(db.entries).where(of_stream))
        if not count:
            raise BadInput(f"{self}: no stream {printable(stream, 80)!r}")
        return int(count)

    def read(self, stream: str, segment: int | None = None) -> Iterator[bytes]:
        number = segment or self.segments(stream)
        of_stream = sa.and_(db.entries.c.stream == stream, db.IS_OPENING)
        openings = sa.select(db.entries.c.n).where(of_stream, db.entries.c.segment >= number)
        openings_found = [row.n for row in self._rows(openings.order_by(db.entries.c.segment).limit(2))]
        if not openings_found:
            raise BadInput(f"{self}: no segment {number} of stream {printable(stream, 80)!r}")
        return self.lines(stream, openings_found[0], openings_found[1] if len(openings_found) > 1 else None)

    def lines(self, stream: str, first: int = 0, end: int | None = None) -> Iterator[bytes]:
        """Yield stored lines from entry `first` up to `end` (exclusive), or to the last entry."""
        e, s = db.entries.c, db.seals.c
        joined = db.entries.outerjoin(db.seals, (e.stream == s.stream) & (e.n == s.n))
        query = sa.select(e.n, e.line, s.sealed).select_from(joined).where(e.stream == stream).order_by(e.n)
        if end is not None:
            query = query.where(e.n < end)
        while rows := self._rows(query.where(e.n >= first).limit(PAGE)):
            for row in rows:
                yield join_sealed(row.line, row.sealed)
            first = rows[-1].n + 1

    def heads(self) -> dict[str, tuple[int, str]]:
        """Return the number of entries and the last hash of each stream."""
        rows = self._rows(sa.select(db.streams.c.name, db.streams.c.entries, db.streams.c.head))
        return {row.name: (row.entries, row.head) for row in sorted(rows)}

    def create(self, stream: str, opening: bytes) -> Writer:
        raise BadInput(f"{self}: opened read-only; open the store for writing")

    def resume(self, stream: str) -> Writer:
        raise BadInput(f"{self}: opened read-only; open the store for writing")


class SqlStore(Streams):
    """The server's database."""

    def __init__(self, engine: sa.Engine, lock: int | None = None) -> None:
        """Create a store on an engine. `lock` is the descriptor of the lock file.

        A child process that inherits the descriptor also holds the lock.
        """
        super().__init__(hide_password(engine.url), self.reading)
        self.engine, self.lock = engine, lock

    @property
    def embedded(self) -> bool:
        """True for SQLite, which only one server can open at a time."""
        return self.engine.dialect.name == "sqlite"

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Begin a read-only transaction. On SQLite, the transaction never waits for a writer."""
        with self.engine.connect() as raw:
            connection = raw.execution_options(**{READING: True})
            with connection.begin():
                yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        with self.engine.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Yield all streams as of one moment, without later writes."""
        with self.engine.connect() as raw:
            options: dict[str, Any] = {READING: True}
            if not self.embedded:
                options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            connection = raw.execution_options(**options)
            with connection.begin():
                if not self.embedded:  # an audit may need longer than the time limits for writers
                    connection.exec_driver_sql("set local idle_in_transaction_session_timeout = 0")
                    connection.exec_driver_sql("set local statement_timeout = 0")
                yield Snapshot(self._name, connection)

    def create(self, stream: str, opening: bytes) -> Writer:
        if not NAME.fullmatch(stream):
            raise BadInput(f"stream name {printable(stream, 80)!r}: use only a-z, 0-9, dots, - and _")
        writer = SqlWriter(self, stream)
        writer.append(opening)
        return writer

    def resume(self, stream: str) -> Writer:
        self.segments(stream)
        return SqlWriter(self, stream)

    def close(self) -> None:
        self.engine.dispose()
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None

    def __enter__(self) -> SqlStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Snapshot(Streams):
    """The streams of a database as of one moment."""

    def __init__(self, name: str, connection: sa.Connection) -> None:
        super().__init__(name, lambda: contextlib.nullcontext(connection))
        self.connection = connection


class SqlWriter:
    """Writes one line and its postings per transaction. Only tools use this class; the server uses the
    committer.
    """

    def __init__(self, store: SqlStore, stream: str) -> None:
        self._store, self._stream = store, stream

    def append(self, line: bytes) -> None:
        try:
            with self._store.writing() as connection:
                head = connection.execute(
                    sa.select(db.streams.c.entries, db.streams.c.head)
                    .where(db.streams.c.name == self._stream)
                    .with_for_update()
                ).one_or_none()
                n, prev = (0, START) if head is None else (head.entries, head.head)
                segment = self._segment(connection)
                entry = read_entry(self._stream, line, n, prev, segment)
                rows = TransactionRows()
                rows.add(self._stream, n == 0, entry.kind, (entry.line,), entry.postings)
                rows.write(connection)
        except SQLAlchemyError as fault:
            raise OSError(5, f"{self._store}: nothing was written ({reason(fault)})") from None

    def _segment(self, connection: sa.Connection) -> tuple[int, str]:
        """Return the current segment and kind of the stream, or (0, "") before the first line."""
        query = (
            sa.select(db.entries.c.segment, db.streams.c.kind)
            .join(db.streams, db.streams.c.name == db.entries.c.stream)
            .where((db.entries.c.stream == self._stream) & (db.entries.c.n == db.streams.c.entries - 1))
        )
        row = connection.execute(query).one_or_none()
        return (0, "") if row is None else (row.segment, row.kind)

    def close(self) -> None:
        pass


class OlderStore(BadInput):
    """The store has an older version and was not migrated."""

    version = ""


def open_store(
    address: str, *, reading: bool = False, fresh: bool = False, migrate: bool = False
) -> SqlStore:
    """Open the database, and create or migrate it if necessary.

    Raises `BadInput` with a one-line message if the database cannot be used. With `reading`, the database
    must exist and have the current version, and a server may write to it at the same time. With `fresh`,
    an empty file becomes a new store; otherwise an empty file is refused. `migrate` states that the
    caller has a backup. Without `migrate`, an older SQLite file is copied before the migration, and an
    older PostgreSQL database is refused.
    """
    url = parse_address(address)
    if url.drivername != "sqlite":
        return _check_store(SqlStore(engine_of(url)), reading, migrate)
    assert url.database is not None
    path = Path(url.database)
    if reading:
        if not path.is_file():
            raise BadInput(f"{printable(str(path))}: no such file")
        return _check_store(SqlStore(engine_of(url, reading=True)), reading)
    lock = _lock_file(path)
    try:
        if not fresh and path.is_file() and not path.stat().st_size:
            raise BadInput(
                f"{printable(str(path))}: empty (0 bytes), not a store; restore a backup, or delete the "
                "file to start with a new store"
            )
        try:
            return _check_store(SqlStore(engine_of(url), lock), reading, migrate)
        except OlderStore as older:
            _copy_before_migration(path, url, older)
            return _check_store(SqlStore(engine_of(url), lock), reading, migrate=True)
    except BaseException:
        os.close(lock)
        raise


def _lock_file(path: Path) -> int:
    """Lock the SQLite store against a second server and return the lock's descriptor.

    The lock is a separate file, because closing a second descriptor of the database would release
    SQLite's own locks. A server that is shutting down holds the lock until its last commit ends.
    """
    beside = Path(f"{path}.lock")
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{printable(str(path))}: the store cannot be written ({reason})") from None
    until = time.monotonic() + LOCK_PATIENCE
    while not _try_lock(descriptor):
        if time.monotonic() > until:
            os.close(descriptor)
            message = f"{printable(str(path))}: another server has this store open; stop it or use another"
            raise BadInput(message)
        time.sleep(0.02)
    return descriptor


def _try_lock(descriptor: int) -> bool:
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ModuleNotFoundError:
        return True  # this system has no file locks
    except OSError:
        return False
    return True


def _copy_before_migration(path: Path, url: sa.URL, older: OlderStore) -> None:
    """Copy the file unchanged to NAME.VERSION.TIME.bak in the same folder."""
    from croupier.store.backup import copy_as_it_is

    moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    copy = path.with_name(f"{path.name}.{older.version}.{moment}.bak")
    copy_as_it_is(SqlStore(engine_of(url, reading=True)), copy)
    log.warning("%s has version %s: copied to %s before migration", path, older.version, copy)


def _check_store(store: SqlStore, reading: bool, migrate: bool = False) -> SqlStore:
    from croupier.store import migrations

    migrations.known_revisions()  # load the migration scripts before the transaction begins
    try:
        with store.reading() if reading else store.writing() as connection:
            _check_version(store, connection, reading, migrate)
    except SQLAlchemyError as fault:
        store.engine.dispose()
        _raise_unusable(str(store), fault)
    except BaseException:
        store.engine.dispose()
        raise
    return store


def _check_version(store: SqlStore, connection: sa.Connection, reading: bool, migrate: bool) -> None:
    from croupier.store import migrations

    if not store.embedded and not reading:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
    tables = set(sa.inspect(connection).get_table_names())
    if db.VERSION_TABLE not in tables:
        if tables:
            raise BadInput(f"{store}: not a croupier database; choose another database")
        if reading:
            raise BadInput(f"{store}: the database is empty; start the server once to create the store")
    else:
        version = connection.execute(sa.text(f"select version_num from {db.VERSION_TABLE}")).scalar()
        if version not in migrations.known_revisions():
            raise BadInput(
                f"{store}: written by a newer croupier (store version {printable(str(version), 40)}); "
                "upgrade croupier"
            )
        if version == migrations.newest():
            return
        if reading or not migrate:
            remedy = "start the server once to migrate it" if reading else "back it up, then use --migrate"
            older = OlderStore(f"{store}: written by an older croupier (version {version}); {remedy}")
            older.version = str(version)
            raise older
    migrations.upgrade(connection)


class StoreUnusable(BadInput):
    """The database cannot be reached, or the file is not a database."""


def _raise_unusable(name: str, fault: SQLAlchemyError) -> NoReturn:
    raise StoreUnusable(f"{name}: the database cannot be used ({reason(fault)})") from None


def reason(fault: Exception) -> str:
    """Return the database's error message as one line."""
    cause = fault.orig if isinstance(fault, DBAPIError) else fault
    lines = str(cause).strip().splitlines()
    return printable(lines[0]) if lines else type(cause).__name__
