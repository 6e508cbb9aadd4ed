"""Cards, holdings, Flops and boards as seen from one suit.

At most one suit can make a flush on a board: five cards hold at most one suit three times. Seen from that
suit a card is *of the suit* (13 of them, each one card) or *other* (13 ranks, three cards each), and which
other suit it has can never matter again. So there are 26 kinds of card, and

- 338 holdings of two cards: 78 both of the suit, 169 one of each, 91 both other;
- 2,483 Flops with one, two or three cards of the suit;
- 36,608 boards with three, four or five cards of the suit.

Without a flush in sight only ranks count: 91 pairs, 455 Flops and 6,188 boards of ranks (13 of them, five of
a rank, do not exist and stay empty). The 91 rank pairs are also the holdings "both other", in the same
order.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel

RANKS = 13
OTHER = 13  # kinds of card: 0-12 of the suit, 13-25 other
KINDS = 26

SUITED_HOLDINGS = 78
MIXED_HOLDINGS = 169
RANK_PAIRS = 91
HOLDINGS = SUITED_HOLDINGS + MIXED_HOLDINGS + RANK_PAIRS
BOTH_OTHER = SUITED_HOLDINGS + MIXED_HOLDINGS  # the first holding with no card of the suit

RANK_FLOPS = 455
RANK_BOARDS = 6188

FLOPS_1, FLOPS_2, FLOPS_3 = 13 * 91, 78 * 13, 286
FLOPS = FLOPS_1 + FLOPS_2 + FLOPS_3
BOARDS_3, BOARDS_4, BOARDS_5 = 286 * 91, 715 * 13, 1287
BOARDS = BOARDS_3 + BOARDS_4 + BOARDS_5


class Classes(NamedTuple):
    """Index tables, as one argument for the kernels."""

    choose: NDArray[np.int32]  # choose[n, k]
    pair: NDArray[np.int32]  # rank, rank -> rank pair
    pair_ranks: NDArray[np.int32]  # rank pair -> its two ranks, low first
    suited: NDArray[np.int32]  # ranks of the suit as 13 bits -> place among the sets of that size
    holding_kinds: NDArray[np.int32]  # holding -> its two kinds of card
    holding_pair: NDArray[np.int32]  # holding -> rank pair
    kinds_holding: NDArray[np.int32]  # kind, kind -> holding (-1: no such)
    held: NDArray[np.int32]  # rank, holding -> other cards of the rank that it has
    flop_suited: NDArray[np.int32]  # Flop -> ranks of the suit as bits
    flop_others: NDArray[np.int32]  # Flop -> up to two other ranks, -1 for none
    board_suited: NDArray[np.int32]
    board_others: NDArray[np.int32]
    board_ranks: NDArray[np.int32]  # board -> rank board
    rank_flop: NDArray[np.int32]  # rank Flop -> its three ranks, low first
    rank_board: NDArray[np.int32]  # rank board -> its five ranks, low first
    kin: NDArray[np.int32]  # boards sorted by rank board
    kin_start: NDArray[np.int32]  # where in kin those of a rank board start


def rank_set(ranks: tuple[int, ...] | list[int]) -> int:
    """Place of a sorted multiset of ranks among those of its size."""
    place = 0
    for k, rank in enumerate(sorted(ranks)):
        place += _choose(rank + k, k + 1)
    return place


def _choose(n: int, k: int) -> int:
    result = 1
    for step in range(k):
        result = result * (n - step) // (step + 1)
    return result


@kernel
def rank_board_place(ranks: NDArray[np.signedinteger], choose: NDArray[np.int32]) -> int:
    """``rank_set`` of five ranks, compiled; it leaves them sorted."""
    for k in range(1, 5):
        rank = ranks[k]
        j = k
        while j and ranks[j - 1] > rank:
            ranks[j] = ranks[j - 1]
            j -= 1
        ranks[j] = rank
    place = 0
    for k in range(5):
        place += choose[ranks[k] + k, k + 1]
    return place


def bits(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank for rank in ranks)


def _sets(size: int, repeated: bool) -> list[tuple[int, ...]]:
    """All sets of ranks of a size, in the order of ``rank_set`` (by the highest rank first)."""
    every = combinations_with_replacement if repeated else combinations
    return sorted(every(range(RANKS), size), key=lambda ranks: ranks[::-1])


def _int32(rows: object) -> NDArray[np.int32]:
    return np.ascontiguousarray(np.array(rows, dtype=np.int32))


@cache
def classes() -> Classes:
    pairs = _sets(2, repeated=True)
    pair = np.zeros((RANKS, RANKS), np.int32)
    for place, (low, high) in enumerate(pairs):
        pair[low, high] = pair[high, low] = place

    suited = np.full(1 << RANKS, -1, np.int32)
    for size in range(6):
        for place, ranks in enumerate(_sets(size, repeated=False)):
            suited[bits(ranks)] = place

    holdings = [
        *_sets(2, repeated=False),
        *((of_suit, OTHER + other) for of_suit in range(RANKS) for other in range(RANKS)),
        *((OTHER + low, OTHER + high) for low, high in pairs),
    ]
    kinds_holding = np.full((KINDS, KINDS), -1, np.int32)
    for place, (one, two) in enumerate(holdings):
        kinds_holding[one, two] = kinds_holding[two, one] = place

    def seen_from_suit(*shapes: tuple[int, int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        return [
            (ranks, others)
            for of_suit, other in shapes
            for ranks in _sets(of_suit, repeated=False)
            for others in _sets(other, repeated=True)
        ]

    def others_of(cards: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> NDArray[np.int32]:
        return _int32([(*others, -1, -1)[:2] for _, others in cards])

    flops = seen_from_suit((1, 2), (2, 1), (3, 0))
    boards = seen_from_suit((3, 2), (4, 1), (5, 0))
    board_ranks = _int32([rank_set((*ranks, *others)) for ranks, others in boards])
    return Classes(
        choose=_int32([[_choose(n, k) for k in range(8)] for n in range(53)]),
        pair=pair,
        pair_ranks=_int32(pairs),
        suited=suited,
        holding_kinds=_int32(holdings),
        holding_pair=_int32([pair[one % RANKS, two % RANKS] for one, two in holdings]),
        kinds_holding=kinds_holding,
        held=_int32([[kinds.count(OTHER + rank) for kinds in holdings] for rank in range(RANKS)]),
        flop_suited=_int32([bits(ranks) for ranks, _ in flops]),
        flop_others=others_of(flops),
        board_suited=_int32([bits(ranks) for ranks, _ in boards]),
        board_others=others_of(boards),
        board_ranks=board_ranks,
        rank_flop=_int32(_sets(3, repeated=True)),
        rank_board=_int32(_sets(5, repeated=True)),
        kin=np.argsort(board_ranks, kind="stable").astype(np.int32),
        kin_start=np.searchsorted(np.sort(board_ranks), np.arange(RANK_BOARDS + 1)).astype(np.int32),
    )
