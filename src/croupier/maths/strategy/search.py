"""Search for a good short rule list: start with the rule that gains most, then add and replace rules.

The cases of a question are grouped by their features. Each case has the gain of the larger wager over the
smaller wager, summed over all deals. A rule combines up to three thresholds, and its gain is the sum over the
cases it covers. Rules are added until the next one would gain too little. Each rule is then removed or
replaced if that is better. If no single change helps, the search tries two changes at once, because a rule
may gain little until another rule is removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import prod
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.maths.strategy.rule_list import Answers, Condition, StrategyQuestion, StrategyRule, fits

MOST_RULES = 8
MOST_CONDITIONS = 3
MOST_THRESHOLDS = 6_000  # limit on threshold combinations for rules with the same features
SWEEPS = 4
WORTH_A_RULE = 0.0002  # minimum gain, in units per round, for which a rule is worth remembering
NEARLY = WORTH_A_RULE / 4  # maximum loss of gain for which a shorter rule is preferred
MOST_FIRSTS = 24  # limit on the number of candidates for the first rule of a pair
# If there are more feature codes than this limit, the codes are sorted instead of indexed.
MOST_CODES = 1 << 22
DIGITS = 15  # number of decimals to which gains are rounded before they are compared


class Cases(msgspec.Struct, frozen=True):
    """The cases of a question: feature values, and the gain of the larger wager in each case, in units."""

    features: Mapping[str, NDArray[Any]]
    gain: NDArray[np.float64]
    # gains of the choices that are neither the smallest nor the largest wager
    others: Mapping[str, NDArray[np.float64]] = {}


def gather_cases(
    features: Mapping[str, NDArray[Any]],
    gain: NDArray[np.float64],
    others: Mapping[str, NDArray[np.float64]] | None = None,
) -> Cases:
    """Combine cases with the same features."""
    columns = [np.asarray(each, np.int64).ravel() for each in features.values()]
    sizes = [int(each.max()) + 1 for each in columns]
    codes = np.ravel_multi_index(columns, sizes)
    if prod(sizes) <= MOST_CODES:
        found = np.flatnonzero(np.bincount(codes))
        place = np.zeros(prod(sizes), np.int64)
        place[found] = np.arange(len(found))
        place = place[codes]
    else:
        found, place = np.unique(codes, return_inverse=True)

    def total(gains: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(place, np.asarray(gains, np.float64).ravel()).astype(np.float64)

    distinct = dict(zip(features, np.unravel_index(found, sizes), strict=True))
    return Cases(distinct, total(gain), {choice: total(each) for choice, each in (others or {}).items()})


class _Grid:
    """All rules that test the same features: every combination of thresholds.

    The gains of all rules are computed at once, as cumulative sums along each feature.
    """

    def __init__(self, names: tuple[str, ...], question: StrategyQuestion, cases: Cases) -> None:
        axes = [np.unique(cases.features[name], return_inverse=True) for name in names]
        self.shape = tuple(len(values) for values, _ in axes)
        self.place = np.ravel_multi_index([place.ravel() for _, place in axes], self.shape)
        self.kinds = [question.features[name].kind for name in names]
        self.conditions = [
            _thresholds(name, kind, values.tolist())
            for name, kind, (values, _) in zip(names, self.kinds, axes, strict=True)
        ]
        self.size = prod(len(each) for each in self.conditions)

    def gains(self, left: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the gain of each rule, in the order of ``conditions_of``."""
        flat: NDArray[Any] = np.bincount(self.place, left, prod(self.shape))
        whole = flat.reshape(self.shape)
        for axis, kind in enumerate(self.kinds):
            whole = _sum_by_threshold(whole.swapaxes(0, axis), kind).swapaxes(0, axis)
        return np.ascontiguousarray(whole).ravel()

    def conditions_of(self, number: int) -> tuple[Condition, ...]:
        places = np.unravel_index(number, [len(each) for each in self.conditions])
        return tuple(each[int(place)] for each, place in zip(self.conditions, places, strict=True))


def _thresholds(name: str, kind: str, values: list[int]) -> list[Condition]:
    if kind == "yes":
        return [Condition(name, "=", value) for value in values] if len(values) > 1 else []
    least = [Condition(name, ">=", value) for value in values[1:]]
    most = [Condition(name, "<=", value) for value in values[:-1]] if kind == "number" else []
    return least + most


def _sum_by_threshold(whole: NDArray[np.float64], kind: str) -> NDArray[np.float64]:
    """Convert sums by value along the first axis to sums by threshold."""
    if kind == "yes":
        return whole
    least = whole[::-1].cumsum(axis=0)[::-1][1:]
    return np.concatenate([least, whole.cumsum(axis=0)[:-1]]) if kind == "number" else least


