"""Count the deals that end with each decision, hand and result under best play.

With the printed raises on the Flop and River, most counts are stored. For every starting hand, there are
counts for a raise and for a check before the Flop, because no Blind paytable changes a decision on the Flop.
A Blind paytable changes the decision on a few Rivers, and this module adds those Rivers one by one. Under
other rules, the kernels count everything.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress
from croupier.maths.uth import stored
from croupier.maths.uth.distribution import CHECKED, count_results
from croupier.maths.uth.pricing import flop_gains, price
from croupier.maths.uth.river import DEALER_HOLDINGS
from croupier.maths.uth.rules import MainRules
from croupier.maths.uth.spots import starting_hands
from croupier.maths.uth.sums import SettledFlops, Sums

# These indexes count from the end, because the number of raises before the Flop varies.
PLAYED, BET, FOLDED = -3, -2, -1


def count_outcomes(
    known: Sums,
    rules: MainRules,
    first: Sequence[int],
    pays: NDArray[np.int64],
    scale: int,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Count deals by decision, category of the player's hand and result.

    ``first`` has the index of each starting hand's raise before the Flop, or CHECKED.
    """
    if known.settled_flops is None:
        flops = [gains < 0 for gains in flop_gains(price(known, pays, scale))]
        return count_results(first, flops, pays, scale, rules, progress).sum(axis=0)
    counts = stored.outcomes()
    total = np.zeros((len(rules.decisions), 10, 5), np.int64)
    for hand, branch in enumerate(first):
        if branch == CHECKED:
            total[PLAYED] += counts.played[hand]
            total[BET] += counts.bet[hand]
            total[FOLDED] += counts.folded[hand]
        else:
            total[branch] += counts.raised[hand]
    _add_turning(total, known, known.settled_flops, first, pays, scale)
    return total


def _add_turning(
    total: NDArray[np.int64],
    known: Sums,
    settled: SettledFlops,
    first: Sequence[int],
    pays: NDArray[np.int64],
    scale: int,
) -> None:
    """For checked hands, add the Rivers whose decision a paytable may change."""
    turning = known.turning
    checked = np.array([hand.combinations for hand in starting_hands()]) * (np.array(first) == CHECKED)
    reached = np.zeros(len(turning.category), np.int64)
    np.add.at(reached, settled.state, settled.ways * checked[settled.hand])
    tied = DEALER_HOLDINGS - turning.counts.sum(axis=1, keepdims=True)
    deals = reached[:, None] * np.concatenate([turning.counts, tied], axis=1)
    to = np.where(turning.bet(pays, scale, known.rules), BET, FOLDED)
    np.add.at(total, (to, turning.category), deals)
