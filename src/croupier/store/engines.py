"""Create the database engine for a SQLite file or a PostgreSQL address."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from croupier.errors import BadInput
from croupier.files import PRIVATE, printable
from croupier.store import FILE

READING = "croupier_reading"  # SQLAlchemy execution option that marks a read-only transaction

# The timeouts release the locks of a node that stalls during a transaction.
POSTGRES = {
    "application_name": "croupier",
    "connect_timeout": "5",
    "options": "-c idle_in_transaction_session_timeout=3000 -c lock_timeout=8000 -c statement_timeout=60000"
    " -c synchronous_commit=on",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}


# Fifty tables change hundreds of pages per transaction. With a larger log and cache, SQLite writes each page
# to the main file once for several transactions.
SQLITE = ("wal_autocheckpoint=4000", "cache_size=-16384")


def address_of(location: str | Path) -> str:
    """Return the database address for a data folder, a database file or an address."""
    text = str(location)
    if "://" in text:
        return text
    path = Path(location)
    return f"sqlite:///{path / FILE if path.is_dir() else path}"


def parse_address(address: str) -> sa.URL:
    try:
        url = sa.make_url(address)
    except ArgumentError:
        raise BadInput(f"{hide_password(address)}: not a database address; {FORMS}") from None
    if url.drivername == "sqlite":
        if not url.database or url.database == ":memory:":
            raise BadInput(f"{hide_password(address)}: an in-memory database would be lost at exit; {FORMS}")
        return url
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    raise BadInput(f"{hide_password(address)}: neither SQLite nor PostgreSQL; {FORMS}")


FORMS = "write sqlite:///PATH or postgresql+psycopg://USER@HOST/NAME"


def hide_password(address: str | sa.URL) -> str:
    """Return an address without its password."""
    try:
        text = sa.make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        text = str(address)
    return printable(text)


def engine_of(url: sa.URL, *, reading: bool = False) -> sa.Engine:
    return _sqlite(url, reading) if url.drivername == "sqlite" else _postgres(url)


def _sqlite(url: sa.URL, reading: bool) -> sa.Engine:
    assert url.database is not None
    if not reading:
        _make_private(Path(url.database))
    engine = sa.create_engine(url, connect_args={"timeout": 5}, hide_parameters=True)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the "begin" listener below issues BEGIN
        pragmas = ["foreign_keys=ON", "busy_timeout=5000"]
        if not reading:
            pragmas += ["journal_mode=WAL", "synchronous=FULL", *SQLITE]
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        only_reads = reading or connection.get_execution_options().get(READING)
        # Take the write lock at the start, so that a writer never waits in the middle of a transaction.
        connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")

    return engine


def _make_private(path: Path) -> None:
    """Create the file so that only its owner can read it. SQLite gives its log files the same mode."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), PRIVATE))
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{printable(str(path))}: the store cannot be written ({reason})") from None


def _postgres(url: sa.URL) -> sa.Engine:
    connect_args = {key: value for key, value in POSTGRES.items() if key not in url.query}
    return sa.create_engine(
        url, connect_args=connect_args, hide_parameters=True, pool_size=5, max_overflow=5, pool_timeout=10
    )
