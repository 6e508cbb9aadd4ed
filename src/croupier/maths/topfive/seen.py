"""Compute the value of seeing one of the dealer's seven cards in Top Five Poker.

The dealer's other six cards come from the 44 unseen cards. If the seen card is below ten, it cannot be part
of a royal. If it is a top card (ten to ace), it counts for its rank. It can also be part of the dealer's
royal, but only if the player has no top card in its suit.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from croupier.maths.protection.seen_cards import InformedPlay
from croupier.maths.results import Result, distribution
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from croupier.maths.topfive.enumeration import BLANKS, CHOOSE, FOLD, HAND, TOP, hand_classes, list_rank_counts

NAMES = dict(zip(TOP, ("ace", "king", "queen", "jack", "ten"), strict=True))
# (name, rank, whole) of each kind of seen card. The rank is -1 below ten.
# ``whole`` means that the player has no top card in the seen card's suit.
KINDS_SEEN = [("below ten", -1, False)] + [
    (NAMES[rank], place, whole) for place, rank in enumerate(TOP) for whole in (True, False)
]


def dealer(terms: Terms) -> InformedPlay:
    nets, dealt = topfive.nets(terms), comb(52 - HAND - 1, HAND - 1)
    rank_counts, ways, whole, royal = (
        np.array([getattr(hand, name) for hand in hand_classes()])
        for name in ("counts", "ways", "free_suits", "royal")
    )
    ladders = topfive.ladder(terms.reading("T-03"))
    place = {each: number for number, each in enumerate(list_rank_counts())}
    stands = np.array([place[hand.counts] for hand in hand_classes()])
    strength = np.where(royal, ladders[1][stands], ladders[0][stands])
    scale = lcm(*(net.denominator for row in nets for net in row))
    paid = np.array([[int(net * scale) for net in row] for row in nets])
    found: Counter[Fraction] = Counter()
    by_card: dict[str, list[Fraction]] = {}
    played = total = 0
    for name, rank, in_whole in KINDS_SEEN:
        cards = _count_possible_cards(rank_counts, whole, rank, in_whole)
        rows = np.flatnonzero(cards)
        dealers = _count_dealers_hands(rank_counts[rows], whole[rows], rank, in_whole)
        counts = topfive.compare_hands(strength[rows], *dealers, terms.reading("T-02"), terms.reading("T-03"))
        assert (counts.sum(axis=(1, 2)) == dealt).all()
        plays = (counts * paid).sum(axis=(1, 2)) > scale * FOLD * dealt
        deals = ways[rows] * cards[rows]
        folded = int(deals[~plays].sum())
        ends = Counter({Fraction(FOLD): folded * dealt})
        summed = (deals[plays, None, None] * counts[plays]).sum(axis=0).tolist()
        for net, number in zip(chain(*nets), chain(*summed), strict=True):
            ends[net] += number
        found += ends
        tally = by_card.setdefault(name, [Fraction(0), Fraction(0)])
        tally[0] += sum((net * number for net, number in ends.items()), Fraction(0))
        tally[1] += sum(ends.values())
        played, total = played + int(deals[plays].sum()), total + int(deals.sum())
    result = Result("main", None, "ante", distribution(found, total * dealt), {})
    often = Fraction(played, total)
    values = {card: worth / deals for card, (worth, deals) in by_card.items()}
    return InformedPlay(result.ev, 1 + often, values, {"play": often, "fold": 1 - often}, result)


def _count_possible_cards(
    rank_counts: NDArray[np.int64], whole: NDArray[np.int64], rank: int, in_whole: bool
) -> NDArray[np.int64]:
    """Return, for each player's hand, how many cards of this kind the dealer can show."""
    if rank < 0:
        return _blanks(rank_counts)
    return whole if in_whole else 4 - rank_counts[:, rank] - whole


def _blanks(rank_counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return, for each player's hand, the number of unseen cards below ten."""
    return BLANKS - (HAND - rank_counts.sum(axis=1))


def _count_dealers_hands(
    mine: NDArray[np.int64], whole: NDArray[np.int64], rank: int, in_whole: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the dealer's hands by rank counts, without and with a royal, with one row per player's hand.

    ``rank`` is the rank of the seen card, or -1 below ten. ``in_whole`` means that the player has no top
    card in the seen card's suit.
    """
    seen_card = np.array([1 if each == rank else 0 for each in range(5)])
    low = 1 if rank < 0 else 0
    below = HAND - np.array(list_rank_counts()).sum(axis=1)
    rest = (CHOOSE[:, np.maximum(below - low, 0)] * (below >= low))[_blanks(mine) - low]
    every = rest * _ways(mine, seen_card, np.zeros(5, np.int64))
    # A royal in another suit fixes one card of every rank in addition to the seen card.
    # A royal in the seen card's suit uses that card for its rank.
    royals = _ways(mine, seen_card, np.ones(5, np.int64)) * (whole - (1 if in_whole else 0))[:, None]
    if in_whole:
        royals = royals + _ways(mine, seen_card, 1 - seen_card)
    royals = rest * royals
    return every - royals, royals


def _ways(
    mine: NDArray[np.int64], seen_card: NDArray[np.int64], royal_cards: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Count the ways to complete the dealer's top cards, with one row per player's hand.

    ``seen_card`` and ``royal_cards`` give the number of cards of each rank that the dealer already holds.
    """
    theirs = np.array(list_rank_counts())
    ways = np.ones((len(mine), len(theirs)), np.int64)
    for rank in range(5):
        # ``left`` gives the remaining cards of this rank, indexed by the number of such cards that the player
        # holds.
        left = 4 - np.arange(5) - seen_card[rank] - royal_cards[rank]
        more = theirs[:, rank] - seen_card[rank] - royal_cards[rank]
        by_held = CHOOSE[np.maximum(left, 0)[:, None], np.maximum(more, 0)]
        ways *= (by_held * (left >= 0)[:, None] * (more >= 0))[mine[:, rank]]
    return ways
