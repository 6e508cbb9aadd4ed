"""``croupier strategy --simple``: a short list of rules, found by search or given, with its exact cost."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

from croupier.errors import BadInput
from croupier.maths.advice import Chosen
from croupier.maths.play.rulelist import Answers, RuleList, decide, lines, read_list
from croupier.maths.play.search import Cases, best_list
from croupier.maths.results import exact
from croupier.maths.solver import Simple, solver
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable

SIMPLE = "simple"
UNIT = "unit"  # of the first main wager


def simple_of(game: str) -> Simple:
    found = solver(game).simple
    if found is None:
        raise BadInput(f"simple rules are not known for this game, {game}: its solver brings no features")
    return found


class Asked:
    """The cases of a game's questions, each found once: search and costs look at the same ones."""

    def __init__(self, terms: Terms, table: Paytable | None) -> None:
        self.terms, self.table, self.simple = terms, table, simple_of(terms.game)
        self._found: dict[tuple[str, tuple[Answers, ...]], Cases] = {}

    def cases(self, asked: str, before: Mapping[str, Answers]) -> Cases:
        """``before``: how the questions asked earlier are answered."""
        key = asked, tuple(before.values())
        if key not in self._found:
            self._found[key] = self.simple.cases(self.terms, self.table, asked, before)
        return self._found[key]


def find_list(terms: Terms, table: Paytable | None, asked: Asked | None = None) -> RuleList:
    """The list that the search finds, question by question."""
    asked = asked or Asked(terms, table)
    found: dict[str, Answers] = {}
    for question in asked.simple.questions:
        found[question.asked] = best_list(question, asked.cases(question.asked, dict(found)))
    return RuleList(terms.game, SIMPLE, found)


def simple_strategy(
    chosen: Chosen, source: str | PathLike[str] | Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The document of ``croupier strategy --simple``: the rules, their value and what they cost."""
    terms = chosen.terms
    paying = solver(terms.game).table
    table = chosen.paytable(paying) if paying else None
    asked = Asked(terms, table)
    questions = asked.simple.questions
    rules = find_list(terms, table, asked) if source is None else read_list(source, questions, terms.game)
    make = solver(terms.game).play
    assert make is not None, "a game with features is known as rounds over arrays"
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
        "questions": _costs(asked, rules),
    }


def _costs(asked: Asked, rules: RuleList) -> list[dict[str, Any]]:
    """What other answers to the same cases would gain, and where most. Cases that differ only in what no
    feature shows count as one.
    """
    told = []
    before: dict[str, Answers] = {}
    for question in asked.simple.questions:
        answers = rules.questions[question.asked]
        cases = asked.cases(question.asked, dict(before))
        before[question.asked] = answers
        smallest, *_, largest = question.choices
        gains = {smallest: np.zeros_like(cases.gain), **cases.others, largest: cases.gain}
        said, taken = np.full(len(cases.gain), smallest, object), np.zeros_like(cases.gain)
        for choice, gain in gains.items():
            here = decide(answers, cases.features, choice)
            said[here], taken[here] = choice, gain[here]
        lost = np.maximum.reduce(list(gains.values())) - taken
        worst = np.argsort(-lost, kind="stable")[:5].tolist()
        told.append(
            {
                "question": question.asked,
                "avoidable": float(lost.sum()),
                "worst": [
                    {
                        "case": {
                            name: feature.written(int(cases.features[name][place]))
                            for name, feature in question.features.items()
                        },
                        "rules_say": said[place],
                        "cost": float(lost[place]),
                    }
                    for place in worst
                    if lost[place] > 0
                ],
            }
        )
    return told
