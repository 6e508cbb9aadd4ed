"""A database as a store of streams, so that whatever reads a journal reads the house as well.

store = open_store("sqlite:///data/house.sqlite")   # made, or brought up to date; ours alone while it is open
verify, replay and `Stream.resume` take it as they take a folder of journals
with store.snapshot() as then: …                    # the same, as of one moment
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from croupier.errors import BadInput
from croupier.files import printable
from croupier.house.store import schema as db
from croupier.house.store.engines import READING, engine_of, parsed, shown
from croupier.house.store.rows import Rows, read_entry
from croupier.journal.entries import START, join_sealed
from croupier.journal.stores import NAME, Writer

PAGE = 500  # entries read at a time
MOMENT = 6.0  # seconds in which a house that was killed lets go of its store; SQLite waits five for a lock
MIGRATING = 0x63726F7570  # the key of the lock under which nodes bring one database up to date


class Streams:
    """Streams read from a database, each page by a connection of its own."""

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
            _unusable(self._name, fault)

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
        found = [row.n for row in self._rows(openings.order_by(db.entries.c.segment).limit(2))]
        if not found:
            raise BadInput(f"{self}: no segment {number} of stream {printable(stream, 80)!r}")
        return self.lines(stream, found[0], found[1] if len(found) > 1 else None)

    def lines(self, stream: str, first: int = 0, end: int | None = None) -> Iterator[bytes]:
        """Entries as they were written, from one number up to another, or to the last there is."""
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
        """Of every stream how many entries it has, and the hash of the last one."""
        rows = self._rows(sa.select(db.streams.c.name, db.streams.c.entries, db.streams.c.head))
        return {row.name: (row.entries, row.head) for row in sorted(rows)}

    def create(self, stream: str, opening: bytes) -> Writer:
        raise BadInput(f"{self}: opened to be read; nothing is written here")

    def resume(self, stream: str) -> Writer:
        raise BadInput(f"{self}: opened to be read; nothing is written here")


class SqlStore(Streams):
    """The house's database."""

    def __init__(self, engine: sa.Engine, lock: int | None = None) -> None:
        """`lock`: the descriptor that keeps other houses off the file; whoever inherits it does so too."""
        super().__init__(shown(engine.url), self.reading)
        self.engine, self.lock = engine, lock

    @property
    def embedded(self) -> bool:
        """SQLite: one process at a time has it."""
        return self.engine.dialect.name == "sqlite"

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that only reads; on SQLite it waits for no writer."""
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
        """All streams as of one moment, whatever is written meanwhile."""
        with self.engine.connect() as raw:
            options: dict[str, Any] = {READING: True}
            if not self.embedded:
                options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            connection = raw.execution_options(**options)
            with connection.begin():
                if not self.embedded:  # an audit thinks for longer than a writer may
                    connection.exec_driver_sql("set local idle_in_transaction_session_timeout = 0")
                    connection.exec_driver_sql("set local statement_timeout = 0")
                yield Snapshot(self._name, connection)

    def create(self, stream: str, opening: bytes) -> Writer:
        if not NAME.fullmatch(stream):
            raise BadInput(f"stream {printable(stream, 80)!r}: small letters, digits, dots, - and _ alone")
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
    """One moment of a database."""

    def __init__(self, name: str, connection: sa.Connection) -> None:
        super().__init__(name, lambda: contextlib.nullcontext(connection))
        self.connection = connection


class SqlWriter:
    """One line a transaction, with its postings: for tools. The house writes by its committer."""

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
                read = read_entry(self._stream, line, n, prev, segment)
                rows = Rows()
                rows.add(self._stream, n == 0, read.kind, (read.line,), read.postings)
                rows.write(connection)
        except SQLAlchemyError as fault:
            raise OSError(5, f"{self._store}: nothing was written ({reason(fault)})") from None

    def _segment(self, connection: sa.Connection) -> tuple[int, str]:
        """The running segment and the kind of the stream; none before the first line."""
        query = (
            sa.select(db.entries.c.segment, db.streams.c.kind)
            .join(db.streams, db.streams.c.name == db.entries.c.stream)
            .where((db.entries.c.stream == self._stream) & (db.entries.c.n == db.streams.c.entries - 1))
        )
        found = connection.execute(query).one_or_none()
        return (0, "") if found is None else (found.segment, found.kind)

    def close(self) -> None:
        pass


def open_store(address: str, *, reading: bool = False) -> SqlStore:
    """The house's database, made or brought up to date. `BadInput`, one line, where it is none of ours.

    With `reading` it must be there and as new as this program, and a house may be writing to it meanwhile.
    """
    url = parsed(address)
    if url.drivername != "sqlite":
        return _opened(SqlStore(engine_of(url)), reading)
    assert url.database is not None
    path = Path(url.database)
    if reading:
        if not path.is_file():
            raise BadInput(f"{printable(str(path))}: no such file")
        return _opened(SqlStore(engine_of(url, reading=True)), reading)
    lock = _locked(path)
    try:
        return _opened(SqlStore(engine_of(url), lock), reading)
    except BaseException:
        os.close(lock)
        raise


def _locked(path: Path) -> int:
    """Two houses never share a file. The lock lies beside it: a second descriptor of the database itself
    would lose SQLite's own locks when it is closed. The scribe of a house that was killed a moment ago may
    still hold it, for as long as its last transaction takes."""
    beside = Path(f"{path}.lock")
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{printable(str(path))}: the store cannot be written ({reason})") from None
    until = time.monotonic() + MOMENT
    while not _is_mine(descriptor):
        if time.monotonic() > until:
            os.close(descriptor)
            message = f"{printable(str(path))}: another house has this store open; end it, or choose another"
            raise BadInput(message)
        time.sleep(0.02)
    return descriptor


def _is_mine(descriptor: int) -> bool:
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ModuleNotFoundError:
        return True  # a system without file locks
    except OSError:
        return False
    return True


def _opened(store: SqlStore, reading: bool) -> SqlStore:
    from croupier.house.store import migrations

    migrations.known()  # read from their files before a transaction waits for it
    try:
        with store.reading() if reading else store.writing() as connection:
            _check_ours(store, connection, reading)
    except SQLAlchemyError as fault:
        store.engine.dispose()
        _unusable(str(store), fault)
    except BaseException:
        store.engine.dispose()
        raise
    return store


def _check_ours(store: SqlStore, connection: sa.Connection, reading: bool) -> None:
    from croupier.house.store import migrations

    if not store.embedded and not reading:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
    there = set(sa.inspect(connection).get_table_names())
    if db.VERSION_TABLE not in there:
        if there:
            raise BadInput(f"{store}: a database of something else; choose another")
        if reading:
            raise BadInput(f"{store}: empty; no house has been opened here")
    else:
        version = connection.execute(sa.text(f"select version_num from {db.VERSION_TABLE}")).scalar()
        if version not in migrations.known():
            raise BadInput(
                f"{store}: written by a newer croupier (version {printable(str(version), 40)} of the store)"
            )
        if version == migrations.newest():
            return
        if reading:
            raise BadInput(
                f"{store}: written by an older croupier; open the house once to bring it up to date"
            )
    migrations.upgrade(connection)


class Unusable(BadInput):
    """The database itself says no: it cannot be reached, or it is none."""


def _unusable(name: str, fault: SQLAlchemyError) -> NoReturn:
    raise Unusable(f"{name}: the database cannot be used ({reason(fault)})") from None


def reason(fault: Exception) -> str:
    """What the engine itself said, in one line."""
    said = fault.orig if isinstance(fault, DBAPIError) else fault
    lines = str(said).strip().splitlines()
    return printable(lines[0]) if lines else type(said).__name__
