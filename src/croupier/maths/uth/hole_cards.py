"""Number the hole-card hands that bonus wagers pay (such as two aces), and group hole cards into classes."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.hands import hole_pair_titles
from croupier.hands.arrays import CATEGORIES
from croupier.maths.uth.classes import RANK_PAIRS, classes
from croupier.maths.wagers.frequencies import Titles

NOBODY = 2 * len(CATEGORIES)  # code for a tie, where neither hand is beaten
ACE = 12

# a title code with the numerator and the denominator of the code's share of a class
Share = tuple[int, int, int]


@cache
def hole_titles() -> tuple[tuple[Titles, ...], NDArray[np.int16], NDArray[np.int16]]:
    """Return the title sets of two hole cards by code, and two tables of codes indexed by the two cards.

    The second table applies if the dealer holds two aces.
    """
    places: dict[Titles, int] = {}
    alone, against = np.zeros((52, 52), np.int16), np.zeros((52, 52), np.int16)
    aces = [card for card in STANDARD.order if card[0] == "A"]
    for one, two in combinations(range(52), 2):
        hand = (STANDARD.order[one], STANDARD.order[two])
        dealer = [ace for ace in aces if ace not in hand][:2]
        for table, titles in ((alone, hole_pair_titles(hand)), (against, hole_pair_titles(hand, dealer))):
            table[one, two] = table[two, one] = places.setdefault(titles, len(places))
    return tuple(places), alone, against


class HoleClasses(NamedTuple):
    """Classes of hole cards with the same possible title codes, by rank pair and suitedness.

    The main game treats all suits alike, so the share of a code in its class is the same for every ending.
    """

    # class of each rank pair; the rows are unsuited, suited, and aces against aces
    classes: NDArray[np.int64]
    codes: tuple[tuple[Share, ...], ...]  # codes and shares of each class
    aces: int  # class of two aces
    both: tuple[Share, ...]  # codes of two aces against two aces


@cache
def hole_codes() -> HoleClasses:
    _, alone, against = hole_titles()
    found: dict[tuple[Share, ...], int] = {}
    names = np.zeros((3, RANK_PAIRS), np.int64)
    for pair, (low, high) in enumerate(classes().pair_ranks.tolist()):
        for suited in range(2):
            if suited and low == high:
                continue
            shares = _shares([int(alone[two]) for two in _cards(low, high, bool(suited))])
            names[suited, pair] = found.setdefault(shares, len(found))
    aces = int(names[0, int(classes().pair[ACE, ACE])])
    both = _shares([int(against[two]) for two in _cards(ACE, ACE, False)])
    return HoleClasses(names, tuple(found), aces, both)


def _cards(low: int, high: int, suited: bool) -> list[tuple[int, int]]:
    return [
        (13 * one + low, 13 * two + high)
        for one in range(4)
        for two in range(4)
        if (one == two) == suited and (low != high or one < two)
    ]


def _shares(codes: list[int]) -> tuple[Share, ...]:
    return tuple((code, codes.count(code), len(codes)) for code in dict.fromkeys(codes))
