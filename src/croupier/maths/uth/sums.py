"""Everything that does not depend on the paytable, built once in a process."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress, spread
from croupier.maths.uth.flop import CHECKED, sum_to_flops
from croupier.maths.uth.pricing import may_turn, total_by_hand
from croupier.maths.uth.river import RiverStates, river_states
from croupier.maths.uth.spots import HANDS, Spots, find_spots


class Sums(NamedTuple):
    states: RiverStates
    cells: NDArray[np.int32]  # figure, cell
    spots: Spots
    by_hand: NDArray[np.int64]  # starting hand, figure: what 4x and 3x are made of
    turning: tuple[
        NDArray[np.int64], NDArray[np.int64]
    ]  # states a paytable may turn: with a flush suit, by ranks


_building = threading.Lock()
_built: list[Sums] = []


def sums(progress: Progress | None = None) -> Sums:
    with _building:
        if not _built:
            _built.append(_build(progress or (lambda share: None)))
    return _built[0]


def built() -> bool:
    return bool(_built)


def _build(progress: Progress) -> Sums:
    states = river_states(lambda share: progress(0.2 * share))
    spots = find_spots()
    progress(0.3)
    cells = sum_to_flops(states, lambda share: progress(0.3 + 0.6 * share))
    by_hand = np.zeros((HANDS, CHECKED), np.int64)

    def add(first: int, last: int) -> None:
        for hand in range(first, last):
            total_by_hand(hand, spots.start, spots.weight, spots.cells, cells, by_hand[hand])

    spread(add, HANDS)
    turning = (
        may_turn(states.flush, states.flush_category, False),
        may_turn(states.ranks, states.ranks_category, False),
    )
    progress(1.0)
    return Sums(states, cells, spots, by_hand, turning)
