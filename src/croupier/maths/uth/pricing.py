"""A Blind paytable put on the stored sums: the cells priced, and the Flop decisions taken.

Under the plain paytable (the Blind always pushes) it is stored which River states are bet. Another paytable
leaves nearly all of them as they are, so its cells are dot products of the stored figures; the few states in
which it turns 1x into fold or fold into 1x are put right one by one, in the cells they belong to.

Paytables come as whole numbers: ``pays[c]`` over ``scale`` to 1 for a straight, flush, ... royal flush. All
values are ``scale`` times those of the figures.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernel import kernel
from croupier.maths.uth.classes import (
    FLOPS,
    FLOPS_1,
    FLOPS_2,
    RANK_FLOPS,
    Classes,
)
from croupier.maths.uth.flop import (
    BET_WINS,
    BETS,
    BLIND_CATEGORIES,
    CHECKED,
    REST,
    SPREAD,
    SUIT_CELLS,
    TIES,
    WINS,
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

# The columns of a priced cell, each a sum over the completions of the board.
CHECK_VALUE, PLAY_VALUE, BET_COUNT, TIE_COUNT = range(4)

# What is added up for each starting hand over all Flops. Values are split in two: the sum may be long.
CHECK_HIGH, CHECK_LOW, PLAYED, FLOP_TIES, RIVER_BETS, RIVER_TIES = range(6)
TALLIES = 6
SPLIT = 32


@kernel
def price_cells(
    start: int,
    stop: int,
    sums: NDArray[np.int32],
    pays: NDArray[np.int64],
    scale: int,
    priced: NDArray[np.int64],
) -> None:
    for cell in range(start, stop):
        check = scale * sums[CHECKED, cell]
        play = scale * (2 * sums[SPREAD, cell] + sums[REST, cell])
        for c in range(BLIND_CATEGORIES):
            check += pays[c] * sums[BET_WINS + c, cell]
            play += pays[c] * sums[WINS + c, cell]
        priced[cell, CHECK_VALUE] = check
        priced[cell, PLAY_VALUE] = play
        priced[cell, BET_COUNT] = sums[BETS, cell]
        priced[cell, TIE_COUNT] = sums[TIES, cell]


@kernel
def _plain_1x(counts: NDArray[np.int16]) -> int:
    """1x with a Blind that always pushes: Play and Ante 2 or 1 won, 3 or 2 lost with the Blind."""
    return (
        2 * counts[WON]
        + counts[WON_UNQUALIFIED]
        - 3 * np.int64(counts[LOST])
        - 2 * np.int64(counts[LOST_UNQUALIFIED])
    )


@kernel
def may_turn(counts: NDArray[np.int16], category: NDArray[np.int8], dearer: bool) -> NDArray[np.int64]:
    """States whose River decision another paytable may turn: those with a Blind row and a chance to win that
    are not bet under the plain paytable (``dearer`` false), or also those that are bet, which matters only
    if a row pays less than nothing."""
    found = []
    for board in range(counts.shape[0]):
        for h in range(counts.shape[1]):
            if category[board, h] >= STRAIGHT:
                won = counts[board, h, WON] + counts[board, h, WON_UNQUALIFIED]
                if won and (dearer or _plain_1x(counts[board, h]) <= FOLD):
                    found.append(board * counts.shape[1] + h)
    return np.array(found, np.int64)


@kernel
def _flops_of_board(
    board: int, table: Classes, rows: NDArray[np.int32], drawn: NDArray[np.int32], left: NDArray[np.int32]
) -> int:
    """The Flops seen from the suit that a board may have come from. ``drawn`` are the other cards that came
    after (-1: none) and ``left`` how many of that rank the Flop leaves."""
    suited = table.board_suited[board]
    one, two = table.board_others[board, 0], table.board_others[board, 1]
    found = 0
    drawn[:] = -1
    kept = suited
    while kept:
        size = 0
        for rank in range(13):
            size += kept >> rank & 1
        if size <= 3:
            place = table.suited[kept]
        if size == 1 and two >= 0:
            rows[found] = place * 91 + table.pair[one, two]
            found += 1
        elif size == 2 and one >= 0:
            rows[found] = FLOPS_1 + place * 13 + one
            if two >= 0:
                drawn[found, 0] = two
                left[found, 0] = 2 if one == two else 3
            found += 1
            if two >= 0 and two != one:
                rows[found] = FLOPS_1 + place * 13 + two
                drawn[found, 0] = one
                left[found, 0] = 3
                found += 1
        elif size == 3:
            rows[found] = FLOPS_1 + FLOPS_2 + place
            drawn[found, 0], drawn[found, 1] = one, two
            left[found, 0] = left[found, 1] = 3
            found += 1
        kept = (kept - 1) & suited
    return found


@kernel
def _flops_of_rank_board(
    board: int, table: Classes, rows: NDArray[np.int32], drawn: NDArray[np.int32], left: NDArray[np.int32]
) -> int:
    """The same for a board of ranks, of which there are four each."""
    ranks = table.rank_board[board]
    choose = table.choose
    found = 0
    for i in range(5):
        for j in range(i + 1, 5):
            for k in range(j + 1, 5):
                row = choose[ranks[i], 1] + choose[ranks[j] + 1, 2] + choose[ranks[k] + 2, 3]
                known = False
                for f in range(found):
                    known |= rows[f] == row
                if known:
                    continue
                rows[found] = row
                last = 0
                for d in range(5):
                    if d not in (i, j, k):
                        drawn[found, last] = ranks[d]
                        left[found, last] = 4
                        for kept in (i, j, k):
                            left[found, last] -= ranks[kept] == ranks[d]
                        last += 1
                found += 1
    return found


@kernel
def _ways(drawn: NDArray[np.int32], left: NDArray[np.int32], held: NDArray[np.int32], holding: int) -> int:
    """In how many ways the cards that came after the Flop can have come, given the holding."""
    if drawn[0] < 0:
        return 1
    first = left[0] - held[drawn[0], holding]
    if drawn[1] < 0:
        return first
    if drawn[0] == drawn[1]:
        return first * (first - 1) // 2
    return first * (left[1] - held[drawn[1], holding])


@kernel
def _turned(
    counts: NDArray[np.int16],
    category: int,
    pays: NDArray[np.int64],
    scale: int,
    change: NDArray[np.int64],
) -> bool:
    """What a paytable changes in a River state beyond the dot product: value of check, bets, ties."""
    plain = _plain_1x(counts)
    won = counts[WON] + counts[WON_UNQUALIFIED]
    over = scale * (plain - FOLD) + pays[category - STRAIGHT] * won  # by how much 1x beats fold
    change[BET_COUNT] = (1 if over > 0 else 0) - (1 if plain > FOLD else 0)
    change[TIE_COUNT] = (1 if over == 0 else 0) - (1 if plain == FOLD else 0)
    change[CHECK_VALUE] = change[BET_COUNT] * over
    return change[BET_COUNT] != 0 or change[TIE_COUNT] != 0


@kernel
def _add_to_suit_cells(
    board: int,
    holding: int,
    change: NDArray[np.int64],
    sign: int,
    table: Classes,
    priced: NDArray[np.int64],
    rows: NDArray[np.int32],
    drawn: NDArray[np.int32],
    left: NDArray[np.int32],
) -> None:
    for f in range(_flops_of_board(board, table, rows, drawn, left)):
        ways = sign * _ways(drawn[f], left[f], table.held, holding)
        cell = holding * FLOPS + rows[f]
        for column in (CHECK_VALUE, BET_COUNT, TIE_COUNT):
            priced[cell, column] += ways * change[column]


@kernel
def turn_states(
    flush: NDArray[np.int64],
    ranks: NDArray[np.int64],
    states: RiverStates,
    table: Classes,
    pays: NDArray[np.int64],
    scale: int,
    priced: NDArray[np.int64],
) -> int:
    """Put the cells right for each of these states that the paytable turns; returns how many did."""
    rows = np.empty(16, np.int32)
    drawn = np.empty((16, 2), np.int32)
    left = np.zeros((16, 2), np.int32)
    change = np.zeros(4, np.int64)
    holdings, pairs = states.flush_category.shape[1], states.ranks_category.shape[1]
    both_other = holdings - pairs
    turned = 0
    for state in flush:
        board, h = state // holdings, state % holdings
        if _turned(states.flush[board, h], states.flush_category[board, h], pays, scale, change):
            _add_to_suit_cells(board, h, change, 1, table, priced, rows, drawn, left)
            turned += 1
    for state in ranks:
        board, pair = state // pairs, state % pairs
        if not _turned(states.ranks[board, pair], states.ranks_category[board, pair], pays, scale, change):
            continue
        turned += 1
        for f in range(_flops_of_rank_board(board, table, rows, drawn, left)):
            ways = _ways(drawn[f], left[f], table.held, both_other + pair)
            cell = SUIT_CELLS + pair * RANK_FLOPS + rows[f]
            for column in (CHECK_VALUE, BET_COUNT, TIE_COUNT):
                priced[cell, column] += ways * change[column]
        # Boards of these ranks with a flush suit hold the difference to this state.
        low, high = table.pair_ranks[pair, 0], table.pair_ranks[pair, 1]
        for k in range(table.kin_start[board], table.kin_start[board + 1]):
            kin = table.kin[k]
            for shape in range(4 if low != high else 2):  # the two cards other, or one of the suit, or both
                one = low if shape & 1 else low + 13
                two = high if shape & 2 else high + 13
                h = table.kinds_holding[one, two]
                if h >= 0 and states.flush_category[kin, h] != NO_STATE:
                    _add_to_suit_cells(kin, h, change, -1, table, priced, rows, drawn, left)
    return turned


@kernel
def decide_flops(
    hand: int,
    start: NDArray[np.int32],
    weight: NDArray[np.int8],
    cells: NDArray[np.int32],
    priced: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Check or 2x on every Flop of a starting hand; an exact tie is a check."""
    tally[:] = 0
    for spot in range(start[hand], start[hand + 1]):
        check, play = 0, 0
        for k in range(4):
            check += priced[cells[spot, k], CHECK_VALUE]
            play += priced[cells[spot, k], PLAY_VALUE]
        times = np.int64(weight[spot])
        best = max(check, play)
        tally[CHECK_HIGH] += times * (best >> SPLIT)
        tally[CHECK_LOW] += times * (best & ((1 << SPLIT) - 1))
        if play > check:
            tally[PLAYED] += times
        else:
            if play == check:
                tally[FLOP_TIES] += times
            for k in range(4):
                tally[RIVER_BETS] += times * priced[cells[spot, k], BET_COUNT]
                tally[RIVER_TIES] += times * priced[cells[spot, k], TIE_COUNT]


@kernel
def total_by_hand(
    hand: int,
    start: NDArray[np.int32],
    weight: NDArray[np.int8],
    cells: NDArray[np.int32],
    sums: NDArray[np.int32],
    total: NDArray[np.int64],
) -> None:
    """Play and Blind figures of a starting hand over all Flops: what 4x and 3x are made of."""
    total[:] = 0
    for spot in range(start[hand], start[hand + 1]):
        for figure in range(CHECKED):
            for k in range(4):
                total[figure] += np.int64(weight[spot]) * sums[figure, cells[spot, k]]
