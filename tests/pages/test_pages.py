"""Every page beside the table, at each width and in both rooms: whole, readable, for everyone."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.pages.conftest import Evening, Visit
from tests.pages.helpers.browsers import MIDDLE, PHONE, WIDE
from tests.pages.helpers.evenings import Played
from tests.pages.helpers.looking import comes_back, sideways, violations
from tests.pages.helpers.opened import Opened

pytestmark = pytest.mark.long

PAGES = {  # address, and words that stand there once the house has answered
    "lobby": ("/", "Tables open now"),
    "rounds": ("/history", "Round 2"),
    "round": ("/history?table=uth-1&round=2", "Check the deal"),
    "rules": ("/rules/uth-1", "Odds of Trips"),
    "designer": ("/designer/uth-1", "Exact, answered in"),
    "evening": ("/evening", "Result against expectation"),
}
ROOMS: tuple[tuple[tuple[int, int], Literal["dark", "light"]], ...] = (
    (WIDE, "dark"),
    (MIDDLE, "light"),
    (PHONE, "dark"),
)
LARGEST = 200_000  # bytes


@pytest.fixture(scope="module")
def house(evening: Evening) -> Opened:
    return evening.house


@pytest.fixture(scope="module")
def ada(evening: Evening) -> Played:
    return evening.ada


def settled(page: Page, words: str) -> None:
    page.get_by_text(words).first.wait_for(timeout=30_000)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light_whole_and_for_everyone(visit: Visit, ada: Played, name: str) -> None:
    """By a browser that has nothing of it yet; then the same page at every width, in both rooms."""
    address, words = PAGES[name]
    visitor = comes_back(visit(color_scheme="dark"), ada)
    page = visitor.page
    page.goto(address)
    settled(page, words)
    page.wait_for_load_state("networkidle")
    sizes = [answer.request.sizes() for answer in visitor.answers]
    assert sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes) < LARGEST
    told_to_who_hears_it(page)
    for size, room in ROOMS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=room)
        assert violations(page) == [], (size, room)
        assert sideways(page) <= 0, (size, room)


def told_to_who_hears_it(page: Page) -> None:
    heard = page.locator("body").aria_snapshot()
    assert '- link "Skip to the page"' in heard and "- main:" in heard and "- heading" in heard
    assert heard.count("- banner:") == 1 and 'link "Croupier, all tables"' in heard
    for line in heard.splitlines():
        assert line.strip() not in ("- button", "- link", "- textbox", "- slider", "- combobox"), line


@pytest.mark.parametrize(("name", "address"), [("rounds", "/history"), ("evening", "/evening")])
def test_who_is_nobody_is_told_so(visit: Visit, name: str, address: str) -> None:
    page = visit().page
    page.goto(address)
    page.get_by_text("Nobody is signed in here").wait_for()
    assert page.get_by_role("link", name="Choose a table").is_visible() and violations(page) == []


@pytest.mark.parametrize("address", ["/rules/none-9", "/designer/none-9", "/history?table=none-9&round=1"])
def test_a_table_that_is_not_there(visit: Visit, address: str) -> None:
    page = visit().page
    page.goto(address)
    page.get_by_text("there is no table").or_(page.get_by_text("There is no table")).first.wait_for()


def test_a_house_that_does_not_answer_is_asked_again(visit: Visit) -> None:
    page = visit().page
    page.route(
        "**/api/tables",
        lambda route: route.fulfill(
            status=503,
            json={
                "code": "house_paused",
                "message": "the books cannot be written",
                "remedy": "Wait a moment.",
            },
        ),
    )
    page.goto("/")
    page.get_by_text("The books cannot be written.").wait_for()
    page.unroute("**/api/tables")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Sit down").first.wait_for()
