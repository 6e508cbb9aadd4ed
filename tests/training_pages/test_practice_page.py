"""Test practice in a browser: two clicks from the lobby, keyboard only, and no answer before the choice."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import Visit
from tests.pages.helpers.browsers import MIDDLE, PHONE, WIDE
from tests.pages.helpers.looking import sideways, violations

pytestmark = pytest.mark.long


def answer(page: Page, key: str) -> None:
    page.locator(".drill .choices").wait_for()
    page.keyboard.press(key)
    page.locator(".drill .answer").wait_for()


def test_a_newcomer_practices_within_two_clicks(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="Practice decisions").click()
    page.get_by_role("link", name="After the Flop", exact=True).click()
    page.locator(".drill .choices").wait_for()
    dealt = [each for each in visitor.answers if each.url.endswith("/api/practice/hands")][-1].json()
    assert not {"values", "best", "reason", "cost"} & set(json.dumps(dealt).split('"'))
    answer(page, "1")
    expect(page.locator(".verdict")).to_contain_text(re.compile("Right|is better"))
    expect(page.locator(".values tbody tr")).to_have_count(2)
    expect(page.locator(".reason")).not_to_be_empty()
    page.keyboard.press("Enter")
    answer(page, "2")
    expect(page.locator(".score")).to_contain_text(re.compile(r"Hands\s*2"))


@pytest.mark.parametrize("size", [WIDE, MIDDLE, PHONE], ids=["wide", "middle", "phone"])
def test_practice_is_accessible(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size, color_scheme="light" if size == MIDDLE else "dark").page
    page.goto("/practice")
    page.locator(".kinds").first.wait_for()
    assert not violations(page) and not sideways(page)
    page.goto("/practice?game=letitride&kind=close")
    page.locator(".drill .choices").wait_for()
    assert not violations(page) and not sideways(page)
    answer(page, "1")
    assert not violations(page) and not sideways(page)


def test_the_clock_runs_only_if_wanted(visit: Visit) -> None:
    page = visit().page
    page.goto("/practice?game=dragon&kind=0")
    clock = page.locator(".score dt", has_text="Clock")
    page.locator(".drill .choices").wait_for()
    expect(clock).to_be_hidden()
    page.get_by_label("Clock, until the first mistake").check()
    expect(clock).to_be_visible()
