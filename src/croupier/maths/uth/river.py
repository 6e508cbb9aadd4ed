"""Compute every River state by comparing the player's hand with all hands that the dealer can have.

A *state* is a board class and a holding class. Each state has the category of the player's hand and four
counts of the dealer's 990 holdings: those that the player beats and those that the player loses to, each
with and without a qualifying dealer. The remaining holdings tie. Under any paytable, the value of a state in
Antes, summed over the 990 holdings, is a linear function of the counts. A Play of p Antes is worth
``p (won - lost) + (won - lost against a dealer who qualifies) - lost + blind x won``. A fold is worth
``-2 x 990``.

The Ante is settled only against a dealer who qualifies (11.H.1, reading U-08 R1). The Blind pays by category
if the player wins (11.H.3.b), and all wagers push on a tie (11.H.3.d).
"""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress, kernel, spread
from croupier.maths.uth.classes import BOARDS, BOTH_OTHER, HOLDINGS, RANK_BOARDS, RANK_PAIRS, Classes, classes
from croupier.maths.uth.strength import Strengths, strengths

DEALER_HOLDINGS = 990
FOLD = -2 * DEALER_HOLDINGS
NO_STATE = -1

WON, WON_UNQUALIFIED, LOST, LOST_UNQUALIFIED = range(4)


class RiverStates(NamedTuple):
    """Counts of the dealer's 990 holdings for every state.

    The results on the last axis are WON, WON_UNQUALIFIED, LOST and LOST_UNQUALIFIED.
    """

    flush: NDArray[np.int16]  # counts, indexed by [board with a flush suit, holding, result]
    flush_category: NDArray[np.int8]  # category indexed by [board, holding], or NO_STATE if impossible
    ranks: NDArray[np.int16]  # counts without flushes, indexed by [rank board, rank pair, result]
    ranks_category: NDArray[np.int8]


@kernel
def _ones(word: int) -> int:
    """Return the number of bits set in a 64-bit word."""
    x = np.uint64(word)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def _compare_all(
    free: NDArray[np.int32],
    strength: NDArray[np.int32],
    first: int,
    kinds: NDArray[np.int32],
    strong: Strengths,
    words: NDArray[np.uint64],
    before: NDArray[np.int64],
    place: NDArray[np.int32],
    below: NDArray[np.int16],
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
) -> None:
    """Compare every holding on a board with every other holding on the board.

    ``free`` is the number of unseen cards of each kind, and ``strength`` is the strength of each holding. The
    distinct strengths on the board are numbered as *rungs*, weakest first. Row ``r`` of ``below`` counts the
    holdings that are weaker than rung ``r``: column 26 counts all of them, and column k those with one
    specific card of kind k. If the player holds cards c and d, the dealer's holdings are all holdings minus
    those with c minus those with d. This subtracts the holding {c, d} twice, which does not matter for
    weaker holdings: {c, d} is the player's own holding and therefore not weaker.
    """
    holdings = kinds.shape[0]
    words[:] = 0
    for h in range(first, holdings):
        one, two = kinds[h, 0], kinds[h, 1]
        ways = free[one] * free[two] if one != two else free[one] * (free[one] - 1)
        if ways == 0:
            strength[h] = 0
        elif strength[h]:
            words[strength[h] >> 6] |= np.uint64(1) << np.uint64(strength[h] & 63)
    rungs = 0
    for w in range(words.size):
        before[w] = rungs
        rungs += _ones(words[w])
    below[: rungs + 1] = 0
    unqualified = 0
    for h in range(first, holdings):
        if strength[h]:
            one, two = kinds[h, 0], kinds[h, 1]
            word = strength[h] >> 6
            under = words[word] & ((np.uint64(1) << np.uint64(strength[h] & 63)) - np.uint64(1))
            place[h] = before[word] + _ones(under)
            rung = place[h] + 1
            if strength[h] < strong.qualifies:
                unqualified = max(unqualified, rung)
            if one == two:
                below[rung, 26] += free[one] * (free[one] - 1) // 2
                below[rung, one] += free[one] - 1
            else:
                below[rung, 26] += free[one] * free[two]
                below[rung, one] += free[two]
                below[rung, two] += free[one]
    for rung in range(1, rungs + 1):
        for k in range(27):
            below[rung, k] += below[rung - 1, k]
    for h in range(first, holdings):
        row = h - first
        if strength[h] == 0:
            category[row] = NO_STATE
            counts[row, :] = 0
            continue
        one, two = kinds[h, 0], kinds[h, 1]
        rung = place[h]
        weaker = below[rung, 26] - below[rung, one] - below[rung, two]
        not_stronger = below[rung + 1, 26] - below[rung + 1, one] - below[rung + 1, two] + 1
        bare = below[unqualified, 26] - below[unqualified, one] - below[unqualified, two]
        category[row] = strong.category[strength[h]]
        if rung < unqualified:
            counts[row, WON] = 0
            counts[row, WON_UNQUALIFIED] = weaker
            counts[row, LOST] = DEALER_HOLDINGS - (bare + 1)
            counts[row, LOST_UNQUALIFIED] = (bare + 1) - not_stronger
        else:
            counts[row, WON] = weaker - bare
            counts[row, WON_UNQUALIFIED] = bare
            counts[row, LOST] = DEALER_HOLDINGS - not_stronger
            counts[row, LOST_UNQUALIFIED] = 0


