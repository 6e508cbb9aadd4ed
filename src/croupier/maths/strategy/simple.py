"""Implement ``croupier strategy --simple``, which computes the cost of following a short rule list."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

from croupier.errors import BadInput
from croupier.maths.advice import ChosenTerms
from croupier.maths.results import exact
from croupier.maths.solver import Simple, solver
from croupier.maths.strategy.rule_list import Answers, RuleList, decide, lines, read_list
from croupier.maths.strategy.search import Cases, best_list
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable

SIMPLE = "simple"
UNIT = "unit"  # one unit of the first main wager


def simple_of(game: str) -> Simple:
    found = solver(game).simple
    if found is None:
        raise BadInput(f"simple rules are not available for {game}, because its solver has no features")
    return found


class QuestionCases:
    """A cache of the cases of a game's questions, shared by the rule search and the cost computation."""

    def __init__(self, terms: Terms, table: Paytable | None) -> None:
        self.terms, self.table, self.simple = terms, table, simple_of(terms.game)
        self._found: dict[tuple[str, tuple[Answers, ...]], Cases] = {}

    def cases(self, question: str, before: Mapping[str, Answers]) -> Cases:
        """Return the cases of one question. ``before`` has the rules of the earlier questions."""
        key = question, tuple(before.values())
        if key not in self._found:
            self._found[key] = self.simple.cases(self.terms, self.table, question, before)
        return self._found[key]


def find_list(terms: Terms, table: Paytable | None, question_cases: QuestionCases | None = None) -> RuleList:
    """Search for the best rule list, question by question."""
    question_cases = question_cases or QuestionCases(terms, table)
    found: dict[str, Answers] = {}
    for question in question_cases.simple.questions:
        found[question.name] = best_list(question, question_cases.cases(question.name, dict(found)))
    return RuleList(terms.game, SIMPLE, found)


def simple_strategy(
    chosen: ChosenTerms, source: str | PathLike[str] | Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the ``croupier strategy --simple`` document: the rules, their value and their cost."""
    terms = chosen.terms
    paying = solver(terms.game).table
    table = chosen.paytable(paying) if paying else None
    question_cases = QuestionCases(terms, table)
    questions = question_cases.simple.questions
    rules = (
        find_list(terms, table, question_cases)
        if source is None
        else read_list(source, questions, terms.game)
    )
    make = solver(terms.game).play
    assert make is not None, "a solver with features must also be able to play rounds"
    mine = make(terms, table, rules).result(table, UNIT)
    best = solver(terms.game).solve(terms, table, None)
    return {
        "game": terms.game,
        "paytable": table.letter if table else None,
        "name": rules.name,
        "rules": lines(rules, questions),
        "ev": exact(mine.ev),
        "best": exact(best.ev),
        "cost": exact(best.ev - mine.ev),
        "house_edge": float(-mine.ev),
        "element_of_risk": float(mine.element_of_risk),
        "sd": mine.sd,
        "questions": _costs(question_cases, rules),
    }


def _costs(question_cases: QuestionCases, rules: RuleList) -> list[dict[str, Any]]:
    """Return, for each question, the cost of the rules and the cases that cost most.

    Cases that the features do not distinguish are counted as one case.
    """
    costs = []
    before: dict[str, Answers] = {}
    for question in question_cases.simple.questions:
        answers = rules.questions[question.name]
        cases = question_cases.cases(question.name, dict(before))
        before[question.name] = answers
        smallest, *_, largest = question.choices
        gains = {smallest: np.zeros_like(cases.gain), **cases.others, largest: cases.gain}
        choices, taken = np.full(len(cases.gain), smallest, object), np.zeros_like(cases.gain)
        for choice, gain in gains.items():
            here = decide(answers, cases.features, choice)
            choices[here], taken[here] = choice, gain[here]
        lost = np.maximum.reduce(list(gains.values())) - taken
        worst = np.argsort(-lost, kind="stable")[:5].tolist()
        costs.append(
            {
                "question": question.name,
                "avoidable": float(lost.sum()),
                "worst": [
                    {
                        "case": {
                            name: feature.format_value(int(cases.features[name][place]))
                            for name, feature in question.features.items()
                        },
                        "rules_say": choices[place],
                        "cost": float(lost[place]),
                    }
                    for place in worst
                    if lost[place] > 0
                ],
            }
        )
    return costs
