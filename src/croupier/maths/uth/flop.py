"""Sum River states to the Flop, for every holding and every Flop.

Take any quantity f of a River state. For a holding and a Flop, f must be summed over the 1,081 ways to
complete the board. Let g be the same quantity with suits ignored. The first term of the sum is g, summed
over all completions. Each suit on the Flop adds one more term: f - g, summed over the completions that put
three or more cards of the suit on the board.

The first term depends only on ranks. Each of the other terms depends only on the cards relative to that one
suit. The sum therefore takes at most four lookups in a table of *cells*. There are 91 x 455 rank cells and
338 x 2,483 cells relative to a suit.

Two quantities are enough for every decision. Both assume the *plain* paytable, under which the Blind always
pushes. ``GAIN`` is the value of a check minus the value of the raise on the Flop. ``ANSWERS`` counts the
River states in which the player bets, plus 4,096 times the states in which bet and fold are equal.
``turn_points`` finds the changes under a different paytable.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

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
    RANK_BOARDS,
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
    flush_board,
    rank_states,
    scratch,
)
from croupier.maths.uth.rules import LARGEST_RAISE, MainRules
from croupier.maths.uth.strength import STRAIGHT, Strengths, strengths

# Cells are ordered by holding and then by Flop, so that the cells of one starting hand are close together.
# The rank cells follow the cells relative to a suit.
# The empty cell at the end stands for a suit that is not on the Flop.
SUIT_CELLS = HOLDINGS * FLOPS
CELLS = SUIT_CELLS + RANK_PAIRS * RANK_FLOPS
EMPTY_CELL = CELLS

NOTHING = -32768  # value that marks an impossible state, in which a card would occur twice
LARGEST_RIVER = LARGEST_RAISE - 2  # The raises before and on the Flop are each larger by at least one.

BLIND_CATEGORIES = 6  # straight, flush, full house, four of a kind, straight flush, royal flush

TIE = 4096  # weight of a tie in ANSWERS, larger than any number of bets

# A raise before the Flop has eight quantities, summed over all boards.
# SPREAD is the number of rounds won minus rounds lost: the result of a Play of one Ante.
# REST is the combined result of the Ante and of a Blind that always pushes.
# The other six count the wins by category of the player's hand.
SPREAD, REST, WINS = 0, 1, 2
FIGURES = WINS + BLIND_CATEGORIES


class Rivers(NamedTuple):
    """Every River state, for raises of any size.

    With a plain Blind, a raise of p Antes has the value p x play + rest, summed over the dealer's 990
    holdings. The totals over all boards and the states whose decision may change do not depend on p.
    """

    rank_play: NDArray[np.int16]  # ``play`` of each rank state, indexed by [rank board, rank pair]
    rank_rest: NDArray[np.int16]  # ``rest`` of each rank state, or NOTHING if the state is impossible
    play: NDArray[np.int16]  # ``play`` of each state with a flush suit, indexed by [board, holding]
    rest: NDArray[np.int16]
    by_pair: NDArray[np.int64]  # totals with suits ignored, indexed by [rank pair, quantity]
    by_holding: NDArray[np.int64]  # differences that flush suits make, indexed by [holding, quantity]
    ranks: NDArray[np.int64]  # index and packed state of the rank states whose decision may change
    flush: NDArray[np.int64]  # index and packed state of the flush states whose decision may change


class ReducedCells(NamedTuple):
    """GAIN and ANSWERS of all cells, for one size of each raise."""

    gain: NDArray[np.int32]  # GAIN of each cell
    answers: NDArray[np.int32]  # ANSWERS of each cell


@kernel
def sum_raise(counts: NDArray[np.int16], size: int) -> int:
    """Return the total result of Ante, plain Blind and a Play of ``size`` Antes over 990 dealer holdings."""
    won, lost = counts[WON] + counts[WON_UNQUALIFIED], counts[LOST] + counts[LOST_UNQUALIFIED]
    return size * (won - lost) + counts[WON] - counts[LOST] - lost


@kernel
def may_turn(counts: NDArray[np.int16], category: int, river: int) -> bool:
    """Return whether any Blind paytable could change the decision that is best under the plain paytable.

    The decision can change if the hand has a Blind row, can win, and betting is better than folding by at
    most the number of wins. A payment is at least -1, so no paytable can make a bet worse by more than that.
    """
    won = counts[WON] + counts[WON_UNQUALIFIED]
    return category >= STRAIGHT and won > 0 and sum_raise(counts, river) - FOLD <= won


@kernel
def _ever_turns(play: int, rest: int, won: int, category: int) -> bool:
    """Return whether ``may_turn`` is true for at least one size of the River raise.

    The value is linear in the raise, so it is enough to check the smallest and the largest raise.
    """
    return category >= STRAIGHT and won > 0 and rest + min(play, LARGEST_RIVER * play) - FOLD <= won


@kernel
def _pack(counts: NDArray[np.int16], category: int) -> int:
    state = np.int64(category)
    for k in range(4):
        state = state << 10 | counts[k]
    return int(state)


def unpack(states: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Unpack the counts and categories of packed states."""
    counts = np.stack([states >> 10 * (3 - k) & 1023 for k in range(4)], axis=-1)
    return counts, states >> 40


