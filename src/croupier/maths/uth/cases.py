"""What each question of a game of Ultimate Texas Hold 'Em is worth, case by case, for the search of rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.play.rulelist import Answers, decide
from croupier.maths.play.search import Cases, gathered
from croupier.maths.uth.classes import (
    BOARDS,
    BOTH_OTHER,
    HOLDINGS,
    RANK_BOARDS,
    RANK_PAIRS,
    Classes,
    classes,
)
from croupier.maths.uth.distribution import BET, DECISIONS
from croupier.maths.uth.features import THREES, first_features, flop_features, river_features
from croupier.maths.uth.flop import raised
from croupier.maths.uth.origins import Origins, origins
from croupier.maths.uth.plan import flop_place, gather, no_plan, weigh_cells
from croupier.maths.uth.pricing import price
from croupier.maths.uth.questions import FIRST, FLOP
from croupier.maths.uth.river import FOLD, NO_STATE, WON, WON_UNQUALIFIED, RiverStates, all_states
from croupier.maths.uth.solver import DEALS, solve, whole_pays
from croupier.maths.uth.spots import HANDS, spot_cells, starting_hands
from croupier.maths.uth.strength import STRAIGHT
from croupier.maths.uth.sums import sums


@kernel
def _flop_gains(
    hole: NDArray[np.int32], gain: NDArray[np.int64], table: Classes, out: NDArray[np.int64]
) -> None:
    cards = np.empty(3, np.int32)
    cells = np.empty(4, np.int32)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (hole[0], hole[1]) or b in (hole[0], hole[1]) or c in (hole[0], hole[1]):
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                spot_cells(hole, cards, table, cells)
                for cell in cells:
                    out[flop_place(a, b, c)] -= gain[cell]


@kernel
def _bet_gain(
    counts: NDArray[np.int16], category: int, weight: int, pays: NDArray[np.int64], scale: int
) -> float:
    blind = pays[category - STRAIGHT] if category >= STRAIGHT else 0
    won = np.int64(counts[WON]) + counts[WON_UNQUALIFIED]
    return float(weight) * (scale * (np.int64(raised(counts, 1)) - FOLD) + blind * won)


@kernel
def _river_gains(
    suit_weights: NDArray[np.int32],
    rank_weights: NDArray[np.int32],
    states: RiverStates,
    table: Classes,
    suit_origins: Origins,
    rank_origins: Origins,
    pays: NDArray[np.int64],
    scale: int,
    by_suit_gain: NDArray[np.float64],
    by_rank_gain: NDArray[np.float64],
    start: int,
    stop: int,
) -> None:
    """By how much 1x beats a fold in each state, times the deals that come to it unraised."""
    by_ranks = np.empty(RANK_PAIRS, np.int32)
    by_suit = np.empty(HOLDINGS, np.int32)
    for board in range(start, stop):
        gather(rank_weights, rank_origins, board, table.held[:, BOTH_OTHER:], by_ranks)
        for k in range(table.kin_start[board], table.kin_start[board + 1]):
            kin = table.kin[k]
            gather(suit_weights, suit_origins, kin, table.held, by_suit)
            for h in range(HOLDINGS):
                made = states.flush_category[kin, h]
                if by_suit[h] and made != NO_STATE:
                    by_suit_gain[kin, h] = _bet_gain(states.flush[kin, h], made, by_suit[h], pays, scale)
                    by_ranks[table.holding_pair[h]] -= by_suit[h]
        for pair in range(RANK_PAIRS):
            made = states.ranks_category[board, pair]
            if made != NO_STATE and by_ranks[pair]:
                by_rank_gain[board, pair] = _bet_gain(
                    states.ranks[board, pair], made, by_ranks[pair], pays, scale
                )


def cases(blind: Mapping[str, Fraction], asked: str, before: Mapping[str, Answers]) -> Cases:
    """``before``: the rules of the questions asked earlier, which say what comes to this one."""
    pays, scale = whole_pays(blind)
    hands = starting_hands()
    if asked == FIRST:
        values = [each.combinations * float(each.raise_4x - each.check) / 1326 for each in solve(blind).hands]
        return gathered(first_features(), np.array(values))
    plan = no_plan()
    for choice in ("4x", "3x"):
        plan.first[decide(before[FIRST], first_features(), choice)] = DECISIONS.index(choice)
    if asked == FLOP:
        gain = price(sums(), pays, scale).gain
        found = np.zeros((HANDS, THREES), np.int64)

        def flops(first: int, last: int) -> None:
            for number in range(first, last):
                _flop_gains(np.array(hands[number].cards, np.int32), gain, classes(), found[number])

        spread(flops, HANDS)
        weight = np.array([each.combinations for each in hands]) * (plan.first == BET)
        return gathered(flop_features(), found * weight[:, None] / (DEALS * scale))
    plan.flop[:] = decide(before[FLOP], flop_features(), "2x")
    suit_weights, rank_weights = weigh_cells(plan)
    by_suit, by_rank = np.zeros((BOARDS, HOLDINGS)), np.zeros((RANK_BOARDS, RANK_PAIRS))
    work = partial(
        _river_gains, suit_weights[BET], rank_weights[BET], all_states(), classes(), *origins(), pays, scale,
        by_suit, by_rank,
    )  # fmt: skip
    spread(work, RANK_BOARDS)
    shown = river_features()
    features = {name: np.concatenate([np.asarray(part[name]).ravel() for part in shown]) for name in shown[0]}
    return gathered(features, np.concatenate([by_suit.ravel(), by_rank.ravel()]) / (DEALS * scale))
