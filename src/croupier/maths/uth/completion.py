"""One player's cards and all that may still come: exact sums when some cards are known to be gone.

Dead cards spoil the symmetry of the suits, but not the idea of ``flop``: a River state still depends on
ranks alone, or on how the cards look from the one suit that can flush. So there are 6,175 boards by ranks
and 36,608 from each suit; only what is left of each kind of card differs, and no sum can be stored.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.classes import (
    BOARDS,
    BOARDS_3,
    BOARDS_4,
    RANK_BOARDS,
    Classes,
    classes,
    rank_board_place,
)
from croupier.maths.uth.strength import STRAIGHT, Strengths, strengths

# The figures of a River state here, ``scale`` times in Antes, summed over the holdings of the dealer.
CHECKED, SPREAD, REST = range(3)  # the better of 1x and fold; a unit of Play; Ante and Blind beside a Play
FIGURES = 3


class Seen(NamedTuple):
    """What a player sees, for the kernels."""

    hole: NDArray[np.int64]
    gone: NDArray[np.bool_]  # card -> in the player's hand, or dead
    pays: NDArray[np.int64]  # the Blind from straight to royal flush, over ...
    scale: int


class Known(NamedTuple):
    """River figures of every board class, where they have been worked out beforehand."""

    ranks: NDArray[np.int64]  # rank board, figure
    suits: NDArray[np.int64]  # suit, board, figure


@kernel
def _settle(
    mine: int,
    counts: NDArray[np.int64],
    total: int,
    strong: Strengths,
    seen: Seen,
    out: NDArray[np.int64],
) -> None:
    """Counts of won, won unqualified, lost, lost unqualified into figures."""
    won, lost = counts[0] + counts[1], counts[2] + counts[3]
    category = strong.category[mine]
    blind = seen.pays[category - STRAIGHT] if category >= STRAIGHT else 0
    out[SPREAD] = seen.scale * (won - lost)
    out[REST] = seen.scale * (counts[0] - counts[2] - lost) + blind * won
    out[CHECKED] = max(out[SPREAD] + out[REST], -2 * seen.scale * total)


@kernel
def _count(mine: int, theirs: int, ways: int, strong: Strengths, counts: NDArray[np.int64]) -> None:
    unqualified = 1 if theirs < strong.qualifies else 0
    if mine > theirs:
        counts[unqualified] += ways
    elif mine < theirs:
        counts[2 + unqualified] += ways


@kernel
def _by_ranks(
    board: int,
    free: NDArray[np.int64],
    table: Classes,
    strong: Strengths,
    seen: Seen,
    counts: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """A River state by ranks alone; ``free`` are the unseen cards of each rank, the board's taken off."""
    row = strong.by_ranks[board]
    mine = row[table.pair[seen.hole[0] % 13, seen.hole[1] % 13]]
    counts[:] = 0
    total = 0
    for high in range(13):
        if free[high] == 0:
            continue
        for low in range(high):
            ways = free[high] * free[low]
            if ways:
                _count(mine, row[table.pair[low, high]], ways, strong, counts)
                total += ways
        ways = free[high] * (free[high] - 1) // 2
        if ways:
            _count(mine, row[table.pair[high, high]], ways, strong, counts)
            total += ways
    _settle(mine, counts, total, strong, seen, out)


