"""Test chips for later decisions, and that a player who is alone has no time limit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.browsers import PHONE, WIDE
from tests.pages.helpers.players import SOON, Player

pytestmark = pytest.mark.long

CHIP = 100_00  # cents


def lay_ante(player: Player) -> None:
    """Place $100 on Ante, which also places $100 on Blind."""
    player.pick(CHIP)
    player.spot("ante").click()
    player.drawn()


def left_with_two_chips(player: Player) -> Player:
    """Sit down, and fold rounds until the chips are enough for only one such bet."""
    player.sit()
    while player.chips > 2 * CHIP:
        lay_ante(player)
        player.choice("Bet $").click()
        fold(player)
    assert player.chips == 2 * CHIP
    return player


def fold(player: Player) -> None:
    for choice in ("Check", "Check", "Fold"):
        player.deciding()
        player.choice(choice).click()
        player.answered()
    player.betting()


def bet_all_chips(player: Player) -> None:
    lay_ante(player)
    player.choice("Bet $").click()
    player.deciding()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_warns_about_a_bet_that_leaves_too_little_for_play(
    visit: Visit, table: Fresh, size: tuple[int, int]
) -> None:
    player = left_with_two_chips(Player(visit(size=size), table("uth")))
    lay_ante(player)
    note = player.page.locator(".note")
    expect(note).to_have_text("This bet leaves you $0.00. You need at least $100.00 for Play.")
    expect(player.choice("Bet $")).to_contain_text("leaves $0.00 for Play")
    expect(player.choice("Bet $")).not_to_have_class(re.compile("main"))
    player.choice("Get $").click()
    expect(note).to_be_hidden()
    expect(player.choice("Bet $")).to_have_class(re.compile("main"))
    player.answered()
    assert player.chips > 0
    player.send()


def test_shows_current_chips_and_sells_more_during_a_decision(visit: Visit, table: Fresh) -> None:
    player = left_with_two_chips(Player(visit(), table("uth")))
    bet_all_chips(player)
    assert player.chips == 0
    options = player.page.locator(".choices .choice")
    expect(options).to_have_count(2)
    player.choice("Get $").click()
    expect(player.choice("Bet 4×").or_(player.choice("Bet 3×")).first).to_be_visible()
    player.answered()
    assert player.chips > 0


def test_forced_fold_is_not_a_mistake(visit: Visit, table: Fresh) -> None:
    player = left_with_two_chips(Player(visit(), table("uth")))
    bet_all_chips(player)
    fold(player)
    page = player.page
    with page.expect_response(lambda answer: "/decisions" in answer.url):
        page.reload()
    player.betting()
    expect(page.locator(".versus")).to_contain_text("You folded")
    expect(page.locator(".coach")).to_be_hidden()
    page.goto("/evening")
    forced = page.get_by_text("4 decisions are not counted")
    expect(forced).to_be_visible(timeout=SOON)


def test_no_time_limit_when_alone(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    player.choice("Minimum bet").click()
    player.deciding()
    timer = player.page.locator(".timer b")
    expect(timer).to_have_text("")
    page = player.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Time limit when I play alone").check()
    page.get_by_role("button", name="Done").click()
    expect(timer).to_have_text(re.compile(r"\d+:\d\d"))
    expect(page.get_by_role("button", name="More time")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Time limit when I play alone").uncheck()
    page.get_by_role("button", name="Done").click()
    expect(timer).to_have_text("")


def test_lobby_warns_that_time_limits_apply_while_away(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit()
    player.page.goto("/")
    expect(player.page.locator(".resume")).to_contain_text("Time limits apply while you’re away")
