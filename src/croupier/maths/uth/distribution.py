"""Count all results of the main game by carrying deals from the Flop to every River state.

This is the reverse direction of ``flop``. Once the decisions are made, each cell has the number of deals
that pass through it under each decision. Every River state then adds up the deals of the Flops that can lead
to it. If a suit can make a flush, the deals of that state are subtracted from the corresponding rank state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress, kernel, spread
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
from croupier.maths.uth.flop import may_turn, sum_raise
from croupier.maths.uth.origins import Origins, origins
from croupier.maths.uth.river import (
    DEALER_HOLDINGS,
    FOLD,
    NO_STATE,
    WON,
    WON_UNQUALIFIED,
    flush_board,
    rank_board,
    scratch,
)
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.spots import groups, starting_hands
from croupier.maths.uth.strength import STRAIGHT, Strengths, strengths

DECISIONS = AS_PRINTED.decisions
RAISED_4, RAISED_3, PLAYED, BET, FOLDED = range(5)
# A checked hand is counted as a bet until the River, where best play bets or folds.
BRANCHES = len(AS_PRINTED.raises)

RESULTS = ("won", "won_unqualified", "lost", "lost_unqualified", "tied")
TIED = 4
CHECKED = -1  # first decision of a hand that is not raised before the Flop
LEFT_OUT = -2  # first decision of a hand that is not counted


@kernel
def gather(
    weights: NDArray[np.int32],
    origins: Origins,
    board: int,
    rank_counts: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """For each holding, add up the deals that reach a board from every Flop that can lead to it.

    Each Flop is weighted with the number of ways to deal the Turn and River.
    """
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
                out[h] += row[h] * (left_one - rank_counts[one, h])
        elif one == two:
            for h in range(out.size):
                left = left_one - rank_counts[one, h]
                out[h] += row[h] * (left * (left - 1) // 2)
        else:
            for h in range(out.size):
                out[h] += row[h] * ((left_one - rank_counts[one, h]) * (left_two - rank_counts[two, h]))


@kernel
def _count(
    weight: int,
    branch: int,
    counts: NDArray[np.int16],
    category: int,
    results: NDArray[np.int64],
) -> None:
    """Add ``weight`` deals of one River state to the results."""
    rest = DEALER_HOLDINGS
    for result in range(TIED):
        results[branch, category, result] += weight * counts[result]
        rest -= counts[result]
    results[branch, category, TIED] += weight * rest


@kernel
def answer(
    bet: int,
    counts: NDArray[np.int16],
    category: int,
    pays: NDArray[np.int64],
    scale: int,
    river: int,
    left_out: bool,
) -> int:
    """Return the index of a checked hand's River decision: ``bet`` for a bet, ``bet + 1`` for a fold.

    The result is -1 if ``left_out`` is set and a Blind paytable may change the decision.
    """
    if left_out and may_turn(counts, category, river):
        return -1
    won = counts[WON] + counts[WON_UNQUALIFIED]
    blind = pays[category - STRAIGHT] if category >= STRAIGHT else 0
    return bet if scale * (sum_raise(counts, river) - FOLD) + blind * won > 0 else bet + 1


@kernel
def _results(
    used: NDArray[np.bool_],
    suit_weights: NDArray[np.int32],
    rank_weights: NDArray[np.int32],
    table: Classes,
    strong: Strengths,
    suit_origins: Origins,
    rank_origins: Origins,
    pays: NDArray[np.int64],
    scale: int,
    river: int,
    left_out: bool,
    start: int,
    stop: int,
) -> NDArray[np.int64]:
    branches = used.size
    bet = branches - 1  # A checked hand is counted as a bet until the River decision.
    results = np.zeros((RANK_PAIRS, branches + 1, 10, 5), np.int64)
    by_ranks = np.empty((branches, RANK_PAIRS), np.int32)
    by_suit = np.empty(HOLDINGS, np.int32)
    rank_held = table.held[:, BOTH_OTHER:]
    room = scratch(strong)
    counts, category = np.empty((HOLDINGS, 4), np.int16), np.empty(HOLDINGS, np.int8)
    for board in range(start, stop):
        for branch in range(branches):
            if used[branch]:
                gather(rank_weights[branch], rank_origins, board, rank_held, by_ranks[branch])
        for k in range(table.kin_start[board], table.kin_start[board + 1]):
            kin = table.kin[k]
            flush_board(kin, table, strong, room, counts, category)
            for branch in range(branches):
                if not used[branch]:
                    continue
                gather(suit_weights[branch], suit_origins, kin, table.held, by_suit)
                for h in range(HOLDINGS):
                    if by_suit[h] and category[h] != NO_STATE:
                        pair = table.holding_pair[h]
                        by_ranks[branch, pair] -= by_suit[h]
                        to = branch
                        if branch == bet:
                            to = answer(bet, counts[h], category[h], pays, scale, river, left_out)
                        if to >= 0:
                            _count(by_suit[h], to, counts[h], category[h], results[pair])
        rank_board(board, table, strong, room, counts[:RANK_PAIRS], category[:RANK_PAIRS])
        for branch in range(branches):
            if not used[branch]:
                continue
            for pair in range(RANK_PAIRS):
                if by_ranks[branch, pair] and category[pair] != NO_STATE:
                    to = branch
                    if branch == bet:
                        to = answer(bet, counts[pair], category[pair], pays, scale, river, left_out)
                    if to >= 0:
                        _count(by_ranks[branch, pair], to, counts[pair], category[pair], results[pair])
    return results


def weigh_cells(
    first: Sequence[int], flops: Sequence[NDArray[np.bool_]], branches: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Count deals, indexed by [branch, Flop, holding], relative to a suit and with suits ignored.

    ``first`` has the branch of each starting hand that is raised before the Flop, and CHECKED or LEFT_OUT for
    all others. ``flops`` has one mask of the raised Flops for each group of starting hands.
    """
    suits = np.zeros((branches, FLOPS + 1, HOLDINGS), np.int32)
    ranks = np.zeros((branches, RANK_FLOPS, RANK_PAIRS), np.int32)
    combinations = np.array([hand.combinations for hand in starting_hands()])
    for group, play in zip(groups(), flops, strict=True):
        start = np.array(first)[group.hands]
        counted = combinations[group.hands] * (start != LEFT_OUT)
        weight = (group.weight * counted[:, None]).astype(np.int32)
        branch = np.where(
            start[:, None] == CHECKED, np.where(play, branches - 2, branches - 1), start[:, None]
        )
        np.add.at(ranks, (branch, group.ranks[None, :], group.pairs[:, None]), weight)
        for suit in range(4):
            np.add.at(suits, (branch, group.rows[suit][None, :], group.views[:, suit, None]), weight)
    return np.ascontiguousarray(suits[:, :FLOPS]), ranks


def count_results(
    first: Sequence[int],
    flops: Sequence[NDArray[np.bool_]],
    pays: NDArray[np.int64],
    scale: int,
    rules: MainRules = AS_PRINTED,
    progress: Progress | None = None,
    *,
    left_out: bool = False,
) -> NDArray[np.int64]:
    """Count deals by the starting hand's rank pair, decision, category of the player's hand and result.

    With ``left_out``, checked hands skip the River states whose decision a Blind paytable may change.
    """
    suits, ranks = weigh_cells(first, flops, len(rules.raises))
    used = np.array([bool(branch.any()) for branch in ranks])
    work = partial(
        _results, used, suits, ranks, classes(), strengths(rules.qualifier), *origins(), pays, scale,
        rules.river, left_out,
    )  # fmt: skip
    total: NDArray[np.int64] = np.sum(spread(work, RANK_BOARDS, pieces=32, progress=progress), axis=0)
    return total
