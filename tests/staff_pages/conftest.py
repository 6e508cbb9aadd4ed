"""Fixtures for browser tests of the staff consoles, on a server whose tables have human dealers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from croupier.rulebook import games
from tests.helpers.failing import failed
from tests.pages.helpers.browsers import Visitor, running
from tests.staff_pages.helpers.dealers import Dealer, comes
from tests.staff_pages.helpers.houses import PitHouse

HERE = str(Path(__file__).parent)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that needs a browser as long."""
    for item in items:
        if str(item.path).startswith(HERE) and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("long")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PitHouse]:
    opened = PitHouse(tmp_path_factory.mktemp("house"), games())
    try:
        yield opened.open()
    finally:
        opened.close()


Visit = Callable[..., Visitor]
At = Callable[..., Dealer]


@pytest.fixture
def visit(browser: Browser, house: PitHouse, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """`visit("floor")` opens a browser for a staff role, and `visit("nobody")` one for an unknown visitor.

    The test fails if any of their pages logs an error.
    """
    visitors = list[Visitor]()

    def come(role: str = "dealer", **options: Any) -> Visitor:
        visitors.append(Visitor(browser, house.url, **options))
        if role != "nobody":
            comes(visitors[-1], house.staff[role])
        return visitors[-1]

    yield come
    if failed(request):
        for visitor in visitors:
            visitor.tell()
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        visitor.check()


@pytest.fixture
def at(visit: Visit, house: PitHouse) -> At:
    """`at("uth", "uth-7")` opens a live table and returns its dealer, logged on at the console."""

    def come(game: str, table: str, **options: Any) -> Dealer:
        seed = options.pop("seed", 1)
        house.live_table(f"{game}-shoe", table)
        return Dealer(visit(**options), table, game, seed).come()

    return come
