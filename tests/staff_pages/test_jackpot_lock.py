"""Test that a progressive win waits, unchanged, while the dealer's screen is locked and the dealer leaves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.helpers.shift import Shift
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer, confirms
from tests.staff_pages.helpers.dealing import Dealing, wins
from tests.staff_pages.helpers.houses import PitHouse
from tests.staff_pages.test_floor import TRIPS_ON_THE_FLOP, chosen
from tests.staff_pages.test_screen_lock import is_locked

pytestmark = pytest.mark.long


@pytest.fixture
def win(house: PitHouse) -> Iterator[str]:
    async def small_win(shift: Shift) -> None:
        await wins(shift, *TRIPS_ON_THE_FLOP)

    opened = Dealing(house)
    try:
        yield opened.bring("uth", "uth-locked-win", small_win, seats=1)
    finally:
        opened.close()


@pytest.mark.clause("uth/11.J.2")
def test_a_win_waits_across_a_lock_and_a_new_log_on(win: str, visit: Visit, house: PitHouse) -> None:
    dealer = Dealer(visit(), win, "uth", 1).come()
    page = dealer.page
    expect(page.locator(".act h1")).to_contain_text("Stop. The floor acts next.", timeout=SOON)
    page.locator(".top .lock").click()
    page.get_by_label("PIN").fill("4711")
    page.keyboard.press("Enter")
    is_locked(page, True)
    tab = dealer.visitor.context.new_page()  # another tab does not get around the lock
    tab.goto(f"{house.url}/pit/{win}")
    is_locked(tab, True)
    before = len(dealer.visitor.sent("do"))

    floor = chosen(visit("floor"), win)
    amount = floor.locator(".amount strong")
    expect(amount).to_contain_text("$", timeout=SOON)
    won = amount.inner_text()
    confirms(floor, "Seat 1’s progressive light is on")
    confirms(floor, f"Validate {won}")
    expect(floor.locator(".foot > .btn:last-child")).to_contain_text("next: the dealer", timeout=SOON)
    for locked in (page, tab):
        for key in ("Enter", " ", "Backspace"):
            locked.keyboard.press(key)
    assert dealer.visitor.sent("do")[before:] == []
    tab.close()

    house.staff["dealer"].post(f"/api/pit/{win}/log-off")
    expect(page.locator('body[data-line="ended"]')).to_be_attached(timeout=SOON)
    house.log_on(win)
    page.reload()
    is_locked(page, True)  # a new log-on does not unlock the screen
    page.get_by_label("PIN").fill("4711")
    page.keyboard.press("Enter")
    is_locked(page, False)
    assert dealer.due["act"] == "pay" and dealer.due["seat"] == 1
    expect(page.locator(".settle")).to_contain_text(won.removesuffix(".00"), timeout=SOON)
    dealer.do_it()
    assert [sent["command"]["type"] for sent in dealer.visitor.sent("do")[before:]] == ["pay_progressive@1"]
