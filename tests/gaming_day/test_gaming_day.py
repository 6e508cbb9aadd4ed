"""Test a gaming day in browsers of all roles, and the notes that it is compared with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gaming_day.casino import DayCasino
from tests.gaming_day.day import Day
from tests.gaming_day.notes import Seat, TableNotes
from tests.pages.helpers.browsers import running
from tests.server.helpers.served import audit


def test_notes_settle_a_round_and_follow_the_tray() -> None:
    table = TableNotes("felt", "dragon", {"dealing": "shoe", "paytables": {}})
    table.of("Ann").deposits, table.sold, table.fills = 100_00, 100_00, 1_000_00
    seat = Seat("Ann", {"ante": 500, "ante_bonus": 500}, ["play"])
    cards = {"seat 2": ["Ra", "Ra", "Mo"], "dealer": ["Dr", "Dr", "Dr"]}
    assert table.play({2: seat}, cards) == {2: -15_00}
    assert (table.total.win, table.total.losing, table.total.winnings) == (15_00, 15_00, 0)
    assert (table.of("Ann").chips, table.tray, table.hold) == (85_00, 915_00, "3/20")
    table.correct("Ann", "ante", 5_00, 0, 10_00)
    assert (table.total.win, table.of("Ann").chips, table.tray) == (5_00, 95_00, 905_00)


@pytest.mark.long
@pytest.mark.whole
def test_report_of_a_gaming_day_agrees_with_the_notes(tmp_path: Path) -> None:
    casino = DayCasino(tmp_path)
    try:
        with running() as browser:
            casino.open()
            day = Day(browser, casino)
            checks = day.run()
            day.finish()
        assert [check for check in checks if check[1] != check[2]] == [] and len(checks) > 300
        assert audit(casino.address).faults == ()
    finally:
        casino.close()
