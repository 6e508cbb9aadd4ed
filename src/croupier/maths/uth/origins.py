"""List the Flops that can lead to each board, to link River states to the Flops before them."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.classes import BOARDS, FLOPS_1, FLOPS_2, RANK_BOARDS, Classes, classes

MOST = 10  # number of choices of three cards out of five


class Origins(NamedTuple):
    """The Flops that can lead to each board.

    Each origin is a Flop and the ranks of up to two *other* cards dealt after it (-1 for none). *Other* cards
    are not of the flush suit. ``left`` is the number of cards of each of these ranks that remain after the
    Flop. On a rank board, all cards are *other* cards, and each rank has four cards.
    """

    flops: NDArray[np.int32]  # number of origins of each board
    flop: NDArray[np.int32]  # Flop, indexed by [board, origin]
    drawn: NDArray[np.int8]  # ranks dealt after the Flop, indexed by [board, origin, card]
    left: NDArray[np.int8]  # remaining cards of these ranks, indexed by [board, origin, card]


@kernel
def _origins(origins: Origins, table: Classes, start: int, stop: int) -> None:
    for board in range(start, stop):
        suited = table.board_suited[board]
        one, two = table.board_others[board, 0], table.board_others[board, 1]
        flop, drawn, left = origins.flop[board], origins.drawn[board], origins.left[board]
        found = 0
        subset = suited
        while subset:
            size = 0
            for rank in range(13):
                size += subset >> rank & 1
            place = table.suited[subset]
            if size == 1 and two >= 0:
                flop[found] = place * 91 + table.pair[one, two]
                found += 1
            elif size == 2 and one >= 0:
                flop[found] = FLOPS_1 + place * 13 + one
                if two >= 0:
                    drawn[found, 0] = two
                    left[found, 0] = 2 if one == two else 3
                found += 1
                if two >= 0 and two != one:
                    flop[found] = FLOPS_1 + place * 13 + two
                    drawn[found, 0] = one
                    left[found, 0] = 3
                    found += 1
            elif size == 3:
                flop[found] = FLOPS_1 + FLOPS_2 + place
                drawn[found, 0], drawn[found, 1] = one, two
                left[found, 0] = left[found, 1] = 3
                found += 1
            subset = (subset - 1) & suited
        origins.flops[board] = found


@kernel
def _rank_origins(origins: Origins, table: Classes, start: int, stop: int) -> None:
    choose = table.choose
    for board in range(start, stop):
        ranks = table.rank_board[board]
        flop, drawn, left = origins.flop[board], origins.drawn[board], origins.left[board]
        found = 0
        for i in range(5):
            for j in range(i + 1, 5):
                for k in range(j + 1, 5):
                    row = choose[ranks[i], 1] + choose[ranks[j] + 1, 2] + choose[ranks[k] + 2, 3]
                    known = False
                    for f in range(found):
                        known |= flop[f] == row
                    if known:
                        continue
                    flop[found] = row
                    last = 0
                    for d in range(5):
                        if d not in (i, j, k):
                            drawn[found, last] = ranks[d]
                            left[found, last] = 4
                            for place in (i, j, k):
                                left[found, last] -= ranks[place] == ranks[d]
                            last += 1
                    found += 1
        origins.flops[board] = found


def _empty(boards: int) -> Origins:
    return Origins(
        flops=np.zeros(boards, np.int32),
        flop=np.zeros((boards, MOST), np.int32),
        drawn=np.full((boards, MOST, 2), -1, np.int8),
        left=np.zeros((boards, MOST, 2), np.int8),
    )


@cache
def origins() -> tuple[Origins, Origins]:
    """Return the origins of the boards with a flush suit, and those of the rank boards."""
    suit, ranks = _empty(BOARDS), _empty(RANK_BOARDS)
    spread(partial(_origins, suit, classes()), BOARDS)
    spread(partial(_rank_origins, ranks, classes()), RANK_BOARDS)
    return suit, ranks
