"""Top Five Poker for somebody who sees one of the dealer's seven cards.

A card below ten leaves the dealer six more among 44, and no royal is nearer. A top card is one of its rank;
if it lies in a suit of which the player holds no top card, it is also a fifth of a royal.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.maths import topfive
from croupier.maths.protection.sight import Seen
from croupier.maths.results import Result, distribution
from croupier.maths.terms import Terms
from croupier.maths.topfive import BLANKS, CHOOSE, FOLD, HAND, TOP, HandClass, hand_classes, helds

NAMES = dict(zip(TOP, ("ace", "king", "queen", "jack", "ten"), strict=True))
BELOW = "below ten"


def dealer(terms: Terms) -> Seen:
    nets = topfive.nets(terms)
    plain, royal = topfive.ladder(terms.reading("T-03"))
    short = topfive.short(terms.reading("T-02"))
    found: Counter[Fraction] = Counter()
    by_card: dict[str, list[Fraction]] = {}
    played = total = 0
    for hand in hand_classes():
        strength = (royal if hand.royal else plain)[helds().index(hand.held)]
        for name, cards, natural, royals in _seen_cards(hand):
            counts = [[0] * 3 for _ in range(2)]
            for ways, ladder in ((natural, plain), (royals, royal)):
                outcome = np.sign(strength - ladder) + 1
                for falls in (0, 1):
                    for result in range(3):
                        counts[falls][result] += int(ways[(short == bool(falls)) & (outcome == result)].sum())
            dealt = comb(52 - HAND - 1, HAND - 1)
            assert sum(map(sum, counts)) == dealt
            worth = topfive.worth(nets, counts)
            deals = hand.ways * cards
            if worth > FOLD * dealt:
                played += deals
                for falls in (0, 1):
                    for result in range(3):
                        found[nets[falls][result]] += deals * counts[falls][result]
            else:
                worth = Fraction(FOLD * dealt)
                found[Fraction(FOLD)] += deals * dealt
            total += deals
            tally = by_card.setdefault(name, [Fraction(0), Fraction(0)])
            tally[0] += deals * worth
            tally[1] += deals * dealt
    dealt = comb(52 - HAND - 1, HAND - 1)
    whole = Result("main", None, "ante", distribution(found, total * dealt), {})
    plays = Fraction(played, total)
    values = {card: worth / deals for card, (worth, deals) in by_card.items()}
    return Seen(whole.ev, 1 + plays, values, {"play": plays, "fold": 1 - plays}, whole)


def _seen_cards(
    hand: HandClass,
) -> list[tuple[str, int, NDArray[np.int64], NDArray[np.int64]]]:
    """The cards that may be seen, alike ones together: their name, how many, and the dealer's hands by ranks
    held without and with a royal in them.
    """
    free = [4 - copies for copies in hand.held]
    blanks = BLANKS - (HAND - hand.count)
    kinds = [(BELOW, blanks, -1, False)]
    for place, rank in enumerate(TOP):
        kinds.append((NAMES[rank], hand.whole, place, True))
        kinds.append((NAMES[rank], free[place] - hand.whole, place, False))
    return [
        (name, cards, *_dealt(free, blanks, hand.whole, place, whole))
        for name, cards, place, whole in kinds
        if cards
    ]


def _dealt(
    free: list[int], blanks: int, suits: int, place: int, whole: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """``place``: the rank of the card seen, -1 below ten; ``whole``: it lies in an untouched suit."""
    held = _held()
    seen = np.array([1 if rank == place else 0 for rank in range(5)])
    low = 1 if place < 0 else 0
    below = HAND - held.sum(axis=1)
    rest = np.where(below >= low, CHOOSE[blanks - low, np.maximum(below - low, 0)], 0)
    others, needed = np.array(free) - seen, held - seen
    every = rest * _ways(others, needed, np.zeros(5, np.int64))
    # In another untouched suit the royal's own card of every rank is given, and the one seen is one more; in
    # the suit of the card seen, that is the royal's card of its rank.
    royals: NDArray[np.int64] = _ways(others, needed, np.ones(5, np.int64)) * (suits - (1 if whole else 0))
    if whole:
        royals = royals + _ways(others, needed, 1 - seen)
    royals = rest * royals
    return every - royals, royals


@cache
def _held() -> NDArray[np.int64]:
    return np.array(helds())


def _ways(
    others: NDArray[np.int64], needed: NDArray[np.int64], given: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Ways to fill the ranks when some cards of them are given."""
    left, more = others - given, needed - given
    found = [((more >= 0).all(axis=1) & (left >= 0).all()).astype(np.int64)]
    for rank in range(5):
        found.append(CHOOSE[max(int(left[rank]), 0), np.maximum(more[:, rank], 0)])
    ways: NDArray[np.int64] = np.prod(found, axis=0)
    return ways
