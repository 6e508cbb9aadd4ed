"""Store the strength of every seven-card hand in two small tables.

One table gives the strength of seven ranks with suits ignored. The other gives the strength of five or more
cards of one suit by their ranks. The strength of a hand is the higher of the two. Strengths are one higher
than in :mod:`croupier.hands.arrays`, because 0 marks an impossible hand.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.hands.arrays import CATEGORIES, HIGH_BITS, HIGH_SHIFT, LOW_BITS, tables
from croupier.maths.stored import read, unpack_arrays
from croupier.maths.uth.classes import RANKS, classes

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
BLIND_ROWS = CATEGORIES[STRAIGHT:]
STRENGTHS = "uth-strengths.npz"


class Strengths(NamedTuple):
    by_ranks: NDArray[np.int16]  # strength, indexed by [rank board, rank pair], or 0 if impossible
    by_suit: NDArray[np.int16]  # strength, indexed by the ranks of one suit as bits, or 0 below five cards
    category: NDArray[np.int8]  # category of each strength
    qualifies: int  # lowest strength with which the dealer qualifies


@cache
def strengths(qualifier: str = "pair") -> Strengths:
    """Load the tables. ``qualifier`` is the lowest qualifying category, a pair in the rules (11.H.1)."""
    arrays = unpack_arrays(read(STRENGTHS))
    floor = np.searchsorted(arrays["category"], CATEGORIES.index(qualifier))
    # Strength 0 means no hand, so the lowest strength of a dealer's hand is 1.
    return Strengths(arrays["by_ranks"], arrays["by_suit"], arrays["category"], max(1, int(floor)))


def rank_hands() -> dict[str, NDArray[np.signedinteger]]:
    """Compute the tables from the declared rankings."""
    table, hands = classes(), tables()
    rank_codes = hands.code[:RANKS] & (HIGH_BITS << HIGH_SHIFT | LOW_BITS)
    boards, pairs = _counts(table.rank_board), _counts(table.pair_ranks)
    exist = np.ones((len(boards), len(pairs)), np.bool_)
    for rank in range(RANKS):
        exist &= boards[:, rank, None] + pairs[None, :, rank] <= 4
    codes = np.where(exist, (boards @ rank_codes)[:, None] + (pairs @ rank_codes)[None, :], 7 * rank_codes[0])
    seven = hands.high[2, codes >> HIGH_SHIFT] + hands.low[codes & LOW_BITS]
    by_ranks = np.where(exist, hands.strength[seven] + 1, 0)
    places = np.arange(-1, hands.flush.max() + 1)
    return {
        "by_ranks": by_ranks.astype(np.int16),
        "by_suit": (hands.flush + 1).astype(np.int16),
        "category": (np.searchsorted(hands.floor, places, side="right") - 1).astype(np.int8),
    }


def _counts(sets: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the number of cards of each rank in each set, indexed by [set, rank]."""
    return (sets[:, :, None] == np.arange(RANKS)).sum(axis=1)
