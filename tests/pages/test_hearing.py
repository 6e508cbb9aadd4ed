"""Test that screen readers get names and announcements in each phase and that axe finds no violations."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from croupier.rulebook import games
from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.browsers import PHONE, WIDE
from tests.pages.helpers.players import SOON, Player, until

pytestmark = pytest.mark.long


def violations(page: Page) -> list[tuple[str, str, list[str]]]:
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["impact"], [node["target"][0] for node in one["nodes"]][:4]) for one in found]


@pytest.mark.parametrize("game", games())
def test_no_axe_violations_in_any_phase(visit: Visit, table: Fresh, game: str) -> None:
    """The test checks the dark theme in every phase. The table looks the same in the light theme, so one
    phase is enough there.
    """
    size = PHONE if game in ("uth", "dragon") else WIDE
    player = Player(visit(color_scheme="dark", size=size), table(game)).sit("Axe")
    page = player.page
    player.lay_everything()
    assert violations(page) == [], "betting"
    player.send()
    player.deciding()
    assert violations(page) == [], "deciding"
    player.finish()
    page.locator("h2.head").wait_for(timeout=SOON)
    assert violations(page) == [], "settled"
    page.emulate_media(color_scheme="light")
    assert violations(page) == [], "settled, in the light"


def test_no_axe_violations_for_a_spectator_and_in_the_shortcuts(visit: Visit) -> None:
    page = visit(color_scheme="light").page
    page.goto("/tables/topfive-1")
    page.get_by_placeholder("Your name").wait_for(timeout=SOON)
    assert violations(page) == []
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard shortcuts").wait_for(timeout=SOON)
    assert violations(page) == []


def test_accessible_names_in_each_phase(visit: Visit, table: Fresh) -> None:
    """Betting areas, cards, choices (with their price) and the result have accessible names."""
    player = Player(visit(), table("uth")).sit("Words")
    page = player.page
    own = page.locator(".seat.own")
    told = own.aria_snapshot()
    assert 'button "Ante, empty, bet $5.00 to $100.00"' in told
    assert 'button "Progressive, empty, bet $1.00"' in told
    player.pick(500)
    player.spot("ante").click()
    player.drawn()
    told = own.aria_snapshot()
    assert 'button "Ante, $5.00 not placed yet"' in told and 'button "Blind, $5.00 not placed yet"' in told
    player.send()
    player.deciding()
    told = page.locator(".choices").aria_snapshot()
    assert 'button "Check no extra bet"' in told and 'button "Bet 4× $20.00 on Play"' in told
    assert re.search(r'group "Your cards: \w+ of \w+, \w+ of \w+"', own.aria_snapshot())
    assert page.locator(".stage").aria_snapshot().count("face-down card") >= 7
    expect(page.locator("#alerts")).to_contain_text(
        re.compile(
            r"Your turn: before the Flop\. Your hand so far: [a-z ]+\. "
            r"Choices: Check, 4× for \$20\.00 and 3× for \$15\.00\."
        )
    )
    page.evaluate(
        """() => { window.said = ''; const region = document.getElementById('announcements');
        const watch = new MutationObserver(() => { window.said += region.textContent; });
        watch.observe(region, {childList: true}); }"""
    )
    player.finish(0)
    page.locator("h2.head").wait_for(timeout=SOON)
    told = page.locator(".result").aria_snapshot()
    assert (
        re.search(r'heading "(You won|You lost|You broke even:) \$[\d,.]+"', told)
        and 'columnheader "Returned"' in told
    )
    assert 'row "Ante' in told
    until(page, r"/You (won|lost|broke even:) \$[\d.,]+/.test(window.said)")


def test_announces_each_event_once_and_keeps_the_focus(visit: Visit, table: Fresh) -> None:
    player = Player(visit(), table("letitride")).sit("Focus")
    page = player.page
    page.evaluate(
        """() => { window.told = [];
        for (const id of ['announcements', 'alerts'])
          new MutationObserver(() => window.told.push(document.getElementById(id).textContent))
            .observe(document.getElementById(id), {childList: true, characterData: true, subtree: true}); }"""
    )
    page.locator(".notes .link").first.focus()
    page.keyboard.press("r")  # there is no bet to repeat, so the page announces nothing new
    player.choice("Minimum bet").click()
    page.locator(".notes .link").first.focus()
    player.deciding()
    until(page, "window.told.some((one) => one.includes('Cards are dealt'))")
    page.wait_for_timeout(400)  # wait for more announcements
    told = page.evaluate("window.told")
    turn = [one for one in told if "Your turn" in one]
    assert len(turn) == 1
    dealt = [one for one in told if "Cards are dealt" in one]
    # the page announces a deal only once
    assert len(dealt) == 1 and "Your cards are " in dealt[0]
    assert page.evaluate("document.activeElement.matches('.notes .link')")


def test_settings_persist_and_no_horizontal_scrolling(visit: Visit, table: Fresh) -> None:
    """Settings survive a reload, and the page never scrolls sideways, even at 200% zoom."""
    page = Player(visit(), table("dragon")).sit("Setting").page
    for width, height in (PHONE, (720, 450), (320, 640), WIDE):
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"document.documentElement.scrollWidth <= {width}")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_label("Four-color deck").check()
    dialog.get_by_label("Large text").check()
    dialog.get_by_label("Light", exact=True).check()
    dialog.get_by_role("button", name="Done").click()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_class(re.compile("four-colour"))
    expect(root).to_have_attribute("data-room", "light")
    until(page, "getComputedStyle(document.documentElement).fontSize === '20px'")
