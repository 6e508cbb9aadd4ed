"""Test challenges, strategy pages and the list of mistakes in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import Visit
from tests.pages.helpers.browsers import MIDDLE, PHONE, WIDE
from tests.pages.helpers.looking import sideways, violations

pytestmark = pytest.mark.long


def test_a_challenge_link_deals_the_same_hand_to_two_people(visit: Visit) -> None:
    first, second = visit().page, visit(size=PHONE, color_scheme="light").page
    first.goto("/challenge")
    first.get_by_label("Game").select_option("dragon")
    first.get_by_role("button", name="Start a challenge").click()
    first.locator(".drill .choices").wait_for()
    assert not violations(first)
    second.goto(first.url)
    second.get_by_role("button", name="Play these hands").click()
    second.locator(".drill .choices").wait_for()
    assert not violations(second) and not sideways(second)
    hands = [page.locator(".spot .card-row").first.get_attribute("aria-label") for page in (first, second)]
    assert hands[0] == hands[1]
    first.keyboard.press("2")
    expect(first.locator(".verdict")).to_contain_text(re.compile("Right|is better"))
    first.reload()  # the answer is final
    expect(first.locator(".block").first).to_contain_text("Hand 2 of 50")


@pytest.mark.parametrize("size", [WIDE, MIDDLE, PHONE], ids=["wide", "middle", "phone"])
def test_strategy_pages_are_accessible_and_look_up_hands(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size, color_scheme="light" if size == PHONE else "dark").page
    page.goto("/strategy/uth")
    expect(page.locator(".hand-grid td.large, .hand-grid td.small")).to_have_count(169)
    page.get_by_label("Your cards").fill("as 2d")
    page.get_by_role("button", name="Look up").click()
    expect(page.locator(".found")).to_contain_text("4× is best")
    expect(page.locator(".found")).to_contain_text("your higher card is an ace")
    assert not violations(page) and not sideways(page)
    page.get_by_role("link", name="Paytable B").click()
    expect(page.locator(".top")).to_contain_text("paytable B")


def test_a_newcomer_has_no_mistakes_yet(visit: Visit) -> None:
    page = visit().page
    page.goto("/mistakes")
    expect(page.get_by_role("main")).to_contain_text("not signed in")
    assert not violations(page)
