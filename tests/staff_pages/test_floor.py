"""Test the floor's console: reports, rulings, progressive wins, corrections and administration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.pages.helpers.browsers import MIDDLE, Visitor
from tests.pages.helpers.looking import sideways, violations
from tests.server.helpers.shift import Shift
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import HOLD, SOON, confirms
from tests.staff_pages.helpers.dealing import Dealing, jackpot, wins
from tests.staff_pages.helpers.houses import PitHouse, by_people

pytestmark = pytest.mark.long

CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
METER = 60_000  # dollars; two people must sign a win of this size


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PitHouse]:
    folder = tmp_path_factory.mktemp("house")
    opened = PitHouse(folder, ("uth", "dragon"))
    large = by_people("uth", "shoe", folder)
    text = large.read_text(encoding="utf-8").replace("main = 12500", f"main = {METER}")
    large.write_text(text, encoding="utf-8")
    try:
        yield opened.open()
    finally:
        opened.close()


@pytest.fixture(scope="module")
def dealing(house: PitHouse) -> Iterator[Dealing]:
    tables = Dealing(house)
    yield tables
    tables.close()


async def asked(shift: Shift) -> None:
    await shift.bets(trips=500)
    await shift.until("ask")


async def called(shift: Shift) -> None:
    await shift.bets()
    await shift.until("ask")
    await shift.dealer.call_floor("seat 1 shows a card")


async def played(shift: Shift) -> None:
    await shift.play()


async def to_be_verified(shift: Shift) -> None:
    while shift.due["role"] != "floor":
        await shift.act()


def accessible(page: Page) -> None:
    assert violations(page) == [] and sideways(page) <= 0


def chosen(visitor: Visitor, table: str) -> Page:
    """Open a table on the floor's page."""
    page = visitor.page
    page.goto("/pit")
    page.locator(f'.tbl[data-table="{table}"]').click()
    expect(page.locator("body")).to_have_attribute("data-chosen", table)
    expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
    return page


def primary(page: Page) -> Locator:
    button = page.locator(".foot .primary")
    button.wait_for(timeout=SOON)
    return button


def commands(visitor: Visitor) -> list[dict[str, Any]]:
    return [told["command"] for told in visitor.sent("do")]


def cents(text: str) -> int:
    return int(re.sub(r"[^0-9]", "", text))


