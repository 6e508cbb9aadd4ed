"""Provide the sums that do not depend on the paytable, once per process.

The sums for the printed rules are loaded from the package. The kernels compute the sums for other rules.
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

FLOPS_OF_A_BOARD = 10  # number of choices of three cards out of five


class SettledFlops(NamedTuple):
    """Flop sums for rules under which no paytable can change a decision on the Flop.

    There is one sum per starting hand, under the plain paytable, in which the Blind always pushes. The last
    three arrays count the ways from a checked starting hand to each River state whose decision may change.
    """

    gain: NDArray[np.int64]  # how much more checking the right Flops is worth than raising every Flop
    flops: NDArray[np.int64]  # number of Flops on which the player raises
    flop_ties: NDArray[np.int64]  # number of Flops where check and raise are equal and the player checks
    bets: NDArray[np.int64]  # number of boards on which the player bets after checking the Flop
    river_ties: NDArray[np.int64]  # number of boards after a checked Flop where bet and fold are equal
    hand: NDArray[np.int64]  # starting hand of each row
    state: NDArray[np.int64]  # index of each row's River state among those whose decision may change
    ways: NDArray[np.int64]  # number of ways to deal each row's board, for one holding of the starting hand


class Cells(NamedTuple):
    gain: NDArray[np.int32]  # gain of a check over the raise on the Flop, with a Blind that always pushes
    bets: NDArray[np.int16]  # number of River states in which the player bets
    ties: NDArray[np.int16]  # number of River states in which bet and fold are equal


@dataclass(frozen=True, eq=False)
class Sums:
    rules: MainRules
    # sums over all Flops for a raise before the Flop, indexed by [starting hand, quantity (see ``flop``)]
    by_hand: NDArray[np.int64]
    turning: Turning  # River states whose decision a paytable may change
    settled_flops: SettledFlops | None
    find_cells: Callable[[], Cells]  # computes the cells when they are first needed

    @cached_property
    def cells(self) -> Cells:
        return self.find_cells()


_reading, _building = threading.Lock(), threading.Lock()
_built: dict[MainRules, Sums] = {}
# River states for the qualifier used last, for raises of every size (50 MB)
_rivers: dict[str, Rivers] = {}


def sums(progress: Progress | None = None, rules: MainRules = AS_PRINTED) -> Sums:
    """Return the sums for these rules. They do not depend on the size of the raise before the Flop.

    Loading stored sums has its own lock, so it does not wait for a thread that runs the kernels.
    """
    stored_rules = rules._replace(first=AS_PRINTED.first)
    if stored_rules not in _built:
        with _reading if is_stored(stored_rules) else _building:
            if stored_rules not in _built:
                _built[stored_rules] = _find(stored_rules, progress)
    if progress:
        progress(1.0)
    return _built[stored_rules]


def is_stored(rules: MainRules) -> bool:
    """Return whether the sums for these rules can be derived from stored data.

    The raises before and on the Flop can have any size, because the result of a Play of one Ante is stored.
    """
    return (rules.river, rules.qualifier) == (AS_PRINTED.river, AS_PRINTED.qualifier)


def _find(rules: MainRules, progress: Progress | None) -> Sums:
    """Load or compute the sums for these rules.

    Only the size of the River raise affects the decisions on the River. A larger raise on the Flop only makes
    the Play larger. The result of a Play of one Ante is stored, so it is multiplied by the size of the Play.
    """
    from croupier.maths.uth import stored  # imported here because that module imports the classes above

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
    """Return each starting hand's sums with suits ignored, plus the corrections for flushes in each suit."""
    total = np.zeros((HANDS, FIGURES), np.int64)
    for group in groups():
        by_suit = found.by_holding[group.views].sum(axis=1)
        total[group.hands] = FLOPS_OF_A_BOARD * (found.by_pair[group.pairs] + by_suit)
    return total
