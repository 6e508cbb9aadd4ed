"""Compare stored trails with the kernels, and two methods of pricing a rule list."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.maths.strategy.rule_list import read_list
from croupier.maths.terms import Terms
from croupier.maths.uth import plan, solve, stored
from croupier.maths.uth.cases import raises_gain
from croupier.maths.uth.count_trails import count_hands, kinds_of_flops
from croupier.maths.uth.distribution import DECISIONS
from croupier.maths.uth.pricing import flop_gains, price
from croupier.maths.uth.questions import QUESTIONS
from croupier.maths.uth.solution import DEALS, whole_pays
from croupier.maths.uth.solver import blind_pays, play
from croupier.maths.uth.spots import HANDS, groups, starting_hands
from croupier.maths.uth.sums import sums
from croupier.maths.uth.trails import count_endings, trails
from croupier.rulebook import paytables

BLIND = paytables("uth")["blind"]["A"]

LISTS: dict[str, list[list[str]]] = {
    "always the smaller": [[], [], []],
    "always the larger": [["4x"], [], []],
    "3x, 2x and 1x": [["3x if high >= Q"], ["2x if made >= pair and flush_cards >= 2"], ["1x if outs < 21"]],
    "every feature": [
        ["check if pair = 4", "4x if suited and low >= 8", "3x if pair >= 3"],
        [
            "2x if made >= two_pair", "check if flush_high = 9", "2x if flush_cards = 4 and flush_high >= T",
            "2x if pocket >= 3 and high <= 9", "2x if pair >= J",
        ],
        ["1x if improves and pair >= 5", "fold if outs > 30", "1x if made >= straight", "1x if high >= K"],
    ],
}  # fmt: skip


def listed(name: str) -> Any:
    questions = [
        {"asked": question.name, "rules": rules}
        for question, rules in zip(QUESTIONS, LISTS[name], strict=True)
    ]
    return read_list({"name": name, "questions": questions}, QUESTIONS, "uth")


def test_trails_contain_every_deal_of_every_hand() -> None:
    """If the player always raises before the Flop, the deals match by starting hand, category and result."""
    known = trails()
    total = np.zeros((HANDS, 10, 5), np.int64)
    hand = known.hand[known.past]
    np.add.at(total, (hand, known.category), known.combinations[known.past][:, None] * known.results)
    assert np.array_equal(total, stored.outcomes().raised)
    assert total.sum() == DEALS and (known.results >= 0).all()


@pytest.mark.parametrize("name", LISTS)
def test_every_deal_ends_once(name: str) -> None:
    ended = count_endings(listed(name))
    assert ended.sum() == DEALS
    answered = {decision: int(ended[place].sum()) > 0 for place, decision in enumerate(DECISIONS)}
    wanted = {
        "always the smaller": {"fold"},
        "always the larger": {"4x"},
        "3x, 2x and 1x": {"3x", "2x", "1x", "fold"},
        "every feature": {"4x", "3x", "2x", "1x", "fold"},
    }
    assert {decision for decision, some in answered.items() if some} == wanted[name]


def test_rule_lists_that_never_or_always_raise() -> None:
    """Always folding loses Ante and Blind. Always raising gives the mean over all starting hands."""
    folds = play(Terms("uth"), BLIND, listed("always the smaller")).result(BLIND, "ante")
    assert (folds.ev, folds.sd, folds.average_wager) == (-2, 0, 2)
    raises = play(Terms("uth"), BLIND, listed("always the larger")).result(BLIND, "ante")
    hands = solve(blind_pays(BLIND)).hands
    every = sum((hand.combinations * hand.raise_4x for hand in hands), Fraction(0)) / 1326
    assert (raises.ev, raises.average_wager) == (every, 6)


@pytest.mark.long
@pytest.mark.parametrize("name", ["3x, 2x and 1x", "every feature"])
def test_trails_and_cells_give_the_same_result(name: str) -> None:
    """Trails are counted board by board. The plan carries decisions from Flop to River in cells."""
    rules = listed(name)
    assert np.array_equal(count_endings(rules), plan.count_endings(plan.plan_of(rules)))


@pytest.mark.long
def test_recomputes_the_trails_of_some_hands() -> None:
    known = trails()
    names = [hand.name for hand in starting_hands()]
    wanted = [names.index(name) for name in ("72o", "T9s", "55")]
    for hand, found in count_hands(wanted).items():
        mine = np.flatnonzero(known.hand == hand)
        assert np.array_equal(known.flop[mine], found.flop) and np.array_equal(known.gain[mine], found.gain)
        here = np.isin(known.past, mine)
        assert np.array_equal(known.past[here] - mine[0], found.past)
        assert np.array_equal(known.river[here], found.river)
        assert np.array_equal(known.results[here, :4], found.counts[:, 1:])
        assert np.array_equal(known.results[here].sum(axis=1), 990 * found.counts[:, 0])
        lines = np.isin(known.turning_flop, mine)
        assert np.array_equal(known.turning_flop[lines] - mine[0], found.turning[:, 0])
        assert np.array_equal(known.turning_ways[lines], found.turning[:, 2])


@pytest.mark.long
@pytest.mark.parametrize("rows", ["500 50 10 3 3/2 1", "1000 -1 7/3 0 5/7 -1/2", "0 0 -1 0 0 0"])
def test_flop_gains_by_kind_equal_those_by_cells(rows: str) -> None:
    """The gain of 2x over a check agrees, also under Blind paytables that change River decisions."""
    names = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
    blind = dict(zip(names, map(Fraction, rows.split()), strict=True))
    known = trails()
    pays, scale = whole_pays(blind)
    found = raises_gain(known, blind)
    for group, gains in zip(groups(), flop_gains(price(sums(), pays, scale)), strict=True):
        for place, hand in enumerate(group.hands.tolist()):
            mine = np.flatnonzero(known.hand == hand)
            kinds = np.searchsorted(known.flop[mine], kinds_of_flops(hand, group.flops))
            by_kind = np.zeros(len(mine), np.int64)
            held = group.weight[place] > 0
            np.add.at(by_kind, kinds[held], (group.weight[place] * gains[place])[held])
            assert found[mine] == pytest.approx(-by_kind / scale, rel=1e-12, abs=1e-3)