def test_strip_shows_alerts_and_key_opens_table(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    table = dealing.bring("dragon", "drg-strip", to_be_verified, seats=0)
    floor = visit("floor", size=MIDDLE)
    page = floor.page
    page.goto("/pit")
    card = page.locator(f'.tbl[data-table="{table}"]')
    expect(card.locator(".state")).to_have_text("Stopped", timeout=SOON)
    expect(card).to_have_class(re.compile(r"\bwants\b"))
    expect(card.locator(".pend")).to_contain_text("Verify")
    expect(page.locator(".queue")).to_contain_text(table)
    page.keyboard.press(card.locator("kbd").inner_text())
    expect(page.locator("body")).to_have_attribute("data-chosen", table)
    expect(page.locator(".work-sheet h1")).to_contain_text("Verify the inspection", timeout=SOON)
    accessible(page)
    button = primary(page)
    button.click()  # the click is too short to confirm
    page.wait_for_timeout(200)
    assert commands(floor) == []
    confirms(page)
    expect(card.locator(".state")).not_to_have_text("Stopped", timeout=SOON)
    assert [(one["type"], one["step"]) for one in commands(floor)] == [("prepare@1", "verify")]
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_have_attribute("data-chosen", "")


def test_exposed_card_previews_amounts_before_confirming(
    dealing: Dealing, house: PitHouse, visit: Visit
) -> None:
    table = dealing.bring("uth", "uth-exposed", asked)
    floor = visit("floor")
    page = chosen(floor, table)
    report = page.locator('[data-report="report_exposed"]', has_text="Dealer's card exposed")
    expect(report.locator("small")).to_contain_text("Void except Trips", timeout=SOON)
    expect(report.locator(".clause")).to_contain_text("13.F")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.locator(".report button").evaluate_all(CUT) == []
    expect(page.locator(".never")).to_contain_text("Not possible now", timeout=SOON)
    report.click()
    expect(page.locator(".work-sheet h1")).to_have_text(
        "Void. Return $30.00. Trips stays in play.", timeout=SOON
    )
    returned = page.locator(".figures tbody tr:not(.total) td.back")
    stays = page.locator(".figures tbody tr:not(.total) td.stay")
    assert [cents(text) for text in returned.all_inner_texts()] == [10_00, 10_00, 10_00]
    assert [cents(text) for text in stays.all_inner_texts()] == [5_00, 5_00, 5_00]
    expect(page.locator(".will")).to_contain_text("uth/13.F")
    accessible(page)
    button = page.locator(".foot > .btn:last-child")
    expect(button).to_contain_text("choose the card first")
    page.locator('select[name="card"]').select_option(index=3)
    expect(page.locator(".foot .primary")).to_contain_text("Confirm: Void", timeout=SOON)
    page.locator(".work-sheet h1").click()
    box = primary(page).bounding_box()
    assert box is not None and box["height"] >= 44
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.wait_for_timeout(HOLD)
    page.mouse.up()
    expect(page.locator(".work-sheet h1")).not_to_contain_text("Return", timeout=SOON)
    assert [one["type"] for one in commands(floor)] == ["report_exposed@1"]
    last = floor.messages("frame")[-1]["sight"]
    assert last["void"] and [seat["wagers"] for seat in last["seats"]] == [{"trips": 5_00}] * 3
    assert [seat["chips"] for seat in last["seats"]] == [2_000_00 - 5_00] * 3


def test_ruling_needs_a_reason(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    table = dealing.bring("uth", "uth-ruled", called, seats=1)
    floor = visit("floor", size=MIDDLE)
    page = chosen(floor, table)
    card = page.locator(f'.tbl[data-table="{table}"]')
    expect(card.locator(".pend")).to_contain_text("Call: seat 1 shows a card", timeout=SOON)
    page.locator('[data-pane="table"]').click()
    page.locator('[data-act="call"]').click(timeout=SOON)
    expect(page.locator('[data-act="call"]')).to_have_count(0, timeout=SOON)
    page.locator('[data-pane="happened"]').click()
    report = page.locator('[data-report="report_exposed"]', has_text="Player's card exposed")
    expect(report.locator("small")).to_contain_text("You decide", timeout=SOON)
    report.click()
    page.locator('select[name="card"]').select_option(index=2, timeout=SOON)
    expect(primary(page)).to_contain_text("You decide", timeout=SOON)
    page.locator(".work-sheet h1").click()
    confirms(page, "You decide")
    void = page.get_by_label("Void")
    void.check(timeout=SOON)  # the ruling form opens without a click
    expect(page.locator(".work-sheet h1")).to_have_text("Void. Return $10.00.", timeout=SOON)
    page.get_by_label("Play on").check()
    expect(page.locator(".work-sheet h1")).not_to_contain_text("Void", timeout=SOON)
    accessible(page)
    page.get_by_label("Reason for the record").fill("no other person saw the card")
    confirms(page, "Confirm")
    expect(page.locator(".sheet-form")).to_have_count(0, timeout=SOON)
    reported, ruled = commands(floor)
    assert (reported["type"], reported["place"]) == ("report_exposed@1", "seat1")
    assert (ruled["outcome"], ruled["reason"]) == ("play_on", "no other person saw the card")


def test_large_progressive_win_needs_two_signatures(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    table = dealing.bring("uth", "uth-jackpot", jackpot)
    floor, manager = visit("floor", size=MIDDLE), visit("pit_manager")
    page = chosen(floor, table)
    expect(page.locator(".amount strong")).to_contain_text(f"${METER // 1000},", timeout=SOON)
    amount = page.locator(".amount strong").inner_text()
    expect(page.locator(".checks li")).to_have_count(5)
    accessible(page)
    foot = page.locator(".foot > .btn:last-child")
    for words in ("Seat 1’s progressive light is on", "Surveillance has been notified"):
        confirms(page, words)
        expect(foot).not_to_contain_text(words, timeout=SOON)
    expect(foot).to_contain_text("Waiting for a pit manager")
    assert commands(floor) == []
    other = chosen(manager, table)
    confirms(other, "Seat 1’s progressive light is on")
    confirms(other, "Sign as witness")
    expect(other.locator(".foot > .btn:last-child")).to_contain_text("Another person validates", timeout=SOON)
    confirms(page, f"Validate {amount}")
    expect(foot).to_contain_text("next: the dealer", timeout=SOON)
    expect(page.locator(".checks .todo")).to_have_count(0, timeout=SOON)
    assert [one["type"] for one in commands(floor)] == ["validate_progressive@1"]
    assert commands(manager) == []


TRIPS_ON_THE_FLOP = ("9s", "9h"), ("9d", "4c", "7h", "4s", "2d")  # all seven cards make a full house


async def won_twice(shift: Shift) -> None:
    """Seat 1 wins, the floor validates the win in a browser, and seat 1 wins again in the next round."""
    await wins(shift, *TRIPS_ON_THE_FLOP)
    number = shift.round
    await shift.dealer.until(lambda: shift.dealer.due["act"] != "validate")
    await shift.to_the_end(number)
    await wins(shift, *TRIPS_ON_THE_FLOP)


@pytest.mark.clause("uth/11.J.2.d")
def test_win_is_validated_only_with_its_hand_on_the_screen(
    dealing: Dealing, house: PitHouse, visit: Visit
) -> None:
    going_on = dealing.start("uth", "uth-seen", won_twice)
    floor = visit("floor", size=MIDDLE)
    page = chosen(floor, "uth-seen")
    ticked = page.locator(".checks .box.done")
    foot = page.locator(".foot > .btn:last-child")
    expect(page.locator(".amount strong")).to_contain_text("$", timeout=SOON)
    amount = page.locator(".amount strong").inner_text()
    for part in (".checks", ".left-body .figure"):
        expect(page.locator(part)).to_contain_text(re.compile("three of a kind", re.IGNORECASE))
        expect(page.locator(part)).not_to_contain_text("full house")
    for pane in ("right", "cards", "table"):
        page.locator(f'[data-pane="{pane}"]').click()
        confirms(page, "Show the hand of seat 1")
        expect(page.locator(".amount strong")).to_have_text(amount)
        expect(foot).to_contain_text("Seat 1’s progressive light is on")
        expect(ticked).to_have_count(1)  # only the dealer has confirmed anything
    assert commands(floor) == []
    confirms(page, "Seat 1’s progressive light is on")
    expect(ticked).to_have_count(2)
    page.locator('[data-pane="right"]').click()
    confirms(page, "Show the hand of seat 1")  # showing the hand does not validate the win here either
    confirms(page, f"Validate {amount}")
    going_on.result(timeout=120)
    assert [(one["type"], one["seat"]) for one in commands(floor)] == [("validate_progressive@1", 1)]
    expect(foot).to_contain_text("Seat 1’s progressive light is on", timeout=SOON)
    expect(ticked).to_have_count(1)
    accessible(page)


def test_dealer_console_directs_the_floor_to_the_floor_page(
    dealing: Dealing, house: PitHouse, visit: Visit
) -> None:
    table = dealing.bring("uth", "uth-elsewhere", jackpot, seats=1)
    floor = visit("floor")
    page = floor.page
    page.goto(f"/pit/{table}")
    expect(page.locator(".state-card")).to_contain_text("Validate the win there", timeout=SOON)
    for key in (" ", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("link", name="Open the floor page").click()
    expect(page.locator(".amount strong")).to_contain_text("$", timeout=SOON)
    assert commands(floor) == []


def test_corrected_payment_shows_before_and_after(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    table = dealing.bring("dragon", "drg-wrong", played, seats=1)
    floor = visit("floor")
    page = chosen(floor, table)
    page.locator('[data-pane="right"]').click()
    page.locator('[data-report="correct_settlement"]').click(timeout=SOON)
    offers = floor.messages("frame")[-1]["offers"]
    right = next(o["sample"]["returned"] for o in offers if o["act"].startswith("correct_settlement@"))
    page.locator('input[name="returned"]').fill(f"{right / 100:.2f}")
    row = page.locator(".figures tbody tr")
    expect(row.locator(".back")).to_have_text(f"${right / 100:.2f}", timeout=SOON)
    before = cents(row.locator("s").inner_text())
    expect(page.locator(".foot > .btn:last-child")).to_contain_text("enter a reason first")
    page.locator('input[name="reason"]').fill("seen on the recording")
    expect(primary(page)).to_contain_text("Confirm", timeout=SOON)
    chips = floor.messages("frame")[-1]["sight"]["seats"][0]["chips"]
    confirms(page, "Confirm")
    expect(page.locator(".sheet-form")).to_have_count(0, timeout=SOON)
    (sent,) = commands(floor)
    assert (sent["type"], sent["returned"], sent["reason"]) == (
        "correct_settlement@2",
        right,
        "seen on the recording",
    )
    after = floor.messages("frame")[-1]
    assert after["sight"]["seats"][0]["chips"] - chips == right - before
    kinds = [event["type"] for entry in after["entries"] for event in entry]
    assert {"settlement_reversed@1", "settlement_corrected@1"} <= {*kinds}


def test_invalid_amount_is_not_treated_as_zero(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    table = dealing.bring("dragon", "drg-amount", played, seats=1)
    floor = visit("floor")
    page = chosen(floor, table)
    page.locator('[data-pane="right"]').click()
    page.locator('[data-report="correct_settlement"]').click(timeout=SOON)
    page.locator('input[name="reason"]').fill("paid short")
    button = page.locator(".foot > .btn:last-child")
    for typed in ("", "-5", "1e2", "ten"):
        page.locator('input[name="returned"]').fill(typed)
        page.wait_for_timeout(1000)  # the preview has arrived, and the form accepts keys
        expect(button).to_contain_text("enter the amount first", timeout=SOON)
        expect(page.locator(".figures")).to_have_count(0)
        page.keyboard.press("Enter")
    assert commands(floor) == []


def test_open_inspect_and_change_limits(house: PitHouse, visit: Visit) -> None:
    manager = visit("pit_manager", size=MIDDLE)
    page = manager.page
    page.goto("/pit")
    page.get_by_role("button", name="Open a table").click(timeout=SOON)
    page.get_by_label("Table name").fill("DRG new")  # the page writes it as drg-new
    page.get_by_label("Submission").select_option("dragon-shoe")
    page.locator("select[name=dealing]").select_option("live")
    confirms(page, "Open the table")
    card = page.locator('.tbl[data-table="drg-new"]')
    expect(card).to_be_visible(timeout=SOON)
    waits = page.locator(".queue button", has_text="drg-new").filter(has_text="Inspect the shoe")
    waits.click(timeout=SOON)  # this button opens the pane for the item
    page.locator('[data-act="inspection"]').click(timeout=SOON)
    confirms(page, "Save the inspection")
    expect(page.locator('[data-act="inspection"]')).to_have_count(0, timeout=SOON)
    page.locator('[data-act="limits"]').click()
    page.get_by_label(re.compile("^New maximum")).first.fill("75")
    page.get_by_label("Reason").fill("a quiet night")
    confirms(page, "Post the new limits")
    expect(page.locator(".sheet-form")).to_have_count(0, timeout=SOON)
    kept = next(one for one in manager_tables(house) if one["table"] == "drg-new")
    # The table is empty, so the change applies almost immediately.
    limits = (kept["change"] or kept)["limits"]
    assert 75_00 in [limit["maximum"] for limit in limits.values()]


def manager_tables(house: PitHouse) -> list[dict[str, Any]]:
    return list(house.staff["pit_manager"].call("GET", "/api/pit"))


def test_opening_every_pane_keeps_the_connection(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    """Together, the panes send far more dry runs than the server accepts at once."""
    table = dealing.bring("uth", "uth-panes", asked)
    floor = visit("floor")
    page = chosen(floor, table)
    pace = floor.messages("welcome")[0]["pace"]
    while len(floor.said) < 1.5 * pace["at_once"]:
        for pane in ("right", "cards", "happened"):
            page.locator(f'[data-pane="{pane}"]').click()
            page.wait_for_timeout(500)  # stay on each pane for a moment
    page.locator('[data-report="report_other"]').click()
    expect(page.locator(".work-sheet h1")).to_contain_text("You decide", timeout=SOON)
    expect(page.locator("body")).to_have_attribute("data-line", "open")
    assert len(floor.messages("welcome")) == 1  # the page did not reconnect


def test_early_enter_shows_a_message(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    table = dealing.bring("dragon", "drg-soon", to_be_verified, seats=0)
    floor = visit("floor")
    page = chosen(floor, table)
    button = page.locator(".foot > .btn:last-child")
    page.locator('[data-pane="table"]').click()
    page.locator('[data-act="tray"]').click()  # the next form is new
    expect(button).to_contain_text("Create the slip", timeout=SOON)
    page.evaluate(
        """() => {
          const leave = document.querySelector('.foot .ghost');
          leave.click();
          document.activeElement?.blur();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        }"""
    )
    expect(button).to_contain_text("Too fast. Read it, then press the key again.", timeout=SOON)
    assert commands(floor) == [] and page.locator("body").get_attribute("data-taken") is None
    confirms(page, "Sign")
    expect(page.locator("body")).to_have_attribute("data-taken", "1")
    expect(page.locator(f'.tbl[data-table="{table}"] .state')).not_to_have_text("Stopped", timeout=SOON)
    assert [(one["type"], one["step"]) for one in commands(floor)] == [("prepare@1", "verify")]


BETWEEN = {"code": "table_between", "message": "no node keeps this table now", "remedy": "Come back."}


def unavailable_twice(page: Page, table: str) -> list[str]:
    """Reject the first two requests for the table. Return a list that collects all requests."""
    asked = list[str]()

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) < 3:
            route.fulfill(status=503, json=BETWEEN)
        else:
            route.continue_()

    page.route(f"**/api/tables/{table}", answer)
    return asked


def test_console_retries_an_unavailable_table(dealing: Dealing, house: PitHouse, visit: Visit) -> None:
    """Right after it opens, a new table has no server process for a moment."""
    table = dealing.bring("dragon", "drg-between", to_be_verified, seats=0)
    for role, path in (("floor", "/pit"), ("dealer", f"/pit/{table}")):
        visitor = visit(role)
        page = visitor.page
        asked = unavailable_twice(page, table)
        page.goto(path)
        if role == "floor":
            page.locator(f'.tbl[data-table="{table}"]').click(timeout=SOON)
            expect(page.locator("body")).to_have_attribute("data-line", "connecting", timeout=SOON)
        expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
        assert len(asked) == 3 and len(visitor.messages("welcome")) == 1
