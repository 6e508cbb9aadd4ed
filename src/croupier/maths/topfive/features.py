"""Compute the features of Top Five Poker hands that a strategy rule can test, and the gain of each case."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.cards.deck import RANKS
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
            "cards": Feature(
                "the number of cards from ten to ace",
                phrases={">=": "you have at least {value} cards from ten to ace"},
            ),
            "made": Feature(
                "the hand that these cards make",
                "hand",
                HANDS,
                {">=": "your top cards make {one} or better"},
            ),
            "best": Feature(
                "the rank of the highest of these cards",
                "rank",
                phrases={">=": "your highest card is {one} or better"},
            ),
            "second": Feature(
                "the rank of the next card",
                "rank",
                phrases={">=": "your next top card is {one} or better"},
            ),
        },
    ),
)


def _row(ranks: Sequence[int], cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the features of a hand. ``ranks`` lists its cards from ten to ace, highest first."""
    made = HANDS.index(top_five(cards).category)
    return len(ranks), made, ranks[0] if ranks else 0, ranks[1] if len(ranks) > 1 else 0


def features_of_hand(cards: tuple[Card, ...]) -> dict[str, int]:
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    row = _row([rank for rank in ranks if rank >= 10], cards)
    return dict(zip(QUESTIONS[0].features, row, strict=True))


def features(hands: Sequence[TopFiveHandClass]) -> dict[str, NDArray[Any]]:
    rows = []
    for hand in hands:
        ranks = [14 - place for place, copies in enumerate(hand.counts) for _ in range(copies)]
        rows.append(_row(ranks, hand.cards))
    table = np.array(rows)
    return {name: table[:, place] for place, name in enumerate(QUESTIONS[0].features)}


def cases(terms: Terms) -> Cases:
    played = list(topfive.best_play(terms))
    gains = [float((value - topfive.FOLD) * hand.ways) / comb(52, HAND) for hand, value in played]
    return gather_cases(features([hand for hand, _ in played]), np.array(gains))
