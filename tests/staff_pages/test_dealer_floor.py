"""Test how the dealer's page shows floor acts, such as corrections and a validated progressive win."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.crew import Crew
from tests.staff_pages.helpers.dealers import SOON, Dealer
from tests.staff_pages.helpers.mishaps import other_result
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long

ROYAL = ("As", "Ks", "Qs", "Js", "Ts")


def with_the_floor(dealer: Dealer, visit: Visit, seats: int = 1) -> Crew:
    """Prepare the table and open it on the floor's console."""
    floor = visit("floor")
    make_ready(dealer, floor, seats)
    floor.page.goto("/pit")
    floor.page.locator(f'.tbl[data-table="{dealer.table}"]').click(timeout=SOON)
    expect(floor.page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
    return Crew(dealer, floor, floor)


def test_correction_tells_the_dealer_which_chips_to_move(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-righted", size=(1024, 768))
    crew = with_the_floor(dealer, visit)
    stakes = dealer.bet(1)
    crew.to_the_end()
    page, number = dealer.page, crew.round - 1
    purse = crew.seat(1)["chips"]
    right = other_result(crew)
    crew.sheet("right", "correct_settlement", returned=right, reason="paid short")
    bar = page.locator(".put-right")
    before = next(
        event["returned"]
        for frame in dealer.visitor.messages("frame")
        for entry in frame["entries"]
        for event in entry
        if event["type"] == "wager_settled@1" and event["wager"] in stakes
    )
    cents = round(float(right) * 100)
    more, less = (
        f"Pay seat 1 ${(cents - before) / 100:.2f}",
        f"Take back ${(before - cents) / 100:.2f} from seat 1",
    )
    words = f"{more if before < cents else less}: Ante, ${before / 100:.2f} → ${right}"
    expect(bar.locator("b").first).to_have_text(words, timeout=SOON)
    expect(bar).to_contain_text(
        re.compile(rf"Round {number}, seat 1: Ante .* corrected by the floor, .*: paid short")
    )
    assert crew.seat(1)["chips"] == purse + cents - before
    assert violations(page) == [] and sideways(page) <= 0
    crew.until("bet")
    expect(bar).to_be_visible()  # the message stays until the dealer dismisses it
    page.keyboard.press("Escape")
    expect(bar).to_have_count(0)


def test_corrected_card_makes_the_dealer_settle_again(at: At, visit: Visit) -> None:
    dealer = at("topfive", "topfive-misread")
    crew = with_the_floor(dealer, visit)
    dealer.bet(1)
    while (dealer.due["act"], dealer.due.get("place")) != ("name", "seat1"):
        crew.act()
    right = dealer.next_cards_left()[0]
    crew.cards["found out later"] = [right]
    while dealer.due["act"] != "settle":
        crew.act()
    crew.act()
    crew.cards = {}
    crew.sheet("right", "correct_naming", "^Seat 1, card 1", card=right, reason="the card was misread")
    crew.until("settle")
    expect(dealer.page.locator("#act")).to_be_visible(timeout=SOON)
    assert dealer.due["seat"] == 1
    expect(dealer.page.locator(".hand .cards .card").first).to_be_visible(timeout=SOON)
    crew.act()
    assert crew.seat(1)["cards"][0] == right


def test_progressive_win_stops_the_dealer_until_validated(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-validated", size=(1024, 768))
    crew = with_the_floor(dealer, visit)
    dealer.bet(1, sides=True)
    crew.until("ask")
    crew.cards = {"seat1": list(ROYAL[:2]), "board": list(ROYAL[2:])}
    crew.until("validate")
    page = dealer.page
    stop = page.locator(".state-card.stop")
    expect(stop).to_contain_text("Waiting for the floor", timeout=SOON)
    expect(stop).to_contain_text("a floorperson or above")
    assert violations(page) == [] and sideways(page) <= 0
    said = len(dealer.visitor.sent("do"))
    for key in (" ", "Enter"):
        page.keyboard.press(key)
    page.wait_for_timeout(150)
    assert len(dealer.visitor.sent("do")) == said
    meter = crew.floor.page.locator(".amount strong")
    expect(meter).to_contain_text("$", timeout=SOON)
    amount = meter.inner_text()
    crew.signs()
    crew.until("pay")
    expect(page.locator("#act")).to_contain_text(amount, timeout=SOON)
    purse = crew.seat(1)["chips"]
    crew.act()
    paid = int(amount.replace("$", "").replace(",", "").replace(".", ""))
    assert crew.seat(1)["chips"] == purse + paid
    assert dealer.visitor.sent("do")[-1]["command"]["type"] == "pay_progressive@1"
