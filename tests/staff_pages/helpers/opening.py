"""Prepare a table on the dealer's and the floor's consoles."""

from __future__ import annotations

from tests.pages.helpers.browsers import Visitor
from tests.staff_pages.helpers.dealers import SOON, Dealer, confirms

NAMES = ("Ann", "Ben", "Cora", "Dee", "Eli", "Fay", "Gus")


def floor_acts(floor: Visitor, dealer: Dealer) -> None:
    """Perform the floor's act on the floor's screen."""
    before = len(dealer.visitor.heard)
    floor.page.goto(f"/pit/{dealer.table}")
    confirms(floor.page, key=" ")
    for _ in range(SOON // 20):
        if any('"type":"frame"' in told[:20] for told in dealer.visitor.heard[before:]):
            break
        dealer.page.wait_for_timeout(20)
    dealer.settled_down()


def make_ready(dealer: Dealer, floor: Visitor, seats: int = 3) -> list[str]:
    """Prepare a new table until bets are open. Return the acts in order."""
    done: list[str] = []
    while dealer.act != "bet":
        if dealer.act == "wait":
            for number in range(1, seats + 1):
                dealer.seat(number, NAMES[number - 1])
            continue
        if dealer.due["role"] == "floor":
            floor_acts(floor, dealer)
            done.append("floor")
            continue
        done.append(dealer.step())
        assert len(done) < 80, done
    return done
