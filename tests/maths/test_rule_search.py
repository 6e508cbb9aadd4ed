"""Test that no two simultaneous changes improve the rule list that the search finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.maths.solver import solver
from croupier.maths.strategy import search
from croupier.maths.strategy.rule_list import Answers, StrategyQuestion, StrategyRule, fits
from croupier.maths.strategy.search import NEARLY, WORTH_A_RULE, Cases, best_list
from croupier.maths.strategy.simple import QuestionCases
from croupier.maths.terms import Terms
from croupier.rulebook import paytables

TABLES = [
    ("dragon", "A"), ("dragon", "B"), ("topfive", None),
    ("letitride", "A"), ("uth", "A"),
]  # fmt: skip
OTHERS = [("letitride", "B"), ("letitride", "C"), ("uth", "B")]
FEW = 300  # the largest number of cases for which the test compares all rules


def searched(game: str, letter: str | None) -> Iterator[tuple[StrategyQuestion, Cases, Answers]]:
    paying = solver(game).table
    table = paytables(game)[paying][letter] if paying and letter else None
    asked = QuestionCases(Terms(game), table)
    found: dict[str, Answers] = {}
    for question in asked.simple.questions:
        cases = asked.cases(question.name, dict(found))
        found[question.name] = best_list(question, cases)
        yield question, cases, found[question.name]


def worth(covered: NDArray[np.bool_], gain: NDArray[np.float64], rules: int) -> float:
    return float(gain[covered].sum()) - WORTH_A_RULE * rules


@pytest.mark.parametrize(
    ("game", "letter"), [*TABLES, *(pytest.param(*each, marks=pytest.mark.long) for each in OTHERS)]
)
def test_no_two_simultaneous_changes_improve_the_list(game: str, letter: str | None) -> None:
    """The test replaces up to two rules of the list by every other pair of rules."""
    for question, cases, answers in searched(game, letter):
        if len(cases.gain) > FEW:
            continue
        chosen = [fits(each, cases.features) for each in answers.rules]
        mine = worth(np.any(chosen, axis=0), cases.gain, len(chosen))
        every = all_rules(question, cases)
        for size in range(3):
            for dropped in combinations(range(len(chosen)), size):
                kept = [each for place, each in enumerate(chosen) if place not in dropped]
                covered = np.any([np.zeros(len(cases.gain), bool), *kept], axis=0)
                before = worth(covered, cases.gain, len(kept))
                assert before + best_two(every, np.where(covered, 0, cases.gain)) < mine + NEARLY


def all_rules(question: StrategyQuestion, cases: Cases) -> NDArray[Any]:
    """Return the distinct sets of cases that single rules cover, and the empty set."""
    rules = search._Rules(question, cases)
    masks = [
        fits(StrategyRule("", rules.conditions(each)), cases.features) for each in range(len(rules.length))
    ]
    return np.unique([np.zeros(len(cases.gain), bool), *masks], axis=0).astype(float)


def best_two(every: NDArray[Any], left: NDArray[np.float64]) -> float:
    alone, costs = every @ left, np.where(every.any(axis=1), WORTH_A_RULE, 0)
    both = alone[:, None] + alone - (every * left) @ every.T
    return float((both - costs[:, None] - costs).max())


@pytest.mark.long
@pytest.mark.parametrize("letter", ["A", "B"])
def test_no_omitted_first_rule_would_improve_the_list(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For questions with too many cases for all pairs, the test tries every promising first rule."""
    monkeypatch.setattr(search, "MOST_FIRSTS", 1 << 30)
    for question, cases, answers in searched("uth", letter):
        rules = search._Rules(question, cases)
        listed = {rules.conditions(each): each for each in range(len(rules.length))}
        chosen = [listed[each.conditions] for each in answers.rules]
        for size in range(3):
            for dropped in combinations(chosen, size):
                kept = [each for each in chosen if each not in dropped]
                left = rules.left_by(kept)
                least = rules.worth(chosen) + NEARLY - rules.worth(kept) + WORTH_A_RULE
                assert rules.gains(left).max() < least
                least += WORTH_A_RULE
                spare = left[left > 0].sum() - least
                for first in rules.firsts(left, least, spare) if spare >= 0 else ():
                    rest = np.where(rules.covers(first), 0, left)
                    assert left.sum() - rest.sum() + rules.gains(rest).max() < least


def test_finds_two_rules_that_only_help_together() -> None:
    """Two rules together gain the most. A single rule that also matches a losing case gains more than each
    of the two.
    """
    question = solver("uth").simple.questions[0]  # type: ignore[union-attr]
    cells = np.array([(0, high, 2, suited) for high in (3, 4, 5) for suited in (0, 1)])
    features = {name: cells[:, place] for place, name in enumerate(question.features)}
    # with high card 4, only the suited hand should raise
    gain = np.array([-0.9, -0.9, -0.1, 0.3, 0.3, 0.3])
    answers = best_list(question, Cases(features, gain))
    covered = np.any([fits(each, features) for each in answers.rules], axis=0)
    assert covered.tolist() == [False, False, False, True, True, True] and len(answers.rules) == 2
