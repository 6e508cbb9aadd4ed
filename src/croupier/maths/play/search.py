"""The best short list of rules, found: rule by rule, each the one that gains most on what is left.

The cases of a question are gathered by what the features show: how much the larger wager gains or gives away
there, over all deals. A rule is a choice of up to three thresholds; its gain is what it covers. The list is
grown until another rule gains too little, and then each rule is tried without, and in place of each other's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.maths.play.rulelist import Answers, Condition, Feature, Question, Rule, fits

MOST_RULES = 8
MOST_CONDITIONS = 3
SWEEPS = 4
WORTH_A_RULE = 0.0002  # units a round: less is not worth remembering


class Cases(msgspec.Struct, frozen=True):
    """What a question's features show, case by case, and what the larger wager gains there, in units."""

    features: Mapping[str, NDArray[Any]]
    gain: NDArray[np.float64]


def gathered(features: Mapping[str, NDArray[Any]], gain: NDArray[np.float64]) -> Cases:
    """Cases that show the same, together."""
    table = np.stack([np.asarray(each, np.int64).ravel() for each in features.values()], axis=1)
    sizes = table.max(axis=0) + 1
    codes = np.zeros(len(table), np.int64)
    for column, size in enumerate(sizes):
        codes = codes * size + table[:, column]
    found, first, place = np.unique(codes, return_index=True, return_inverse=True)
    total = np.asarray(np.bincount(place, np.asarray(gain, np.float64).ravel(), len(found)), np.float64)
    return Cases({name: table[first, column] for column, name in enumerate(features)}, total)


def _thresholds(name: str, feature: Feature, values: NDArray[Any]) -> list[Condition]:
    seen = np.unique(values).tolist()
    if feature.kind == "yes":
        return [Condition(name, "=", value) for value in seen] if len(seen) > 1 else []
    least = [Condition(name, ">=", value) for value in seen[1:]]
    most = [Condition(name, "<=", value) for value in seen[:-1]] if feature.kind == "number" else []
    return least + most


def _candidates(question: Question, cases: Cases) -> Iterator[tuple[Condition, ...]]:
    every = {
        name: _thresholds(name, feature, cases.features[name]) for name, feature in question.features.items()
    }
    for size in range(1, MOST_CONDITIONS + 1):
        for names in combinations(every, size):
            if np.prod([len(every[name]) for name in names]) <= 6_000:
                yield from product(*(every[name] for name in names))


def best_list(question: Question, cases: Cases) -> Answers:
    """Rules for the larger wager; the smaller one otherwise."""
    candidates = list(_candidates(question, cases))
    masks = np.array([fits(Rule("", conditions), cases.features) for conditions in candidates])
    length = np.array([len(conditions) for conditions in candidates])
    chosen = _refined(_grown(masks, length, cases.gain), masks, length, cases.gain)
    rules = tuple(Rule(question.choices[-1], candidates[each]) for each in chosen)
    return Answers(rules, question.choices[0])


def _pick(
    masks: NDArray[np.bool_], length: NDArray[np.int64], left: NDArray[np.float64]
) -> tuple[int, float]:
    """The rule that gains most on what is left; of those that gain nearly as much, the shortest."""
    gains = np.concatenate([part @ left for part in np.array_split(masks, max(1, len(masks) // 1000))])
    near = np.flatnonzero(gains > gains.max() - WORTH_A_RULE / 4)
    best = int(near[np.lexsort((-gains[near], length[near]))[0]])
    return best, float(gains[best])


def _grown(masks: NDArray[np.bool_], length: NDArray[np.int64], gain: NDArray[np.float64]) -> list[int]:
    left = gain.copy()
    chosen: list[int] = []
    while len(chosen) < MOST_RULES:
        best, gains = _pick(masks, length, left)
        if gains < WORTH_A_RULE:
            break
        chosen.append(best)
        left[masks[best]] = 0.0
    return chosen


def _refined(
    chosen: list[int], masks: NDArray[np.bool_], length: NDArray[np.int64], gain: NDArray[np.float64]
) -> list[int]:
    """Each rule in turn is taken out and the best one put in its place, or none if little is lost."""
    for _ in range(SWEEPS):
        before = list(chosen)
        for rule in before:
            others = [each for each in chosen if each != rule]
            left = np.where(masks[others].any(axis=0), 0.0, gain) if others else gain
            best, gains = _pick(masks, length, left)
            chosen = [*others, best] if gains >= WORTH_A_RULE else others
        while len(chosen) < MOST_RULES:
            left = np.where(masks[chosen].any(axis=0), 0.0, gain) if chosen else gain
            best, gains = _pick(masks, length, left)
            if gains < WORTH_A_RULE:
                break
            chosen.append(best)
        if sorted(chosen) == sorted(before):
            break
    return chosen
