"""Test tray slips, licenses and table tests on the floor's console."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.rulebook import games
from tests.pages.helpers.browsers import MIDDLE
from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import SOON, confirms
from tests.staff_pages.helpers.houses import PitHouse

pytestmark = pytest.mark.long

GAME = games()[0]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PitHouse]:
    opened = PitHouse(tmp_path_factory.mktemp("house"), (GAME,))
    try:
        yield opened.open()
    finally:
        opened.close()


def slips(page: Page, table: str) -> None:
    page.goto(f"/pit#{table}")
    page.reload()
    page.locator('[data-pane="table"]').click(timeout=SOON)
    page.locator('[data-act="slips"]').click(timeout=SOON)
    expect(page.locator(".sheet-form h1")).to_have_text("Tray slips", timeout=SOON)


def tray(house: PitHouse, table: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = house.staff["cage"].call("GET", "/api/cage/trays")
    return next(one for one in found if one["table"] == table)


def written(house: PitHouse, table: str, what: str, key: str) -> int:
    """Create a slip as the floor."""
    body = {"id": key, "what": what, "chips": {"500": 20}}
    path = "counts" if what in ("opener", "closer") else "chips"
    return int(house.staff["floor"].post(f"/api/pit/{table}/{path}", body)["number"])


def test_slip_is_signed_by_enter_or_hold_only(house: PitHouse, visit: Visit) -> None:
    table = house.live_table(f"{GAME}-shoe", "tray-1")
    number = written(house, table, "fill", "f1")
    house.staff["cage"].post(f"/api/cage/tray-slips/{number}/sign")
    page = visit("pit_manager", size=MIDDLE).page
    slips(page, table)
    row = page.locator(".slips li", has_text=f"{number} · Fill")
    expect(row).to_contain_text("$100.00, waits for the table's dealer")
    row.get_by_role("button", name="Sign").click()
    expect(page.locator(".sheet-form h1")).to_have_text(f"Sign slip {number}: fill of $100.00")
    expect(page.locator(".lead")).to_contain_text("Created by the floor")
    button = page.locator(".foot .primary")
    expect(button).to_contain_text(f"Sign slip {number}", timeout=SOON)
    button.click()  # the click does not hold the button
    page.wait_for_timeout(200)
    assert "done" not in tray(house, table)["slips"][0]
    assert violations(page) == [] and sideways(page) <= 0
    confirms(page, f"Sign slip {number}")
    expect(row).to_contain_text("$100.00, done", timeout=SOON)  # wait for the updated list
    (slip,) = tray(house, table)["slips"]
    assert slip["done"]["by"].startswith("pit_manager:")
    assert tray(house, table)["filled"] == 100_00


def test_void_a_slip_and_verify_a_count(house: PitHouse, visit: Visit) -> None:
    table = house.live_table(f"{GAME}-shoe", "tray-2")
    count, fill = written(house, table, "opener", "k1"), written(house, table, "fill", "f2")
    page = visit("pit_manager").page
    slips(page, table)
    row = page.locator(".slips li", has_text=f"{fill} · Fill")
    row.get_by_role("button", name="Void").click()
    expect(page.locator(".foot > .btn:last-child")).to_contain_text("fill in the form first")
    page.keyboard.press("Enter")
    page.get_by_label("Reason").fill("counted wrongly")
    confirms(page, f"Void slip {fill}")
    expect(row).to_contain_text("$100.00, void", timeout=SOON)
    row = page.locator(".slips li", has_text=f"{count} · Opener")
    row.get_by_role("button", name="Verify").click()
    confirms(page, f"Verify count {count}")
    expect(row).to_contain_text("$100.00, verified", timeout=SOON)
    by_number = {slip["number"]: slip for slip in tray(house, table)["slips"]}
    assert by_number[fill]["void"]["by"].startswith("pit_manager:") and "done" not in by_number[fill]
    assert by_number[count]["done"]["by"].startswith("pit_manager:")


def test_36_05_03_18_real_money_dealer_needs_license_and_table_test(house: PitHouse, visit: Visit) -> None:
    manager, dealing = visit("pit_manager", size=MIDDLE), visit("dealer")
    opened = {"table": "money-1", "submission": f"{GAME}-shoe", "money": "real", "dealing": "live"}
    house.staff["pit_manager"].post("/api/pit", opened)
    for one in house.staff["dealer"].call("GET", "/api/pit"):
        if one["dealer"]:
            house.staff["dealer"].post(f"/api/pit/{one['table']}/log-off")
    door, page = dealing.page, manager.page
    door.goto("/pit")
    refused = door.locator(".refusal-bar")
    door.locator('button[data-table="money-1"]').click(timeout=SOON)
    expect(refused).to_contain_text("has no license on file", ignore_case=True, timeout=SOON)
    page.goto("/pit")
    row = page.locator(".dealers li").first
    expect(row).to_contain_text("No license on file. No table tests on file.", timeout=SOON)
    row.get_by_role("button").click()
    page.get_by_role("button", name="Add the license first").click(timeout=SOON)
    page.get_by_label("License number").fill("MD-4711")
    page.get_by_label("Expires on").fill("2999-12-31")
    confirms(page, "Save the license")
    expect(row).to_contain_text(
        "License MD-4711, expires Dec 31, 2999. No table tests on file.", timeout=SOON
    )
    door.locator('button[data-table="money-1"]').click()
    expect(refused).to_contain_text("has no table test", ignore_case=True, timeout=SOON)
    row.get_by_role("button").click()
    page.get_by_label("Game").select_option(GAME, timeout=SOON)
    page.get_by_label("Training program completed").fill("2020-01-01")
    page.get_by_label("Table test passed").fill("2020-02-01")
    assert violations(page) == [] and sideways(page) <= 0
    confirms(page, "Save the table test")
    expect(row).to_contain_text(f"Table tests: {GAME} (Feb 1, 2020).", timeout=SOON)
    door.locator('button[data-table="money-1"]').click()
    door.wait_for_url("**/pit/money-1", timeout=SOON)
    expect(door.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)


def test_dealer_signs_for_a_fill_on_the_console(house: PitHouse, visit: Visit) -> None:
    table = house.live_table(f"{GAME}-shoe", "tray-9")
    number = written(house, table, "fill", "f9")
    house.staff["cage"].post(f"/api/cage/tray-slips/{number}/sign")
    page = visit("dealer", size=MIDDLE).page
    page.goto(f"/pit/{table}")
    panel = page.locator(".tray-slips")
    expect(panel).to_contain_text(f"Fill {number}: $100.00", timeout=30_000)
    button = panel.get_by_role("button", name="Hold to sign")
    button.click()  # the click does not hold the button
    page.wait_for_timeout(200)
    assert "done" not in tray(house, table)["slips"][0]
    assert violations(page) == [] and sideways(page) <= 0
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(1_300)
    page.mouse.up()
    expect(panel).to_have_count(0, timeout=SOON)
    (slip,) = tray(house, table)["slips"]
    assert slip["done"]["by"].startswith("dealer:")
