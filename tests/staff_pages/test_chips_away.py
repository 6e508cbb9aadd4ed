"""Test that chips carried from one real-money table to another do not count as a sale, drop or redemption."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer
from tests.staff_pages.helpers.houses import PitHouse
from tests.staff_pages.helpers.opening import floor_acts

pytestmark = pytest.mark.long

GAME = "dragon"


def real_table(house: PitHouse, name: str) -> None:
    """Open a real-money table whose dealer has a license and a table test."""
    opened = {"table": name, "submission": f"{GAME}-shoe", "money": "real", "dealing": "live"}
    house.staff["pit_manager"].post("/api/pit", opened)
    house._opened(name)
    house.staff["floor"].post(f"/api/pit/{name}/inspection")
    file = f"/api/pit/dealers/{house.staff['dealer'].call('GET', '/api/me')['person']}"
    house.staff["floor"].post(f"{file}/licence", {"number": "MD-1", "until": "2999-12-31"})
    tested = {"game": GAME, "trained": "2020-01-01", "passed": "2020-02-01"}
    house.staff["pit_manager"].post(f"{file}/tests", tested)
    house.log_on(name)


def ready(house: PitHouse, visit: Visit, name: str) -> Dealer:
    real_table(house, name)
    dealer = Dealer(visit("dealer"), name, GAME).come()
    floor = visit("floor")
    while dealer.act != "wait":  # for players
        floor_acts(floor, dealer) if dealer.due["role"] == "floor" else dealer.step()
    return dealer


def seat(dealer: Dealer, number: int, **chips: str) -> None:
    dealer.opens_seat(number)
    dealer.page.get_by_label("Name").fill("Ann")
    dealer.page.keyboard.press("Enter")
    dealer.sell(**chips)


def hold(dealer: Dealer, page: Page, words: str) -> None:
    dealer.hold(page.get_by_role("button", name=re.compile(words)))


def tables_today(house: PitHouse) -> dict[str, Any]:
    report = house.staff["accounting"].call("GET", f"/api/reports/day?date={house.gaming_date()}")
    assert [one for one in report["checks"] if not one["agrees"]] == []
    return {one["table"]: one for one in report["tables"]}


@pytest.mark.clause("COMAR 36.03.10.02B")
def test_chips_carried_to_a_different_table_do_not_change_the_drop(house: PitHouse, visit: Visit) -> None:
    first = ready(house, visit, "money-1")
    seat(first, 1, chips="500")
    chips = first.page.locator('.seat[data-seat="1"]')
    expect(chips).to_contain_text("Ann", timeout=SOON)
    expect(first.page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)
    first.opens_seat(1)
    hold(first, first.page, r"Leave with \$500 in chips")
    expect(chips).to_contain_text("empty", timeout=SOON)
    expect(first.page.locator(".log")).to_contain_text("$500.00 in chips", timeout=SOON)
    assert house.staff["cage"].call("GET", "/api/cage")["outstanding"] == 500_00
    second = ready(house, visit, "money-2")
    seat(second, 2, brought="500.01")
    bar = second.page.locator(".refusal-bar")
    expect(bar).to_contain_text("more than the $500 outstanding", timeout=SOON)
    second.page.keyboard.press("Escape")
    second.opens_seat(2)
    second.page.get_by_role("button", name="Buy chips").click()
    second.sell(chips="100", brought="500")
    expect(second.page.locator('.seat[data-seat="2"]')).to_contain_text("$600 in chips", timeout=SOON)
    assert house.staff["cage"].call("GET", "/api/cage")["outstanding"] == 0
    of = tables_today(house)
    assert [of[name]["spans"]["day"]["drop"] for name in ("money-1", "money-2")] == [500_00, 100_00]
    (went,), (came,) = (of[name]["nine"]["players"] for name in ("money-1", "money-2"))
    assert (went["deposits"], went["carried"], went["withdrawals"]) == (500_00, 500_00, 0)
    assert (came["deposits"], came["brought"]) == (100_00, 500_00)
