"""Test solving with changed payments, and finding the payment for a target edge."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.errors import BadInput
from croupier.maths.advice import ChosenTerms, advise
from croupier.maths.analyze import plan, solve
from croupier.maths.repricing import Repricing
from croupier.maths.rules_file import terms_from
from croupier.maths.terms import Terms
from croupier.rulebook import Odds

CASES = [
    ("uth", "main", "A", "flush", "2 to 1"),
    ("uth", "trips", "A", "flush", "8 to 1"),
    ("letitride", "main", "A", "flush", "9 to 1"),
    ("dragon", "main", "A", "pair", "1 to 2"),
    ("topfive", "poker", "A", "straight", "9 to 1"),
]


@pytest.mark.parametrize(("game", "wager", "letter", "row", "pays"), CASES)
def test_matches_the_same_change_in_a_rules_file(
    game: str, wager: str, letter: str, row: str, pays: str
) -> None:
    ready = Repricing(Terms(game), wager, letter)
    table = ready.task.table
    assert table is not None
    own = terms_from({"paytables": {table.wager: {"base": letter, row: pays}}}, game)
    expected = solve(own, plan(own, wager)[0])
    now = ready.solve({row: pays})
    assert (now.house_edge, now.result.variance) == (expected.house_edge, expected.variance)
    assert now.hold == expected.element_of_risk
    assert ready.solve({}).moved == ()
    assert ready.base.house_edge == solve(Terms(game), ready.task).house_edge


@pytest.mark.parametrize(("game", "wager", "letter", "row", "pays"), CASES)
def test_the_payment_for_a_target_edge_gives_that_edge(
    game: str, wager: str, letter: str, row: str, pays: str
) -> None:
    ready = Repricing(Terms(game), wager, letter)
    edge = ready.base.house_edge + Fraction(1, 1000)
    found = ready.payment(row, edge)
    assert ready.edge({row: found}) == edge
    changed = ready.edge({row: pays})
    gain = ready.payment(row, changed)
    assert ready.edge({row: gain}) == changed


def test_names_the_hands_whose_best_decision_changes() -> None:
    ride = Repricing(Terms("letitride"), "main", "A").solve({"flush": "9 to 1"})
    assert ("4-3-2 suited", "withdraw", "ride") in {(each.hand, each.was, each.now) for each in ride.moved}
    own = terms_from({"paytables": {"main": {"base": "A", "flush": "9 to 1"}}}, "letitride")
    assert advise(ChosenTerms(own), "letitride", "4s 3s 2s").best == "ride"
    assert advise(ChosenTerms(Terms("letitride"), "A"), "letitride", "4s 3s 2s").best == "withdraw"

    blind = Repricing(Terms("uth"), "main", "A").solve({"four_of_a_kind": "30 to 1"})
    assert {each.was for each in blind.moved} == {"fold"}
    moved = {each.hand for each in blind.moved}
    assert "6-3 on 3-2-2-2-2" in moved
    dearer = terms_from({"paytables": {"blind": {"base": "A", "four_of_a_kind": "30 to 1"}}}, "uth")
    board = "2c 2d 2h 2s 3c"
    assert advise(ChosenTerms(dearer), "uth", "6c 3d", board).best == "1x"
    assert advise(ChosenTerms(Terms("uth"), "A"), "uth", "6c 3d", board).best == "fold"


def test_odds_of_the_main_wagers_change_too() -> None:
    ready = Repricing(Terms("topfive"))
    now = ready.solve({"play": "6 to 5"})
    assert now.house_edge < 0
    assert [(each.was, each.now) for each in now.moved] == [("fold", "play")]
    assert ready.solve({"play": Fraction(6, 5)}).house_edge == now.house_edge
    assert ready.solve({"play": Odds(11, 5, "for")}).house_edge == now.house_edge


def test_rejects_impossible_cards() -> None:
    ready = Repricing(Terms("uth"), "trips", "A")
    with pytest.raises(BadInput, match="no row 'flash'"):
        ready.solve({"flash": "1 to 1"})
    with pytest.raises(BadInput, match="more than the wager"):
        ready.solve({"flush": Fraction(-2)})
    with pytest.raises(BadInput, match="even if the row loses"):
        ready.payment("royal_flush", Fraction(1, 2))
    with pytest.raises(BadInput, match="pays odds"):
        Repricing(Terms("topfive")).solve({"play": "$100"})


def test_push_odds_return_the_stake() -> None:
    """The search tries odds of 1 for 1, which amount to a push."""
    ready = Repricing(Terms("topfive"))
    assert ready.edge({"play": "push"}) == ready.edge({"play": "1 for 1"}) == ready.edge({"play": 0})
