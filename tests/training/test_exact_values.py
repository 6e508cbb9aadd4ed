"""Compare values of practice questions with an enumeration of every unseen card (`make proof`: thousands)."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from croupier.cards import STANDARD
from croupier.training.decisions.questions import DecisionSpot
from tests.training.brute_force import brute_values
from tests.training.helpers import practice_of


@pytest.mark.parametrize(
    ("name", "question", "hands"),
    [("uth", "2", 2), ("letitride", "0", 3), ("letitride", "1", 8), ("dragon", "0", 3)],
)
def test_values_equal_brute_force(name: str, question: str, hands: int) -> None:
    game, chance = practice_of(name), random.Random(2024)
    for _ in range(hands):
        judged = game.fresh(question, chance)
        assert dict(judged.values) == brute_values(game, judged.spot), judged.spot.key


def test_a_check_on_the_flop_is_worth_the_average_of_the_best_on_the_river() -> None:
    game = practice_of("uth")
    judged = game.fresh("1", random.Random(24))
    spot = judged.spot
    seen = {*spot.hand, *spot.board}
    unseen = [card for card in STANDARD.order if card not in seen]
    rivers = [DecisionSpot(2, spot.hand, (*spot.board, *two)) for two in combinations(unseen, 2)]
    total = sum((max(game.judge(each).values.values()) for each in rivers), Fraction(0))
    assert judged.values["check"] == total / len(rivers)
