"""Apply a Blind paytable to the stored sums, and make the Flop decisions.

A paytable is an array ``pays`` of integers with a common denominator: the Blind pays ``pays[c] / scale`` to
1 for a straight (c = 0), a flush (c = 1) and so on up to a royal flush. All values are ``scale`` times the
values of ``flop``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.uth.classes import RANK_FLOPS
from croupier.maths.uth.flop import BLIND_CATEGORIES, SUIT_CELLS
from croupier.maths.uth.spots import HANDS, SpotTable, groups
from croupier.maths.uth.sums import SettledFlops, Sums

LARGE = 1 << 20  # a payment to 1 so large that the player bets in every state of ``turning``
HALF = 32  # number of bits in each half of a sum that may exceed 64 bits


class PricedCells(NamedTuple):
    """All cells under one Blind paytable."""

    gain: NDArray[np.int64]  # gain of a check over the raise on the Flop
    bets: NDArray[np.int64]  # number of River states in which the player bets
    ties: NDArray[np.int64]  # number of River states in which bet and fold are equal
    changed_states: int  # number of River states whose decision differs from the plain paytable's


class FlopPlay(NamedTuple):
    """The decisions on the Flop and their value, by starting hand."""

    gain: tuple[int, ...]  # how much more checking the right Flops is worth than raising every Flop
    flops: NDArray[np.int64]  # number of Flops on which the player raises
    flop_ties: NDArray[np.int64]  # number of Flops where check and raise are equal and the player checks
    bets: NDArray[np.int64]  # number of boards on which the player bets after checking the Flop
    river_ties: NDArray[np.int64]  # number of boards after a checked Flop where bet and fold are equal
    changed_states: int  # number of River states whose decision differs from the plain paytable's


def price(known: Sums, pays: NDArray[np.int64], scale: int) -> PricedCells:
    gain = scale * known.cells.gain.astype(np.int64)
    bets, ties = known.cells.bets.astype(np.int64), known.cells.ties.astype(np.int64)
    turning = known.turning
    changes = turning.changes(pays, scale, known.rules)
    for cells, change in zip((gain, bets, ties), changes, strict=True):
        np.add.at(cells, turning.cell, turning.ways * change[turning.state])
    return PricedCells(gain, bets, ties, _differ(changes))


def _differ(changes: tuple[NDArray[np.int64], ...]) -> int:
    return int(((changes[1] != 0) | (changes[2] != 0)).sum())


def flop_gains(priced: PricedCells) -> tuple[NDArray[np.int64], ...]:
    """Return the gain of a check over the raise, one array indexed by [hand, Flop] per group of hands.

    The player raises if the gain is negative and checks if it is zero or positive.
    """
    table = SpotTable.of(priced.gain)
    return tuple(group.spots(table) for group in groups())


def play_flops(known: Sums, pays: NDArray[np.int64], scale: int) -> FlopPlay:
    """Choose check or raise on every Flop of every starting hand."""
    if known.settled_flops is not None:
        return _play_settled(known, known.settled_flops, pays, scale)
    return play_all(price(known, pays, scale))


def play_all(priced: PricedCells) -> FlopPlay:
    """Choose check or raise for every Flop individually."""
    gain = [0] * HANDS
    counts = np.zeros((4, HANDS), np.int64)
    # Look up both counts at once, packed into separate bits.
    both = SpotTable.of(priced.bets + (priced.ties << HALF))
    for group, gains in zip(groups(), flop_gains(priced), strict=True):
        counts[0, group.hands] = (group.weight * (gains < 0)).sum(axis=1)
        counts[1, group.hands] = (group.weight * (gains == 0)).sum(axis=1)
        checked = np.where(gains < 0, 0, group.weight)
        answers = (checked * group.spots(both)).sum(axis=1)
        counts[2, group.hands], counts[3, group.hands] = answers & ((1 << HALF) - 1), answers >> HALF
        low = (checked * (gains & ((1 << HALF) - 1))).sum(axis=1)
        high = (checked * (gains >> HALF)).sum(axis=1)
        for hand, one, two in zip(group.hands, high.tolist(), low.tolist(), strict=True):
            gain[hand] = (one << HALF) + two
    flops, flop_ties, rivers, river_ties = counts
    return FlopPlay(tuple(gain), flops, flop_ties, rivers, river_ties, priced.changed_states)


def _play_settled(known: Sums, settled: SettledFlops, pays: NDArray[np.int64], scale: int) -> FlopPlay:
    """Adjust the settled sums for the River states whose decision the paytable changes."""
    changes = known.turning.changes(pays, scale, known.rules)
    bets, ties = settled.bets.copy(), settled.river_ties.copy()
    np.add.at(bets, settled.hand, settled.ways * changes[1][settled.state])
    np.add.at(ties, settled.hand, settled.ways * changes[2][settled.state])
    gain = [scale * each for each in settled.gain.tolist()]
    more = changes[0].tolist()
    for hand, state, ways in zip(
        settled.hand.tolist(), settled.state.tolist(), settled.ways.tolist(), strict=True
    ):
        gain[hand] += ways * more[state]
    return FlopPlay(tuple(gain), settled.flops, settled.flop_ties, bets, ties, _differ(changes))


def settle(known: Sums) -> SettledFlops | None:
    """Return the Flop sums if no paytable can change a decision on the Flop, otherwise None.

    A larger payment never increases the gain of a check over a raise on the Flop, because a later fold gives
    up the Blind. The gain is therefore largest if every row loses the Blind, and smallest if payments are so
    large that the player bets in every state that may change. If both extremes have the same sign, no
    paytable changes the decision.
    """
    plain = np.zeros(BLIND_CATEGORIES, np.int64)
    most, least = (flop_gains(price(known, plain + pays, 1)) for pays in (-1, LARGE))
    for group, high, low in zip(groups(), most, least, strict=True):
        moves = (np.sign(high) != np.sign(low)) | ((high == 0) & (low != high))
        if (moves & (group.weight > 0)).any():
            return None
    if len(known.turning.cell) and known.turning.cell.min() < SUIT_CELLS:
        return None  # A suit cell belongs to several rank pairs.
    found = play_all(price(known, plain, 1))
    hand, state, ways = np.array(_ways_to_turning(known, flop_gains(price(known, plain, 1)))).T
    return SettledFlops(
        np.array(found.gain), found.flops, found.flop_ties, found.bets, found.river_ties, hand, state, ways
    )


def _ways_to_turning(known: Sums, gains: tuple[NDArray[np.int64], ...]) -> list[tuple[int, int, int]]:
    """List (starting hand, state, number of ways to reach the state through a checked Flop)."""
    turning = known.turning
    of_cell: dict[int, list[tuple[int, int]]] = {}
    for state, cell, ways in zip(
        turning.state.tolist(), (turning.cell - SUIT_CELLS).tolist(), turning.ways.tolist(), strict=True
    ):
        of_cell.setdefault(cell, []).append((state, ways))
    lines = []
    for group, gain in zip(groups(), gains, strict=True):
        checked = np.where(gain < 0, 0, group.weight)
        for hand, pair, row in zip(group.hands.tolist(), group.pairs.tolist(), checked, strict=True):
            flops = np.bincount(group.ranks, row, RANK_FLOPS).astype(np.int64)
            for flop in np.flatnonzero(flops).tolist():
                for state, ways in of_cell.get(pair * RANK_FLOPS + flop, ()):
                    lines.append((hand, state, ways * int(flops[flop])))
    return lines
