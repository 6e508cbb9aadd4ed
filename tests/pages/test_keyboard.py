"""Test play with only the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from croupier.rulebook import games
from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.players import SOON, Player, until

pytestmark = pytest.mark.long


def tab_to(page: Page, selector: str, presses: int = 60) -> None:
    for _ in range(presses):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


@pytest.mark.parametrize("game", games())
def test_plays_a_round_by_keyboard(visit: Visit, table: Fresh, game: str) -> None:
    player = Player(visit(), table(game))
    page = player.page
    page.goto(f"/tables/{player.table}")
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)
    tab_to(page, "#name")
    page.keyboard.type(f"Keys {game}")
    page.keyboard.press("Enter")
    player.betting()
    first = player.stakes()[0]
    tab_to(page, f'.seat.own [data-wager="{first["name"]}"] button')
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")  # places one chip
    expect(page.locator(".stake b")).not_to_have_text("$0.00")
    page.keyboard.press("Backspace")  # removes it
    expect(page.locator(".stake b")).to_have_text("$0.00")
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")  # sends the bet
    taken = 0
    while asked(player):
        letter = page.locator(".choices .choice:enabled kbd").last.inner_text()
        page.keyboard.press(letter.lower())
        player.answered()
        taken += 1
        assert taken < 8
    assert taken
    page.locator("h2.head").wait_for(timeout=SOON)
    player.betting()
    page.keyboard.press("r")  # repeats the bet
    player.deciding()


def asked(player: Player) -> bool:
    """After the dealer's acts, return whether a decision is due."""
    player.page.locator('body[data-phase="decide"], body[data-phase="settled"]').wait_for(timeout=SOON)
    player.answered()
    return player.phase == "decide"


def test_keys_read_state_aloud_and_list_the_shortcuts(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("uth")).sit("Ears")
    page = player.page
    told = page.locator("#announcements")
    page.keyboard.press("w")
    expect(told).to_contain_text("You have no bets. You have $400.00 in chips.")
    page.keyboard.press("t")
    expect(told).to_contain_text("There is no time limit")
    page.keyboard.press("Enter")
    player.deciding()
    page.keyboard.press("h")
    sight = player.sight()
    own = next(seat for seat in sight["seats"] if seat["seat"] in sight["own_seats"])
    names = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "2": "two"}
    rank = own["cards"][0][0]
    expect(told).to_contain_text("Your cards: ")
    if rank in names:
        expect(told).to_contain_text(f"Your cards: {names[rank]} of")
    page.keyboard.press("b")
    expect(told).to_contain_text("board: 5 face-down cards")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("Hear the time left")
    expect(dialog).to_contain_text("Get advice")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("c")
    player.answered()


def test_rule_sheet_opens_in_place_and_returns_the_focus(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("letitride")).sit("Why")
    page = player.page
    tab_to(page, ".notes .why", 120)
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="The rule")
    expect(sheet.locator("h3").first).to_contain_text("letitride/7.E")
    expect(sheet.locator("p").first).not_to_have_text("")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    until(page, "document.activeElement.className === 'why'")
