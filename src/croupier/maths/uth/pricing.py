"""A Blind paytable put on the stored sums: the cells priced, and the Flop decisions taken.

Paytables come as whole numbers: ``pays[c]`` over ``scale`` to 1 for a straight, flush, ... royal flush. All
values are ``scale`` times those of the figures.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.uth.spots import HANDS, Table, groups
from croupier.maths.uth.sums import Sums

HALF = 32  # values are added up in two halves: the sum may be long


class Priced(NamedTuple):
    """All cells under a paytable."""

    gain: NDArray[np.int64]  # by how much a check is better than the raise on the Flop
    bets: NDArray[np.int64]  # River states that are bet
    ties: NDArray[np.int64]  # ... in which bet and fold are equal
    turned: int  # River states decided otherwise than under the plain paytable


class FlopPlay(NamedTuple):
    """What is decided on the Flop, and what it comes to, by starting hand."""

    raised: tuple[NDArray[np.bool_], ...]  # group: hand, Flop -> the raise is better than a check
    gain: tuple[int, ...]  # what checking is worth beyond a raise on every Flop
    flops: NDArray[np.int64]  # Flops raised
    flop_ties: NDArray[np.int64]  # Flops on which both are equal; they are checked
    bets: NDArray[np.int64]  # boards bet, of the Flops checked
    river_ties: NDArray[np.int64]  # boards on which bet and fold are equal, of the Flops checked


def price(known: Sums, pays: NDArray[np.int64], scale: int) -> Priced:
    gain = scale * known.gain.astype(np.int64)
    bets, ties = known.bets.astype(np.int64), known.ties.astype(np.int64)
    turning = known.turning
    changes = turning.turned(pays, scale, known.rules)
    for cells, change in zip((gain, bets, ties), changes, strict=True):
        np.add.at(cells, turning.cell, turning.ways * change[turning.state])
    return Priced(gain, bets, ties, int(((changes[1] != 0) | (changes[2] != 0)).sum()))


def play_flops(priced: Priced) -> FlopPlay:
    """Check or raise on every Flop of every starting hand; an exact tie is a check."""
    gain = [0] * HANDS
    counts = np.zeros((4, HANDS), np.int64)
    raised = []
    tables = [Table.of(cells) for cells in (priced.gain, priced.bets, priced.ties)]
    for group in groups():
        gains = group.spots(tables[0])
        play = gains < 0
        raised.append(play)
        counts[0, group.hands] = (group.weight * play).sum(axis=1)
        counts[1, group.hands] = (group.weight * (gains == 0)).sum(axis=1)
        checked = np.where(play, 0, group.weight)
        counts[2, group.hands] = (checked * group.spots(tables[1])).sum(axis=1)
        counts[3, group.hands] = (checked * group.spots(tables[2])).sum(axis=1)
        low = (checked * (gains & ((1 << HALF) - 1))).sum(axis=1)
        high = (checked * (gains >> HALF)).sum(axis=1)
        for hand, one, two in zip(group.hands, high.tolist(), low.tolist(), strict=True):
            gain[hand] = (one << HALF) + two
    return FlopPlay(tuple(raised), tuple(gain), *counts)