class Scratch(NamedTuple):
    """Working arrays for comparing the holdings on one board."""

    free: NDArray[np.int32]
    strength: NDArray[np.int32]
    place: NDArray[np.int32]
    words: NDArray[np.uint64]
    before: NDArray[np.int64]
    below: NDArray[np.int16]


@kernel
def scratch(strong: Strengths) -> Scratch:
    words = strong.category.size // 64 + 1
    return Scratch(
        np.zeros(26, np.int32),
        np.zeros(HOLDINGS, np.int32),
        np.empty(HOLDINGS, np.int32),
        np.empty(words, np.uint64),
        np.empty(words, np.int64),
        np.empty((HOLDINGS + 1, 32), np.int16),
    )


@kernel
def flush_board(
    board: int,
    table: Classes,
    strong: Strengths,
    room: Scratch,
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
) -> None:
    """Compute all states of a board with a flush suit."""
    free, strength = room.free, room.strength
    suited = table.board_suited[board]
    for rank in range(13):
        free[rank] = 1 - (suited >> rank & 1)
        free[13 + rank] = 3
    for k in range(2):
        if table.board_others[board, k] >= 0:
            free[13 + table.board_others[board, k]] -= 1
    ranks = table.board_ranks[board]
    for h in range(HOLDINGS):
        one, two = table.holding_kinds[h, 0], table.holding_kinds[h, 1]
        suit_ranks = suited
        if one < 13:
            suit_ranks |= 1 << one
        if two < 13:
            suit_ranks |= 1 << two
        strength[h] = max(strong.by_ranks[ranks, table.holding_pair[h]], strong.by_suit[suit_ranks])
    _compare_all(
        free, strength, 0, table.holding_kinds, strong, room.words, room.before, room.place, room.below,
        counts, category,
    )  # fmt: skip


@kernel
def rank_board(
    board: int,
    table: Classes,
    strong: Strengths,
    room: Scratch,
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
) -> None:
    """Compute all states of a rank board. All cards are *other* cards, with four of each rank."""
    free, strength = room.free, room.strength
    ranks = table.rank_board[board]
    if ranks[0] == ranks[4]:
        counts[:] = 0
        category[:] = NO_STATE
        return
    free[13:] = 4
    for k in range(5):
        free[13 + ranks[k]] -= 1
    for pair in range(RANK_PAIRS):
        strength[BOTH_OTHER + pair] = strong.by_ranks[board, pair]
    _compare_all(
        free, strength, BOTH_OTHER, table.holding_kinds, strong, room.words, room.before, room.place,
        room.below, counts, category,
    )  # fmt: skip


@kernel
def _flush_boards(
    table: Classes,
    strong: Strengths,
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
    start: int,
    stop: int,
) -> None:
    room = scratch(strong)
    for board in range(start, stop):
        flush_board(board, table, strong, room, counts[board], category[board])


@kernel
def _rank_boards(
    table: Classes,
    strong: Strengths,
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
    start: int,
    stop: int,
) -> None:
    room = scratch(strong)
    for board in range(start, stop):
        rank_board(board, table, strong, room, counts[board], category[board])


def rank_states(strong: Strengths) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Return the counts and categories of all rank boards."""
    counts = np.empty((RANK_BOARDS, RANK_PAIRS, 4), np.int16)
    category = np.empty((RANK_BOARDS, RANK_PAIRS), np.int8)
    spread(partial(_rank_boards, classes(), strong, counts, category), RANK_BOARDS)
    return counts, category


@cache
def all_states(qualifier: str = "pair") -> RiverStates:
    """Return the result of ``river_states``, which is computed only once per process."""
    return river_states(qualifier=qualifier)


def river_states(progress: Progress | None = None, qualifier: str = "pair") -> RiverStates:
    """Compute all River states, for callers that need individual states. The result takes 110 MB."""
    table, strong = classes(), strengths(qualifier)
    ranks, ranks_category = rank_states(strong)
    states = RiverStates(
        flush=np.empty((BOARDS, HOLDINGS, 4), np.int16),
        flush_category=np.empty((BOARDS, HOLDINGS), np.int8),
        ranks=ranks,
        ranks_category=ranks_category,
    )
    spread(
        partial(_flush_boards, table, strong, states.flush, states.flush_category), BOARDS, progress=progress
    )
    return states
