"""Test the dealer's console during floor acts, refusals, a lost connection and a locked screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.helpers.browsers import Visitor
from tests.pages.helpers.looking import sideways, violations
from tests.pages.helpers.wires import Wire
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer, comes, confirms
from tests.staff_pages.helpers.houses import PitHouse
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long


def said(dealer: Dealer) -> int:
    return len(dealer.visitor.sent("do"))


def assert_keys_ignored(dealer: Dealer, *keys: str) -> None:
    before = said(dealer)
    for key in keys:
        dealer.page.keyboard.press(key)
    dealer.page.wait_for_timeout(150)
    assert said(dealer) == before


def test_floor_act_stops_the_dealer(at: At, visit: Visit, house: PitHouse) -> None:
    dealer = at("dragon", "dragon-floor", size=(1024, 768))
    page = dealer.page
    dealer.step()
    dealer.step()
    assert dealer.due["role"] == "floor"
    stop = page.locator(".state-card.stop")
    expect(stop).to_contain_text("Waiting for the floor")
    expect(stop).to_contain_text("a floorperson or above")
    expect(stop).to_contain_text("dragon/4.A")
    assert_keys_ignored(dealer, " ", "Enter")
    page.keyboard.press("*")
    expect(page.locator(".foot .floor")).to_contain_text("Call again", timeout=SOON)
    (call,) = next(
        one for one in house.staff["floor"].call("GET", "/api/pit") if one["table"] == dealer.table
    )["calls"]
    assert call["words"] == "Verify the inspection of the red deck"
    house.staff["floor"].post(f"/api/pit/calls/{call['call']}/answer", {"words": "coming"})
    expect(page.locator(".foot .floor")).to_contain_text("Call the floor", timeout=SOON)
    assert violations(page) == [] and sideways(page) <= 0
    floor = visit("floor", size=(1024, 768))
    floor.page.goto(f"/pit/{dealer.table}")
    expect(floor.page.locator("#act")).to_have_text("Verify the inspection of the red deck", timeout=SOON)
    expect(floor.page.locator(".foot .floor")).to_be_hidden()  # the floor's page has no button for calls
    confirms(floor.page, key=" ")
    expect(page.locator("#act")).to_have_text("Spread the red deck face up by suit", timeout=SOON)


def test_why_opens_the_clause_and_space_still_confirms(at: At) -> None:
    dealer = at("uth", "uth-why")
    page = dealer.page
    page.keyboard.press("/")
    sheet = page.get_by_role("dialog", name="The rule")
    expect(sheet.locator("h3").first).to_have_text("uth/3.A.1")
    expect(sheet.locator("p").first).not_to_have_text("")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    dealer.do_it()
    assert dealer.act == "prepare"


def test_refusal_shows_clause_and_remedy(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-refused")
    make_ready(dealer, visit("floor"), 1)
    page = dealer.page
    page.keyboard.press("1")
    page.locator('input[name="ante"]').fill("7")  # the amount is not a multiple of five
    page.keyboard.press("Enter")
    bar = page.locator(".refusal-bar")
    expect(bar).to_contain_text("uth/7", timeout=SOON)
    told = json.loads(next(one for one in reversed(dealer.visitor.heard) if '"refused"' in one))
    expect(bar).to_contain_text(told["message"][1:])
    expect(bar).to_contain_text(told["remedy"][1:])
    page.locator('input[name="ante"]').fill("10")
    page.keyboard.press("Enter")
    expect(bar).to_have_count(0, timeout=SOON)
    expect(page.locator('.seat[data-seat="1"]')).to_contain_text("Ante = Blind $10", timeout=SOON)


def test_keys_are_ignored_while_offline(visit: Visit, house: PitHouse) -> None:
    house.live_table("dragon-shoe", "dragon-line")
    visitor = visit("dealer")
    wire = Wire(visitor.page)
    dealer = Dealer(visitor, "dragon-line", "dragon").come()
    wire.dead = True
    wire.cut()
    page = dealer.page
    expect(page.locator(".state-card.off")).to_contain_text("Connection lost. Stop dealing.", timeout=SOON)
    expect(page.locator(".top .lost")).to_have_text("Offline")
    before = len(wire.said("receive_decks"))
    page.keyboard.press(" ")
    assert len(wire.said("receive_decks")) == before
    wire.dead = False
    expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
    dealer.do_it()
    assert dealer.act == "prepare"


def test_locked_screen_hides_wagers_until_the_pin(at: At, visit: Visit, house: PitHouse) -> None:
    dealer = at("uth", "uth-lock")
    make_ready(dealer, visit("floor"), 1)
    dealer.bet(1)
    page = dealer.page
    page.locator(".top .lock").click()
    page.get_by_label("PIN").fill("12")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("at least four digits")
    page.get_by_label("PIN").fill("4711")
    page.keyboard.press("Enter")
    expect(page.locator(".state-card")).to_contain_text("Locked")
    expect(page.locator(".state-card")).to_contain_text("or the floor sends a relief dealer")
    expect(page.locator('.seat[data-seat="1"] .wagers')).to_be_hidden()
    assert_keys_ignored(dealer, " ", "Enter")
    assert violations(page) == []
    page.reload()  # a reload does not unlock
    expect(page.locator(".state-card")).to_contain_text("Locked", timeout=SOON)
    page.get_by_label("PIN").fill("1234")
    page.keyboard.press("Enter")
    expect(page.locator(".pin [role=alert]")).to_contain_text("4 tries left")
    page.reload()  # a reload does not reset the number of tries
    expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
    page.get_by_label("PIN").fill("1234")
    page.get_by_label("PIN").press("Enter")
    expect(page.locator(".pin [role=alert]")).to_contain_text("3 tries left")
    page.get_by_label("PIN").fill("4711")
    page.keyboard.press("Enter")
    expect(page.locator("#act")).to_contain_text("no more bets", timeout=SOON)
    dealer.do_it()
    page.locator(".top .lock").click()
    expect(page.locator(".state-card")).to_contain_text("Locked")
    comes(dealer.visitor, house.staff["floor"])  # the lock does not apply to a different person
    page.goto("/pit")
    expect(page.locator(".floor-room .tbl").first).to_be_visible(timeout=SOON)
    expect(page.locator(".state-card")).to_have_count(0)


def test_report_previews_the_outcome(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-report")
    make_ready(dealer, visit("floor"), 2)
    dealer.bet(1)
    dealer.bet(2)
    dealer.until("ask")
    page = dealer.page
    page.keyboard.press("+")
    page.locator(".report button", has_text="Dealer's card exposed").click()
    page.locator(".report button", has_text="The dealer, card 1").click()
    page.get_by_label("Card").select_option("As")
    before = said(dealer)
    page.get_by_role("button", name="Preview the outcome").click()
    expect(page.locator(".will")).to_contain_text("Card exposed too early at the dealer: A♠", timeout=SOON)
    moved = [told["moves"] for told in dealer.visitor.messages("tried")][-1]
    assert said(dealer) == before
    page.keyboard.press("Escape")  # the sheet was canceled
    assert said(dealer) == before and dealer.act == "ask"
    page.keyboard.press("+")
    page.locator(".report button", has_text="Dealer's card exposed").click()
    page.locator(".report button", has_text="The dealer, card 1").click()
    page.get_by_label("Card").select_option("As")
    page.get_by_role("button", name="Preview the outcome").click()
    do_it = page.get_by_role("button", name="Confirm")
    expect(do_it).not_to_have_attribute(
        "aria-disabled", "true", timeout=SOON
    )  # the page enables the button after a moment
    do_it.press("Enter")
    dealer.page.wait_for_timeout(300)
    assert said(dealer) == before + 1
    returned = [
        (event["seat"], event["wager"], event["returned"])
        for entry in dealer.frame["entries"]
        for event in entry
        if event["type"] == "wager_settled@1"
    ]
    assert returned == [(move["seat"], move["wager"], move["returned"]) for move in moved]


def test_wrong_stub_count_leads_to_a_recount(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-stub")
    make_ready(dealer, visit("floor"), 1)
    for _ in range(4):
        dealer.bet(1)
        dealer.until("rack")
        dealer.do_it()
        dealer.until("bet")
    dealer.bet(1)
    dealer.until("count")
    page = dealer.page
    stub = dealer.frame["sight"]["stub"]
    assert_keys_ignored(dealer, " ")  # a count form suggests no value
    page.keyboard.type(str(stub + 2))
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type(str(stub - 1))
    expect(page.locator(".typed")).to_contain_text(str(stub - 1))
    dealer.do_it()
    assert dealer.act == "recount"
    expect(page.locator("#act")).to_contain_text("Recount all cards")
    page.get_by_label("Total").fill("53")
    page.get_by_label("Misdealt").check()
    page.locator(".keyed button").press("Enter")
    do_it = page.get_by_role("button", name="Confirm")  # the preview shows the void round
    expect(do_it).not_to_have_attribute("aria-disabled", "true", timeout=SOON)
    before = len(dealer.visitor.heard)
    do_it.press("Enter")
    dealer.answered(before)
    assert dealer.frame["sight"]["void"]


PASSWORD = "correct horse battery"


def test_idle_screen_without_pin_locks_and_opens_by_password(visit: Visit, house: PitHouse) -> None:
    house.staff["dealer"].post("/api/password", {"login": "dina", "password": PASSWORD})
    house.live_table("uth-shoe", "uth-left")
    dealer = Dealer(visit(), "uth-left", "uth")
    page, asked = dealer.page, dealer.page.get_by_role("dialog")
    page.clock.install()
    dealer.come()
    page.clock.fast_forward(239_000)
    assert asked.count() == 0
    page.clock.fast_forward(2_000)
    expect(asked).to_contain_text("This screen locks in one minute")
    assert violations(page) == []
    page.keyboard.press("Enter")  # the key closes the warning and does not reach the table
    expect(asked).to_have_count(0)
    assert said(dealer) == 0 and page.locator(".state-card", has_text="Locked").count() == 0
    page.clock.fast_forward(241_000)
    expect(asked).to_contain_text("Are you still there?")
    page.clock.fast_forward(60_000)
    expect(page.locator(".state-card")).to_contain_text("Locked")
    expect(asked).to_have_count(0)
    assert_keys_ignored(dealer, " ", "Enter")
    assert violations(page) == []
    page.reload()
    expect(page.locator(".state-card")).to_contain_text("Locked", timeout=SOON)
    expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
    page.get_by_label("Sign-in name").fill("dina")
    for password, then in (("not the password", ".pin [role=alert]:not(:empty)"), (PASSWORD, "#act")):
        page.get_by_label("Password").fill(password)
        page.get_by_label("Password").press("Enter")
        expect(page.locator(then)).to_be_visible(timeout=SOON)
    expect(page.locator(".state-card")).to_have_count(0)


@pytest.mark.parametrize(("game", "decks"), [("uth", 1), ("letitride", 2)])
def test_dead_shuffler_leads_to_a_different_method(
    game: str, decks: int, browser: Browser, tmp_path: Path
) -> None:
    """The dealer sets the shuffler aside by Enter and removes the second deck.

    The floor chooses to deal from the shoe, and the round goes on with its wagers.
    """
    house = PitHouse(tmp_path, (game,), "hand", decks).open()
    dealing, watching = (Visitor(browser, house.url) for _ in range(2))
    try:
        table = house.live_table(f"{game}-hand", f"{game}-dead")
        dealer = Dealer(comes(dealing, house.staff["dealer"]), table, game).come()
        make_ready(dealer, comes(watching, house.staff["floor"]), 1)
        if decks == 2:
            dealer.bet(1)
        page = dealer.page
        page.keyboard.press("+")
        page.locator(".report button", has_text="Shuffler failed").first.click(timeout=SOON)
        page.get_by_label("Dead").check()
        page.get_by_role("button", name="Preview the outcome").press("Enter", timeout=SOON)
        do_it = page.get_by_role("button", name="Confirm")
        expect(do_it).not_to_have_attribute("aria-disabled", "true", timeout=SOON)
        do_it.press("Enter")
        expect(page.locator("#act")).to_contain_text("Put the shuffler aside", timeout=SOON)
        page.wait_for_timeout(1000)  # a new act ignores Enter for a moment
        page.keyboard.press("Enter")
        if decks == 2:
            expect(page.locator("#act")).to_contain_text("Take the", timeout=SOON)
            assert dealing.sent("do")[-1]["command"]["type"] == "handle_device@1"
            confirms(page, key=" ")
        expect(page.locator("#act, .state-card")).to_contain_text("another dealing method", timeout=SOON)
        watching.page.goto(f"/pit/{table}")
        expect(watching.page.locator("#act")).to_contain_text("another dealing method", timeout=SOON)
        to_shoe = watching.page.get_by_role("button", name="Deal from a dealing shoe, shuffle by hand")
        if decks == 1:  # uth may also deal from an automated shoe
            expect(watching.page.locator(".foot")).to_contain_text("Choose one of the buttons above")
            watching.page.keyboard.press("Enter")  # chooses none of several methods
            other = watching.page.get_by_role("button", name="Deal from an automated shoe, shuffle by hand")
            expect(other).to_be_visible(timeout=SOON)
        to_shoe.click(timeout=SOON)
        expect(page.locator("#act")).to_contain_text("Shuffle the red deck", timeout=SOON)
        dealer.until("wait", "bet", "close")
        assert (dealer.act == "close") is (decks == 2)  # the wagers of the round stay
    finally:
        dealing.close()
        watching.close()
        house.close()
    dealing.check()
    watching.check()
