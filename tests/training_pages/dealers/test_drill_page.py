"""Test that a dealer can do drills with only the keyboard and that the floor sees the results."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.pages.helpers.browsers import PHONE, WIDE, Visitor
from tests.pages.helpers.looking import sideways, tab_to, violations
from tests.staff_pages.helpers.houses import PitHouse

Visit = Callable[..., Visitor]


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (WIDE, "dark")])
def test_a_dealer_drills_with_the_keyboard(
    visit: Visit, house: PitHouse, size: tuple[int, int], scheme: str
) -> None:
    dealer = visit("dealer", size=size, color_scheme=scheme)
    page = dealer.page
    page.goto("/drills")
    expect(page.locator("form")).to_have_count(4)
    assert violations(page) == []
    assert sideways(page) <= 0
    page.keyboard.press("Tab")
    tab_to(page, "Drill all kinds")
    page.keyboard.press("Enter")
    for number in range(1, 4):
        expect(page.locator(".question")).to_be_visible()
        expect(page.locator(".verdict")).to_have_count(0)
        if page.locator(".typed-answer").count():
            page.keyboard.type("9:05" if page.get_by_label("Time").count() else "1")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("1")
        expect(page.locator(".verdict")).to_be_visible()
        expect(page.locator(".score")).to_contain_text(f"of {number} right")
        assert violations(page) == []
        assert sideways(page) <= 0
        page.keyboard.press("Enter")
    expect(page.locator(".question")).to_be_visible()

    floor = visit("floor", size=size, color_scheme=scheme)
    floor.page.goto("/drills?progress")
    expect(floor.page.get_by_role("heading", name="Dealers’ drills")).to_be_visible()
    expect(floor.page.locator(".block").first).to_contain_text("recent answer")
    assert violations(floor.page) == []
    assert sideways(floor.page) <= 0


def test_other_people_cannot_open_the_drills(visit: Visit) -> None:
    guest = visit("nobody")
    guest.page.goto("/drills")
    expect(guest.page.locator(".empty-state")).to_contain_text("Sign in as staff.")
