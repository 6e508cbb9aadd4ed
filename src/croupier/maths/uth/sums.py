"""All sums that do not depend on the paytable, loaded or built once per process.

They are read from the package for the printed rules, and built by the kernels for others.
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
from croupier.maths.uth.flop import FIGURES, TIE, Rivers, find_rivers, reduce
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.spots import HANDS, groups
from croupier.maths.uth.turn_points import Turning, find_turning

FLOPS_OF_A_BOARD = 10  # choices of three cards out of five


class SettledFlops(NamedTuple):
    """The Flop sums, if no paytable can change a decision on the Flop.

    Contains the sums by starting hand under the plain paytable, and the number of ways in which a checked
    hand reaches each River state that may turn.
    """

    gain: NDArray[np.int64]  # the value of checking beyond a raise on every Flop
    flops: NDArray[np.int64]  # Flops raised
    flop_ties: NDArray[np.int64]  # Flops on which both are equal; they are checked
    bets: NDArray[np.int64]  # boards bet, of the Flops that are checked
    river_ties: NDArray[np.int64]  # boards on which bet and fold are equal, of the Flops that are checked
    hand: NDArray[np.int64]  # line: starting hand
    state: NDArray[np.int64]  # line: index of a state that may turn
    ways: NDArray[np.int64]  # line: Flops, Turns and Rivers for one holding of the hand


class Cells(NamedTuple):
    gain: NDArray[np.int32]  # the gain of a check over the raise on the Flop, plain Blind
    bets: NDArray[np.int16]  # River states that are bet
    ties: NDArray[np.int16]  # River states in which bet and fold are equal


@dataclass(frozen=True, eq=False)
class Sums:
    rules: MainRules
    by_hand: NDArray[np.int64]  # starting hand, figure: the parts of a raise, over all Flops
    turning: Turning  # states whose decision a paytable may change
    settled: SettledFlops | None
    find_cells: Callable[[], Cells]  # computed on demand

    @cached_property
    def cells(self) -> Cells:
        return self.find_cells()


_reading, _building = threading.Lock(), threading.Lock()
_built: dict[MainRules, Sums] = {}
_rivers: dict[str, Rivers] = {}  # for the last qualifier, with raises of every size: 50 MB


def sums(progress: Progress | None = None, rules: MainRules = AS_PRINTED) -> Sums:
    """The sums for these rules. They do not depend on the raise before the Flop.

    Stored sums have their own lock, so loading them does not wait for another thread's kernels.
    """
    wanted = rules._replace(first=AS_PRINTED.first)
    if wanted not in _built:
        with _reading if is_stored(wanted) else _building:
            if wanted not in _built:
                _built[wanted] = _find(wanted, progress)
    if progress:
        progress(1.0)
    return _built[wanted]


def is_stored(rules: MainRules) -> bool:
    """Return whether the sums are stored.

    Raises before and on the Flop may be of any size, because the figures of one unit of Play are stored.
    """
    return (rules.river, rules.qualifier) == (AS_PRINTED.river, AS_PRINTED.qualifier)


def _find(rules: MainRules, progress: Progress | None) -> Sums:
    """Find the sums for these rules.

    Only the raise on the River changes the decisions there. A larger raise on the Flop adds units of Play,
    whose figures are stored.
    """
    from croupier.maths.uth import stored  # imported here because it needs the classes above

    base = rules._replace(flop=AS_PRINTED.flop)
    if rules != base:
        known = _built.get(base) or _built.setdefault(base, _find(base, progress))
        return Sums(rules, known.by_hand, known.turning, None, lambda: _with_flop(known.cells, rules.flop))
    if rules == AS_PRINTED:
        return stored.sums()
    if rules.qualifier not in _rivers:
        _rivers.clear()
        _rivers[rules.qualifier] = find_rivers(rules.qualifier, progress)
    return from_rivers(_rivers[rules.qualifier], rules)


def _with_flop(cells: Cells, flop: int) -> Cells:
    from croupier.maths.uth import stored

    return cells._replace(gain=cells.gain - (flop - AS_PRINTED.flop) * stored.play())


def build(rules: MainRules = AS_PRINTED, progress: Progress | None = None) -> Sums:
    """Build the sums with the kernels."""
    tell = progress or (lambda share: None)
    built = from_rivers(find_rivers(rules.qualifier, lambda share: tell(0.7 * share)), rules)
    tell(1.0)
    return built


def from_rivers(found: Rivers, rules: MainRules) -> Sums:
    reduced = reduce(found, rules)
    bets = ((reduced.answers + TIE // 2) & (TIE - 1)) - TIE // 2
    ties = (reduced.answers - bets) // TIE
    cells = Cells(reduced.gain, bets.astype(np.int16), ties.astype(np.int16))
    return Sums(rules, _by_hand(found), find_turning(found, rules), None, lambda: cells)


def _by_hand(found: Rivers) -> NDArray[np.int64]:
    """Sums by ranks, plus the contribution of each suit that can flush."""
    total = np.zeros((HANDS, FIGURES), np.int64)
    for group in groups():
        seen = found.by_holding[group.views].sum(axis=1)
        total[group.hands] = FLOPS_OF_A_BOARD * (found.by_pair[group.pairs] + seen)
    return total