class _Rules:
    """All rules that the search can choose. A rule is identified by its number."""

    def __init__(self, question: StrategyQuestion, cases: Cases) -> None:
        grids = (
            _Grid(names, question, cases)
            for size in range(1, MOST_CONDITIONS + 1)
            for names in combinations(question.features, size)
        )
        self.cases = cases
        self.grids = [grid for grid in grids if 0 < grid.size <= MOST_THRESHOLDS]
        self.starts = np.cumsum([0, *(grid.size for grid in self.grids)])
        self.length = np.repeat([len(grid.kinds) for grid in self.grids], [grid.size for grid in self.grids])
        self.masks: dict[int, NDArray[np.bool_]] = {}
        # Each case gets its own number as a mark. If the marks of two rules' cases have equal sums, the rules
        # cover the same cases.
        self.marks = 0.1 + np.arange(len(cases.gain)) * 0.6180339887498949 % 1

    def conditions(self, rule: int) -> tuple[Condition, ...]:
        grid = int(np.searchsorted(self.starts, rule, side="right")) - 1
        return self.grids[grid].conditions_of(rule - int(self.starts[grid]))

    def covers(self, rule: int) -> NDArray[np.bool_]:
        if rule not in self.masks:
            self.masks[rule] = fits(StrategyRule("", self.conditions(rule)), self.cases.features)
        return self.masks[rule]

    def left_by(self, rules: list[int]) -> NDArray[np.float64]:
        """Return the gains of the cases, with zero for every case that one of these rules covers."""
        left = self.cases.gain.copy()
        for rule in rules:
            left[self.covers(rule)] = 0.0
        return left

    def gains(self, left: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the gain of each rule on the remaining cases."""
        return np.concatenate([grid.gains(left) for grid in self.grids]).round(DIGITS)

    def pick(self, left: NDArray[np.float64]) -> tuple[int, float]:
        """Return the rule that gains most on the remaining cases, and its gain.

        If several rules gain nearly as much, the shortest of them is returned.
        """
        gains = self.gains(left)
        near = np.flatnonzero(gains > gains.max() - NEARLY)
        best = int(near[np.lexsort((-gains[near], self.length[near]))[0]])
        return best, float(gains[best])

    def pairs(self, left: NDArray[np.float64], least: float) -> Iterator[list[int]]:
        """Yield pairs of rules that together gain at least ``least``: a first rule and its best partner."""
        spare = float(left[left > 0].sum()) - least
        if spare < 0:
            return
        for first in self.firsts(left, least, spare):
            rest = np.where(self.covers(first), 0.0, left)
            second, gains = self.pick(rest)
            if float(left.sum() - rest.sum()) + gains >= least:
                yield [first, second]

    def firsts(self, left: NDArray[np.float64], least: float, spare: float) -> list[int]:
        """Return candidates for the first rule of a pair.

        The two rules must together gain at least ``least``, so one of them gains at least half of it. Each
        rule may lose at most ``spare``. If several rules cover the same cases, only the shortest is a
        candidate. If there are too many candidates, those with the largest gain remain.
        """
        gains, harm = self.gains(np.maximum(left, 0)), -self.gains(np.minimum(left, 0))
        able = np.flatnonzero((2 * gains >= least) & (harm <= spare))
        marks = self.gains(np.where(left == 0, 0.0, self.marks))[able].round(9)
        able = able[np.unique(marks, return_index=True)[1]]
        best = np.argsort((harm - gains)[able], kind="stable")[:MOST_FIRSTS]
        found: list[int] = able[best].tolist()
        return found

    def worth(self, chosen: list[int]) -> float:
        """Return the gain of these rules minus the cost of remembering them."""
        covered = float(self.cases.gain.sum() - self.left_by(chosen).sum())
        return covered - WORTH_A_RULE * len(chosen)


def best_list(question: StrategyQuestion, cases: Cases) -> Answers:
    """Find the best rule list for the larger wager. The smaller wager applies in all other cases."""
    rules = _Rules(question, cases)
    chosen = _refine(_grown(rules, []), rules)
    for _ in range(SWEEPS):
        other = _change_two(chosen, rules)
        if other is None:
            break
        chosen = _refine(other, rules)
    found = tuple(StrategyRule(question.choices[-1], rules.conditions(each)) for each in chosen)
    return Answers(found, question.choices[0])


def _grown(rules: _Rules, chosen: list[int]) -> list[int]:
    """Add the best remaining rule until its gain is too small to be worth remembering."""
    chosen = list(chosen)
    while len(chosen) < MOST_RULES:
        best, gains = rules.pick(rules.left_by(chosen))
        if gains < WORTH_A_RULE:
            break
        chosen.append(best)
    return chosen


def _refine(chosen: list[int], rules: _Rules) -> list[int]:
    """Replace each rule in turn with the best rule, or drop it if the loss is small."""
    for _ in range(SWEEPS):
        before = list(chosen)
        for rule in before:
            others = [each for each in chosen if each != rule]
            best, gains = rules.pick(rules.left_by(others))
            chosen = [*others, best] if gains >= WORTH_A_RULE else others
        chosen = _grown(rules, chosen)
        if sorted(chosen) == sorted(before):
            break
    return chosen


def _change_two(chosen: list[int], rules: _Rules) -> list[int] | None:
    """Remove up to two rules and add up to two if this makes the list worth more. Otherwise return None.

    If several lists are worth nearly the same, the one with the fewest conditions is returned.
    """
    least = rules.worth(chosen) + NEARLY
    found = [(rules.worth(each), each) for each in _list_changes(chosen, rules, least)]
    found = [(worth, each) for worth, each in found if worth >= least]
    if not found:
        return None
    near = max(worth for worth, _ in found) - NEARLY
    return min((int(rules.length[each].sum()), -worth, each) for worth, each in found if worth >= near)[-1]


def _list_changes(chosen: list[int], rules: _Rules, least: float) -> Iterator[list[int]]:
    for size in range(3):
        for dropped in combinations(chosen, size):
            others = [each for each in chosen if each not in dropped]
            left = rules.left_by(others)
            if size == 2:
                best, gains = rules.pick(left)
                yield [*others, best] if gains >= WORTH_A_RULE else others
            if len(others) + 2 <= MOST_RULES:
                for two in rules.pairs(left, least - rules.worth(others) + 2 * WORTH_A_RULE):
                    yield [*others, *two]
