"""``croupier strategy --simple``: the best short list of rules, or a given one, with its exact cost."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

from croupier.errors import BadInput
from croupier.maths.advice import Chosen
from croupier.maths.play.rulelist import Answers, RuleList, decide, lines, read_list
from croupier.maths.play.search import best_list
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


def find_list(terms: Terms, table: Paytable | None) -> RuleList:
    """The list that the search finds, question by question."""
    simple = simple_of(terms.game)
    found: dict[str, Answers] = {}
    for question in simple.questions:
        found[question.asked] = best_list(question, simple.cases(terms, table, question.asked, found))
    return RuleList(terms.game, SIMPLE, found)


def simple_strategy(
    chosen: Chosen, source: str | PathLike[str] | Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The document of ``croupier strategy --simple``: the rules, their value and what they cost."""
    terms = chosen.terms
    simple = simple_of(terms.game)
    paying = solver(terms.game).table
    table = chosen.paytable(paying) if paying else None
    rules = find_list(terms, table) if source is None else read_list(source, simple.questions, terms.game)
    make = solver(terms.game).play
    assert make is not None, "a game with features is known as rounds over arrays"
    mine = make(terms, table, rules).result(table, UNIT)
    best = solver(terms.game).solve(terms, table, None)
    return {
        "game": terms.game,
        "paytable": table.letter if table else None,
        "name": rules.name,
        "rules": lines(rules, simple.questions),
        "ev": exact(mine.ev),
        "best": exact(best.ev),
        "cost": exact(best.ev - mine.ev),
        "house_edge": float(-mine.ev),
        "element_of_risk": float(mine.element_of_risk),
        "sd": mine.sd,
        "questions": _costs(terms, table, rules, simple),
    }


def _costs(terms: Terms, table: Paytable | None, rules: RuleList, simple: Simple) -> list[dict[str, Any]]:
    """What other answers to the same cases would gain, and where most. Cases that differ only in what no
    feature shows count as one.
    """
    told = []
    before: dict[str, Answers] = {}
    for question in simple.questions:
        answers = rules.questions[question.asked]
        cases = simple.cases(terms, table, question.asked, before)
        before[question.asked] = answers
        large = decide(answers, cases.features, question.choices[-1])
        lost = [
            (max(gain, 0.0) - (gain if taken else 0.0), place)
            for place, (gain, taken) in enumerate(zip(cases.gain.tolist(), large.tolist(), strict=True))
        ]
        worst = sorted(lost, reverse=True)[:5]
        told.append(
            {
                "question": question.asked,
                "avoidable": sum(each for each, _ in lost),
                "worst": [
                    {
                        "case": {
                            name: feature.written(int(cases.features[name][place]))
                            for name, feature in question.features.items()
                        },
                        "rules_say": question.choices[-1] if large[place] else answers.otherwise,
                        "cost": cost,
                    }
                    for cost, place in worst
                    if cost > 0
                ],
            }
        )
    return told
