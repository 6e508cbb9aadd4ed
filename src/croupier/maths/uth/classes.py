"""Group cards, holdings, Flops and boards into classes relative to one suit, or by ranks only.

A *holding* is two hole cards. At most one suit can make a flush on a board, because five cards cannot
contain three cards of each of two suits. Relative to this suit, 13 cards are *of the suit*. All others are
*other* cards, three of each rank, whose actual suit never matters. There are therefore 26 kinds of card.

There are 338 classes of holdings: 78 with two cards of the suit, 169 with one, and 91 without one. There are
2,483 classes of Flops with one, two or three cards of the suit, and 36,608 classes of boards with three, four
or five cards of the suit.

If no flush is possible, only ranks matter. There are 91 pairs of ranks (*rank pairs*), 455 sets of three
ranks (*rank Flops*) and 6,188 sets of five ranks (*rank boards*). Thirteen of the rank boards would have five
cards of one rank, which is impossible. Their entries stay empty. The 91 rank pairs are also the holdings
without a card of the suit, in the same order.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.hands.arrays import Int
from croupier.maths.engine.kernel import kernel

RANKS = 13
OTHER = 13  # Kinds 0 to 12 are cards of the suit, and kinds 13 to 25 are other cards.
KINDS = 26

SUITED_HOLDINGS = 78
MIXED_HOLDINGS = 169
RANK_PAIRS = 91
HOLDINGS = SUITED_HOLDINGS + MIXED_HOLDINGS + RANK_PAIRS
BOTH_OTHER = SUITED_HOLDINGS + MIXED_HOLDINGS  # index of the first holding with no card of the suit

RANK_FLOPS = 455
RANK_BOARDS = 6188

FLOPS_1, FLOPS_2, FLOPS_3 = 13 * 91, 78 * 13, 286
FLOPS = FLOPS_1 + FLOPS_2 + FLOPS_3
BOARDS_3, BOARDS_4, BOARDS_5 = 286 * 91, 715 * 13, 1287
BOARDS = BOARDS_3 + BOARDS_4 + BOARDS_5


class Classes(NamedTuple):
    """Index tables of the classes, bundled as a single kernel argument."""

    choose: NDArray[np.int32]  # binomial coefficients, indexed by [n, k]
    pair: NDArray[np.int32]  # index of a rank pair, indexed by its two ranks
    pair_ranks: NDArray[np.int32]  # the two ranks of each rank pair, low first
    # index of a set of ranks (given as 13 bits) among the sets of its size
    suited: NDArray[np.int32]
    holding_kinds: NDArray[np.int32]  # the two kinds of card of each holding
    holding_pair: NDArray[np.int32]  # index of the rank pair of each holding
    # index of a holding by its two kinds of card, or -1 for an impossible holding
    kinds_holding: NDArray[np.int32]
    held: NDArray[np.int32]  # number of *other* cards in a holding, indexed by [rank, holding]
    flop_suited: NDArray[np.int32]  # ranks of the suit on each Flop, as bits
    flop_others: NDArray[np.int32]  # up to two other ranks on each Flop, padded with -1
    board_suited: NDArray[np.int32]
    board_others: NDArray[np.int32]
    board_ranks: NDArray[np.int32]  # index of the rank board of each board
    rank_flop: NDArray[np.int32]  # the three ranks of each rank Flop, low first
    rank_board: NDArray[np.int32]  # the five ranks of each rank board, low first
    kin: NDArray[np.int32]  # boards sorted by rank board
    kin_start: NDArray[np.int32]  # index in kin of the first board of each rank board


@kernel
def rank_board_place(ranks: NDArray[np.signedinteger], choose: NDArray[np.int32]) -> int:
    """Return the index of a rank board among all multisets of five ranks. Sorts ``ranks`` in place."""
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


@kernel
def board_row(board: NDArray[np.signedinteger], suit: Int, table: Classes) -> int:
    """Return the index of a board among the boards on which ``suit`` can make a flush, or -1 if it cannot."""
    suited, size = 0, 0
    one, two = 0, 0
    for card in board:
        if card // 13 == suit:
            suited |= 1 << (card % 13)
            size += 1
        else:
            one, two = card % 13, one
    if size < 3:
        return -1
    row = table.suited[suited]
    if size == 3:
        return row * 91 + table.pair[one, two]
    if size == 4:
        return BOARDS_3 + row * 13 + one
    return BOARDS_3 + BOARDS_4 + row


def _sets(size: int, repeated: bool) -> NDArray[np.int32]:
    """Return all sets of ``size`` ranks, ordered by highest rank."""
    every = combinations_with_replacement if repeated else combinations
    # Combinations of descending ranks start with the highest, so reverse the order.
    ranks = np.array(list(every(range(RANKS - 1, -1, -1), size)), np.int32)
    return np.ascontiguousarray(ranks[::-1, ::-1])


def _bits(sets: NDArray[np.int32]) -> NDArray[np.int32]:
    return (1 << sets).sum(axis=1, dtype=np.int32)


@cache
def _choose() -> NDArray[np.int32]:
    return np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int32)


def set_places(sets: NDArray[np.signedinteger]) -> NDArray[np.int64]:
    """Return the index of each multiset of ranks among all multisets of its size, ordered by highest rank."""
    ordered = np.sort(sets, axis=1)
    places = np.zeros(len(sets), np.int64)
    for k in range(sets.shape[1]):
        places += _choose()[ordered[:, k] + k, k + 1]
    return places


def _seen_from_suit(
    *shapes: tuple[int, int],
) -> tuple[NDArray[np.int32], NDArray[np.int32], list[np.ndarray]]:
    """Enumerate sets of cards relative to a suit.

    Each shape is a number of cards of the suit and a number of other cards. The result has the ranks of the
    cards of the suit (as bits), the ranks of up to two other cards (padded with -1), and all ranks.
    """
    suited, others, ranks = [], [], []
    for of_suit, other in shapes:
        own, rest = _sets(of_suit, repeated=False), _sets(other, repeated=True)
        one, two = np.repeat(np.arange(len(own)), len(rest)), np.tile(np.arange(len(rest)), len(own))
        suited.append(_bits(own)[one])
        padded = np.full((len(rest), 2), -1, np.int32)
        padded[:, :other] = rest
        others.append(padded[two])
        ranks.append(np.concatenate([own[one], rest[two]], axis=1))
    return np.concatenate(suited), np.concatenate(others), ranks


@cache
def classes() -> Classes:
    pairs = _sets(2, repeated=True)
    pair = np.zeros((RANKS, RANKS), np.int32)
    pair[pairs[:, 0], pairs[:, 1]] = pair[pairs[:, 1], pairs[:, 0]] = np.arange(len(pairs))

    suited = np.full(1 << RANKS, -1, np.int32)
    for size in range(6):
        sets = _sets(size, repeated=False)
        suited[_bits(sets)] = np.arange(len(sets))

    of_suit, other = np.divmod(np.arange(MIXED_HOLDINGS), RANKS)
    mixed = np.stack([of_suit, OTHER + other], axis=1)
    holdings = np.concatenate([_sets(2, repeated=False), mixed, OTHER + pairs]).astype(np.int32)
    kinds_holding = np.full((KINDS, KINDS), -1, np.int32)
    kinds_holding[holdings[:, 0], holdings[:, 1]] = np.arange(HOLDINGS)
    kinds_holding[holdings[:, 1], holdings[:, 0]] = np.arange(HOLDINGS)
    rank_counts = (holdings[None, :, :] == (OTHER + np.arange(RANKS))[:, None, None]).sum(
        axis=2, dtype=np.int32
    )

    flop_suited, flop_others, _ = _seen_from_suit((1, 2), (2, 1), (3, 0))
    board_suited, board_others, ranks = _seen_from_suit((3, 2), (4, 1), (5, 0))
    board_ranks = set_places(np.concatenate(ranks)).astype(np.int32)
    return Classes(
        choose=_choose(),
        pair=pair,
        pair_ranks=pairs,
        suited=suited,
        holding_kinds=holdings,
        holding_pair=pair[holdings[:, 0] % RANKS, holdings[:, 1] % RANKS],
        kinds_holding=kinds_holding,
        held=rank_counts,
        flop_suited=flop_suited,
        flop_others=flop_others,
        board_suited=board_suited,
        board_others=board_others,
        board_ranks=board_ranks,
        rank_flop=_sets(3, repeated=True),
        rank_board=_sets(5, repeated=True),
        kin=np.argsort(board_ranks, kind="stable").astype(np.int32),
        kin_start=np.searchsorted(np.sort(board_ranks), np.arange(RANK_BOARDS + 1)).astype(np.int32),
    )
