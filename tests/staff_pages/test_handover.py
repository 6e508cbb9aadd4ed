"""Test handing over a shift. One person may supervise only a few tables, so this test has its own server."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.pages.helpers.browsers import MIDDLE
from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import SOON
from tests.staff_pages.helpers.houses import PitHouse


def test_hands_over_tables_and_open_notes(house: PitHouse, visit: Visit) -> None:
    floor, manager = visit("floor", size=MIDDLE), visit("pit_manager", size=MIDDLE)
    page, other = floor.page, manager.page
    page.goto("/pit")
    page.get_by_role("button", name=re.compile("^Supervise ")).click(timeout=SOON)
    expect(page.get_by_text("Every open table is supervised")).to_be_visible(timeout=SOON)
    page.get_by_label("Note for the next shift").fill("the felt of table two is torn")
    page.get_by_role("button", name="Add note", exact=True).click()
    expect(page.locator(".notes")).to_contain_text("the felt of table two is torn", timeout=SOON)
    page.get_by_label("Message for the next shift").fill("quiet")
    page.get_by_role("button", name="Hand over", exact=True).click()
    expect(page.locator(".handover")).to_contain_text("You handed over", timeout=SOON)
    assert violations(page) == [] and sideways(page) <= 0
    other.goto("/pit")
    sheet = other.locator(".handover")
    expect(sheet).to_contain_text("the felt of table two is torn", timeout=SOON)
    other.get_by_role("button", name="Take over").click()
    expect(sheet).to_have_count(0, timeout=SOON)
    expect(other.locator(".watches .me")).not_to_contain_text("no table", timeout=SOON)
    other.get_by_role("button", name=re.compile("^Mark done: the felt")).click()
    expect(other.locator(".notes")).not_to_contain_text("torn", timeout=SOON)
    expect(page.locator(".watches .me")).to_contain_text("no table", timeout=SOON)
