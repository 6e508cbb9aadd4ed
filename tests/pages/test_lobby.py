"""Test the lobby, where a new guest sits down and a player returns to a seat."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.browsers import PHONE, Visitor
from tests.pages.helpers.looking import tab_to, violations
from tests.pages.helpers.opened import Opened

pytestmark = pytest.mark.long


def me(visitor: Visitor) -> dict[str, object]:
    answer = visitor.context.request.get(f"{visitor.url}/api/me")
    found: dict[str, object] = answer.json()
    return found


def seat_at(visitor: Visitor, table: str) -> dict[str, int]:
    seats = me(visitor)["seats"]
    assert isinstance(seats, list)
    found: dict[str, int] = next(seat for seat in seats if seat["table"] == table)
    return found


def choose(page: Page, where: str) -> None:
    page.get_by_role("button", name="Sit down").and_(page.get_by_label(re.compile(f"{where}$"))).click()


def test_new_guest_sits_down_with_chips(visit: Visit, table: Fresh) -> None:
    visitor = visit(size=PHONE)
    page, where = visitor.page, table("letitride")
    page.goto("/")
    choose(page, where)
    page.get_by_label("Your name").fill("Newcomer")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.wait_for_url(f"**/tables/{where}")
    assert seat_at(visitor, where)["chips"] == 200_00


def test_sits_down_and_returns_by_keyboard(visit: Visit, table: Fresh) -> None:
    visitor = visit()
    page, where = visitor.page, table("dragon")
    page.goto("/")
    page.get_by_role("button", name="Sit down").first.wait_for()
    tab_to(page, f"Sit down, Dragon Poker, {where}")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    assert violations(page) == []
    page.keyboard.type("Kim")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/tables/{where}")
    seat = seat_at(visitor, where)
    page.goto("/")
    kept = page.get_by_role("heading", name=f"You have a seat at {where}")
    kept.wait_for()
    expect(page.get_by_text(f"seat {seat['seat']}, round")).to_be_visible()
    expect(page.get_by_role("button", name=f"Return to seat, Dragon Poker, {where}")).to_be_visible()
    tab_to(page, "Continue")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/tables/{where}")


def test_cards_describe_the_tables(visit: Visit, house: Opened) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name="Sit down").first.wait_for()
    for table in httpx.get(f"{house.url}/api/tables", trust_env=False).json():
        card = page.locator(".tbl").filter(has=page.get_by_text(table["table"], exact=True))
        expect(card).to_contain_text(table["title"])
        expect(card).to_contain_text(f"{table['seats'] - table['taken']} of {table['seats']}")
        for side in table["sides"]:
            expect(card).to_contain_text(side)
        for cents in table["meters"].values():
            expect(card).to_contain_text(f"${cents / 100:,.2f}")
    expect(page.get_by_role("button", name="Staff sign-in")).to_be_visible()
    expect(page.locator(".first")).to_contain_text("Choose a table, sit down")


def test_updates_meters_and_disables_a_full_table(visit: Visit, house: Opened) -> None:
    tables = httpx.get(f"{house.url}/api/tables", trust_env=False).json()
    shown = next(table for table in tables if table["meters"])
    page = visit().page
    page.route("**/api/tables", lambda route: route.fulfill(json=tables))
    page.goto("/")
    card = page.locator(".tbl").filter(has=page.get_by_text(shown["table"], exact=True))
    shown["meters"] = {"main": 98_765_43}
    shown["taken"], shown["seated"] = shown["seats"], list(range(1, shown["seats"] + 1))
    expect(card).to_contain_text("$98,765.43")
    expect(card.get_by_role("button", name="Full")).to_be_disabled()


def test_no_tables_open(visit: Visit) -> None:
    page = visit().page
    page.route("**/api/tables", lambda route: route.fulfill(json=[]))
    page.goto("/")
    page.get_by_text("No tables are open right now.").wait_for()
    assert violations(page) == []


def test_staff_sign_in_shows_the_error(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name="Staff sign-in").click()
    page.get_by_label("Sign-in name").fill("nobody")
    page.get_by_label("Password").fill("wrong and long enough")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert").last).not_to_be_empty()
