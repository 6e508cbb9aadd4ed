"""Test that a dealer opens a lesson's table by keyboard and that the page checks off completed steps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.pages.helpers.browsers import PHONE, WIDE, Visitor
from tests.pages.helpers.looking import sideways, tab_to, violations

Visit = Callable[..., Visitor]


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (WIDE, "light")])
def test_a_dealer_starts_a_lesson_with_the_keyboard(visit: Visit, size: tuple[int, int], scheme: str) -> None:
    dealer = visit("dealer", size=size, color_scheme=scheme)
    page = dealer.page
    page.goto("/lessons")
    expect(page.locator(".lesson").first).to_be_visible()
    assert violations(page) == []
    assert sideways(page) <= 0
    tab_to(page, "at the training table")
    page.keyboard.press("Enter")
    page.wait_for_url("**/pit/training-*")


def test_only_dealers_have_lessons(visit: Visit) -> None:
    floor = visit("floor")
    floor.page.goto("/lessons")
    expect(floor.page.locator(".empty-state")).to_contain_text("Sign in as a dealer.")
