"""Pages are tested as a person uses them: Debian's Chromium at a house in a process of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Error

from tests.felt.helpers.browsers import Visitor, running
from tests.felt.helpers.evenings import Played, play
from tests.felt.helpers.opened import Opened
from tests.helpers.failing import failed

HERE = str(Path(__file__).parent)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a browser takes many seconds."""
    for item in items:
        if str(item.path).startswith(HERE) and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("long")


# One browser and one house for all files of this folder: each takes seconds to open, and whoever played has
# gone home when the next test begins.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with running() as found:
        yield found


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[Opened]:
    house = Opened(folder)
    try:
        yield house.open()
    finally:
        house.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with opened(tmp_path_factory.mktemp("house")) as found:
        yield found


class Evening(NamedTuple):
    """A house in which somebody played the first two rounds of each table, the second with all side wagers;
    files whose pages look back take it for theirs."""

    house: Opened
    ada: Played


@pytest.fixture(scope="package")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with opened(tmp_path_factory.mktemp("evening")) as found:
        yield Evening(found, play(found.url))


# What is said is answered, and the button is there: pressed at once, or not at all.
PRESS = """words => [...document.querySelectorAll('button:enabled')]
  .find((button) => button.textContent.trim() === words)?.click()"""


# Only while it is asked: the next button that stands there may be a bet.
ANSWER = """document.body.dataset.phase === 'decide'
  && document.querySelector('.choices .choice:enabled')?.click()"""


def go_home(visitors: list[Visitor]) -> None:
    """Everybody plays their round out and gets up: the next test finds a free table."""
    playing = [v for v in visitors if v.page.locator(".seat.own").count()]
    for _ in range(600):
        asked = [v for v in playing if v.page.locator('body[data-phase="decide"]').count()]
        waiting = [v for v in playing if v.page.locator('body[data-phase="waiting"]').count()]
        for visitor in asked:
            visitor.page.evaluate(ANSWER)
        if not asked and not waiting:
            break
        playing[0].page.wait_for_timeout(50)
    for visitor in playing:
        if not gets_up(visitor):
            # Its line was cut, or a dialog came between: a page opened anew on a good line gets up.
            with contextlib.suppress(Error):
                visitor.context.set_offline(False)
                visitor.page.reload()
                visitor.page.locator(".seat.own").wait_for()
            gets_up(visitor)


def gets_up(visitor: Visitor) -> bool:
    page = visitor.page
    try:
        page.evaluate("document.querySelectorAll('dialog').forEach((each) => each.close())")
        page.evaluate(PRESS, "Clear")
        page.locator('.dock:not([aria-busy="true"])').wait_for(timeout=10_000)
        page.evaluate(PRESS, "Leave")
        page.wait_for_url("**/", timeout=10_000)
    except Error:
        return False
    return True


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, house: Opened, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """`visit(size=PHONE)` is a person with a browser of their own; no page of theirs may have a fault."""
    visitors = list[Visitor]()

    def come(**options: Any) -> Visitor:
        visitors.append(Visitor(browser, options.pop("url", house.url), **options))
        return visitors[-1]

    yield come
    if failed(request):
        for visitor in visitors:
            visitor.tell()
    go_home(visitors)
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        visitor.check()
