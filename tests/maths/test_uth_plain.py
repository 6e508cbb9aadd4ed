"""Compare the fast and the plain method in sampled positions. tests.proofs.uth_plain compares all
positions.
"""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from croupier.hands.arrays import category_of_strength, evaluate
from croupier.maths.uth.classes import classes
from croupier.maths.uth.completion import SeenCards, flop_sums
from croupier.maths.uth.pricing import price
from croupier.maths.uth.solution import whole_pays
from croupier.maths.uth.spots import spot_cells
from croupier.maths.uth.sums import sums
from tests.helpers import uth_by_boards as plain

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("maths_uth")]

PAYTABLES = {
    "A": {"royal_flush": 500, "straight_flush": 50, "four_of_a_kind": 10, "full_house": 3,
          "flush": Fraction(3, 2), "straight": 1},
    "B": {"royal_flush": 500, "straight_flush": 50, "four_of_a_kind": 10, "full_house": 3,
          "flush": Fraction(3, 2)},
    "nothing": {},
    "odd": {"royal_flush": Fraction(1, 3), "full_house": Fraction(-1, 2), "flush": -1, "straight": 7},
}  # fmt: skip


def spots(number: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """Return random hole cards and Flops. A third of them have suits that favor flushes."""
    chance = random.Random(seed)
    found = []
    for n in range(number):
        deck = range(52) if n % 3 else [card for card in range(52) if card // 13 < 2]
        dealt = chance.sample(deck, 5)
        found.append((dealt[:2], dealt[2:]))
    return found


@pytest.mark.parametrize("name", PAYTABLES)
def test_stored_sums_equal_an_enumeration_of_deals(name: str) -> None:
    pays, scale = whole_pays(PAYTABLES[name])
    priced = price(sums(), pays, scale)
    cells = np.empty(4, np.int32)
    for hole, flop in spots(15, seed=len(name)):
        tried = plain.flop_by_trying(np.array(hole), np.array(flop), np.empty(0, np.int64), pays, scale)
        spot_cells(np.array(hole, np.int32), np.array(flop, np.int32), classes(), cells)
        found = [figure[cells].sum() for figure in (priced.gain, priced.bets, priced.ties)]
        assert found == [tried[0] - tried[1], tried[3], tried[4]], (hole, flop)


@pytest.mark.parametrize("dead", [0, 1, 6, 12, 20])
def test_enumeration_with_dead_cards_equals_trying_every_deal(dead: int) -> None:
    pays, scale = whole_pays(PAYTABLES["A"])
    chance = random.Random(dead)
    for hole, flop in spots(6, seed=100 + dead):
        out = np.array(chance.sample([c for c in range(52) if c not in (*hole, *flop)], dead), np.int64)
        tried = plain.flop_by_trying(np.array(hole), np.array(flop), out, pays, scale)
        gone = np.zeros(52, np.bool_)
        gone[[*hole, *out]] = True
        check, play, rest = flop_sums(SeenCards(np.array(hole), gone, pays, scale), tuple(flop))
        assert [check, 2 * play + rest, 4 * play + rest] == tried[:3].tolist(), (hole, flop, out)


def test_counting_along_the_sorted_list_matches_trying_every_holding() -> None:
    """These are the two ways in which the plain method computes River states."""
    chance = random.Random(5)
    first, second, strength = (np.empty(1081, np.int64) for _ in range(3))
    counts = np.empty((1081, 5), np.int64)
    tried = np.empty(5, np.int64)
    for _ in range(4):
        board = np.array(sorted(chance.sample(range(52), 5)))
        plain.rank_holdings(board, first, second, strength)
        plain.along_the_line(first, second, strength, counts)
        for h in chance.sample(range(1081), 40):
            category = plain.against_all(np.array([first[h], second[h]]), board, np.empty(0, np.int64), tried)
            assert category == strength[h] // 16**5
            assert counts[h].tolist() == tried.tolist()


def test_the_plain_evaluator_and_the_declared_rankings_agree() -> None:
    """Both evaluators put random hands in the same order."""
    generator = np.random.default_rng(11)
    hands = generator.random((4000, 52)).argsort(axis=1)[:, :7]
    strengths = evaluate(hands)
    values = np.array([plain.value(*hand) for hand in hands])
    assert (category_of_strength(strengths) == values // 16**5).all()
    order = np.argsort(values, kind="stable")
    steps, other_steps = np.diff(values[order]), np.diff(strengths[order].astype(int))
    assert ((steps > 0) == (other_steps > 0)).all()
    assert (other_steps >= 0).all()
