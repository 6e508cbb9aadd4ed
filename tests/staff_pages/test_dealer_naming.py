"""Test card entry by typing, by tapping and with a card reader, including wrong and duplicate cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.helpers.browsers import Visitor
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer, comes
from tests.staff_pages.helpers.houses import PitHouse
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long


class Reader:
    """The card reader of docs/live-tables.md: a keyboard that types a card's name and Enter."""

    def __init__(self, page: Page, end: str = "Enter") -> None:
        self.page, self.end = page, end

    def read(self, *cards: str) -> None:
        for card in cards:
            for sign in card:
                self.page.keyboard.press(sign)
            self.page.keyboard.press(self.end)


def named(dealer: Dealer) -> list[str]:
    names: list[str] = dealer.page.locator(".entry .card:not(.slot):not(.half)").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    return names


def at_the_flop(at: At, visit: Visit, table: str) -> Dealer:
    dealer = at("uth", table)
    make_ready(dealer, visit("floor"), 1)
    dealer.bet(1)
    dealer.until("ask")
    dealer.answer("check")
    assert dealer.act == "deal" and dealer.due["cards"] == 3
    return dealer


def test_typing_highlights_cards_and_backspace_removes_one(at: At, visit: Visit) -> None:
    dealer = at_the_flop(at, visit, "uth-typing")
    page = dealer.page
    page.keyboard.type("as k")
    assert named(dealer) == ["ace of spades"]
    lit = page.locator(".grid .lit").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert sorted(lit) == ["Kc", "Kd", "Kh", "Ks"]
    expect(page.locator(".foot .btn.off")).to_contain_text("Enter the suit")
    page.keyboard.type("c")
    assert named(dealer) == ["ace of spades", "king of clubs"]
    page.keyboard.press("Backspace")
    assert named(dealer) == ["ace of spades"]
    page.keyboard.type("kd10")  # a ten may be typed as 10
    page.keyboard.press(" ")  # the page ignores an incomplete name
    assert dealer.act == "deal"
    before = len(dealer.visitor.sent("do"))
    page.keyboard.type("h")  # the last card is sent without another key
    expect(page.locator('body[data-act="ask"]')).to_be_attached(timeout=SOON)
    assert dealer.visitor.sent("do")[before]["command"]["cards"] == ["As", "Kd", "Th"]


def test_last_card_can_be_removed_for_a_moment(at: At, visit: Visit) -> None:
    dealer = at_the_flop(at, visit, "uth-last")
    page, before = dealer.page, len(dealer.visitor.sent("do"))
    page.clock.install()
    page.keyboard.type("askd7h")
    assert named(dealer) == ["ace of spades", "king of diamonds", "seven of hearts"]
    page.keyboard.press("Backspace")
    page.clock.run_for(2_000)
    assert named(dealer) == ["ace of spades", "king of diamonds"]
    assert len(dealer.visitor.sent("do")) == before
    page.keyboard.type("7c")
    page.clock.run_for(2_000)
    expect(page.locator('body[data-act="ask"]')).to_be_attached(timeout=SOON)
    assert dealer.visitor.sent("do")[before]["command"]["cards"] == ["As", "Kd", "7c"]


