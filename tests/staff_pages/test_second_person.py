"""Test a correction above the maximum bet, from the floorperson's form to the pit manager's confirmation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.pages.helpers.browsers import MIDDLE
from tests.server.helpers.shift import Shift
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import SOON, confirms
from tests.staff_pages.helpers.dealing import Dealing
from tests.staff_pages.helpers.houses import PitHouse
from tests.staff_pages.test_floor import accessible, chosen, commands

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PitHouse]:
    opened = PitHouse(tmp_path_factory.mktemp("house"), ("dragon",))
    try:
        yield opened.open()
    finally:
        opened.close()


@pytest.fixture(scope="module")
def dealing(house: PitHouse) -> Iterator[Dealing]:
    tables = Dealing(house)
    yield tables
    tables.close()


async def played(shift: Shift) -> None:
    """Play a round with the maximum Ante of $100, so that the Play bet is $200."""
    await shift.play(ante=100_00, ante_bonus=100_00)


def button(page: Page) -> Locator:
    return page.locator(".foot > .btn:last-child")


def correct(page: Page) -> None:
    """Fill in a correction of the Ante from a loss to a win, or from a win to a loss."""
    page.locator('[data-pane="right"]').click()
    page.locator('[data-report="correct_settlement"]').click(timeout=SOON)
    options = page.locator('select[name="which"] option').all_inner_texts()
    ante = next(text for text in options if "Ante" in text)
    page.locator('select[name="which"]').select_option(label=ante)
    struck = page.locator(".figures tbody tr s")
    for amount in ("0.00", "200.00"):
        page.locator('input[name="returned"]').fill(amount)
        page.wait_for_timeout(600)
        if struck.count():
            break
    page.locator('input[name="reason"]').fill("seen on the recording")


def test_second_person_sees_and_confirms_a_large_correction(
    dealing: Dealing, house: PitHouse, visit: Visit
) -> None:
    table = dealing.bring("dragon", "drg-second", played, seats=1)
    floor, manager = visit("floor"), visit("pit_manager", size=MIDDLE)
    page = chosen(floor, table)
    correct(page)
    expect(page.locator(".refusal-bar")).to_contain_text("not what the rules pay", timeout=SOON)
    expect(button(page)).to_contain_text("Ask a second person", timeout=SOON)
    expect(button(page)).to_contain_text("pit manager")
    confirms(page, "Ask a second person")
    expect(button(page)).to_contain_text("Waiting for a second person", timeout=SOON)
    accessible(page)
    (sent,) = commands(floor)

    other = manager.page
    other.goto("/pit")
    alert = other.locator(".queue button", has_text="asks for a second person")
    expect(alert).to_contain_text("Correct a payment", timeout=SOON)
    alert.click()
    sheet = other.locator(".work-sheet")
    expect(sheet.locator("h1")).to_have_text("Second person: Correct a payment", timeout=SOON)
    expect(sheet).to_contain_text("seen on the recording")
    expect(sheet).to_contain_text("This is not what the rules pay.")
    row = sheet.locator(".review-lines tbody tr")
    expect(row).to_contain_text("Ante")
    expect(row).to_contain_text("$100.00")
    expect(sheet.locator(".held")).to_contain_text("Seat 1")
    accessible(other)
    confirms(other, "Confirm $200.00")
    expect(alert).to_have_count(0, timeout=SOON)

    expect(button(page)).to_contain_text("Confirm:", timeout=SOON)
    confirms(page, "Confirm:")
    expect(page.locator(".sheet-form")).to_have_count(0, timeout=SOON)
    assert commands(floor) == [sent, sent]
    kinds = [event["type"] for entry in floor.messages("frame")[-1]["entries"] for event in entry]
    assert "settlement_corrected@1" in kinds


def test_declined_correction_stays_on_the_form(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    table = dealing.bring("dragon", "drg-declined", played, seats=1)
    floor, manager = visit("floor"), visit("pit_manager", size=MIDDLE)
    page = chosen(floor, table)
    correct(page)
    confirms(page, "Ask a second person")
    expect(button(page)).to_contain_text("Waiting for a second person", timeout=SOON)
    other = chosen(manager, table)
    other.locator(".decline input").fill("the hand lost")
    other.get_by_role("button", name="Decline", exact=True).click()
    expect(button(page)).to_contain_text("Declined by the second person", timeout=SOON)
    expect(button(page)).to_contain_text("the hand lost")
    assert len(commands(floor)) == 1
