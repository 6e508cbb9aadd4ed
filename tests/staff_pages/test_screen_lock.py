"""Test the screen lock across tabs, new links for staff without a password, and the start page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer
from tests.staff_pages.helpers.houses import Member, PitHouse

pytestmark = pytest.mark.long

PASSWORD = "correct horse battery"


def is_locked(page: Page, locked: bool) -> None:
    """Check whether a page's console is locked."""
    card = page.locator(".state-card", has_text="Locked")
    expect(card).to_have_count(1 if locked else 0, timeout=SOON)


def test_lock_applies_to_every_tab(at: At) -> None:
    dealer = at("uth", "uth-tabs")
    first = dealer.page
    first.locator(".top .lock").click()
    first.get_by_label("PIN").fill("4711")
    first.keyboard.press("Enter")
    is_locked(first, True)
    second = dealer.visitor.context.new_page()
    second.goto(f"{dealer.visitor.url}/pit/{dealer.table}")
    is_locked(second, True)
    second.get_by_label("PIN").fill("4711")
    second.keyboard.press("Enter")
    is_locked(second, False)
    is_locked(first, False)
    second.locator(".top .lock").click()
    is_locked(first, True)
    second.close()


def test_lock_covers_the_persons_other_pages(visit: Visit, house: PitHouse) -> None:
    floor = visit("floor")
    page = floor.page
    before = floor.context.new_page()
    before.goto(f"{house.url}/surveillance")
    expect(before.locator(".eye-search")).to_be_visible(timeout=SOON)
    page.goto("/pit")
    page.locator(".top .lock").click(timeout=SOON)
    page.get_by_label("PIN").fill("4711")
    page.keyboard.press("Enter")
    is_locked(page, True)
    expect(before).to_have_url(f"{house.url}/pit", timeout=SOON)
    is_locked(before, True)
    after = floor.context.new_page()
    after.goto(f"{house.url}/surveillance")
    expect(after).to_have_url(f"{house.url}/pit", timeout=SOON)
    is_locked(after, True)
    after.get_by_label("PIN").fill("4711")
    after.keyboard.press("Enter")
    is_locked(after, False)
    after.goto(f"{house.url}/surveillance")
    expect(after.locator(".eye-search")).to_be_visible(timeout=SOON)


def test_table_list_is_locked_for_a_dealer(at: At, house: PitHouse) -> None:
    dealer = at("uth", "uth-list")
    page = dealer.page
    page.locator(".top .lock").click()
    page.get_by_label("PIN").fill("4711")
    page.keyboard.press("Enter")
    is_locked(page, True)
    page.goto("/pit")
    expect(page.locator("h1", has_text="Locked by")).to_be_visible(timeout=SOON)
    expect(page.locator(".door-table")).to_have_count(0)
    page.get_by_label("PIN").fill("4711")
    page.keyboard.press("Enter")
    expect(page.locator('.door-table [data-table="uth-list"]')).to_be_visible(timeout=SOON)


def test_activity_in_one_tab_keeps_the_other_open(visit: Visit, house: PitHouse) -> None:
    house.live_table("uth-shoe", "uth-active")
    dealer = Dealer(visit(), "uth-active", "uth")
    page = dealer.page
    page.clock.install()
    dealer.come()
    page.clock.fast_forward(200_000)
    # what activity in the other tab would do
    page.evaluate("localStorage.setItem('croupier-active', String(Date.now()))")
    page.clock.fast_forward(60_000)
    page.wait_for_timeout(200)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.clock.fast_forward(181_000)
    expect(page.get_by_role("dialog")).to_contain_text("This screen locks in one minute")


def test_staff_without_password_unlock_by_a_new_link(visit: Visit, house: PitHouse) -> None:
    person = house.staff["dealer"].call("GET", "/api/me")["person"]
    house.live_table("uth-shoe", "uth-locked-out")
    dealer = Dealer(visit(), "uth-locked-out", "uth")
    page = dealer.page
    page.clock.install()
    dealer.come()
    page.clock.fast_forward(241_000)
    page.clock.fast_forward(61_000)
    is_locked(page, True)
    page.reload()
    is_locked(page, True)
    page.get_by_role("button", name="I don’t have a password").click()
    expect(page.locator(".pin [role=alert]")).to_contain_text("Ask an administrator", timeout=SOON)
    link = house.staff["administrator"].post(f"/api/people/{person}/link")["link"]
    page.goto(f"/link/{link}")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{house.url}/pit", timeout=SOON)
    cookie = next(one for one in dealer.visitor.context.cookies() if one.get("name") == "croupier")
    house.staff["dealer"] = Member(house.url, str(cookie.get("value")))
    page.goto(f"/pit/{dealer.table}")
    expect(page.locator("#act")).to_be_visible(timeout=SOON)
    is_locked(page, False)


def test_password_sign_in_opens_the_persons_start_page(visit: Visit, house: PitHouse) -> None:
    house.staff["surveillance"].post("/api/password", {"login": "sue", "password": PASSWORD})
    page = visit("nobody").page
    page.goto("/")
    page.get_by_role("button", name="Staff sign-in").click(timeout=SOON)
    page.get_by_label("Sign-in name").fill("sue")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(f"{house.url}/surveillance", timeout=SOON)
