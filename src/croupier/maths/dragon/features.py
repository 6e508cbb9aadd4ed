"""Compute the features of Dragon Poker hands that a strategy rule can test, and the gain of each case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.hands import HandValue, dragon_hand
from croupier.hands.dragon import CHARACTER_OF, CHARACTERS, GOLD
from croupier.maths.dragon import enumeration as dragon
from croupier.maths.dragon.enumeration import DragonHandClass
from croupier.maths.strategy.rule_list import Feature, StrategyQuestion
from croupier.maths.strategy.search import Cases, gather_cases
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable

HANDS = ("high_card", "pair", "trips")
QUESTIONS = (
    StrategyQuestion(
        "play or fold",
        ("fold", "play"),
        {
            "made": Feature("the hand", "hand", HANDS, {">=": "you have a {value} or better"}),
            "best": Feature(
                "the best character, or the character of the pair",
                "hand",
                CHARACTERS,
                {">=": "your best card is a {value} or better"},
            ),
            "second": Feature(
                "the next character", "hand", CHARACTERS, {">=": "your next card is a {value} or better"}
            ),
            "third": Feature(
                "the last character", "hand", CHARACTERS, {">=": "your last card is a {value} or better"}
            ),
        },
    ),
)


def _row(value: HandValue, cards: Sequence[Card]) -> tuple[int, ...]:
    leaders = list(value.rung.leaders)
    others = sorted((CHARACTER_OF[card] for card in cards if card != GOLD), reverse=True)
    characters = leaders + [each for each in others if each not in leaders]
    characters += [characters[-1]] * (3 - len(characters))
    return (HANDS.index(value.category), *characters[:3])


def features_of_hand(cards: tuple[Card, ...]) -> dict[str, int]:
    return dict(zip(QUESTIONS[0].features, _row(dragon_hand(cards), cards), strict=True))


def features(hands: Sequence[DragonHandClass]) -> dict[str, NDArray[Any]]:
    table = np.array([_row(hand.value, hand.cards) for hand in hands])
    return {name: table[:, place] for place, name in enumerate(QUESTIONS[0].features)}


def cases(terms: Terms, table: Paytable) -> Cases:
    full = dragon.pack(terms)
    hands, gains = [], []
    for hand, value in dragon.best_play(terms, table):
        hands.append(hand)
        gains.append(float((value - dragon.FOLD) * hand.ways(full)))
    total = sum(hand.ways(full) for hand in hands)
    return gather_cases(features(hands), np.array(gains) / total)
