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

from croupier.maths.engine.kernel import kernel
from croupier.maths.uth.classes import FLOPS, RANK_FLOPS, Classes
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
from croupier.maths.uth.origins import Origins
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
def plain_1x(counts: NDArray[np.int16]) -> int:
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
                if won and (dearer or plain_1x(counts[board, h]) <= FOLD):
                    found.append(board * counts.shape[1] + h)
    return np.array(found, np.int64)


@kernel
def _ways(drawn: NDArray[np.int8], left: NDArray[np.int8], held: NDArray[np.int32], holding: int) -> int:
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
    plain = plain_1x(counts)
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
    origins: Origins,
    priced: NDArray[np.int64],
) -> None:
    for f in range(origins.flops[board]):
        ways = sign * _ways(origins.drawn[board, f], origins.left[board, f], table.held, holding)
        cell = holding * FLOPS + origins.flop[board, f]
        for column in (CHECK_VALUE, BET_COUNT, TIE_COUNT):
            priced[cell, column] += ways * change[column]


@kernel
def turn_states(
    flush: NDArray[np.int64],
    ranks: NDArray[np.int64],
    states: RiverStates,
    table: Classes,
    origins: Origins,
    rank_origins: Origins,
    pays: NDArray[np.int64],
    scale: int,
    priced: NDArray[np.int64],
) -> int:
    """Put the cells right for each of these states that the paytable turns; returns how many did."""
    change = np.zeros(4, np.int64)
    holdings, pairs = states.flush_category.shape[1], states.ranks_category.shape[1]
    both_other = holdings - pairs
    turned = 0
    for state in flush:
        board, h = state // holdings, state % holdings
        if _turned(states.flush[board, h], states.flush_category[board, h], pays, scale, change):
            _add_to_suit_cells(board, h, change, 1, table, origins, priced)
            turned += 1
    for state in ranks:
        board, pair = state // pairs, state % pairs
        if not _turned(states.ranks[board, pair], states.ranks_category[board, pair], pays, scale, change):
            continue
        turned += 1
        for f in range(rank_origins.flops[board]):
            drawn, left = rank_origins.drawn[board, f], rank_origins.left[board, f]
            ways = _ways(drawn, left, table.held, both_other + pair)
            cell = SUIT_CELLS + pair * RANK_FLOPS + rank_origins.flop[board, f]
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
                    _add_to_suit_cells(kin, h, change, -1, table, origins, priced)
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
