"""Test that the dealer corrects their own last entry on the console, and only that one (N-35)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long

PANEL = ".act #act"


def last_sent(dealer: Dealer) -> dict[str, object]:
    command: dict[str, object] = dealer.visitor.sent("do")[-1]["command"]
    return command


def by_hand(page: Page) -> None:
    """Press Enter so late that it cannot come from a card reader, which must not confirm corrections."""
    page.wait_for_timeout(60)
    page.keyboard.press("Enter")


def test_bets_a_decision_and_cards_are_corrected_by_one_key(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-undo")
    page = dealer.page
    button = page.locator(".foot").get_by_role("button", name="Undo the last entry")
    make_ready(dealer, visit("floor"), 1)
    expect(button).to_be_hidden()  # a sale of chips cannot be corrected this way
    dealer.bet(1)
    expect(button).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator(PANEL)).to_contain_text("Correct your last entry: Bets of seat 1")
    page.keyboard.press("Escape")
    expect(page.locator(PANEL)).not_to_contain_text("Correct your last entry")
    button.click()
    page.keyboard.press("Enter")
    dealer.settled_down()
    assert last_sent(dealer)["type"] == "correct_keying@1" and last_sent(dealer)["wagers"] == {}
    assert not dealer.seats()[0].get("wagers")
    expect(button).to_be_hidden()  # an entry can be corrected only once
    page.keyboard.press("Backspace")
    expect(page.locator(PANEL)).not_to_contain_text("Correct your last entry")

    dealer.bet(1)
    dealer.until("ask")
    dealer.answer("check")
    dealer.settled_down()
    page.keyboard.press("Backspace")
    expect(page.locator(PANEL)).to_contain_text("Decision of seat 1")
    page.keyboard.press("Enter")  # not accepted, because no answer is chosen yet
    expect(page.locator(".own .btn.off")).to_contain_text("Choose the right answer")
    page.keyboard.press("4")
    expect(page.locator('.answer[data-answer="4x"]')).to_have_class("answer picked")
    by_hand(page)
    dealer.settled_down()
    assert last_sent(dealer)["choice"] == "4x"
    assert dealer.seats()[0]["wagers"]["play"] == 4 * dealer.seats()[0]["wagers"]["ante"]

    assert dealer.act == "deal"
    page.keyboard.type("asks7h")
    expect(page.locator('body[data-act="deal"]')).to_be_attached(timeout=SOON)
    expect(button).to_be_visible(timeout=SOON)
    dealer.settled_down()
    page.keyboard.press("Backspace")
    expect(page.locator(PANEL)).to_contain_text("Correct your last entry")
    page.keyboard.type("askd")
    expect(page.locator(".own .btn.off")).to_contain_text("Enter all of its cards")
    page.keyboard.type("as")
    expect(page.locator(".refusal-bar")).to_contain_text("already entered")
    page.keyboard.press("Backspace")
    page.keyboard.type("7h")
    by_hand(page)
    dealer.settled_down()
    board = next(place for place in dealer.frame["sight"]["places"] if place["place"] == "board")
    assert board["cards"][:3] == ["As", "Kd", "7h"]
    log = page.locator(".just-now")
    expect(log).to_contain_text("corrected from")
    expect(log).to_contain_text("entered wrongly")


def test_a_lost_connection_ends_the_correction(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-undo-lost")
    make_ready(dealer, visit("floor"), 1)
    dealer.bet(1)
    button = dealer.page.locator(".foot").get_by_role("button", name="Undo the last entry")
    expect(button).to_be_visible()
    dealer.page.reload()
    expect(dealer.page.locator('body[data-line="open"]')).to_be_attached(timeout=SOON)
    expect(button).to_be_hidden()
