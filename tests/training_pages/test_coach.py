"""Test the coach, which warns once before a costly decision or shows the value of every choice."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import Fresh, Visit
from tests.pages.helpers.browsers import Visitor
from tests.pages.helpers.players import Player, until

pytestmark = pytest.mark.long

WARNED_OR_OVER = "!!document.querySelector('.coach-warning') || document.body.dataset.phase !== 'decide'"


def coached(visitor: Visitor, mode: str) -> Visitor:
    stored = json.dumps(json.dumps({"coach": mode}))
    visitor.context.add_init_script(f"localStorage.setItem('croupier-settings', {stored})")
    return visitor


def test_values_are_shown_without_a_click(visit: Visit, table: Fresh) -> None:
    player = Player(coached(visit(), "values"), table("dragon")).sit()
    player.choice("Minimum bet").click()
    player.deciding()
    expect(player.gold).to_have_count(1)
    expect(player.page.get_by_role("button", name="Coach: Show values")).to_be_visible()


def test_a_costly_decision_is_questioned_once(visit: Visit, table: Fresh) -> None:
    player = Player(coached(visit(), "warn"), table("dragon")).sit()
    page = player.page
    dialog = page.locator(".coach-warning")
    for _ in range(12):  # play rounds until folding would be the wrong decision
        player.choice("Minimum bet").or_(player.choice("Same again")).first.click()
        player.deciding()
        expect(player.gold).to_have_count(0)  # no button shows the best choice before the player chooses
        player.choice("Fold").click()
        until(page, WARNED_OR_OVER)
        if dialog.count():
            break
        player.betting()
    expect(dialog).to_contain_text("Fold costs $")
    expect(dialog).to_contain_text("Play is the best choice.")
    expect(dialog).to_contain_text("Play if")
    dialog.get_by_role("button", name="Choose again").click()
    expect(dialog).to_have_count(0)
    player.choice("Fold").click()  # the second press is accepted
    expect(dialog).to_have_count(0)
