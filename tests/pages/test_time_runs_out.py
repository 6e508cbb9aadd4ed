"""Test that the page does not present a timed-out decision as the player's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import Fresh, Visit, opened
from tests.pages.helpers.browsers import PHONE, WIDE
from tests.pages.helpers.opened import Opened
from tests.pages.helpers.players import SOON, Player

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with opened(tmp_path_factory.mktemp("hasty"), decision=1.0) as found:
        yield found


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_reports_a_fold_by_timeout(visit: Visit, table: Fresh, size: tuple[int, int]) -> None:
    visitor = visit(size=size)
    visitor.context.add_init_script("localStorage.setItem('croupier-settings', '{\"clock\":true}')")
    player = Player(visitor, table("uth")).sit()
    player.choice("Minimum bet").click()
    page = player.page
    page.locator('body[data-phase="settled"]').wait_for(timeout=SOON)
    expect(page.locator(".log")).to_contain_text("Time ran out for you")
    expect(page.locator(".log")).to_contain_text("You: Fold")
    check_result(page)
    page.reload()  # the mark is still there after a reload
    player.betting()
    check_result(page)
    page.goto("/evening")
    headline = page.locator("dl.headline")
    expect(headline).to_contain_text("Lost to timeouts", timeout=SOON)
    expect(headline).to_contain_text("Cost of mistakes$0.00")
    expect(page.get_by_text("3 decisions were made for you")).to_be_visible()
    expect(page.get_by_label("Costliest")).not_to_contain_text("Fold")


def check_result(page: Page) -> None:
    expect(page.locator(".call q")).to_have_text("Time ran out and your hand was folded.")
    expect(page.locator(".versus")).to_contain_text("Time ran out and your hand was folded")
    expect(page.locator(".versus")).not_to_contain_text("You folded")
