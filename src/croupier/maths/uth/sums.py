"""Everything that does not depend on the paytable: read from the package under the printed rules, built by
the kernels under others, once in a process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress
from croupier.maths.uth.flop import FIGURES, TIE, Reduced, reduce
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.spots import HANDS, groups
from croupier.maths.uth.turning import Turning, find_turning

FLOPS_OF_A_BOARD = 10  # three cards of five


class Settled(NamedTuple):
    """The Flops, where no paytable can move a decision on one: what they come to by starting hand under the
    plain paytable, and in how many ways a checked hand comes to each River state that may turn."""

    gain: NDArray[np.int64]  # what checking is worth beyond a raise on every Flop
    flops: NDArray[np.int64]  # Flops raised
    flop_ties: NDArray[np.int64]  # Flops on which both are equal; they are checked
    bets: NDArray[np.int64]  # boards bet, of the Flops checked
    river_ties: NDArray[np.int64]  # boards on which bet and fold are equal, of the Flops checked
    hand: NDArray[np.int64]  # line: starting hand
    state: NDArray[np.int64]  # line: which of the states that may turn
    ways: NDArray[np.int64]  # line: Flops, Turns and Rivers for one holding of the hand


class Cells(NamedTuple):
    gain: NDArray[np.int32]  # by how much a check is better than the raise on the Flop, plain Blind
    bets: NDArray[np.int16]  # River states that are bet
    ties: NDArray[np.int16]  # River states in which bet and fold are equal


@dataclass(frozen=True, eq=False)
class Sums:
    rules: MainRules
    by_hand: NDArray[np.int64]  # starting hand, figure: what a raise is made of, over all Flops
    turning: Turning  # states that a paytable may decide otherwise
    settled: Settled | None
    find_cells: Callable[[], Cells]  # not everybody needs them

    @cached_property
    def cells(self) -> Cells:
        return self.find_cells()


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
    cells = Cells(reduced.gain, bets.astype(np.int16), ties.astype(np.int16))
    return Sums(rules, _by_hand(reduced), find_turning(reduced), None, lambda: cells)


def _by_hand(reduced: Reduced) -> NDArray[np.int64]:
    """By ranks, and what each suit that can flush adds, as the hand looks from it."""
    total = np.zeros((HANDS, FIGURES), np.int64)
    for group in groups():
        seen = reduced.by_holding[group.views].sum(axis=1)
        total[group.hands] = FLOPS_OF_A_BOARD * (reduced.by_pair[group.pairs] + seen)
    return total
