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


def test_table_names_are_not_cut_in_portrait(at: At, visit: Visit) -> None:
    at("dragon", "dragon-upright")
    page = visit("floor", size=UPRIGHT).page
    page.goto("/pit")
    expect(page.locator('.tbl[data-table="dragon-upright"]')).to_be_visible(timeout=SOON)
    assert page.locator(".tbl .head b, .tbl .facts i").evaluate_all(CUT) == []
    assert violations(page) == [] and sideways(page) <= 0
