"""Test that a player who has a screen at a live table bets and answers on that screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.pages.helpers.players import Player
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.dealers import SOON
from tests.staff_pages.helpers.houses import PitHouse
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long


def test_player_bets_and_answers_on_their_own_screen(at: At, visit: Visit, house: PitHouse) -> None:
    dealer = at("dragon", "dragon-own")
    page = dealer.page
    make_ready(dealer, visit("floor"), 1)
    player = Player(visit("nobody"), dealer.table).sit("Ada")
    own = player.sight()["own_seats"][0]
    expect(page.locator(f'.seat[data-seat="{own}"] header')).to_contain_text("Ada", timeout=SOON)
    page.keyboard.press(str(own))  # the dealer can't enter their bets
    expect(page.locator(".bet-sheet")).to_contain_text("bets on their own screen")
    page.keyboard.press("Escape")
    player.lay_everything()
    player.choice("Bet $").click()
    expect(page.locator(f'.seat[data-seat="{own}"] .wagers')).to_contain_text("$", timeout=SOON)
    dealer.bet(1)
    dealer.until("ask")
    while dealer.act == "ask":
        if dealer.due["seat"] != own:
            dealer.answer("play")
            continue
        expect(page.locator(".answer")).to_have_count(0)
        expect(page.locator(".foot .off")).to_contain_text("the player answers on their own screen")
        before = len(dealer.visitor.sent("do"))
        page.keyboard.press("p")  # the dealer can't answer for them
        page.keyboard.press("f")
        player.page.locator('body[data-phase="decide"]').wait_for(timeout=SOON)
        own_cards = next(one for one in player.sight()["seats"] if one["seat"] == own)["cards"]
        assert own_cards == [None, None, None]  # real cards are unknown until the dealer enters them
        player.choice("Play").click()
        expect(page.locator(f'.seat[data-seat="{own}"] .said')).to_contain_text("Play", timeout=SOON)
        assert len(dealer.visitor.sent("do")) == before
        break
    dealer.until("rack")
    settled = next(seat for seat in dealer.seats() if seat["seat"] == own)
    assert settled["outcomes"] and settled["name"] == "Ada"
    player.page.locator(".seat.own").wait_for(state="attached", timeout=SOON)
    assert next(s for s in player.sight()["seats"] if s["seat"] == own)["net"] == settled["net"]