def test_duplicate_card_is_refused_with_a_remedy(at: At, visit: Visit) -> None:
    dealer = at_the_flop(at, visit, "uth-twice")
    page = dealer.page
    page.keyboard.type("as as")
    alert = page.locator(".refusal-bar")
    expect(alert).to_contain_text("A♠ is already entered")
    expect(alert).to_contain_text("call the floor")
    assert named(dealer) == ["ace of spades"]
    page.keyboard.type("kd7h")  # the next card clears the message
    expect(page.locator('body[data-act="ask"]')).to_be_attached(timeout=SOON)
    expect(alert).to_have_count(0)
    dealer.settled_down()
    dealer.answer("check")
    page.keyboard.type("as")
    expect(alert).to_contain_text("A♠ is already on the board")
    expect(page.locator('.grid [data-card="As"]')).to_have_class("suit-s gone wrong")
    expect(page.locator(".foot .btn.off")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(alert).to_have_count(0)
    page.keyboard.type("2c3c")  # the stub goes to the rack with the last two cards
    expect(page.locator("#act")).to_contain_text("fold or 1x", timeout=SOON)


def test_reader_enters_cards_but_never_confirms_another_act(at: At, visit: Visit) -> None:
    dealer = at_the_flop(at, visit, "uth-reader")
    before = len(dealer.visitor.sent("do"))
    reader = Reader(dealer.page)
    reader.read("As", "KD")
    assert named(dealer) == ["ace of spades", "king of diamonds"]
    reader.read("7h")
    expect(dealer.page.locator('body[data-act="ask"]')).to_be_attached(timeout=SOON)
    dealer.settled_down()
    (sent,) = dealer.visitor.sent("do")[before:]
    assert sent["command"]["cards"] == ["As", "Kd", "7h"]
    dealer.page.wait_for_timeout(100)
    reader.read("7h")  # a card that is read twice answers no question
    dealer.page.wait_for_timeout(200)
    assert dealer.act == "ask" and len(dealer.visitor.sent("do")) == before + 1


def test_tap_enters_a_card_and_second_tap_removes_it(at: At, visit: Visit) -> None:
    dealer = at_the_flop(at, visit, "uth-tapping")
    page = dealer.page
    for card in ("As", "Kd"):
        page.locator(f'.grid [data-card="{card}"]').click()
    page.locator('.grid [data-card="Kd"]').click()
    assert named(dealer) == ["ace of spades"]
    for card in ("7h", "2c"):
        page.locator(f'.grid [data-card="{card}"]').click()
    expect(page.locator('body[data-act="ask"]')).to_be_attached(timeout=SOON)
    assert dealer.visitor.sent("do")[-1]["command"]["cards"] == ["As", "7h", "2c"]


def test_deck_without_suits_shows_cards_left_of_each_kind(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-kinds")
    make_ready(dealer, visit("floor"), 1)
    dealer.bet(1)
    dealer.until("ask")
    dealer.answer("play")
    assert dealer.act == "name"
    page = dealer.page
    expect(page.locator(".grid button")).to_have_count(8)
    tiger = page.locator('.grid [data-card="Ti"]')
    count = int(tiger.locator(".left").inner_text().split()[0])
    page.keyboard.press("t")  # only one kind of card begins with this letter
    expect(tiger.locator(".left")).to_have_text(f"{count - 1} left")
    page.keyboard.press("i")  # the reader types the rest of the name
    page.keyboard.type("ti")
    expect(tiger.locator(".left")).to_have_text(f"{count - 2} left")
    assert named(dealer) == ["tiger", "tiger"]
    page.keyboard.type("dg")  # the hand is revealed with its last card
    expect(page.locator("#act")).to_contain_text("seat 1", timeout=SOON)
    expect(page.locator(".act .cite")).to_contain_text("Announce the dealer’s hand: ")


def test_burn_card_is_not_entered(browser: Browser, tmp_path: Path) -> None:
    house = PitHouse(tmp_path, ("uth",), "hand").open()
    dealing, watching = (Visitor(browser, house.url) for _ in range(2))
    try:
        table = house.live_table("uth-hand", "uth-burn")
        dealer = Dealer(comes(dealing, house.staff["dealer"]), table, "uth").come()
        make_ready(dealer, comes(watching, house.staff["floor"]), 1)
        dealer.bet(1)
        dealer.until("ask")
        dealer.answer("check")
        expect(dealer.page.locator(".dealing")).to_contain_text("1 card to the burn pile")
        expect(dealer.page.locator(".dealing")).to_contain_text("3 cards to the board, face up")
        before = len(dealing.sent("do"))
        dealer.name(["As", "Kd", "7h"])
        assert dealing.sent("do")[before]["command"]["cards"] == [None, "As", "Kd", "7h"]
        assert dealer.act == "ask"
    finally:
        dealing.close()
        watching.close()
        house.close()
    dealing.check()
    watching.check()