@kernel
def _add(counts: NDArray[np.int16], category: int, times: int, total: NDArray[np.int64]) -> None:
    """Add a River state, ``times`` times, to the totals of a raise before the Flop."""
    won, lost = counts[WON] + counts[WON_UNQUALIFIED], counts[LOST] + counts[LOST_UNQUALIFIED]
    total[SPREAD] += times * (won - lost)
    total[REST] += times * (counts[WON] - counts[LOST] - lost)
    if category >= STRAIGHT:
        total[WINS + category - STRAIGHT] += times * won


@kernel
def _rank_rivers(
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
    table: Classes,
    play: NDArray[np.int16],
    rest: NDArray[np.int16],
    by_pair: NDArray[np.int64],
) -> NDArray[np.int64]:
    turning = []
    for board in range(RANK_BOARDS):
        ranks = table.rank_board[board]
        for pair in range(RANK_PAIRS):
            state, kind = counts[board, pair], category[board, pair]
            if kind == NO_STATE:
                play[board, pair], rest[board, pair] = 0, NOTHING
                continue
            won, lost = state[WON] + state[WON_UNQUALIFIED], state[LOST] + state[LOST_UNQUALIFIED]
            play[board, pair], rest[board, pair] = won - lost, state[WON] - state[LOST] - lost
            times, same = 1, 0
            # The loop goes through the sorted ranks. ``same`` counts the cards of the current rank up to this
            # card.
            for k in range(5):
                same = same + 1 if k and ranks[k] == ranks[k - 1] else 1
                times = times * (4 - table.held[ranks[k], BOTH_OTHER + pair] - same + 1) // same
            _add(state, kind, times, by_pair[pair])
            if _ever_turns(play[board, pair], rest[board, pair], won, kind):
                turning.append(board * RANK_PAIRS + pair)
                turning.append(_pack(state, kind))
    return np.array(turning, np.int64)


