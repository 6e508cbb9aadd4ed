"""Compute the features of Top Five Poker hands that a strategy rule can test, and the gain of each case."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.hands import top_five
from croupier.hands.topfive import TOP_ROWS
from croupier.maths.strategy.rule_list import Feature, StrategyQuestion
from croupier.maths.strategy.search import Cases, gather_cases
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from croupier.maths.topfive.enumeration import HAND, TopFiveHandClass

HANDS = tuple(row.category for row in reversed(TOP_ROWS))
QUESTIONS = (
    StrategyQuestion(
        "play or fold",
        ("fold", "play"),
        {
            "cards": Feature("the number of cards from ten to ace"),
            "made": Feature("the hand that these cards make", "hand", HANDS),
            "best": Feature("the rank of the highest of these cards", "rank"),
            "second": Feature("the rank of the next card", "rank"),
        },
    ),
)


def features(hands: Sequence[TopFiveHandClass]) -> dict[str, NDArray[Any]]:
    rows = []
    for hand in hands:
        ranks = [14 - place for place, copies in enumerate(hand.counts) for _ in range(copies)]
        made = HANDS.index(top_five(hand.cards).category)
        rows.append((hand.count, made, ranks[0] if ranks else 0, ranks[1] if len(ranks) > 1 else 0))
    table = np.array(rows)
    return {name: table[:, place] for place, name in enumerate(QUESTIONS[0].features)}


def cases(terms: Terms) -> Cases:
    played = list(topfive.best_play(terms))
    gains = [float((value - topfive.FOLD) * hand.ways) / comb(52, HAND) for hand, value in played]
    return gather_cases(features([hand for hand, _ in played]), np.array(gains))
