"""Report the incidents of a shift on the staff consoles, for every game."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from croupier.games import game as game_of
from tests.pages.helpers.browsers import Visitor
from tests.staff_pages.helpers.crew import Crew
from tests.staff_pages.helpers.dealers import SOON

ROYAL = ("As", "Ks", "Qs", "Js", "Ts")


def told(visitor: Visitor) -> list[dict[str, Any]]:
    """Return every event that a page received."""
    frames = visitor.messages("frame")
    return [event for frame in frames for entry in frame["entries"] for event in entry]


def jackpot(crew: Crew) -> None:
    """Deal a royal flush to the first player. The floor validates the win if the rules require it."""
    seat = next(iter(crew.players))
    crew.bets(everything=seat)
    crew.until("ask")
    own = len(crew.seat(seat)["cards"])
    crew.cards = {f"seat{seat}": list(ROYAL[:own]), "board": list(ROYAL[own:])}
    crew.to_the_end()
    crew.cards = {}
    events = told(crew.dealer.visitor)
    assert any(event["seat"] == seat for event in events if event.get("from_meter"))
    asked = any(event["type"].startswith("progressive_awaits@") for event in events)
    assert (("floor", "validate") in crew.done) is asked


def wrong_count(crew: Crew) -> None:
    """Count the stub one card short, and then recount all cards."""
    crew.dealer.page.keyboard.press(".")  # the stub is not placed in the rack with another key
    crew.until("stub", "count")
    crew.dealer.page.keyboard.press(".")
    left = crew.sight["stub"]
    if crew.dealer.due["act"] == "count":
        crew.dealer.page.keyboard.type(str(left - 1))
        crew.dealer.do_it()
    else:
        crew.report("Count the stub", cards=str(left - 1))
    crew.until("recount")
    page, before = crew.dealer.page, crew.frames
    page.get_by_label("Total").fill(str(len(game_of(crew.dealer.game).deck.order)))
    page.locator(".keyed button").press("Enter")
    crew.moved(before)


def misread(crew: Crew) -> None:
    """Enter a player's card wrongly and settle the hand. The floor corrects the card before the round is
    over.
    """
    seat = next(iter(crew.players))
    while (crew.dealer.due["act"], crew.dealer.due.get("place")) != ("name", f"seat{seat}"):
        crew.act()
    right = crew.dealer.next_cards_left()[0]
    crew.cards["found out later"] = [right]
    while (crew.dealer.due["act"], crew.dealer.due.get("seat")) != ("settle", seat):
        crew.act()
    crew.act()
    crew.cards = {}
    crew.sheet("right", "correct_naming", f"^Seat {seat}, card 1", card=right, reason="the card was misread")


def correction(crew: Crew) -> None:
    """Correct a payment of the previous round."""
    crew.sheet(
        "right", "correct_settlement", returned=other_result(crew), reason="paid short, seen on the recording"
    )


def other_result(crew: Crew) -> str:
    """Return a different possible result for the first correctable wager, in dollars."""
    offers = crew.floor.messages("frame")[-1]["offers"]
    sample = next(one["sample"] for one in offers if one["act"].startswith("correct_settlement@"))
    return f"{sample['returned'] / 100:.2f}"


def exposed(crew: Crew) -> None:
    """Expose a card of the dealer or the board."""
    crew.bets()
    crew.until("ask")
    number = crew.round
    crew.report(re.compile("^(?!Player).*card exposed"), "card 1$", card="")
    if crew.dealer.due["act"] == "rule":
        crew.rules("play_on", "no player acted on the wrong card")
    crew.to_the_end(number)


def void(crew: Crew) -> None:
    """Call the floor about an incident that no clause covers. The floor voids the round."""
    crew.bets()
    crew.until("ask")
    number, dealer, page = crew.round, crew.dealer.page, crew.floor.page
    before = {one["seat"]: one["chips"] + sum(one["wagers"].values()) for one in crew.dealer.seats()}
    dealer.keyboard.press("*")
    expect(page.locator(f'.tbl[data-table="{crew.dealer.table}"] .pend')).to_contain_text(
        "Call: ", timeout=SOON
    )
    expect(dealer.locator(".foot .floor")).to_contain_text("Call again", timeout=SOON)
    page.locator('[data-pane="table"]').click()
    page.locator('[data-act="call"]').click(timeout=SOON)
    expect(dealer.locator(".foot .floor")).to_contain_text("Call the floor", timeout=SOON)
    crew.report("Something else", detail="a drink was spilled on the layout")
    expect(dealer.locator(".state-card.stop")).to_contain_text("a floorperson or above", timeout=SOON)
    crew.rules("void", "the cards cannot be read")
    crew.to_the_end(number)
    assert {one["seat"]: one["chips"] for one in crew.dealer.seats()} == before


def defective(crew: Crew) -> None:
    """Declare the deck defective, which voids the round, and prepare a new deck."""
    crew.bets()
    crew.until("ask")
    number, before = crew.round, len(crew.done)
    crew.sheet("cards", "declare_defective", reason="the deck has two copies of a card")
    crew.to_the_end(number)
    crew.until("bet")
    done = {act for _, act in crew.done[before:]}
    assert {"receive", "attest", "load"} <= done and ("floor", "prepare") in crew.done[before:]


def deck_change(crew: Crew) -> None:
    """Remove the deck between rounds and prepare a new one."""
    crew.until("bet")
    before = len(crew.done)
    crew.report("Remove a deck", reason="a card is marked at a corner")
    crew.until("bet")
    done = {act for _, act in crew.done[before:]}
    assert {"receive", "attest", "load"} <= done and ("floor", "prepare") in crew.done[before:]


def idle(crew: Crew) -> None:
    """Make the table idle, then prepare the cards again."""
    crew.until("bet")
    before = len(crew.done)
    crew.report("Stop play and spread the cards")
    crew.until("bet")
    assert {"prepare", "shuffle", "load"} <= {act for _, act in crew.done[before:]}
