"""Test that a relief dealer cannot undo the first dealer's entry while a progressive win waits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from croupier.cards import Card
from croupier.client import House
from croupier.errors import Refused
from croupier.table import commands as do
from tests.server.helpers.shift import Shift
from tests.staff_pages.conftest import Visit
from tests.staff_pages.helpers.dealers import SOON, Dealer, comes, confirms
from tests.staff_pages.helpers.dealing import Dealing, lay
from tests.staff_pages.helpers.houses import Member, PitHouse
from tests.staff_pages.test_floor import TRIPS_ON_THE_FLOP, chosen

pytestmark = pytest.mark.long

OWN, BOARD = TRIPS_ON_THE_FLOP


async def before_the_hand(shift: Shift) -> None:
    """Play until the dealer must name the winning hand of seat 1."""
    await shift.bets(progressive=100)
    await shift.until("ask")
    shift._follow()
    shift.pack.give("seat1", OWN)
    left = list(BOARD)
    while shift.due["act"] != "name" or shift.due.get("seat") != 1:
        at = 0
        for one in shift.due.get("deliveries", ()):
            for index in range(at, at + one["count"]):
                if one["place"] == "board" and left:
                    lay(shift.pack, index, left.pop(0))
            at += one["count"]
        await shift.act()


@pytest.fixture
def dealing(house: PitHouse) -> Iterator[Dealing]:
    opened = Dealing(house)
    try:
        yield opened
    finally:
        opened.close()


def second_dealer(house: PitHouse) -> tuple[str, Member]:
    """Hire a second dealer. Return their id, and their session."""
    admin = house.staff["administrator"]
    person = str(admin.post("/api/people", {"name": "Rae"})["person"])
    grant = admin.post(f"/api/people/{person}/roles", {"role": "dealer", "reason": "relief"})["number"]
    house.staff["regulator"].post(f"/api/grants/{grant}/approve")
    member = Member(house.url)
    member.post(f"/api/link/{admin.post(f'/api/people/{person}/link')['link']}")
    return person, member


@pytest.mark.clause("uth/11.J.2")
def test_a_relief_dealer_cannot_undo_the_first_dealers_entry_while_a_win_waits(
    dealing: Dealing, house: PitHouse, visit: Visit
) -> None:
    table = dealing.bring("uth", "uth-relief", before_the_hand, seats=1)
    first = Dealer(visit(), table, "uth", 1).come()
    undo = first.page.locator(".foot").get_by_role("button", name="Undo the last entry")
    first.name(list(OWN))
    expect(undo).to_be_visible(timeout=SOON)  # the first dealer may still correct the hand
    number = first.frame["sight"]["round"]

    person, member = second_dealer(house)
    house.staff["floor"].post(f"/api/pit/{table}/relief", {"person": person})
    expect(first.page.locator('body[data-line="ended"]')).to_be_attached(timeout=SOON)
    expect(undo).to_have_count(0)

    visitor = visit("nobody")
    second = Dealer(comes(visitor, member), table, "uth", 2).come()
    page, sent = second.page, len(visitor.sent("do"))
    button = page.locator(".foot").get_by_role("button", name="Undo the last entry")
    expect(button).to_be_hidden()
    page.keyboard.press("Backspace")
    expect(page.locator(".act #act")).not_to_contain_text("Correct your last entry")
    assert visitor.sent("do")[sent:] == []
    wrong = do.CorrectKeying(cards=(do.CardName("seat1", 0, Card("Ks")),), round=number)

    async def try_to_undo(token: str) -> str:
        try:
            async with House(house.url, token) as client, client.join(table, "dealer") as seat:
                await seat.do(wrong)
        except Refused as refused:
            return str(refused.code)
        return "accepted"

    assert dealing.run(try_to_undo(member.token)) == "not_last_key"

    second.do_it()  # settle the seat, so that its progressive win waits for the floor
    expect(page.locator(".act h1")).to_contain_text("Stop. The floor acts next.", timeout=SOON)
    expect(button).to_be_hidden()
    assert dealing.run(try_to_undo(member.token)) in ("not_last_key", "too_late")
    floor = chosen(visit("floor"), table)
    amount = floor.locator(".amount strong")
    expect(amount).to_contain_text("$", timeout=SOON)
    won = amount.inner_text()
    confirms(floor, "Seat 1’s progressive light is on")
    confirms(floor, f"Validate {won}")
    expect(page.locator(".settle")).to_contain_text(won.removesuffix(".00"), timeout=SOON)
    assert second.due["act"] == "pay" and second.due["seat"] == 1
    second.do_it()
    assert [one["command"]["type"] for one in visitor.sent("do")[sent:]] == [
        "settle_seat@1",
        "pay_progressive@1",
    ]
