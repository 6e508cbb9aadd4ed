"""Compute the gain of each choice in every case of the three decisions, for the search for simple rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.maths.strategy.rule_list import Answers
from croupier.maths.strategy.search import Cases, gather_cases
from croupier.maths.uth.distribution import BET
from croupier.maths.uth.features import first_features
from croupier.maths.uth.questions import CATEGORIES, FIRST, FLOP
from croupier.maths.uth.rules import AS_PRINTED
from croupier.maths.uth.solution import DEALS, solve, whole_pays
from croupier.maths.uth.strength import STRAIGHT
from croupier.maths.uth.sums import sums
from croupier.maths.uth.trails import (
    Trails,
    find_checked,
    first_answers,
    list_flop_features,
    list_trail_features,
    trails,
)


def cases(blind: Mapping[str, Fraction], question: str, before: Mapping[str, Answers]) -> Cases:
    """Return the cases that a player can face at one decision, with the gain of each choice.

    ``before`` contains the rules for the earlier decisions, which determine the cases that reach this
    decision. The gain of a raise is relative to a check followed by best play.
    """
    if question == FIRST:
        hands = solve(blind).hands
        often = np.array([each.combinations for each in hands]) / 1326
        four, three = (
            often * np.array([float(each.raises[size] - each.check) for each in hands])
            for size in ("4x", "3x")
        )
        return gather_cases(first_features(), four, {"3x": three})
    known = trails()
    if question == FLOP:
        weight = known.combinations * (first_answers(before[FIRST])[known.hand] == BET)
        return gather_cases(list_flop_features(), weight * raises_gain(known, blind) / DEALS)
    weight = known.combinations[known.past] * find_checked(known, before)
    return gather_cases(list_trail_features(), weight * _bets(known, blind) / DEALS)


def raises_gain(known: Trails, blind: Mapping[str, Fraction]) -> NDArray[np.float64]:
    """Return the gain of a 2x raise over a check for each kind of Flop, in Antes, summed over all deals.

    The Blind paytable matters only on Rivers where it can change the decision.
    """
    pays, scale = whole_pays(blind)
    change = sums().turning.changes(pays, scale, AS_PRINTED)[0] / scale
    gain = known.gain.astype(np.float64)
    np.add.at(gain, known.turning_flop, known.turning_ways * change[known.turning_state])
    return -gain


def _bets(known: Trails, blind: Mapping[str, Fraction]) -> NDArray[np.float64]:
    """Return the gain of a 1x bet over a fold for each trail, in Antes, summed over all deals."""
    pays, scale = whole_pays(blind)
    on_blind = np.zeros(len(CATEGORIES))
    on_blind[STRAIGHT:] = pays / scale
    won, won_unqualified, lost, lost_unqualified, _ = known.results.T
    one = 2 * won + won_unqualified - 3 * lost - 2 * lost_unqualified
    return one + 2 * known.results.sum(axis=1) + on_blind[known.category] * (won + won_unqualified)
