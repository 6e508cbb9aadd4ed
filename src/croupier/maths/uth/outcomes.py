"""How many deals end with each decision, hand and result, under decisions that were taken.

Under the printed rules most of it is stored: the results of every starting hand, raised before the Flop, and
checked and then played as under one certain Blind. No Blind of ordinary size moves a decision on the Flop;
it turns some Rivers, and those are added here one by one. If a Flop is moved, the kernels count anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress
from croupier.maths.uth import stored
from croupier.maths.uth.classes import RANK_FLOPS, RANK_PAIRS
from croupier.maths.uth.distribution import BET, CHECKED, FOLDED, PLAYED, count_results
from croupier.maths.uth.flop import SUIT_CELLS
from croupier.maths.uth.river import DEALER_HOLDINGS
from croupier.maths.uth.rules import AS_PRINTED
from croupier.maths.uth.spots import groups, starting_hands
from croupier.maths.uth.sums import Sums

Flops = Sequence[NDArray[np.bool_]]


def count_outcomes(
    known: Sums,
    first: Sequence[int],
    flops: Flops,
    pays: NDArray[np.int64],
    scale: int,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Deals by decision, category of the player's hand and result."""
    if known.rules != AS_PRINTED or _moved(first, flops):
        return count_results(first, flops, pays, scale, known.rules, progress).sum(axis=0)
    kept = stored.outcomes()
    total = np.zeros((len(AS_PRINTED.decisions), 10, 5), np.int64)
    for hand, branch in enumerate(first):
        if branch == CHECKED:
            total[PLAYED] += kept.played[hand]
            total[BET] += kept.bet[hand]
            total[FOLDED] += kept.folded[hand]
        else:
            total[branch] += kept.raised[hand]
    _add_turning(total, known, _checked(first, flops), pays, scale)
    return total


def _moved(first: Sequence[int], flops: Flops) -> bool:
    """Whether a hand that is checked meets a Flop decided otherwise than in what is stored."""
    checked = np.array(first) == CHECKED
    return any(
        bool((((now != then) & (group.weight > 0))[checked[group.hands]]).any())
        for group, now, then in zip(groups(), flops, stored.outcomes().flops, strict=True)
    )


def _checked(first: Sequence[int], flops: Flops) -> NDArray[np.int64]:
    """Deals that are checked on the Flop, by rank cell."""
    combinations = np.array([hand.combinations for hand in starting_hands()]) * (np.array(first) == CHECKED)
    deals = np.zeros(RANK_PAIRS * RANK_FLOPS, np.int64)
    for group, play in zip(groups(), flops, strict=True):
        weight = np.where(play, 0, group.weight * combinations[group.hands][:, None])
        for pair, row in zip(group.pairs, weight, strict=True):
            start = pair * RANK_FLOPS
            deals[start : start + RANK_FLOPS] += np.bincount(group.ranks, row, RANK_FLOPS).astype(np.int64)
    return deals


def _add_turning(
    total: NDArray[np.int64], known: Sums, checked: NDArray[np.int64], pays: NDArray[np.int64], scale: int
) -> None:
    """The Rivers that a paytable may turn; under the printed rules all of them are states by ranks."""
    turning = known.turning
    reached = np.zeros(len(turning.category), np.int64)
    np.add.at(reached, turning.state, turning.ways * checked[turning.cell - SUIT_CELLS])
    tied = DEALER_HOLDINGS - turning.counts.sum(axis=1, keepdims=True)
    deals = reached[:, None] * np.concatenate([turning.counts, tied], axis=1)
    to = np.where(turning.bet(pays, scale, known.rules), BET, FOLDED)
    np.add.at(total, (to, turning.category), deals)
