"""Judge a decision: the exact value of each choice, the best one, and the rule of the short list."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from croupier.maths.advice import advise
from croupier.submission import Rules
from croupier.training.decisions.kinds import kind_of_rule
from croupier.training.decisions.questions import DecisionQuestion, DecisionSpot
from croupier.training.decisions.short_list import ListedRule, ShortList


class JudgedSpot(msgspec.Struct, frozen=True):
    """The exact values of a spot, in units of the first required wager."""

    spot: DecisionSpot
    kind: str  # id of the kind under which the decision is scheduled
    values: Mapping[str, Fraction]  # smallest wager first
    rule: ListedRule | None  # the line of the short list that decides the hand
    listed: str  # the choice of the short list, or empty

    @property
    def best(self) -> str:
        """Return the choice with the highest value or, of equal ones, the one with the smallest wager."""
        return max(self.values, key=self.values.__getitem__)

    def cost(self, choice: str) -> Fraction:
        return self.values[self.best] - self.values[choice]

    @property
    def gap(self) -> Fraction:
        """Return the difference in value between the smallest wager and the best larger wager."""
        smallest, *larger = self.values.values()
        return abs(max(larger) - smallest) if larger else Fraction(0)

    @property
    def list_cost(self) -> Fraction:
        return self.cost(self.listed) if self.listed else Fraction(0)


def judge(
    rules: Rules, question: DecisionQuestion, spot: DecisionSpot, short: ShortList | None
) -> JudgedSpot:
    values = advise(rules, rules.game, spot.hand, spot.board, dealer=spot.dealer).values
    listed, rule = short.decide(question, spot) if short is not None else ("", None)
    return JudgedSpot(spot, kind_of_rule(question, rule), values, rule, listed)
