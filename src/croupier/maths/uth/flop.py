"""River states summed up to the Flop: what two more cards bring, for every holding and every Flop.

For a holding and a Flop, the sum of any figure f over the 1,081 ways to complete the board is

    sum of f-by-ranks over all completions
    + for each suit on the Flop: sum of (f - f-by-ranks) over the completions that put three or more
      cards of the suit on the board.

The first term depends on ranks alone, each of the others on how the cards look from that one suit. So it is
four look-ups at most in a table of *cells*: 91 x 455 by ranks and 338 x 2,483 seen from a suit.

Which figures: those from which every paytable can be priced without going back to the River.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress, kernel, spread
from croupier.maths.uth.classes import (
    BOARDS,
    BOARDS_3,
    BOARDS_4,
    BOTH_OTHER,
    FLOPS,
    FLOPS_1,
    FLOPS_2,
    HOLDINGS,
    RANK_FLOPS,
    RANK_PAIRS,
    Classes,
    classes,
    rank_board_place,
)
from croupier.maths.uth.river import (
    FOLD,
    LOST,
    LOST_UNQUALIFIED,
    NO_STATE,
    WON,
    WON_UNQUALIFIED,
    RiverStates,
)
from croupier.maths.uth.strength import STRAIGHT

# Cells lie by holding, then by Flop: all that one starting hand needs is close together. The rank cells
# follow those seen from a suit, and one empty cell at the end stands for a suit that the Flop does not hold.
SUIT_CELLS = HOLDINGS * FLOPS
CELLS = SUIT_CELLS + RANK_PAIRS * RANK_FLOPS
EMPTY_CELL = CELLS

BLIND_CATEGORIES = 6  # straight, flush, full house, four of a kind, straight flush, royal flush

# The figures. "Plain" is the paytable in which the Blind always pushes.
SPREAD = 0  # won - lost: what one unit of Play brings
REST = 1  # what Ante and a plain Blind bring
WINS = 2  # won, by category of the player's hand: six figures
CHECKED = 8  # the better of 1x and fold under the plain paytable
BET_WINS = 9  # won, by category, where 1x is better under the plain paytable: six figures
BETS = 15  # River states where 1x is better under the plain paytable
TIES = 16  # ... where 1x and fold are equal
FIGURES = 17


@kernel
def figure_of(figure: int, counts: NDArray[np.int16], category: int) -> int:
    """One figure of one River state."""
    if category == NO_STATE:
        return 0
    won, lost = counts[WON] + counts[WON_UNQUALIFIED], counts[LOST] + counts[LOST_UNQUALIFIED]
    play = won - lost
    rest = counts[WON] - counts[LOST] - lost
    if figure == SPREAD:
        return play
    if figure == REST:
        return rest
    if WINS <= figure < CHECKED:
        return won if category - STRAIGHT == figure - WINS else 0
    bet = play + rest > FOLD
    if figure == CHECKED:
        return play + rest if bet else FOLD
    if BET_WINS <= figure < BETS:
        return won if bet and category - STRAIGHT == figure - BET_WINS else 0
    if figure == BETS:
        return 1 if bet else 0
    return 1 if play + rest == FOLD else 0


@kernel
def _figure_by_ranks(figure: int, states: RiverStates, out: NDArray[np.int16]) -> None:
    for board in range(out.shape[0]):
        for pair in range(out.shape[1]):
            out[board, pair] = figure_of(
                figure, states.ranks[board, pair], states.ranks_category[board, pair]
            )


@kernel
def _figure_by_suit(
    figure: int,
    states: RiverStates,
    by_ranks: NDArray[np.int16],
    table: Classes,
    out: NDArray[np.int16],
    start: int,
    stop: int,
) -> None:
    """How far the figure differs from the one by ranks alone."""
    for board in range(start, stop):
        ranks = by_ranks[table.board_ranks[board]]
        for h in range(HOLDINGS):
            if states.flush_category[board, h] == NO_STATE:
                out[board, h] = 0
            else:
                here = figure_of(figure, states.flush[board, h], states.flush_category[board, h])
                out[board, h] = here - ranks[table.holding_pair[h]]


@kernel
def _others_left(flop: int, table: Classes, out: NDArray[np.int32]) -> None:
    """Unseen cards of each other rank, by holding, once the Flop lies."""
    for rank in range(13):
        for h in range(HOLDINGS):
            left = 3 - table.held[rank, h]
            for k in range(2):
                left -= table.flop_others[flop, k] == rank
            out[rank, h] = left


@kernel
def _suit_cells(
    differ: NDArray[np.int16], table: Classes, cells: NDArray[np.int32], start: int, stop: int
) -> None:
    left = np.empty((13, HOLDINGS), np.int32)
    total = np.empty(HOLDINGS, np.int32)
    for flop in range(start, stop):
        suited = table.flop_suited[flop]
        one, two = table.flop_others[flop, 0], table.flop_others[flop, 1]
        _others_left(flop, table, left)
        total[:] = 0
        # Two more of the suit; where the holding has one of them the state does not exist and counts zero.
        for high in range(13):
            for low in range(high):
                drawn = 1 << high | 1 << low
                if suited & drawn == 0:
                    place = table.suited[suited | drawn]
                    if flop < FLOPS_1:
                        board = place * 91 + table.pair[one, two]
                    elif flop < FLOPS_1 + FLOPS_2:
                        board = BOARDS_3 + place * 13 + one
                    else:
                        board = BOARDS_3 + BOARDS_4 + place
                    for h in range(HOLDINGS):
                        total[h] += differ[board, h]
        # One more of the suit, and one other card.
        if flop >= FLOPS_1:
            for drawn in range(13):
                if suited >> drawn & 1 == 0:
                    place = table.suited[suited | 1 << drawn]
                    for rank in range(13):
                        if flop < FLOPS_1 + FLOPS_2:
                            board = place * 91 + table.pair[one, rank]
                        else:
                            board = BOARDS_3 + place * 13 + rank
                        for h in range(HOLDINGS):
                            total[h] += left[rank, h] * differ[board, h]
        # Two other cards.
        if flop >= FLOPS_1 + FLOPS_2:
            place = table.suited[suited]
            for high in range(13):
                for h in range(HOLDINGS):
                    ways = left[high, h] * (left[high, h] - 1) // 2
                    total[h] += ways * differ[place * 91 + table.pair[high, high], h]
                for low in range(high):
                    board = place * 91 + table.pair[low, high]
                    for h in range(HOLDINGS):
                        total[h] += left[low, h] * left[high, h] * differ[board, h]
        for h in range(HOLDINGS):
            cells[h * FLOPS + flop] = total[h]


@kernel
def _rank_cells(by_ranks: NDArray[np.int16], table: Classes, cells: NDArray[np.int32]) -> None:
    left = np.empty((13, RANK_PAIRS), np.int32)
    total = np.empty(RANK_PAIRS, np.int32)
    ranks = np.empty(5, np.int32)
    for flop in range(RANK_FLOPS):
        for rank in range(13):
            for pair in range(RANK_PAIRS):
                seen = table.held[rank, BOTH_OTHER + pair]
                for k in range(3):
                    seen += table.rank_flop[flop, k] == rank
                left[rank, pair] = max(0, 4 - seen)
        total[:] = 0
        for high in range(13):
            for low in range(high + 1):
                ranks[:3] = table.rank_flop[flop]
                ranks[3], ranks[4] = low, high
                board = rank_board_place(ranks, table.choose)
                for pair in range(RANK_PAIRS):
                    if low == high:
                        ways = left[high, pair] * (left[high, pair] - 1) // 2
                    else:
                        ways = left[low, pair] * left[high, pair]
                    total[pair] += ways * by_ranks[board, pair]
        for pair in range(RANK_PAIRS):
            cells[SUIT_CELLS + pair * RANK_FLOPS + flop] = total[pair]


def sum_to_flops(states: RiverStates, progress: Progress | None = None) -> NDArray[np.int32]:
    """All figures in all cells."""
    table = classes()
    cells = np.zeros((FIGURES, CELLS + 1), np.int32)
    by_ranks = np.empty(states.ranks_category.shape, np.int16)
    differ = np.empty((BOARDS, HOLDINGS), np.int16)
    for figure in range(FIGURES):
        _figure_by_ranks(figure, states, by_ranks)
        _rank_cells(by_ranks, table, cells[figure])
        spread(partial(_figure_by_suit, figure, states, by_ranks, table, differ), BOARDS)
        spread(partial(_suit_cells, differ, table, cells[figure]), FLOPS)
        if progress:
            progress((figure + 1) / FIGURES)
    return cells
