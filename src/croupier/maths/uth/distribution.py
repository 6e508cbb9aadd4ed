"""The whole distribution of results: decisions carried forward from the Flop to every River state.

The way back of ``flop``: once the decisions are taken, each cell gets the number of deals that come by it
under each decision, and every River state gathers them from the Flops it may have come from. Where a suit
can flush, its state takes the place of the one by ranks, which loses as many.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.classes import (
    BOTH_OTHER,
    FLOPS,
    HOLDINGS,
    RANK_BOARDS,
    RANK_FLOPS,
    RANK_PAIRS,
    Classes,
    classes,
)
from croupier.maths.uth.flop import CELLS, SUIT_CELLS
from croupier.maths.uth.origins import Origins, origins
from croupier.maths.uth.pricing import CHECK_VALUE, PLAY_VALUE, plain_1x
from croupier.maths.uth.river import (
    DEALER_HOLDINGS,
    FOLD,
    NO_STATE,
    WON,
    WON_UNQUALIFIED,
    RiverStates,
)
from croupier.maths.uth.spots import HANDS, Spots, starting_hands
from croupier.maths.uth.strength import STRAIGHT

DECISIONS = ("4x", "3x", "2x", "1x", "fold")
RAISED_4, RAISED_3, PLAYED, BET, FOLDED = range(5)
BRANCHES = 4  # until the River a checked hand is one branch: it is counted as BET there

RESULTS = ("won", "won_unqualified", "lost", "lost_unqualified", "tied")
TIED = 4


@kernel
def _weigh_cells(
    hand: int,
    branch: int,
    combinations: int,
    spots: Spots,
    priced: NDArray[np.int64],
    weights: NDArray[np.int32],
) -> None:
    """Deals by cell and branch for one starting hand. ``branch`` is its first decision; a checked hand (BET)
    goes on to the decision on the Flop."""
    for spot in range(spots.start[hand], spots.start[hand + 1]):
        to = branch
        if branch == BET:
            check, play = 0, 0
            for k in range(4):
                check += priced[spots.cells[spot, k], CHECK_VALUE]
                play += priced[spots.cells[spot, k], PLAY_VALUE]
            if play > check:
                to = PLAYED
        for k in range(4):
            weights[to, spots.cells[spot, k]] += combinations * spots.weight[spot]


@kernel
def _gather(
    weights: NDArray[np.int32],
    origins: Origins,
    board: int,
    held: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """The deals that reach a board, by holding: from each of its Flops, by the ways the other cards can
    come."""
    out[:] = 0
    for f in range(origins.flops[board]):
        row = weights[origins.flop[board, f]]
        one, two = origins.drawn[board, f, 0], origins.drawn[board, f, 1]
        left_one, left_two = np.int32(origins.left[board, f, 0]), np.int32(origins.left[board, f, 1])
        if one < 0:
            for h in range(out.size):
                out[h] += row[h]
        elif two < 0:
            for h in range(out.size):
                out[h] += row[h] * (left_one - held[one, h])
        elif one == two:
            for h in range(out.size):
                left = left_one - held[one, h]
                out[h] += row[h] * (left * (left - 1) // 2)
        else:
            for h in range(out.size):
                out[h] += row[h] * ((left_one - held[one, h]) * (left_two - held[two, h]))


@kernel
def _count(
    weight: int,
    branch: int,
    counts: NDArray[np.int16],
    category: int,
    pays: NDArray[np.int64],
    scale: int,
    results: NDArray[np.int64],
) -> None:
    """One River state into the results; where the hand was checked so far, the last decision is taken
    here."""
    if branch == BET:
        won = counts[WON] + counts[WON_UNQUALIFIED]
        blind = pays[category - STRAIGHT] if category >= STRAIGHT else 0
        if scale * (plain_1x(counts) - FOLD) + blind * won <= 0:
            branch = FOLDED
    rest = DEALER_HOLDINGS
    for result in range(TIED):
        results[branch, category, result] += weight * counts[result]
        rest -= counts[result]
    results[branch, category, TIED] += weight * rest


@kernel
def _results(
    used: NDArray[np.bool_],
    suit_weights: NDArray[np.int32],
    rank_weights: NDArray[np.int32],
    states: RiverStates,
    table: Classes,
    suit_origins: Origins,
    rank_origins: Origins,
    pays: NDArray[np.int64],
    scale: int,
    start: int,
    stop: int,
) -> NDArray[np.int64]:
    results = np.zeros((5, 10, 5), np.int64)
    by_ranks = np.empty(RANK_PAIRS, np.int32)
    by_suit = np.empty(HOLDINGS, np.int32)
    rank_held = table.held[:, BOTH_OTHER:]
    for board in range(start, stop):
        for branch in range(BRANCHES):
            if not used[branch]:
                continue
            _gather(rank_weights[branch], rank_origins, board, rank_held, by_ranks)
            for k in range(table.kin_start[board], table.kin_start[board + 1]):
                kin = table.kin[k]
                _gather(suit_weights[branch], suit_origins, kin, table.held, by_suit)
                for h in range(HOLDINGS):
                    category = states.flush_category[kin, h]
                    if by_suit[h] and category != NO_STATE:
                        _count(by_suit[h], branch, states.flush[kin, h], category, pays, scale, results)
                        by_ranks[table.holding_pair[h]] -= by_suit[h]
            for pair in range(RANK_PAIRS):
                category = states.ranks_category[board, pair]
                if category != NO_STATE:
                    _count(by_ranks[pair], branch, states.ranks[board, pair], category, pays, scale, results)
    return results


def count_results(
    first: list[int],
    spots: Spots,
    priced: NDArray[np.int64],
    states: RiverStates,
    pays: NDArray[np.int64],
    scale: int,
) -> NDArray[np.int64]:
    """Deals by decision, category of the player's hand and result. ``first`` holds the branch of each
    starting hand: RAISED_4, RAISED_3, or BET if it is checked."""
    weights = np.zeros((BRANCHES, CELLS + 1), np.int32)
    hands = starting_hands()
    # Hands of the same ranks share cells: they are weighed by the same thread.
    starts = [n for n in range(HANDS) if n == 0 or hands[n].pair != hands[n - 1].pair] + [HANDS]

    def weigh(start: int, stop: int) -> None:
        for hand in range(starts[start], starts[stop]):
            _weigh_cells(hand, first[hand], hands[hand].combinations, spots, priced, weights)

    spread(weigh, RANK_PAIRS)
    by_suit = weights[:, :SUIT_CELLS].reshape(BRANCHES, HOLDINGS, FLOPS).transpose(0, 2, 1)
    by_ranks = weights[:, SUIT_CELLS:CELLS].reshape(BRANCHES, RANK_PAIRS, RANK_FLOPS).transpose(0, 2, 1)
    used = np.array([branch[:CELLS].any() for branch in weights])
    work = partial(
        _results, used, np.ascontiguousarray(by_suit), np.ascontiguousarray(by_ranks), states, classes(),
        *origins(), pays, scale,
    )  # fmt: skip
    total: NDArray[np.int64] = np.sum(spread(work, RANK_BOARDS, pieces=64), axis=0)
    return total
