"""Test that a portrait tablet shows every control and text for dealers and floor staff."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long

UPRIGHT = (800, 1280)
# Returns the elements that are partly outside the window or their scroll container.
HIDDEN = """(all) => all.filter((one) => {
  const box = one.getBoundingClientRect();
  const outer = one.closest('.act, .foot, .top, .seats').getBoundingClientRect();
  return box.left < outer.left || box.right > Math.min(outer.right, innerWidth)
    || box.top < outer.top || box.bottom > Math.min(outer.bottom, innerHeight);
}).map((one) => one.dataset.card ?? one.textContent)"""
CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"


def hidden(page: Page, parts: str) -> list[str]:
    found: list[str] = page.locator(parts).evaluate_all(HIDDEN)
    return found


def test_every_card_is_visible_in_portrait(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-upright", size=UPRIGHT)
    page = dealer.page
    make_ready(dealer, visit("floor"), 2)
    assert hidden(page, ".foot > .btn:visible, .top .btn, .seat") == []
    dealer.bet(1)
    dealer.until("ask")
    assert hidden(page, ".answer, .foot > .btn:visible") == []
    dealer.answer("check")
    expect(page.locator(".grid [data-card]")).to_have_count(52, timeout=SOON)
    assert hidden(page, ".grid [data-card], .foot > .btn:visible") == []
    assert page.locator(".foot > .btn:visible").evaluate_all(CUT) == []
    for card in ("5s", "4h", "2c"):
        page.locator(f'.grid [data-card="{card}"]').click()
    expect(page.locator('body[data-act="ask"]')).to_be_attached(timeout=SOON)
    assert violations(page) == [] and sideways(page) <= 0


SMALL = """([parts, least]) => [...document.querySelectorAll(parts)].filter((one) =>
  one.checkVisibility() && one.textContent.trim() && parseFloat(getComputedStyle(one).fontSize) < least
).map((one) => `${one.className || one.tagName}: ${one.textContent.slice(0, 40)}`)"""
READ = (
    ".seat .wagers, .seat header span, .act .clause, .act .cite span, .answer em, .answer .does,"
    ".answer .hold, .settle td, .settle th, .hand p, .hand strong, .hand i, .tally > *, .then li, .log li,"
    ".gists li, .hint,"
    ".foot .btn span, .field > span"
)


@pytest.mark.parametrize("size", [(1280, 800), UPRIGHT, (1440, 900)])
def test_dealing_is_readable_at_arms_length(at: At, visit: Visit, size: tuple[int, int]) -> None:
    """In every phase of a round, the text is large enough and no element is outside the window."""
    dealer = at("uth", f"uth-arm-{size[0]}", size=size)
    page = dealer.page
    make_ready(dealer, visit("floor"), 2)
    page.keyboard.press("1")
    page.locator(".bet-sheet form").wait_for(timeout=SOON)
    assert page.evaluate(SMALL, [READ, 18]) == [] and sideways(page) <= 0
    page.keyboard.press("Escape")
    for seat in (1, 2):
        dealer.bet(seat, sides=seat == 1)
    seen = set[str]()
    while dealer.act != "bet":
        if dealer.act == "settle":
            page.locator(".settle").wait_for(timeout=SOON)
        assert page.evaluate(SMALL, [READ, 18]) == [], dealer.act
        assert sideways(page) <= 0, dealer.act
        assert hidden(page, ".foot > .btn:visible, .top .btn, .seat, .answer, .grid [data-card]") == []
        seen.add(dealer.act)
        dealer.step()
    assert {"close", "collect", "ask", "deal", "name", "settle", "rack"} <= seen


def test_table_names_are_not_cut_in_portrait(at: At, visit: Visit) -> None:
    at("dragon", "dragon-upright")
    page = visit("floor", size=UPRIGHT).page
    page.goto("/pit")
    expect(page.locator('.tbl[data-table="dragon-upright"]')).to_be_visible(timeout=SOON)
    assert page.locator(".tbl .head b, .tbl .facts i").evaluate_all(CUT) == []
    assert violations(page) == [] and sideways(page) <= 0