@kernel
def _suit_rivers(
    rank_counts: NDArray[np.int16],
    rank_category: NDArray[np.int8],
    table: Classes,
    strong: Strengths,
    play: NDArray[np.int16],
    rest: NDArray[np.int16],
    start: int,
    stop: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Compute all boards with a flush suit whose ranks are in a range of rank boards.

    The totals are differences from the totals with suits ignored.
    """
    room = scratch(strong)
    counts = np.empty((HOLDINGS, 4), np.int16)
    category = np.empty(HOLDINGS, np.int8)
    totals = np.zeros((HOLDINGS, FIGURES), np.int64)
    # number of ways in which boards with a flush suit replace the rank board, by holding
    taken = np.empty(HOLDINGS, np.int32)
    ways = np.empty(HOLDINGS, np.int32)
    turning = []
    for place in range(start, stop):
        taken[:] = 0
        for k in range(table.kin_start[place], table.kin_start[place + 1]):
            board = table.kin[k]
            flush_board(board, table, strong, room, counts, category)
            _ways_of_others(table.board_others[board], table.held, ways)
            for h in range(HOLDINGS):
                if category[h] == NO_STATE:
                    play[board, h], rest[board, h] = 0, NOTHING
                    continue
                won = np.int32(counts[h, WON]) + counts[h, WON_UNQUALIFIED]
                lost = np.int32(counts[h, LOST]) + counts[h, LOST_UNQUALIFIED]
                spread, base = won - lost, counts[h, WON] - counts[h, LOST] - lost
                play[board, h], rest[board, h] = spread, base
                times = ways[h]
                taken[h] += times
                totals[h, SPREAD] += times * spread
                totals[h, REST] += times * base
                if category[h] >= STRAIGHT:
                    totals[h, WINS + category[h] - STRAIGHT] += times * won
                    if _ever_turns(spread, base, won, category[h]):
                        turning.append(board * HOLDINGS + h)
                        turning.append(_pack(counts[h], category[h]))
        for h in range(HOLDINGS):
            if taken[h]:
                pair = table.holding_pair[h]
                _add(rank_counts[place, pair], rank_category[place, pair], -taken[h], totals[h])
    return totals, np.array(turning, np.int64)


@kernel
def _decide(
    play: NDArray[np.int16],
    rest: NDArray[np.int16],
    river: int,
    flop: int,
    gain: NDArray[np.int16],
    answers: NDArray[np.int16],
) -> None:
    """Make the decisions for a row of River states, with raises of these sizes and a plain Blind.

    ``gain`` receives the gain of a check over the raise on the Flop, and ``answers`` the River decision.
    """
    for h in range(play.size):
        bet = np.int32(river) * play[h] + rest[h]
        there = rest[h] != NOTHING
        gain[h] = (max(bet, FOLD) - np.int32(flop) * play[h] - rest[h]) * there
        answers[h] = ((bet > FOLD) + TIE * (bet == FOLD)) * there


@kernel
def _differences(
    rivers: Rivers,
    river: int,
    flop: int,
    table: Classes,
    gain: NDArray[np.int16],
    answers: NDArray[np.int16],
    start: int,
    stop: int,
) -> None:
    """For a range of rank boards, compute how flush boards differ from the boards with suits ignored."""
    rank_gain, rank_answers = np.empty(RANK_PAIRS, np.int16), np.empty(RANK_PAIRS, np.int16)
    by_gain, by_answers = np.empty(HOLDINGS, np.int16), np.empty(HOLDINGS, np.int16)
    for place in range(start, stop):
        _decide(rivers.rank_play[place], rivers.rank_rest[place], river, flop, rank_gain, rank_answers)
        for h in range(HOLDINGS):
            by_gain[h], by_answers[h] = rank_gain[table.holding_pair[h]], rank_answers[table.holding_pair[h]]
        for k in range(table.kin_start[place], table.kin_start[place + 1]):
            board = table.kin[k]
            _decide(rivers.play[board], rivers.rest[board], river, flop, gain[board], answers[board])
            for h in range(HOLDINGS):
                if rivers.rest[board, h] != NOTHING:
                    gain[board, h] -= by_gain[h]
                    answers[board, h] -= by_answers[h]


@kernel
def _by_ranks(
    rivers: Rivers, river: int, flop: int, gain: NDArray[np.int16], answers: NDArray[np.int16]
) -> None:
    for board in range(RANK_BOARDS):
        _decide(rivers.rank_play[board], rivers.rank_rest[board], river, flop, gain[board], answers[board])


@kernel
def _ways_of_others(
    others: NDArray[np.int32], rank_counts: NDArray[np.int32], ways: NDArray[np.int32]
) -> None:
    """For each holding, count the ways to choose the board's cards that are not of the suit."""
    one, two = others[0], others[1]
    for h in range(ways.size):
        if one < 0:
            ways[h] = 1
        elif two < 0:
            ways[h] = 3 - rank_counts[one, h]
        elif one == two:
            left = 3 - rank_counts[one, h]
            ways[h] = left * (left - 1) // 2
        else:
            ways[h] = (3 - rank_counts[one, h]) * (3 - rank_counts[two, h])


@kernel
def _count_others_left(flop: int, table: Classes, out: NDArray[np.int32]) -> None:
    """Count the unseen *other* cards after the Flop, indexed by [rank, holding]."""
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
        if flop >= FLOPS_1:
            _count_others_left(flop, table, left)
        total[:] = 0
        # The Turn and River are two cards of the suit. Impossible states are zero.
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
        # The Turn and River are one card of the suit and one other card.
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
        # The Turn and River are two other cards.
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
                known = table.held[rank, BOTH_OTHER + pair]
                for k in range(3):
                    known += table.rank_flop[flop, k] == rank
                left[rank, pair] = max(0, 4 - known)
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


def find_rivers(qualifier: str, progress: Progress | None = None) -> Rivers:
    """Compute all River states for one dealer qualifier."""
    table, strong = classes(), strengths(qualifier)
    counts, category = rank_states(strong)
    rank_play, rank_rest = (np.empty(category.shape, np.int16) for _ in range(2))
    by_pair = np.zeros((RANK_PAIRS, FIGURES), np.int64)
    ranks = _rank_rivers(counts, category, table, rank_play, rank_rest, by_pair)
    play, rest = (np.empty((BOARDS, HOLDINGS), np.int16) for _ in range(2))
    work = partial(_suit_rivers, counts, category, table, strong, play, rest)
    parts = spread(work, RANK_BOARDS, progress=progress)
    return Rivers(
        rank_play,
        rank_rest,
        play,
        rest,
        by_pair,
        np.sum([totals for totals, _ in parts], axis=0),
        ranks.reshape(-1, 2),
        np.concatenate([turning.reshape(-1, 2) for _, turning in parts]),
    )


def reduce(found: Rivers, rules: MainRules) -> ReducedCells:
    """Compute the cells for the raise sizes of these rules."""
    table, sizes = classes(), (rules.river, rules.flop)
    rank_gain, rank_answers = (np.empty(found.rank_play.shape, np.int16) for _ in range(2))
    _by_ranks(found, *sizes, rank_gain, rank_answers)
    gain, answers = (np.empty((BOARDS, HOLDINGS), np.int16) for _ in range(2))
    spread(partial(_differences, found, *sizes, table, gain, answers), RANK_BOARDS)
    cells = []
    for by_ranks, differ in ((rank_gain, gain), (rank_answers, answers)):
        figure = np.zeros(CELLS + 1, np.int32)
        _rank_cells(by_ranks, table, figure)
        spread(partial(_suit_cells, differ, table, figure), FLOPS)
        cells.append(figure)
    return ReducedCells(*cells)
