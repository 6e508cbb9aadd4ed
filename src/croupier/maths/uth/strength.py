"""How strong every hand is, in two small tables: by ranks alone, and by the ranks of one suit.

A seven-card hand is worth the better of the two: what its ranks make without regard to suits, and what its
cards of the suit make, if there are five or more. Strengths are small whole numbers, higher beats lower,
equal ties; only their order has a meaning (6.D, and 6.E under reading U-09 R1).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernel import kernel
from croupier.maths.uth.classes import RANK_BOARDS, RANK_PAIRS, classes

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)


class Strengths(NamedTuple):
    by_ranks: NDArray[np.int16]  # rank board, rank pair -> strength (0: there are no such seven cards)
    by_suit: NDArray[np.int16]  # ranks of one suit as bits -> strength (0: fewer than five)
    category: NDArray[np.int8]  # strength -> category
    qualifies: int  # the least strength with which the dealer qualifies: a pair (11.H.1)


@kernel
def straight_top(ranks: int) -> int:
    """Highest rank of the best straight in a set of ranks, -1 if there is none; the ace is low under 2-3-4-5
    (6.B)."""
    for top in range(12, 3, -1):
        if (ranks >> (top - 4)) & 31 == 31:
            return top
    return 3 if ranks & 0x100F == 0x100F else -1


@kernel
def _highest(ranks: int, take: int) -> int:
    """The highest ranks of a set, four bits each, highest first."""
    packed = 0
    for rank in range(12, -1, -1):
        if take and (ranks >> rank) & 1:
            packed = packed << 4 | rank
            take -= 1
    return packed


@kernel
def rank_value(counts: NDArray[np.int8]) -> int:
    """What seven cards make by ranks alone: the category above, what breaks ties within it below."""
    present = 0
    quad, trip, other_trip, high_pair, low_pair = -1, -1, -1, -1, -1
    for rank in range(12, -1, -1):
        count = counts[rank]
        if count:
            present |= 1 << rank
        if count == 4:
            quad = rank
        elif count == 3 and trip < 0:
            trip = rank
        elif count == 3:
            other_trip = rank
        elif count == 2 and high_pair < 0:
            high_pair = rank
        elif count == 2 and low_pair < 0:
            low_pair = rank
    if quad >= 0:
        return QUADS << 20 | quad << 4 | _highest(present & ~(1 << quad), 1)
    full = max(other_trip, high_pair)
    if trip >= 0 and full >= 0:
        return FULL_HOUSE << 20 | trip << 4 | full
    top = straight_top(present)
    if top >= 0:
        return STRAIGHT << 20 | top
    if trip >= 0:
        return TRIPS << 20 | trip << 8 | _highest(present & ~(1 << trip), 2)
    if low_pair >= 0:
        kicker = _highest(present & ~(1 << high_pair) & ~(1 << low_pair), 1)
        return TWO_PAIR << 20 | high_pair << 8 | low_pair << 4 | kicker
    if high_pair >= 0:
        return PAIR << 20 | high_pair << 12 | _highest(present & ~(1 << high_pair), 3)
    return HIGH_CARD << 20 | _highest(present, 5)


@kernel
def _values_by_ranks(
    rank_board: NDArray[np.int32], pair_ranks: NDArray[np.int32], out: NDArray[np.int32]
) -> None:
    counts = np.zeros(13, np.int8)
    for board in range(rank_board.shape[0]):
        for pair in range(pair_ranks.shape[0]):
            counts[:] = 0
            for k in range(5):
                counts[rank_board[board, k]] += 1
            counts[pair_ranks[pair, 0]] += 1
            counts[pair_ranks[pair, 1]] += 1
            out[board, pair] = rank_value(counts) if counts.max() <= 4 else -1


@kernel
def _values_by_suit(out: NDArray[np.int32]) -> None:
    for ranks in range(1 << 13):
        size = 0
        for rank in range(13):
            size += (ranks >> rank) & 1
        top = straight_top(ranks)
        if size < 5:
            out[ranks] = -1
        elif top == 12:
            out[ranks] = ROYAL << 20
        elif top >= 0:
            out[ranks] = STRAIGHT_FLUSH << 20 | top
        else:
            out[ranks] = FLUSH << 20 | _highest(ranks, 5)


@cache
def strengths() -> Strengths:
    table = classes()
    ranks = np.empty((RANK_BOARDS, RANK_PAIRS), np.int32)
    suit = np.empty(1 << 13, np.int32)
    _values_by_ranks(table.rank_board, table.pair_ranks, ranks)
    _values_by_suit(suit)
    # One place among all hands, from 1: the value -1 comes first and becomes 0.
    values, places = np.unique(np.concatenate((np.array([-1]), ranks.ravel(), suit)), return_inverse=True)
    category = np.maximum(values >> 20, -1).astype(np.int8)
    return Strengths(
        by_ranks=np.ascontiguousarray(places[1 : 1 + ranks.size].reshape(ranks.shape).astype(np.int16)),
        by_suit=np.ascontiguousarray(places[1 + ranks.size :].astype(np.int16)),
        category=category,
        qualifies=int(np.searchsorted(values, PAIR << 20)),
    )
