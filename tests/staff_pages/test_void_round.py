"""Test that, when the dealer voids a round, every page that shows the table announces it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.pages.helpers.looking import sideways, violations
from tests.pages.helpers.players import Player
from tests.staff_pages.conftest import At, Visit
from tests.staff_pages.helpers.crew import Crew, sits
from tests.staff_pages.helpers.dealers import SOON
from tests.staff_pages.helpers.opening import make_ready

pytestmark = pytest.mark.long

VOID = "Round 1 is void: the dealer's card was exposed."
ALERT = "uth-void: Round 1 is void: the dealer's card was exposed (reported by Dealer)"


def accessible(page: Page) -> None:
    assert violations(page) == [] and sideways(page) <= 0


@pytest.mark.clause("uth/13.F")
def test_void_round_is_announced_with_its_rule(at: At, visit: Visit) -> None:
    dealer = at("uth", "uth-void")
    floor = visit("floor")
    make_ready(dealer, floor, 1)
    crew = Crew(dealer, floor, floor)
    player = Player(visit("nobody"), "uth-void")
    crew.players[sits(player, "Zoe")] = player
    crew.bets()
    crew.until("ask")
    line = player.page.locator(".void-line")
    expect(line).to_be_hidden()
    watching = visit("surveillance").page
    watching.goto("/surveillance")  # the page opens with the round search, not with the live tables
    expect(watching.locator(".eye-hits")).to_have_count(2, timeout=SOON)
    crew.report("Dealer's card exposed", "card 1$", card="As")
    expect(line).to_contain_text(f"{VOID} All bets are returned.", timeout=SOON)
    expect(line.get_by_role("button")).to_have_text("Rule 13.F")
    expect(dealer.page.locator(".void-bar")).to_contain_text(
        f"{VOID} Return all bets. uth/13.F", timeout=SOON
    )
    sign = visit("nobody").page
    sign.goto("/sign/uth-void")
    expect(sign.locator(".sign-void")).to_contain_text(
        f"{VOID} All bets are returned. Rule 13.F", timeout=SOON
    )
    for page in (player.page, dealer.page, sign):
        accessible(page)
    crew.to_the_end(1)
    expect(line).to_be_visible()
    expect(player.page.locator("#result-title")).to_have_text("Round void, returned: $10.00", timeout=SOON)
    expect(dealer.page.locator(".void-bar")).to_have_count(0, timeout=SOON)
    expect(sign.locator(".sign-voided")).to_contain_text(VOID, timeout=SOON)
    expect(watching.locator(".eye-incident")).to_contain_text(ALERT, timeout=SOON)
    accessible(watching)
    watching.get_by_role("button", name="Show alerts").click()
    expect(watching.locator(".eye-alerts")).to_contain_text(ALERT.split(": ", 1)[1], timeout=SOON)
    recorded = watching.locator(".eye-recorded li")
    expect(recorded).to_contain_text("Round 1 is void", timeout=SOON)
    recorded.get_by_role("button", name="Acknowledge").click()
    expect(recorded).to_have_text("Nothing to acknowledge.", timeout=SOON)
    expect(watching.locator(".eye-incident")).to_be_hidden(timeout=SOON)
    watching.get_by_role("button", name="Rounds").click()
    watching.wait_for_timeout(4000)  # the page loads the alerts again
    expect(watching.locator(".eye-incident")).to_be_hidden()
    crew.bets()
    crew.until("ask")
    expect(line).to_be_hidden(timeout=SOON)
