"""Type random keys and card reader lines in every phase, and check that no act happens without its key.

The random keys exclude Space and Enter, because these perform acts and payments. Answers, cards and repeated
bets have their own keys. Two acts follow automatically when the last card has been named.
"""

from __future__ import annotations

import random

import pytest

from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import Dealer
from tests.staff_pages.helpers.opening import make_ready
from tests.staff_pages.helpers.pace import said
from tests.staff_pages.test_dealer_hands import read

pytestmark = pytest.mark.long

KEYS = [*"abcdefghijklmnopqrstuvwyz0123456789-+/", "Backspace", "Escape", "Tab"]
OWN_KEYS = {"decide@1", "name_cards@1", "deal@1", "turn_up@1", "bet@1"}
FOLLOW_NAMES = {"rack_stub@1", "reveal_dealer@1"}
BY_HAND = 50  # milliseconds between two keys of a person
STRAY = 10  # number of random keys in each phase


def stray(dealer: Dealer, chance: random.Random) -> None:
    """Type random keys, then close every panel and remove cards that are still entered."""
    page, deck = dealer.page, [card.lower() for card in ("As", "4c", "3s", "Kd", "1h", "Ti", "2r")]
    for _ in range(STRAY):
        if chance.random() < 0.25:
            read(page, "".join(chance.sample(deck, chance.randint(1, 3))))
        else:
            page.keyboard.press(chance.choice(KEYS))
        page.wait_for_timeout(BY_HAND)
    for _ in range(3):
        page.keyboard.press("Escape")
    page.evaluate("() => document.activeElement?.blur()")
    page.wait_for_timeout(800)  # the console sends a complete card name after a moment
    for _ in range(8):
        page.keyboard.press("Backspace")
    page.keyboard.press("Escape")  # without typed cards, Backspace opens the correction of the last entry
    dealer.settled_down()


@pytest.mark.parametrize(("game", "seed"), [("uth", 1), ("dragon", 2)])
def test_stray_keys_sell_pay_and_perform_nothing(at: At, visit: Visit, game: str, seed: int) -> None:
    dealer, chance = at(game, f"{game}-stray"), random.Random(seed)
    make_ready(dealer, visit("floor"), 2)
    before = len(said(dealer))
    stray(dealer, chance)  # while bets are open
    for seat in (1, 2):
        if not next(one for one in dealer.seats() if one["seat"] == seat).get("wagers"):
            dealer.bet(seat)
    assert {one["type"] for one in said(dealer)[before:]} <= {"bet@1"}
    phases, chips = set[str](), {one["seat"]: one["player"] for one in dealer.seats()}
    for _ in range(80):
        act = dealer.act
        phases.add(act)
        before = len(said(dealer))
        stray(dealer, chance)
        sent = said(dealer)[before:]
        assert {one["type"] for one in sent} <= OWN_KEYS | FOLLOW_NAMES, (act, sent)
        assert all(any(one["cards"]) for one in sent if one["type"] == "deal@1"), (act, sent)
        if dealer.act == "bet":
            break
        dealer.step()
        if dealer.act == "bet":
            break
    assert {"close", "deal", "ask", "rack"} <= phases
    assert {one["seat"]: one["player"] for one in dealer.seats()} == chips
