"""Everything that does not depend on the paytable: read from the package under the printed rules, built by
the kernels under others, once in a process.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress
from croupier.maths.uth.flop import FIGURES, TIE, Reduced, reduce
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.spots import HANDS, groups
from croupier.maths.uth.turning import Turning, find_turning

FLOPS_OF_A_BOARD = 10  # three cards of five


class Sums(NamedTuple):
    rules: MainRules
    gain: NDArray[np.int32]  # cell: by how much a check is better than the raise on the Flop, plain Blind
    bets: NDArray[np.int16]  # cell: River states that are bet
    ties: NDArray[np.int16]  # cell: River states in which bet and fold are equal
    by_hand: NDArray[np.int64]  # starting hand, figure: what a raise is made of, over all Flops
    turning: Turning  # states that a paytable may decide otherwise


_building = threading.Lock()
_built: dict[MainRules, Sums] = {}


def sums(progress: Progress | None = None, rules: MainRules = AS_PRINTED) -> Sums:
    with _building:
        if rules not in _built:
            _built[rules] = _find(rules, progress)
    return _built[rules]


def _find(rules: MainRules, progress: Progress | None) -> Sums:
    from croupier.maths.uth import stored  # which needs the shape of the sums itself

    found = stored.sums() if rules == AS_PRINTED else build(rules, progress)
    if progress:
        progress(1.0)
    return found


def build(rules: MainRules = AS_PRINTED, progress: Progress | None = None) -> Sums:
    """From nothing, by the kernels."""
    reduced = reduce(rules, progress)
    bets = ((reduced.answers + TIE // 2) & (TIE - 1)) - TIE // 2
    ties = (reduced.answers - bets) // TIE
    return Sums(
        rules,
        reduced.gain,
        bets.astype(np.int16),
        ties.astype(np.int16),
        _by_hand(reduced),
        find_turning(reduced),
    )


def _by_hand(reduced: Reduced) -> NDArray[np.int64]:
    """By ranks, and what each suit that can flush adds, as the hand looks from it."""
    total = np.zeros((HANDS, FIGURES), np.int64)
    for group in groups():
        seen = reduced.by_holding[group.views].sum(axis=1)
        total[group.hands] = FLOPS_OF_A_BOARD * (reduced.by_pair[group.pairs] + seen)
    return total
