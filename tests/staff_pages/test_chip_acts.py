"""Test exchanges of chips and tokes at a real-money table whose tray was counted by denomination."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.pages.helpers.browsers import MIDDLE, WIDE
from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import SOON
from tests.staff_pages.helpers.houses import PitHouse
from tests.staff_pages.test_chips_away import ready, seat, tables_today

pytestmark = pytest.mark.long

OPENER = {"100": 100, "500": 200, "2500": 80, "10000": 20}
PORTRAIT = (800, 1280)
PICTURES = os.environ.get("CROUPIER_PICTURES", "")


def picture(page: object, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))  # type: ignore[attr-defined]


@pytest.mark.clause("COMAR 36.03.10.49")
def test_dealer_exchanges_chips_and_enters_a_toke(house: PitHouse, visit: Visit) -> None:
    dealer = ready(house, visit, "chips-1")
    page = dealer.page
    staff = house.staff
    count = {"id": "o1", "what": "opener", "chips": OPENER}
    slip = staff["dealer"].call("POST", "/api/pit/chips-1/counts", count)["number"]
    staff["floor"].post(f"/api/pit/chips-1/counts/{slip}/verify")
    expect(page.get_by_role("button", name="Enter a toke")).to_be_hidden()
    seat(dealer, 1, chips="500")
    chips = page.locator('.seat[data-seat="1"]')
    expect(chips).to_contain_text("$500 in chips", timeout=SOON)
    expect(page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)

    picture(page, "before")
    page.get_by_role("button", name="Exchange chips").click(timeout=5000)
    sheet = page.get_by_role("dialog", name="Exchange chips")
    send = sheet.get_by_role("button", name="Exchange")
    expect(sheet).to_contain_text("In the tray")
    sheet.get_by_label("From the player: chips of $100.00").fill("2")
    sheet.get_by_label("To the player: chips of $25.00").fill("7")
    expect(sheet.locator("output")).to_have_text("$200.00 for $175.00.")
    expect(send).to_be_disabled()
    sheet.get_by_label("To the player: chips of $5.00").fill("5")
    expect(send).to_be_enabled()
    for name, size in (("middle", MIDDLE), ("portrait", PORTRAIT), ("wide", WIDE)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert violations(page) == [] and sideways(page) == 0, (name, scheme)
            picture(page, f"exchange-{name}-{scheme}")
    page.set_viewport_size({"width": MIDDLE[0], "height": MIDDLE[1]})
    send.click()
    expect(sheet).to_be_hidden(timeout=SOON)
    tray = staff["dealer"].call("GET", "/api/pit/chips-1/tray")
    assert tray["contents"]["chips"] == {"100": 100, "500": 195, "2500": 73, "10000": 17}  # $500 were sold

    page.get_by_role("button", name="Enter a toke").click()
    sheet = page.get_by_role("dialog", name="Enter a toke")
    sheet.get_by_label("Amount in dollars").fill("501")
    expect(sheet.get_by_role("button", name="Enter the toke")).to_be_disabled()
    sheet.get_by_label("Amount in dollars").fill("25")
    assert violations(page) == []
    picture(page, "toke")
    sheet.get_by_role("button", name="Enter the toke").click()
    expect(chips).to_contain_text("$475 in chips", timeout=SOON)
    picture(page, "console")
    boxes = staff["accounting"].call("GET", "/api/cage/tokes")["boxes"]
    assert next(one for one in boxes if one["table"] == "chips-1")["recorded"] == 2_500
    today = tables_today(house)["chips-1"]
    assert today["spans"]["day"]["drop"] == 500_00
    assert [one["tokes"] for one in today["nine"]["players"]] == [2_500]

    counter = visit("cage").page
    counter.goto("/cage#tokes")
    row = counter.get_by_role("row", name="chips-1")
    expect(row).to_contain_text("not shown", timeout=SOON)
    row.get_by_role("button", name="Count").click()
    counter.get_by_label("chips of $5.00", exact=True).fill("4")
    assert violations(counter) == []
    picture(counter, "count-tokes")
    counter.get_by_role("button", name="Enter the count").click()
    counter.locator("dialog").get_by_role("button", name="Enter the count").click()
    expect(row).to_contain_text("Another person verifies your count.", timeout=SOON)
    second = visit("count_team").page
    second.goto("/count#tokes")
    second.get_by_role("row", name="chips-1").get_by_role("button", name="Verify").click(timeout=SOON)
    second.locator("dialog").get_by_role("button", name="Verify").click()
    expect(second.locator(".office-sum")).to_contain_text("$20.00", timeout=SOON)
    books = visit("accounting").page
    books.goto("/accounting#tokes")
    expect(books.get_by_role("group", name="Shares")).to_contain_text("$20.00", timeout=SOON)
    assert violations(books) == []
    picture(books, "shares")
    report = staff["accounting"].call("GET", f"/api/reports/day?date={house.gaming_date()}")
    assert report["tokes"]["tables"] == [
        {"table": "chips-1", "taken": 2_500, "counted": 2_000, "difference": -500}
    ]
    assert [one["what"] for one in report["incidents"] if "toke" in one["what"]] == [
        "toke box of chips-1 is short"
    ]
    assert report["foots"], [one for one in report["checks"] if not one["agrees"]]
