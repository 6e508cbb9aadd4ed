"""Test size, layout and accessibility of every page except the table, at each width and in both themes."""

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

PAGES = {  # the address of a page, and a text that appears after the server has answered
    "lobby": ("/", "Tables open now"),
    "rounds": ("/history", "Round 2"),
    "round": ("/history?table=uth-1&round=2", "Check the deal"),
    "rules": ("/rules/uth-1", "Odds: Trips"),
    "designer": ("/designer/uth-1", "Exact figures, in"),
    "evening": ("/evening", "Your result and what to expect"),
}
THEMES: tuple[tuple[tuple[int, int], Literal["dark", "light"]], ...] = (
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
def test_page_is_small_fits_and_is_accessible(visit: Visit, ada: Played, name: str) -> None:
    """Each page opens with an empty cache, and then at every width in both themes."""
    address, words = PAGES[name]
    visitor = comes_back(visit(color_scheme="dark"), ada)
    page = visitor.page
    page.goto(address)
    settled(page, words)
    page.wait_for_load_state("networkidle")
    sizes = [answer.request.sizes() for answer in visitor.answers]
    assert sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes) < LARGEST
    check_accessible_names(page)
    for size, theme in THEMES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        assert violations(page) == [], (size, theme)
        assert sideways(page) <= 0, (size, theme)


def check_accessible_names(page: Page) -> None:
    heard = page.locator("body").aria_snapshot()
    assert '- link "Skip to content"' in heard and "- main:" in heard and "- heading" in heard
    assert heard.count("- banner:") == 1 and 'link "Croupier, all tables"' in heard
    for line in heard.splitlines():
        assert line.strip() not in ("- button", "- link", "- textbox", "- slider", "- combobox"), line


@pytest.mark.parametrize(("name", "address"), [("rounds", "/history"), ("evening", "/evening")])
def test_visitor_without_a_session(visit: Visit, name: str, address: str) -> None:
    page = visit().page
    page.goto(address)
    page.get_by_text("You’re not signed in.").wait_for()
    assert page.get_by_role("link", name="Choose a table").is_visible() and violations(page) == []


@pytest.mark.parametrize("address", ["/rules/none-9", "/designer/none-9", "/history?table=none-9&round=1"])
def test_unknown_table(visit: Visit, address: str) -> None:
    page = visit().page
    page.goto(address)
    page.get_by_text("there is no table").or_(page.get_by_text("There is no table")).first.wait_for()


def test_retries_after_an_error(visit: Visit) -> None:
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
