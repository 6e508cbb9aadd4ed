"""Compare values of practice questions with an enumeration of every unseen card (`make proof`: thousands)."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from croupier.cards import STANDARD
from croupier.maths.uth import solve
from croupier.maths.uth.spots import starting_hands
from croupier.training.decisions.questions import DecisionSpot
from tests.helpers.reference_solver import gain
from tests.training.brute_force import ROWS, brute_values
from tests.training.helpers import practice_of


@pytest.mark.parametrize(
    ("name", "question", "hands"),
    [
        pytest.param("uth", "1", 2, marks=pytest.mark.long),
        ("uth", "2", 2),
        ("letitride", "0", 3),
        ("letitride", "1", 8),
        ("dragon", "0", 3),
        pytest.param("topfive", "0", 4, marks=pytest.mark.long),
    ],
)
def test_values_equal_brute_force(name: str, question: str, hands: int) -> None:
    game, chance = practice_of(name), random.Random(2024)
    for _ in range(hands):
        judged = game.fresh(question, chance)
        assert dict(judged.values) == brute_values(game, judged.spot), judged.spot.key


def test_starting_hands_have_the_values_of_the_solution_that_is_proved_twice() -> None:
    """`python -m tests.proofs.uth_plain` computes the same 169 values with a plain solver."""
    game = practice_of("uth")
    rows = game.rules.paytable("blind").rows
    solution = solve({row.hand: gain(row) for row in rows if row.hand in ROWS})
    for each in starting_hands():
        hand = tuple(STANDARD.order[card] for card in each.cards)
        judged = game.judge(DecisionSpot(0, hand))
        assert dict(judged.values) == dict(solution.hand(each.name).choices), each.name
        assert judged.best == ("4x" if raises(each.name) else "check"), each.name


def raises(name: str) -> bool:
    """Return whether the published chart of the Wizard of Odds raises this hand 4x."""
    high, low, suited = *("23456789TJQKA".index(rank) + 2 for rank in name[:2]), name.endswith("s")
    if high == low:
        return high >= 3
    lowest = {14: (2, 2), 13: (5, 2), 12: (8, 6), 11: (10, 8)}.get(high)  # offsuit, suited
    return lowest is not None and low >= lowest[suited]


def test_a_check_on_the_flop_is_worth_the_average_of_the_best_on_the_river() -> None:
    game = practice_of("uth")
    judged = game.fresh("1", random.Random(24))
    spot = judged.spot
    seen = {*spot.hand, *spot.board}
    unseen = [card for card in STANDARD.order if card not in seen]
    rivers = [DecisionSpot(2, spot.hand, (*spot.board, *two)) for two in combinations(unseen, 2)]
    total = sum((max(game.judge(each).values.values()) for each in rivers), Fraction(0))
    assert judged.values["check"] == total / len(rivers)
