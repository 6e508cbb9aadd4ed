"""Load and compute the stored sums of the main game under the printed rules."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.stored import read, unpack_arrays
from croupier.maths.uth.classes import BOTH_OTHER, FLOPS, SUITED_HOLDINGS
from croupier.maths.uth.distribution import CHECKED, LEFT_OUT, RAISED_4, count_results
from croupier.maths.uth.flop import BLIND_CATEGORIES, CELLS, find_rivers, reduce
from croupier.maths.uth.pricing import flop_gains, price, settle
from croupier.maths.uth.rules import AS_PRINTED
from croupier.maths.uth.spots import HANDS, groups
from croupier.maths.uth.strength import STRENGTHS, rank_hands
from croupier.maths.uth.sums import Cells, SettledFlops, Sums, from_rivers
from croupier.maths.uth.turn_points import Turning

# The cells are split into files of similar size, by the number of the holding's cards that are of the suit.
PARTS = {
    "suited": (0, SUITED_HOLDINGS * FLOPS),
    "mixed": (SUITED_HOLDINGS * FLOPS, BOTH_OTHER * FLOPS),
    "other": (BOTH_OTHER * FLOPS, CELLS),
}
# GAIN is the gain of a check under the printed rules, and PLAY is the result of a Play of one Ante.
GAIN, PLAY = "gain", "play"
ANSWERS = "uth-answers.npz"
HAND_SUMS = "uth-hands.npz"
RESULTS = "uth-results.npz"


class Outcomes(NamedTuple):
    """Number of deals, indexed by [starting hand, category of the player's hand, result].

    For checked hands, the counts leave out the River states whose decision a Blind paytable may change.
    """

    raised: NDArray[np.int64]  # deals if the hand is raised before the Flop
    played: NDArray[np.int64]  # deals that are checked and then raised on the Flop
    bet: NDArray[np.int64]  # deals that are checked and then bet on the River
    # deals that are checked and then folded, by the result that a bet would have had
    folded: NDArray[np.int64]


def sums() -> Sums:
    hands = unpack_arrays(read(HAND_SUMS))
    turning = Turning(*(hands[f"turning_{name}"].astype(np.int64) for name in Turning._fields))
    settled = SettledFlops(*(hands[f"settled_{name}"].astype(np.int64) for name in SettledFlops._fields))
    return Sums(AS_PRINTED, hands["by_hand"], turning, settled, cells)


def cells() -> Cells:
    return Cells(_join_parts(GAIN), **unpack_arrays(read(ANSWERS)))


@cache
def play() -> NDArray[np.int32]:
    """Return the result of a Play of one Ante for each cell. The dealer's qualifier does not affect it."""
    return _join_parts(PLAY)


def _join_parts(figure: str) -> NDArray[np.int32]:
    whole = np.zeros(CELLS + 1, np.int32)
    for name, (start, stop) in PARTS.items():
        whole[start:stop] = unpack_arrays(read(f"uth-{figure}-{name}.npz"))[figure]
    return whole


@cache
def outcomes() -> Outcomes:
    results = unpack_arrays(read(RESULTS))
    return Outcomes(*(results[name].reshape(HANDS, 10, 5) for name in Outcomes._fields))


def arrays() -> dict[str, dict[str, NDArray[Any]]]:
    """Compute the arrays of each stored file, by file name."""
    rivers = find_rivers(AS_PRINTED.qualifier)
    known = from_rivers(rivers, AS_PRINTED)
    larger = reduce(rivers, AS_PRINTED._replace(flop=AS_PRINTED.flop + 1))
    settled = settle(known)
    assert settled is not None, "under the printed rules, no Blind may change a decision on the Flop"
    figures = {GAIN: known.cells.gain, PLAY: known.cells.gain - larger.gain}
    files: dict[str, dict[str, NDArray[Any]]] = {
        f"uth-{figure}-{name}.npz": {figure: whole[start:stop]}
        for figure, whole in figures.items()
        for name, (start, stop) in PARTS.items()
    }
    files[STRENGTHS] = rank_hands()
    files[ANSWERS] = {"bets": known.cells.bets, "ties": known.cells.ties}
    files[HAND_SUMS] = {
        "by_hand": known.by_hand,
        **{f"turning_{name}": each.astype(np.int32) for name, each in known.turning._asdict().items()},
        **{f"settled_{name}": each for name, each in settled._asdict().items()},
    }
    files[RESULTS] = count(known)._asdict()
    return files


def count(known: Sums) -> Outcomes:
    """Count all results for each starting hand, one group at a time.

    ``count_results`` counts by rank pair, and no two hands of a group have the same rank pair.
    """
    plain = np.zeros(BLIND_CATEGORIES, np.int64)
    flops = [gains < 0 for gains in flop_gains(price(known, plain, 1))]
    by_hand = np.zeros((4, HANDS, 10, 5), np.int64)
    for group in groups():
        for branch, branches in ((RAISED_4, slice(0, 1)), (CHECKED, slice(1, 4))):
            first = np.full(HANDS, LEFT_OUT)
            first[group.hands] = branch
            found = count_results(first.tolist(), flops, plain, 1, left_out=True)
            chosen = found[group.pairs][:, [RAISED_4] if branch == RAISED_4 else [-3, -2, -1]]
            by_hand[branches, group.hands] = np.moveaxis(chosen, 1, 0)
    return Outcomes(*by_hand)
