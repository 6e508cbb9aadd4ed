"""Test the close of a gaming day, and the open points that prevent it."""

from __future__ import annotations

import pytest

from croupier.casino.administration.day_close_commands import ClosedDay, CloseGamingDay
from croupier.casino.administration.hand_pay_commands import RaiseHandPay, WinLine
from croupier.casino.cage import cash_commands as cash
from croupier.casino.cage.machine import CageState
from croupier.casino.gaming_day.open_points import open_points
from croupier.casino.machines import CasinoCommand, replace
from tests.casino.cage.test_inventory import START, accepts, counts, fill, opens, verifies
from tests.casino.cage.test_machine import cage
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused

DAY, ENDS = 19_674, 19_675 * 86_400 + 6 * 3600
BEGINS = ENDS - 86_400
HASH = "ab" * 32


def close(day: int = DAY, at: int = ENDS + 120) -> CloseGamingDay:
    return CloseGamingDay(day=day, report=HASH, ends=ENDS, by=BY["lee"], at=at)


@pytest.mark.clause("COMAR 36.03.10.02B", "COMAR 36.05.03.25")
def test_accounting_closes_a_day_once_and_after_its_end() -> None:
    assert refused(desk(), close(at=ENDS + 119)).code == "day_not_over"
    state = desk(close())
    assert state.closed_days == {str(DAY): ClosedDay(DAY, HASH, BY["lee"], ENDS + 120)}
    assert refused(state, close(at=ENDS + 500)).code == "day_closed"
    assert refused(desk(), replace(close(), by=BY["kim"])).code == "not_your_role"


def timed(*commands: CasinoCommand, at: int = BEGINS + 60) -> CageState:
    return cage(*(replace(command, at=at) for command in commands), state=START)


def words(state: CageState, *uncollected: str) -> list[tuple[str, str]]:
    return [(one.words, one.who) for one in open_points(state, desk(), BEGINS, ENDS, uncollected)]


def test_open_points_say_who_must_act() -> None:
    bank = counts(), verifies()
    assert words(timed(counts())) == [
        ("The count of the main bank is not verified", "another cashier or accounting")
    ]
    assert words(timed(*bank)) == []
    assert words(timed(*bank, at=BEGINS - 1)) == [
        ("The main bank was not counted on this day", "a cashier, then a second person")
    ]
    drawer = *bank, opens(), accepts()
    assert words(timed(*drawer)) == [("Drawer 1 is not closed", "its cashier, Kim")]
    closes = cash.CloseDrawer(bills={}, other=1, by="cage:kim")
    assert words(timed(*drawer, closes)) == [
        ("The closing of drawer 1 is not verified", "another cashier or accounting")
    ]
    assert words(timed(*bank, fill({"500": 1}))) == [("Fill 1 of t1 is not complete", "the cage")]
    box = cash.CollectDropBox(id="b1", table="t1", by="count_team:cole")
    assert words(timed(*bank, box)) == [("Drop box 1 of t1 is not counted", "the count team")]
    assert words(timed(*bank), "t2") == [("The drop box of t2 is not collected", "the count team")]


def test_points_of_the_next_day_do_not_count() -> None:
    state = timed(counts(), verifies())
    later = replace(opens(), at=ENDS), replace(accepts(), at=ENDS + 1)
    assert words(cage(*later, state=state)) == []


def test_open_hand_pay_is_an_open_point() -> None:
    line = WinLine("trips", 100_00, 50_000_00, 12_000_00, 12_000_00)
    raised = RaiseHandPay(
        table="t1", round=7, seat=3, player="walk-1", lines=(line,), year=2026, by="table:t1", at=BEGINS + 5
    )
    state = desk(*approved(document()), opened(money="real"), raised)
    (point,) = open_points(START, state, BEGINS, ENDS)
    assert point.words == "Hand pay 1 is not complete"
    assert point.who == "the floor or the cage enters the winner's identity"
