"""The decisions on the Flop: every starting hand with every Flop, once up to the names of the suits.

169 starting hands; with all Flops 1,286,792 spots that stand for the 1,326 x 19,600 deals. A spot knows how
many Flops it stands for, and the four cells that hold its sums.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.classes import FLOPS, FLOPS_1, FLOPS_2, RANK_FLOPS, RANK_PAIRS, Classes, classes
from croupier.maths.uth.flop import EMPTY_CELL, SUIT_CELLS

HANDS = 169
SPOTS = 1_286_792
RANK_NAMES = "23456789TJQKA"


class Spots(NamedTuple):
    start: NDArray[np.int32]  # hand -> its first spot; one more at the end
    weight: NDArray[np.int8]  # Flops that the spot stands for
    cells: NDArray[np.int32]  # rank cell, then one for each suit on the Flop


class StartingHand(NamedTuple):
    name: str  # "AA", "AKs", "AKo"
    cards: tuple[int, int]  # one of its holdings
    combinations: int  # how many it has
    pair: int  # its rank pair


def starting_hands() -> tuple[StartingHand, ...]:
    """All 169, by rank pair: hands of the same ranks stand together, and no two groups share a cell."""
    hands = []
    table = classes()
    for pair in range(RANK_PAIRS):
        low, high = (int(rank) for rank in table.pair_ranks[pair])
        name = RANK_NAMES[high] + RANK_NAMES[low]
        if low == high:
            hands.append(StartingHand(name, (high, 13 + low), 6, pair))
        else:
            hands.append(StartingHand(name + "s", (high, low), 4, pair))
            hands.append(StartingHand(name + "o", (high, 13 + low), 12, pair))
    return tuple(hands)


@kernel
def spot_cells(
    hole: NDArray[np.int32], flop: NDArray[np.int32], table: Classes, out: NDArray[np.int32]
) -> None:
    """The cells of any two hole cards and any Flop."""
    a, b, c = flop[0] % 13, flop[1] % 13, flop[2] % 13
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    ranks = table.choose[low, 1] + table.choose[middle + 1, 2] + table.choose[high + 2, 3]
    out[0] = SUIT_CELLS + table.pair[hole[0] % 13, hole[1] % 13] * RANK_FLOPS + ranks
    found = 1
    for suit in range(4):
        suited, size = 0, 0
        one, two = 0, 0  # other ranks, from the back
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


@kernel
def _place_of_three(a: int, b: int, c: int) -> int:
    return max(a, b, c) * 2704 + (a + b + c - max(a, b, c) - min(a, b, c)) * 52 + min(a, b, c)


@kernel
def _find_spots(
    hole: NDArray[np.int32],
    renamings: NDArray[np.int32],
    table: Classes,
    weight: NDArray[np.int8],
    cells: NDArray[np.int32],
) -> int:
    """The spots of one starting hand: of all Flops that differ only by a renaming of suits which leaves the
    hole cards as they are, the first."""
    found = 0
    flop = np.empty(3, np.int32)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (hole[0], hole[1]) or b in (hole[0], hole[1]) or c in (hole[0], hole[1]):
                    continue
                here = _place_of_three(a, b, c)
                same, first = 0, True
                for r in range(renamings.shape[0]):
                    name = renamings[r]
                    image = _place_of_three(
                        name[a // 13] * 13 + a % 13, name[b // 13] * 13 + b % 13, name[c // 13] * 13 + c % 13
                    )
                    if image == here:
                        same += 1
                    elif image < here:
                        first = False
                        break
                if first:
                    flop[0], flop[1], flop[2] = a, b, c
                    spot_cells(hole, flop, table, cells[found])
                    weight[found] = renamings.shape[0] // same
                    found += 1
    return found


def _renamings(cards: tuple[int, int]) -> NDArray[np.int32]:
    """Renamings of the four suits that leave the two cards as they are, in whatever order."""
    keep = [
        name
        for name in permutations(range(4))
        if {name[card // 13] * 13 + card % 13 for card in cards} == set(cards)
    ]
    return np.array(keep, np.int32)


def find_spots() -> Spots:
    table = classes()
    hands = starting_hands()

    def find(first: int, last: int) -> list[tuple[NDArray[np.int8], NDArray[np.int32]]]:
        found = []
        for hand in hands[first:last]:
            weight = np.empty(19_600, np.int8)
            cells = np.empty((19_600, 4), np.int32)
            size = _find_spots(np.array(hand.cards, np.int32), _renamings(hand.cards), table, weight, cells)
            found.append((weight[:size].copy(), cells[:size].copy()))
        return found

    parts = [part for piece in spread(find, HANDS) for part in piece]
    return Spots(
        start=np.cumsum([0, *(len(weight) for weight, _ in parts)]).astype(np.int32),
        weight=np.concatenate([weight for weight, _ in parts]),
        cells=np.concatenate([cells for _, cells in parts]),
    )
