"""Test that card readers, double taps and keys on a new form never move chips by accident."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long

# Types a line into the focused element, all at once, like a card reader. Returns whether Enter was
# suppressed.
READ = """(line) => {
  const target = document.activeElement ?? document.body;
  if (target instanceof HTMLInputElement) target.value = line;
  const keys = [...line].map((key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  for (const event of keys) target.dispatchEvent(event);
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  target.dispatchEvent(enter);
  return enter.defaultPrevented;
}"""


def said(dealer: Dealer) -> list[dict[str, Any]]:
    return [told["command"] for told in dealer.visitor.sent("do")]


def read(page: Page, line: str) -> bool:
    return bool(page.evaluate(READ, line))


def test_reader_input_is_ignored_when_no_card_is_expected(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-hands")
    page, bar = dealer.page, dealer.page.locator(".refusal-bar")
    make_ready(dealer, visit("floor"), 1)
    before = said(dealer)
    assert read(page, "4c")  # the key 4 would be a seat number
    expect(bar).to_contain_text("Card reader input ignored", timeout=SOON)
    expect(page.locator(".bet-sheet form")).to_have_count(0)
    dealer.opens_seat(4)
    expect(page.get_by_label("Name")).to_be_focused(timeout=SOON)
    assert read(page, "4c")  # the line must not submit the form either
    expect(bar).to_contain_text("Card reader input ignored", timeout=SOON)
    page.keyboard.press("Escape")
    assert said(dealer) == before
    dealer.bet(1)
    dealer.until("ask")
    before = said(dealer)
    assert read(page, "4c") and read(page, "3s")  # the key 4 would be an answer
    expect(bar).to_contain_text("Card reader input ignored", timeout=SOON)
    expect(page.locator("body")).to_have_attribute("data-act", "ask")
    assert said(dealer) == before
    page.wait_for_timeout(100)  # a key from the reader would come earlier
    dealer.answer("check")
    assert said(dealer)[-1]["choice"] == "check"


def test_double_submit_sells_chips_once(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-chips")
    page = dealer.page
    make_ready(dealer, visit("floor"), 1)
    sold = [command["cents"] for command in said(dealer) if command["type"] == "buy_in@1"]
    chips = dealer.seats()[0]["chips"]
    page.keyboard.press("1")
    page.get_by_role("button", name="Buy chips").click(timeout=SOON)
    page.locator('.bet-sheet input[name="chips"]').fill("12.50")
    page.keyboard.press("Enter")
    expect(page.locator(".bet-sheet .sale")).to_contain_text(
        "Ann pays $12.50 in cash and gets $12.50 in chips"
    )
    page.keyboard.press("Enter")  # the sale cannot be confirmed before it can be read
    expect(page.locator(".refusal-bar")).to_be_visible(timeout=SOON)
    assert [c["cents"] for c in said(dealer) if c["type"] == "buy_in@1"] == sold
    page.wait_for_timeout(900)
    page.locator(".bet-sheet form").evaluate("(form) => { form.requestSubmit(); form.requestSubmit(); }")
    expect(page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)
    dealer.settled_down()
    assert [c["cents"] for c in said(dealer) if c["type"] == "buy_in@1"] == [*sold, 12_50]
    assert dealer.seats()[0]["chips"] == chips + 12_50
    page.keyboard.press("1")
    away = page.get_by_role("button", name="Cash out")
    away.click(timeout=SOON)  # the tap is too short to confirm
    page.wait_for_timeout(200)
    assert len(dealer.seats()) == 1
    dealer.hold(away)
    expect(page.locator('.seat[data-seat="1"] header')).to_contain_text("empty", timeout=SOON)


def test_voiding_report_needs_preview_and_hold(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-void")
    page = dealer.page
    make_ready(dealer, visit("floor"), 1)
    dealer.bet(1)
    dealer.until("ask")
    before = said(dealer)
    page.keyboard.press("+")
    page.locator(".report button", has_text="Wrong number of cards").click(timeout=SOON)
    page.locator(".report button").first.click()
    page.locator('.more input[name="cards"]').fill("4")
    page.get_by_role("button", name="Preview the outcome").click()
    button = page.get_by_role("button", name="Confirm")
    expect(button).not_to_have_attribute("aria-disabled", "true", timeout=SOON)
    held_down = """(button) => {
      const options = { key: 'Enter', repeat: true, bubbles: true, cancelable: true };
      const event = new KeyboardEvent('keydown', options);
      button.dispatchEvent(event);
      return event.defaultPrevented;
    }"""
    assert button.evaluate(held_down)  # the key is still held from the previous form
    button.click()
    page.wait_for_timeout(200)
    assert said(dealer) == before
    dealer.hold(button)
    expect(page.locator(".more")).to_have_count(0, timeout=SOON)
    assert [command["type"] for command in said(dealer)[len(before) :]] == ["report_wrong_number@1"]


def sales(dealer: Dealer) -> list[str]:
    kinds = [command["type"] for command in said(dealer)]
    return [kind for kind in kinds if kind.startswith(("sit_down@", "buy_in@"))]


def test_digits_during_a_recount_are_the_count(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-recount")
    page = dealer.page
    make_ready(dealer, visit("floor"), 1)
    dealer.bet(1)
    page.keyboard.press(".")
    expect(page.get_by_role("button", name="One act per key")).to_be_visible()
    dealer.until("stub")
    page.keyboard.press("+")
    page.locator(".report button", has_text="Count the stub").click(timeout=SOON)
    page.locator('.more [name="cards"]').fill(str(dealer.frame["sight"]["stub"] - 1))
    page.get_by_role("button", name="Preview the outcome").press("Enter")
    do_it = page.get_by_role("button", name="Confirm")
    expect(do_it).not_to_have_attribute("aria-disabled", "true", timeout=SOON)
    do_it.press("Enter")
    expect(page.locator("#act")).to_contain_text("Recount all cards", timeout=SOON)
    before, sold = len(said(dealer)), sales(dealer)
    page.keyboard.type("52", delay=60)
    expect(page.get_by_label("Total")).to_have_value("52")
    expect(page.locator(".bet-sheet form")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#act")).not_to_contain_text("Recount all cards", timeout=SOON)
    assert [(one["type"], one["total"]) for one in said(dealer)[before:]] == [("recount@1", 52)]
    assert sales(dealer) == sold and len(dealer.seats()) == 1


def test_no_digit_opens_a_sale_in_any_phase(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-digits")
    page = dealer.page
    make_ready(dealer, visit("floor"), 1)
    sold = sales(dealer)
    page.keyboard.press("3")
    expect(page.locator(".refusal-bar")).to_contain_text("Seat 3 is empty", timeout=SOON)
    dealer.bet(1)
    tried = set[str]()
    while dealer.act != "rack":
        if dealer.act != "ask" and "cards" not in dealer.due["blanks"]:
            tried.add(dealer.act)
            page.keyboard.press("3")
            page.wait_for_timeout(100)  # a key pressed by hand counts after 45 ms
            expect(page.locator(".bet-sheet form")).to_have_count(0)
        if dealer.act == "ask":
            dealer.answer("play")
        else:
            dealer.step()
    assert {"close", "deal", "settle"} <= tried
    assert sales(dealer) == sold


def test_sale_has_no_preset_amount(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-preset")
    page = dealer.page
    make_ready(dealer, visit("floor"), 1)
    sold = sales(dealer)
    dealer.opens_seat(3)
    expect(page.get_by_label("Name")).to_be_focused(timeout=SOON)
    expect(page.locator(".bet-sheet input")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".bet-sheet h1")).to_contain_text("Seat 3 buys chips", timeout=SOON)
    expect(page.locator('.bet-sheet input[name="chips"]')).to_have_value("")
    page.keyboard.press("Enter")  # there is no amount
    expect(page.locator(".refusal-bar")).to_contain_text("not an amount", timeout=SOON)
    page.keyboard.press("Escape")
    expect(page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)
    assert sales(dealer) == [*sold, "sit_down@1"]
    assert next(seat for seat in dealer.seats() if seat["seat"] == 3).get("chips", 0) == 0
    page.keyboard.press("-")
    expect(page.locator("#act")).to_have_text("Which seat?")
    page.keyboard.press("Escape")
    expect(page.locator("#act")).not_to_have_text("Which seat?")


TWICE = """() => { for (let time = 0; time < 2; time += 1) document.body.dispatchEvent(
  new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true })); }"""


def test_key_during_saving_shows_a_message(at: At) -> None:
    dealer = at("dragon", "dragon-ahead")
    dealer.primary()
    act, before = dealer.act, len(said(dealer))
    dealer.page.evaluate(TWICE)
    expect(dealer.page.locator("body")).not_to_have_attribute("data-act", act, timeout=SOON)
    expect(dealer.page.locator(".foot .primary")).to_contain_text("Too fast", timeout=SOON)
    assert len(said(dealer)) == before + 1
