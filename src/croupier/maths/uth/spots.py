"""List the decisions on the Flop, one for every starting hand and class of Flops.

A *spot* is a starting hand with a Flop. Spots that differ only by a permutation of the suits are the same.
The 169 starting hands have 1,286,792 spots, which represent 1,326 x 19,600 deals. The starting hands form
three groups (suited, offsuit and pairs). All hands of a group share one list of Flops, and a Flop with one of
the player's cards has weight 0. The value of any quantity in a spot is the sum of five lookups in a table of
cells: one rank cell and one cell per suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel
from croupier.maths.uth.classes import (
    BOTH_OTHER,
    FLOPS,
    FLOPS_1,
    FLOPS_2,
    HOLDINGS,
    RANK_FLOPS,
    RANK_PAIRS,
    SUITED_HOLDINGS,
    Classes,
)
from croupier.maths.uth.flop import EMPTY_CELL, SUIT_CELLS

HANDS = 169
SPOTS = 1_286_792
RANK_NAMES = "23456789TJQKA"


class StartingHand(NamedTuple):
    name: str  # a name such as "AA", "AKs" or "AKo"
    cards: tuple[int, int]  # an example of its holdings
    combinations: int  # number of holdings with this name
    pair: int  # index of the hand's rank pair


class Group(NamedTuple):
    """Starting hands with the same pattern of suits, and their Flops."""

    hands: NDArray[np.int64]  # indexes of the starting hands
    pairs: NDArray[np.int64]  # index of the rank pair of each hand
    views: NDArray[np.int64]  # index of the holding relative to a suit, indexed by [hand, suit]
    flops: NDArray[np.int64]  # the three cards of each Flop
    ranks: NDArray[np.int64]  # index of the rank Flop of each Flop
    # class of each Flop relative to each suit, indexed by [suit, Flop], or FLOPS if the suit is not on it
    rows: NDArray[np.int64]
    # number of Flops that each spot represents, indexed by [hand, Flop], or 0 if a card occurs twice
    weight: NDArray[np.int64]

    def spots(self, cells: SpotTable) -> NDArray[np.int64]:
        """Return the value of one quantity for every hand and Flop of the group."""
        figure = np.empty(self.weight.shape, np.int64)
        for hand, (pair, view) in enumerate(zip(self.pairs, self.views, strict=True)):
            row = figure[hand]
            row[:] = cells.ranks[pair].take(self.ranks)
            for suit in range(4):
                row += cells.suits[view[suit]].take(self.rows[suit])
        return figure


class SpotTable(NamedTuple):
    """One quantity for all cells, arranged for lookups."""

    # indexed by [holding, Flop]; the last column is all zeros, for Flops without the suit
    suits: NDArray[np.int64]
    ranks: NDArray[np.int64]  # indexed by [rank pair, rank Flop]

    @classmethod
    def of(cls, cells: NDArray[np.signedinteger]) -> SpotTable:
        suits = np.zeros((HOLDINGS, FLOPS + 1), np.int64)
        suits[:, :FLOPS] = cells[:SUIT_CELLS].reshape(HOLDINGS, FLOPS)
        ranks = cells[SUIT_CELLS:EMPTY_CELL].reshape(RANK_PAIRS, RANK_FLOPS)
        return cls(suits, ranks.astype(np.int64))


@cache
def starting_hands() -> tuple[StartingHand, ...]:
    """Return all 169 starting hands, ordered by rank pair, so that hands with the same ranks are adjacent."""
    hands = []
    for high in range(13):
        for low in range(high + 1):
            name, pair = RANK_NAMES[high] + RANK_NAMES[low], _two(low, high + 1)
            if low == high:
                hands.append(StartingHand(name, (high, 13 + low), 6, pair))
            else:
                hands.append(StartingHand(name + "s", (high, low), 4, pair))
                hands.append(StartingHand(name + "o", (high, 13 + low), 12, pair))
    return tuple(hands)


def _two(low: int, high: int) -> int:
    """Return the index of a set of two numbers. For ranks that may be equal, pass ``high`` plus one."""
    return low + high * (high - 1) // 2


@cache
def groups() -> tuple[Group, ...]:
    """Return the three groups: suited hands, offsuit hands and pairs.

    Suited hands are of suit 0. In all other hands, the first card is of suit 0 and the second of suit 1.
    """
    hands = starting_hands()
    found = []
    for suffix, names in (
        ("s", [(0, *rest) for rest in permutations((1, 2, 3))]),
        ("o", [(0, 1, 2, 3), (0, 1, 3, 2)]),
        ("", [(*own, *rest) for own in permutations((0, 1)) for rest in permutations((2, 3))]),
    ):
        places = [n for n, hand in enumerate(hands) if hand.name[2:] == suffix]
        flops, orbit = _flops(names)
        own, dealt = (
            np.bitwise_or.reduce(1 << np.array(cards), axis=1)
            for cards in ([hands[n].cards for n in places], flops)
        )
        found.append(
            Group(
                hands=np.array(places),
                pairs=np.array([hands[n].pair for n in places]),
                views=np.array([_views(hands[n]) for n in places]),
                flops=flops,
                ranks=rank_flops(flops),
                rows=np.stack([seen_flops(flops, suit) for suit in range(4)]),
                weight=np.where(own[:, None] & dealt, 0, orbit),
            )
        )
    return tuple(found)


def _views(hand: StartingHand) -> list[int]:
    (high, low), other = (card % 13 for card in hand.cards), BOTH_OTHER + hand.pair
    if hand.name.endswith("s"):
        return [_two(low, high), other, other, other]
    return [SUITED_HOLDINGS + high * 13 + low, SUITED_HOLDINGS + low * 13 + high, other, other]


def _flops(renamings: Sequence[tuple[int, ...]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return one Flop for each class of Flops that these suit permutations relate, and the class sizes."""
    flops = np.fromiter(chain.from_iterable(combinations(range(52), 3)), np.int64).reshape(-1, 3)
    images = []
    for name in renamings:
        image = np.sort(np.array(name)[flops // 13] * 13 + flops % 13, axis=1)
        images.append((image[:, 0] * 52 + image[:, 1]) * 52 + image[:, 2])
    _, first, times = np.unique(np.min(images, axis=0), return_index=True, return_counts=True)
    return flops[first], times.astype(np.int64)


def rank_flops(flops: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the index of each Flop among the rank Flops."""
    low, middle, high = np.sort(flops % 13, axis=1).T
    return low + (middle + 1) * middle // 2 + (high + 2) * (high + 1) * high // 6


def seen_flops(flops: NDArray[np.int64], suit: int) -> NDArray[np.int64]:
    """Return the class of each Flop relative to the suit, or FLOPS if no card of the Flop is of the suit."""
    ranks, own = flops % 13, flops // 13 == suit
    size = own.sum(axis=1)
    # Put the cards of the suit first, and sort each part by rank.
    ordered = np.take_along_axis(ranks, np.argsort(np.where(own, ranks, ranks + 13), axis=1), axis=1)
    a, b, c = ordered.T
    one = a * 91 + b + (c + 1) * c // 2
    two = FLOPS_1 + (a + b * (b - 1) // 2) * 13 + c
    three = FLOPS_1 + FLOPS_2 + a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    return np.choose(size, [np.full_like(one, FLOPS), one, two, three])


@kernel
def spot_cells(
    hole: NDArray[np.int32], flop: NDArray[np.int32], table: Classes, out: NDArray[np.int32]
) -> None:
    """Write the indexes of the four cells for any two hole cards and any Flop to ``out``."""
    a, b, c = flop[0] % 13, flop[1] % 13, flop[2] % 13
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    ranks = table.choose[low, 1] + table.choose[middle + 1, 2] + table.choose[high + 2, 3]
    out[0] = SUIT_CELLS + table.pair[hole[0] % 13, hole[1] % 13] * RANK_FLOPS + ranks
    found = 1
    for suit in range(4):
        suited, size = 0, 0
        one, two = 0, 0  # ranks of the other cards, last card first
        for k in range(3):
            rank = flop[k] % 13
            if flop[k] // 13 == suit:
                suited |= 1 << rank
                size += 1
            else:
                one, two = rank, one
        if size == 0:
            continue
        place = table.suited[suited]
        if size == 1:
            row = place * 91 + table.pair[one, two]
        elif size == 2:
            row = FLOPS_1 + place * 13 + one
        else:
            row = FLOPS_1 + FLOPS_2 + place
        first = hole[0] % 13 + (0 if hole[0] // 13 == suit else 13)
        second = hole[1] % 13 + (0 if hole[1] // 13 == suit else 13)
        out[found] = table.kinds_holding[first, second] * FLOPS + row
        found += 1
    out[found:] = EMPTY_CELL
