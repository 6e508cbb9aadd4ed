"""The best short list of rules, found: rule by rule, each the one that gains most on what is left.

The cases of a question are gathered by what the features show: how much the larger wager gains or gives away
there, over all deals. A rule is a choice of up to three thresholds; its gain is what it covers. The list is
grown until another rule gains too little, and then each rule is tried without, and in place of each other's.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import prod
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.maths.play.rulelist import Answers, Condition, Question, Rule, fits

MOST_RULES = 8
MOST_CONDITIONS = 3
MOST_THRESHOLDS = 6_000  # combinations of them that rules over the same features may have
SWEEPS = 4
WORTH_A_RULE = 0.0002  # units a round: less is not worth remembering
MOST_CODES = 1 << 22  # of what features show: more are sorted first
DIGITS = 15  # of a gain: what differs beyond them covers the same cases


class Cases(msgspec.Struct, frozen=True):
    """What a question's features show, case by case, and what the larger wager gains there, in units."""

    features: Mapping[str, NDArray[Any]]
    gain: NDArray[np.float64]
    others: Mapping[str, NDArray[np.float64]] = {}  # what choices between smallest and largest gain


def gathered(
    features: Mapping[str, NDArray[Any]],
    gain: NDArray[np.float64],
    others: Mapping[str, NDArray[np.float64]] | None = None,
) -> Cases:
    """Cases that show the same, together."""
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

    shown = dict(zip(features, np.unravel_index(found, sizes), strict=True))
    return Cases(shown, total(gain), {choice: total(each) for choice, each in (others or {}).items()})


class _Grid:
    """Rules that look at the same features: all combinations of their thresholds. Their gains are found
    together, by adding up along each feature.
    """

    def __init__(self, names: tuple[str, ...], question: Question, cases: Cases) -> None:
        seen = [np.unique(cases.features[name], return_inverse=True) for name in names]
        self.shape = tuple(len(values) for values, _ in seen)
        self.place = np.ravel_multi_index([place.ravel() for _, place in seen], self.shape)
        self.kinds = [question.features[name].kind for name in names]
        self.conditions = [
            _thresholds(name, kind, values.tolist())
            for name, kind, (values, _) in zip(names, self.kinds, seen, strict=True)
        ]
        self.size = prod(len(each) for each in self.conditions)

    def gains(self, left: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each rule covers, in the order of ``rule``."""
        flat: NDArray[Any] = np.bincount(self.place, left, prod(self.shape))
        whole = flat.reshape(self.shape)
        for axis, kind in enumerate(self.kinds):
            whole = np.moveaxis(_summed(np.moveaxis(whole, axis, 0), kind), 0, axis)
        return np.ascontiguousarray(whole).ravel()

    def conditions_of(self, number: int) -> tuple[Condition, ...]:
        places = np.unravel_index(number, [len(each) for each in self.conditions])
        return tuple(each[int(place)] for each, place in zip(self.conditions, places, strict=True))


def _thresholds(name: str, kind: str, seen: list[int]) -> list[Condition]:
    if kind == "yes":
        return [Condition(name, "=", value) for value in seen] if len(seen) > 1 else []
    least = [Condition(name, ">=", value) for value in seen[1:]]
    most = [Condition(name, "<=", value) for value in seen[:-1]] if kind == "number" else []
    return least + most


def _summed(whole: NDArray[np.float64], kind: str) -> NDArray[np.float64]:
    """By threshold of the first axis instead of by value."""
    if kind == "yes":
        return whole
    least = np.cumsum(whole[::-1], axis=0)[::-1][1:]
    return np.concatenate([least, np.cumsum(whole, axis=0)[:-1]]) if kind == "number" else least


class _Rules:
    """Every rule that the search may take, by number."""

    def __init__(self, question: Question, cases: Cases) -> None:
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

    def conditions(self, rule: int) -> tuple[Condition, ...]:
        grid = int(np.searchsorted(self.starts, rule, side="right")) - 1
        return self.grids[grid].conditions_of(rule - int(self.starts[grid]))

    def covers(self, rule: int) -> NDArray[np.bool_]:
        if rule not in self.masks:
            self.masks[rule] = fits(Rule("", self.conditions(rule)), self.cases.features)
        return self.masks[rule]

    def left_by(self, rules: list[int]) -> NDArray[np.float64]:
        """The gains of the cases that none of these rules covers."""
        left = self.cases.gain.copy()
        for rule in rules:
            left[self.covers(rule)] = 0.0
        return left

    def pick(self, left: NDArray[np.float64]) -> tuple[int, float]:
        """The rule that gains most on what is left; of those that gain nearly as much, the shortest."""
        gains = np.concatenate([grid.gains(left) for grid in self.grids]).round(DIGITS)
        near = np.flatnonzero(gains > gains.max() - WORTH_A_RULE / 4)
        best = int(near[np.lexsort((-gains[near], self.length[near]))[0]])
        return best, float(gains[best])


def best_list(question: Question, cases: Cases) -> Answers:
    """Rules for the larger wager; the smaller one otherwise."""
    rules = _Rules(question, cases)
    chosen = _refined(_grown(rules, []), rules)
    found = tuple(Rule(question.choices[-1], rules.conditions(each)) for each in chosen)
    return Answers(found, question.choices[0])


def _grown(rules: _Rules, chosen: list[int]) -> list[int]:
    """More rules, while one is worth remembering."""
    chosen = list(chosen)
    while len(chosen) < MOST_RULES:
        best, gains = rules.pick(rules.left_by(chosen))
        if gains < WORTH_A_RULE:
            break
        chosen.append(best)
    return chosen


def _refined(chosen: list[int], rules: _Rules) -> list[int]:
    """Each rule in turn is taken out and the best one put in its place, or none if little is lost."""
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
