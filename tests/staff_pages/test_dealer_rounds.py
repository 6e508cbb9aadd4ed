"""Test complete rounds with real cards on the dealer's console."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.rulebook import games
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long

NAMED = ("name_cards@1", "deal@1", "turn_up@1")
FOLLOWS = (
    "lock_progressive@1",
    "bank_chips@1",
    "rack_stub@1",
    "reveal_dealer@1",
    "shuffle@1",
    "cut@1",
    "load@1",
)


def said_since(dealer: Dealer, before: int) -> list[dict[str, Any]]:
    return [told["command"] for told in dealer.visitor.sent("do")[before:]]


def play_round(dealer: Dealer) -> None:
    number = dealer.frame["sight"]["round"]
    while dealer.frame["sight"]["round"] == number:
        dealer.step()


def cards_in(commands: list[dict[str, Any]]) -> int:
    """Count the cards entered. Face-down cards are not entered."""
    return sum(card is not None for one in commands if one["type"] in NAMED for card in one.get("cards", ()))


def own_keys(game: str, commands: list[dict[str, Any]]) -> int:
    """Count the commands that need their own key press. Others follow a key press or the last card.

    A reveal that collects the wagers of folded hands moves chips, so it has its own key.
    """
    kinds = [one["type"] for one in commands if not (one["type"] in NAMED and cards_in([one]))]
    dealt = "deal@1" if "collect_chips@1" in kinds else ""  # the key for the counted chips also deals
    collects = game == "dragon" and any(one.get("choice") == "fold" for one in commands)
    return sum(kind not in (*FOLLOWS, dealt) for kind in kinds) + collects


@pytest.mark.parametrize("game", games())
def test_keyboard_round_takes_one_press_per_decision_and_card(at: At, visit: Visit, game: str) -> None:
    dealer = at(game, f"{game}-keys")
    done = make_ready(dealer, visit("floor"), 6)
    assert done.index("floor") == 2  # the deck is received, inspected, and verified by a second person
    assert {"receive", "prepare", "shuffle", "cut", "attest", "load"} <= {*done}
    for seat in range(1, 7):
        dealer.bet(seat, sides=bool(seat % 2))
    before = len(dealer.visitor.sent("do"))
    dealer.presses = 0
    play_round(dealer)
    commands = said_since(dealer, before)
    kinds = [command["type"] for command in commands]
    assert kinds[0] == "close_betting@1" and kinds[-4:] == ["rack_cards@1", "shuffle@1", "cut@1", "load@1"]
    assert dealer.presses == own_keys(game, commands) + cards_in(commands)
    dealer.until("bet")  # the deck is prepared again
    chips = {seat["seat"]: seat["chips"] for seat in dealer.seats()}
    shown = {seat["seat"]: 500_00 + seat.get("net", 0) for seat in dealer.seats()}
    assert chips == shown  # the sheets match the players' chips


def test_one_key_repeats_all_bets(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-again")
    make_ready(dealer, visit("floor"), 3)
    bets = {seat: dealer.bet(seat, sides=seat == 2) for seat in (1, 2, 3)}
    play_round(dealer)
    dealer.until("bet")
    expect(dealer.page.get_by_role("button", name="Repeat last bets")).to_be_visible()
    dealer.press("r")
    expect(dealer.page.locator('body[data-act="close"]')).to_be_attached(timeout=SOON)
    dealer.page.wait_for_function("() => document.body.dataset.busy === 'false'")
    for _ in range(100):
        if all(seat.get("wagers") for seat in dealer.seats()):
            break
        dealer.page.wait_for_timeout(50)
    assert {seat["seat"]: seat["wagers"] for seat in dealer.seats()} == bets


def test_letters_lead_to_side_bets(at: At, visit: Visit) -> None:
    """Bets of $10 with Trips of $5 and the Progressive take eight keys."""
    dealer = at("uth", "uth-letters")
    page = dealer.page
    make_ready(dealer, visit("floor"), 1)
    page.keyboard.press("1")
    page.locator(".bet-sheet form").wait_for(timeout=SOON)
    for key in ("1", "0", "t", "5", "r"):
        page.keyboard.press(key)
        page.wait_for_timeout(50)
    expect(page.locator('input[name="progressive"]')).to_have_value("1")
    page.wait_for_timeout(50)
    page.keyboard.press("Enter")
    expect(page.locator(".bet-sheet form")).to_have_count(0, timeout=SOON)
    assert dealer.seats()[0]["wagers"] == {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 100}


@pytest.mark.parametrize("game", ["uth", "dragon"])
def test_touch_round_takes_one_tap_per_decision_and_card(at: At, visit: Visit, game: str) -> None:
    dealer = at(game, f"{game}-touch", size=(1024, 768), has_touch=True)
    make_ready(dealer, visit("floor"), 2)
    dealer.bet(1, sides=True)
    dealer.bet(2)
    dealer.by_touch = True
    before = len(dealer.visitor.sent("do"))
    dealer.presses = 0
    play_round(dealer)
    commands = said_since(dealer, before)
    assert dealer.presses == own_keys(game, commands) + cards_in(commands)


def test_tap_or_early_key_pays_nothing(at: At, visit: Visit) -> None:
    dealer = at("dragon", "dragon-careful")
    make_ready(dealer, visit("floor"), 1)
    dealer.bet(1)
    dealer.until("ask")
    button = dealer.page.locator(".answer").first
    button.click()
    expect(button).to_contain_text("Tap again to take it back")
    button.click()  # the second tap takes the answer back
    dealer.page.wait_for_timeout(900)
    assert dealer.act == "ask"
    dealer.answer("play")
    dealer.until("settle")
    dealer.page.locator(".settle").wait_for(timeout=SOON)
    before = len(dealer.visitor.sent("do"))
    dealer.page.keyboard.press("Enter")  # too early
    dealer.page.keyboard.press(" ")  # the key for other acts
    dealer.primary().click()  # too short
    dealer.page.wait_for_timeout(100)
    assert len(dealer.visitor.sent("do")) == before
    assert dealer.primary().get_attribute("data-key") == "Enter"
    dealer.do_it()
    assert dealer.act == "rack"


def test_settlement_sheet_matches_the_payment(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-sheet", seed=5)
    make_ready(dealer, visit("floor"), 2)
    for seat in (1, 2):
        dealer.bet(seat, sides=True)
    dealer.until("settle")
    while dealer.act == "settle":
        seat = dealer.due["seat"]
        rows = dealer.page.locator(".settle tbody tr")
        rows.first.wait_for(timeout=SOON)
        shown = rows.evaluate_all(
            "all => all.map(({dataset, cells}) => [dataset.wager, dataset.action, cells[2].textContent])"
        )
        expect(dealer.page.locator(".hand").first).to_be_visible()
        dealer.do_it()
        told = [event for entry in dealer.frame["entries"] for event in entry]
        paid = [
            [event["wager"], *hands(event)]
            for event in told
            if event["type"] == "wager_settled@1" and event["seat"] == seat
        ]
        assert shown == paid, seat
        if dealer.act == "name":
            dealer.until("settle", "rack")


def hands(event: dict[str, Any]) -> tuple[str, str]:
    """Return the chip action and amount of a settlement event."""
    out = event["returned"] - (0 if event.get("banked") else event["staked"])
    if out > 0:
        return "pay", f"${out // 100:,}.{out % 100:02d}"
    if out < 0:
        return "collect", f"${-out // 100:,}.{-out % 100:02d}"
    return ("lost" if event.get("banked") else "push"), "—"
