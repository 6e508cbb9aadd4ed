"""Compute the features of Let It Ride hands that a strategy rule can test, and the gain of each case."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.cards.deck import RANKS, SUITS
from croupier.maths.letitride.enumeration import HeldCards, best, pays, steps
from croupier.maths.strategy.rule_list import Feature, StrategyQuestion
from croupier.maths.strategy.search import Cases, gather_cases
from croupier.maths.wagers.frequencies import poker_titles
from croupier.rulebook import Paytable

FEATURES = {
    "pays": Feature(
        "1 if the cards already make a paying hand",
        "yes",
        phrases={"yes": "your cards already pay", "no": "your cards do not pay yet"},
    ),
    "suited": Feature(
        "1 if all cards are of one suit",
        "yes",
        phrases={"yes": "all cards are of one suit", "no": "the cards are of several suits"},
    ),
    "span": Feature(
        "the number of ranks from lowest to highest card, both included, or 14 with a pair",
        phrases={"<=": "the cards fit into {value} ranks in a row"},
    ),
    "high_cards": Feature(
        "the number of cards from ten to ace", phrases={">=": "at least {value} cards are from ten to ace"}
    ),
    "low": Feature(
        "the rank of the lowest card",
        "rank",
        phrases={">=": "the lowest card is {one} or higher", "<=": "the lowest card is {one} or lower"},
    ),
}
QUESTIONS = (
    StrategyQuestion("bet1", ("withdraw", "ride"), FEATURES),
    StrategyQuestion("bet2", ("withdraw", "ride"), FEATURES),
)


@lru_cache(maxsize=16)
def features(classes: tuple[HeldCards, ...], table: Paytable) -> dict[str, NDArray[Any]]:
    rows = [_of(hand, table) for hand in classes]
    return {name: np.array([row[name] for row in rows]) for name in FEATURES}


def features_of_hand(table: Paytable, cards: tuple[Card, ...]) -> dict[str, int]:
    """Return the features of the cards that a player sees, own cards and community cards alike."""
    ranks = tuple(sorted(RANKS.index(card[0]) for card in cards))
    return _of(HeldCards(ranks, len({card[1] for card in cards}) == 1), table)


def _of(hand: HeldCards, table: Paytable) -> dict[str, int]:
    ranks = hand.ranks
    distinct = len(set(ranks)) == len(ranks)
    return {
        "pays": int(_paying(ranks, table)),
        "suited": int(hand.suited),
        "span": ranks[-1] - ranks[0] + 1 if distinct else 14,
        "high_cards": sum(rank >= 8 for rank in ranks),
        "low": ranks[0] + 2,
    }


def _paying(ranks: tuple[int, ...], table: Paytable) -> bool:
    """Return whether the ranks already make a paying pair or better.

    The hand is completed to five cards with cards that do not improve it.
    """
    groups = Counter(ranks)
    fill = [rank for rank in (0, 2, 5, 7, 9, 11, 12) if rank not in groups][: 5 - len(ranks)]
    copies: Counter[int] = Counter()
    cards = []
    for place, rank in enumerate((*ranks, *fill)):
        suit = copies[rank] if groups[rank] > 1 else place % 4
        cards.append(Card(RANKS[rank] + SUITS[suit]))
        copies[rank] += 1
    return max(groups.values()) > 1 and pays(table, poker_titles(tuple(cards))) > 0


def cases(table: Paytable, question: str) -> Cases:
    game, values = steps(), best(table)
    if question == "bet1":
        gain = game.dealt * values.first / float(values.scale * comb(52, 3) * 49 * 48)
        return gather_cases(features(game.three, table), np.asarray(gain, np.float64))
    reached = np.zeros(len(game.four), np.int64)
    np.add.at(reached, game.target, game.dealt[game.source] * game.cards)
    gain = reached * values.second / float(values.scale * comb(52, 3) * 49 * 48)
    return gather_cases(features(game.four, table), np.asarray(gain, np.float64))
