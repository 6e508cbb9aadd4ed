"""Fixtures for browser tests with Chromium and a separate server process."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.helpers.failing import failed
from tests.pages.helpers.browsers import Visitor, running
from tests.pages.helpers.evenings import Played, play
from tests.pages.helpers.opened import Opened
from tests.pages.helpers.tables import Tables

HERE = str(Path(__file__).parent)
Visit = Callable[..., Visitor]
Fresh = Callable[[str], str]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses the browser as long."""
    for item in items:
        if str(item.path).startswith(HERE) and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("long")


# Starting a browser or a server takes seconds, so all test files share one browser and each file has one
# server.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with running() as found:
        yield found


@contextlib.contextmanager
def opened(folder: Path, **times: float) -> Iterator[Opened]:
    house = Opened(folder, **times)  # type: ignore[arg-type]
    try:
        yield house.open()
    finally:
        house.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with opened(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="module")
def tables(house: Opened) -> Iterator[Tables]:
    found = Tables(house)
    yield found
    found.close()


@pytest.fixture
def table(tables: Tables) -> Fresh:
    """`table("uth")` opens a table that no other test uses."""
    return tables.fresh


class Evening(NamedTuple):
    """A server where Ada has played two rounds at each table, the second one with all side wagers."""

    house: Opened
    ada: Played


@pytest.fixture(scope="package")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with opened(tmp_path_factory.mktemp("evening")) as found:
        yield Evening(found, play(found.url))


@pytest.fixture
def visit(browser: Browser, house: Opened, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """`visit(size=PHONE)` opens a browser context. Any page error in it fails the test."""
    visitors = list[Visitor]()

    def come(**options: Any) -> Visitor:
        visitors.append(Visitor(browser, options.pop("url", house.url), **options))
        return visitors[-1]

    yield come
    if failed(request):
        for visitor in visitors:
            visitor.tell()
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        visitor.check()
