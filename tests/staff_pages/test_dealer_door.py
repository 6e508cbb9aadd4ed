"""Test the dealers' pit page and training tables."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.helpers.browsers import MIDDLE, WIDE, Visitor
from tests.pages.helpers.looking import sideways, violations
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer
from tests.staff_pages.helpers.houses import Member, PitHouse

pytestmark = pytest.mark.long


def test_dealer_signs_in_by_link_logs_on_and_off(browser: Browser, house: PitHouse) -> None:
    visitor = Visitor(browser, house.url, size=MIDDLE)
    page = visitor.page
    page.goto(f"/link/{house.staff.links.pop('dealer')}")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{house.url}/pit", timeout=SOON)
    expect(page.get_by_role("heading", name="Choose your table")).to_be_visible(timeout=SOON)
    assert violations(page) == [] and sideways(page) <= 0
    house.open_live("uth-shoe", "uth-door")  # the table appears without a reload
    page.locator('[data-table="uth-door"]').click(timeout=SOON)
    expect(page.locator("#act")).to_have_text("Receive the red deck", timeout=SOON)
    page.goto("/pit")
    page.get_by_role("button", name="Log off").click()
    expect(page.get_by_role("button", name="Log off")).to_have_count(0, timeout=SOON)
    page.goto("/pit/uth-door")  # the dealer is not logged on
    expect(page.locator(".state-card")).to_contain_text("Not at this table", timeout=SOON)
    expect(page.get_by_role("link", name="Back to the pit")).to_have_attribute("href", "/pit")
    cookie = next(one for one in visitor.context.cookies() if one.get("name") == "croupier")
    house.staff["dealer"] = Member(house.url, str(cookie.get("value")))
    visitor.close()
    visitor.check()


def test_pit_page_rejects_other_roles(visit: Visit) -> None:
    page = visit("surveillance").page
    page.goto("/pit")
    expect(page.locator("main")).to_contain_text("surveillance", timeout=SOON)
    page.context.clear_cookies()
    page.goto("/pit")
    expect(page.locator("main")).to_contain_text("Sign in first", timeout=SOON)


def begin_training(visitor: Visitor, submission: str, words: str) -> Dealer:
    page = visitor.page
    page.goto("/pit")
    page.locator(f'[data-training="{submission}"]').get_by_role("button", name=words).click()
    page.wait_for_url("**/pit/training-*", timeout=SOON)
    dealer = Dealer(visitor, page.url.rpartition("/")[2], submission.partition("-")[0])
    expect(page.locator("body")).to_have_attribute("data-line", "open", timeout=SOON)
    return dealer


@pytest.mark.parametrize(("game", "size"), [("uth", MIDDLE), ("letitride", WIDE)])
def test_training_round_follows_the_screen(visit: Visit, game: str, size: tuple[int, int]) -> None:
    dealer = begin_training(visit("dealer", size=size), f"{game}-shoe", "Without cards")
    page = dealer.page
    dealer.until("bet", "wait")
    seats = [seat["seat"] for seat in dealer.seats()]
    assert len(seats) == 3  # these are the training players
    for seat in seats:
        dealer.bet(seat)
    before = len(dealer.visitor.sent("do"))
    dealer.presses = 0
    looked = set[str]()
    while dealer.act != "bet":
        if dealer.act not in looked:
            looked.add(dealer.act)
            assert violations(page) == [], dealer.act
            assert sideways(page) <= 0, dealer.act
        if dealer.act == "ask":  # the page shows no players' cards and no advice
            assert page.locator(".boardrow div:last-child .card:not(.back)").count() == 0
            assert "advice" not in page.locator("main").inner_text().lower()
        dealer.step()
        assert len(dealer.visitor.sent("do")) < 120
    # the dealer did not have to enter a card, and some presses performed several acts
    assert dealer.presses < len(dealer.visitor.sent("do")) - before
    assert dealer.cards == 0
    assert {"close", "deal", "ask", "settle", "rack"} <= looked
    assert not dealer.visitor.messages("advised")


def test_log_off_by_the_floor_stops_the_dealer(visit: Visit, house: PitHouse) -> None:
    house.live_table("dragon-shoe", "dragon-off")
    dealer = Dealer(visit("dealer"), "dragon-off", "dragon").come()
    house.staff["floor"].post("/api/pit/dragon-off/log-off")
    dealer.page.keyboard.press(" ")
    stop = dealer.page.locator(".state-card.stop")
    expect(stop).to_contain_text("You are no longer at this table", timeout=SOON)
    expect(stop.get_by_role("link", name="Back to the pit")).to_be_visible()
    assert dealer.visitor.messages("done") == []