@kernel
def _by_suit(
    suit: int,
    ranks: int,
    suited: int,
    free: NDArray[np.int64],
    table: Classes,
    strong: Strengths,
    seen: Seen,
    counts: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """A River state seen from a suit; ``free`` are the unseen cards of each kind, the board's taken off."""
    row = strong.by_ranks[ranks]
    held = suited
    for card in seen.hole:
        if card // 13 == suit:
            held |= 1 << (card % 13)
    mine = max(row[table.pair[seen.hole[0] % 13, seen.hole[1] % 13]], strong.by_suit[held])
    counts[:] = 0
    total = 0
    for two in range(26):
        if free[two] == 0:
            continue
        of_suit = suited | (1 << two) if two < 13 else suited
        for one in range(two + 1):
            ways = free[one] * free[two] if one != two else free[two] * (free[two] - 1) // 2
            if ways:
                flush = strong.by_suit[of_suit | (1 << one) if one < 13 else of_suit]
                theirs = max(row[table.pair[one % 13, two % 13]], flush)
                _count(mine, theirs, ways, strong, counts)
                total += ways
    _settle(mine, counts, total, strong, seen, out)


@kernel
def _free_ranks(gone: NDArray[np.bool_], free: NDArray[np.int64]) -> None:
    free[:] = 0
    for card in range(52):
        if not gone[card]:
            free[card % 13] += 1


@kernel
def _free_kinds(suit: int, gone: NDArray[np.bool_], free: NDArray[np.int64]) -> None:
    free[:] = 0
    for card in range(52):
        if not gone[card]:
            free[card % 13 if card // 13 == suit else 13 + card % 13] += 1


@kernel
def _work_out_ranks(
    known: Known, table: Classes, strong: Strengths, seen: Seen, start: int, stop: int
) -> None:
    free = np.empty(13, np.int64)
    counts = np.empty(4, np.int64)
    for board in range(start, stop):
        _free_ranks(seen.gone, free)
        for k in range(5):
            free[table.rank_board[board, k]] -= 1
        if free.min() >= 0:
            _by_ranks(board, free, table, strong, seen, counts, known.ranks[board])


@kernel
def _work_out_suits(
    known: Known, table: Classes, strong: Strengths, seen: Seen, start: int, stop: int
) -> None:
    free = np.empty(26, np.int64)
    counts = np.empty(4, np.int64)
    for place in range(start, stop):
        suit, board = place // BOARDS, place % BOARDS
        _free_kinds(suit, seen.gone, free)
        suited = table.board_suited[board]
        for rank in range(13):
            free[rank] -= suited >> rank & 1
        for k in range(2):
            if table.board_others[board, k] >= 0:
                free[13 + table.board_others[board, k]] -= 1
        if free.min() >= 0:
            _by_suit(
                suit, table.board_ranks[board], suited, free, table, strong, seen, counts,
                known.suits[suit, board],
            )  # fmt: skip


@kernel
def _flop_sums(
    flop: NDArray[np.int64],
    known: Known,
    table: Classes,
    strong: Strengths,
    seen: Seen,
    gone: NDArray[np.bool_],
    by_ranks: NDArray[np.int64],
    total: NDArray[np.int64],
) -> None:
    """Figures of a Flop: sums over Turn, River and the holdings of the dealer.

    ``gone`` is as in ``seen`` with the Flop taken off. If ``known`` is empty each River state is worked out
    here.
    """
    free = np.empty(26, np.int64)
    counts = np.empty(4, np.int64)
    here = np.empty(FIGURES, np.int64)
    ranks = np.empty(5, np.int64)
    stored = known.ranks.shape[0] > 0
    total[:] = 0
    _free_ranks(gone, free[:13])
    for high in range(13):
        for low in range(high + 1):
            ways = free[low] * free[high] if low != high else free[high] * (free[high] - 1) // 2
            if ways == 0:
                continue
            for k in range(3):
                ranks[k] = flop[k] % 13
            ranks[3], ranks[4] = low, high
            board = rank_board_place(ranks, table.choose)
            pair = table.pair[low, high]
            if stored:
                by_ranks[pair] = known.ranks[board]
            else:
                free[low] -= 1
                free[high] -= 1
                _by_ranks(board, free[:13], table, strong, seen, counts, by_ranks[pair])
                free[low] += 1
                free[high] += 1
            for figure in range(FIGURES):
                total[figure] += ways * by_ranks[pair, figure]
    for suit in range(4):
        size, suited, others = 0, 0, 0
        one, two = -1, -1
        for k in range(3):
            if flop[k] // 13 == suit:
                size += 1
                suited |= 1 << (flop[k] % 13)
            else:
                one, two = flop[k] % 13, one
                others += 1
        if size == 0:
            continue
        _free_kinds(suit, gone, free)
        for b in range(26):
            for a in range(b + 1):
                drawn = (1 if a < 13 else 0) + (1 if b < 13 else 0)
                if size + drawn < 3:
                    break
                ways = free[a] * free[b] if a != b else free[b] * (free[b] - 1) // 2
                if ways == 0:
                    continue
                held = suited
                x, y = one, two
                if a < 13:
                    held |= 1 << a
                else:
                    x, y = a - 13, x
                if b < 13:
                    held |= 1 << b
                else:
                    x, y = b - 13, x
                if stored:
                    if size + drawn == 3:
                        board = table.suited[held] * 91 + table.pair[x, y]
                    elif size + drawn == 4:
                        board = BOARDS_3 + table.suited[held] * 13 + x
                    else:
                        board = BOARDS_3 + BOARDS_4 + table.suited[held]
                    here[:] = known.suits[suit, board]
                else:
                    for k in range(3):
                        ranks[k] = flop[k] % 13
                    ranks[3], ranks[4] = a % 13, b % 13
                    free[a] -= 1
                    free[b] -= 1
                    place = rank_board_place(ranks, table.choose)
                    _by_suit(suit, place, held, free, table, strong, seen, counts, here)
                    free[a] += 1
                    free[b] += 1
                pair = table.pair[a % 13, b % 13]
                for figure in range(FIGURES):
                    total[figure] += ways * (here[figure] - by_ranks[pair, figure])


@kernel
def _all_flops(
    known: Known, table: Classes, strong: Strengths, seen: Seen, start: int, stop: int
) -> NDArray[np.int64]:
    """Of all Flops whose highest card is in the range: the better of check and 2x (split in two), and the
    figures of an earlier raise."""
    gone = seen.gone.copy()
    by_ranks = np.empty((91, FIGURES), np.int64)
    flop = np.empty(3, np.int64)
    total = np.empty(FIGURES, np.int64)
    sums = np.zeros(6, np.int64)
    for c in range(start, stop):
        for b in range(c):
            for a in range(b):
                if gone[a] or gone[b] or gone[c]:
                    continue
                flop[0], flop[1], flop[2] = a, b, c
                gone[a] = gone[b] = gone[c] = True
                _flop_sums(flop, known, table, strong, seen, gone, by_ranks, total)
                gone[a] = gone[b] = gone[c] = False
                best = max(total[CHECKED], 2 * total[SPREAD] + total[REST])
                for place, figure in enumerate((best, total[SPREAD], total[REST])):
                    sums[2 * place] += figure >> 32
                    sums[2 * place + 1] += figure & 0xFFFFFFFF
    return sums


def _nothing_known() -> Known:
    return Known(np.empty((0, FIGURES), np.int64), np.empty((0, 0, FIGURES), np.int64))


def first_sums(seen: Seen) -> tuple[int, int, int]:
    """Before the Flop: the better of check and 2x, a unit of Play, Ante and Blind beside a Play; over all
    Flops, Turns, Rivers and holdings of the dealer."""
    table, strong = classes(), strengths()
    known = Known(
        np.zeros((RANK_BOARDS, FIGURES), np.int64),
        np.zeros((4, BOARDS, FIGURES), np.int64),
    )
    spread(partial(_work_out_ranks, known, table, strong, seen), RANK_BOARDS)
    spread(partial(_work_out_suits, known, table, strong, seen), 4 * BOARDS)
    parts = spread(partial(_all_flops, known, table, strong, seen), 52, pieces=52)
    whole = [sum(int(part[k]) for part in parts) for k in range(6)]
    return (whole[0] << 32) + whole[1], (whole[2] << 32) + whole[3], (whole[4] << 32) + whole[5]


def flop_sums(seen: Seen, flop: tuple[int, ...]) -> tuple[int, int, int]:
    gone = seen.gone.copy()
    gone[list(flop)] = True
    by_ranks = np.empty((91, FIGURES), np.int64)
    total = np.empty(FIGURES, np.int64)
    cards = np.array(flop, np.int64)
    _flop_sums(cards, _nothing_known(), classes(), strengths(), seen, gone, by_ranks, total)
    return int(total[CHECKED]), int(total[SPREAD]), int(total[REST])


@kernel
def _river(
    board: NDArray[np.int64],
    table: Classes,
    strong: Strengths,
    seen: Seen,
    gone: NDArray[np.bool_],
    out: NDArray[np.int64],
) -> None:
    free = np.empty(26, np.int64)
    counts = np.empty(4, np.int64)
    ranks = board % 13
    place = rank_board_place(ranks, table.choose)
    for suit in range(4):
        size, suited = 0, 0
        for card in board:
            if card // 13 == suit:
                size += 1
                suited |= 1 << (card % 13)
        if size >= 3:
            _free_kinds(suit, gone, free)
            _by_suit(suit, place, suited, free, table, strong, seen, counts, out)
            return
    _free_ranks(gone, free[:13])
    _by_ranks(place, free[:13], table, strong, seen, counts, out)


def river_sums(seen: Seen, board: tuple[int, ...]) -> tuple[int, int, int]:
    gone = seen.gone.copy()
    gone[list(board)] = True
    out = np.empty(FIGURES, np.int64)
    _river(np.array(board, np.int64), classes(), strengths(), seen, gone, out)
    return int(out[CHECKED]), int(out[SPREAD]), int(out[REST])
