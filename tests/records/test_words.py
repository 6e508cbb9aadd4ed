"""Test round numbers, amounts and examples in messages about records."""

from __future__ import annotations

import pytest

from croupier import BadInput, play_record
from croupier.games.game import Ask
from croupier.records.incidents import in_dollars, reported_round
from croupier.rulebook import games
from tests.helpers.pit import bets_down, in_round
from tests.helpers.table_help import MAIN


@pytest.mark.parametrize(
    ("cents", "written"), [(0, "0.00"), (5, "0.05"), (99, "0.99"), (100, "1.00"), (12_345, "123.45")]
)
def test_amounts_of_incidents_have_two_decimals(cents: int, written: str) -> None:
    assert in_dollars(cents) == written


@pytest.mark.parametrize("game", games())
def test_incident_belongs_to_the_current_or_last_round(game: str) -> None:
    pit = bets_down(game)
    assert reported_round(pit.state) == 0
    running = in_round(game)
    assert reported_round(running.state) == 1
    running.run(until=lambda state: isinstance(state.phase, Ask))
    assert reported_round(running.state) == 1
    running.run()
    assert reported_round(running.state) == 1


@pytest.mark.parametrize(("game", "example"), [("uth", "As Ks Qs"), ("dragon", "Ra Ra Ra")])
def test_rejects_non_list_of_cards_with_an_example(game: str, example: str) -> None:
    seats = [{"seat": 1, "wagers": MAIN[game], "decisions": [], "cards": 7}]
    with pytest.raises(BadInput, match=f'write cards as one string, such as "{example}"$'):
        play_record({"game": game, "seats": seats})
