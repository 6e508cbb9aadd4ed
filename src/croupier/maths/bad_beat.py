"""Bad Beat: how often a hand of each class is beaten, over every board, player's and dealer's hand.

The River states of the main game already say, for each board and holding, how many of the dealer's 990 holdings are
better. Here they are only weighed: by how many boards a class of boards stands for, and by how many ways the holding can
be dealt from what the board leaves.
"""

from __future__ import annotations

from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from croupier.maths.frequencies import suitings
from croupier.maths.kernel import Progress
from croupier.maths.uth.classes import (
    BOTH_OTHER,
    KINDS,
    OTHER,
    RANKS,
    Classes,
    classes,
)
from croupier.maths.uth.river import LOST, LOST_UNQUALIFIED, NO_STATE, river_states
from croupier.maths.uth.strength import CATEGORIES

DEALS = comb(52, 5) * comb(47, 2) * comb(45, 2)
FLUSH_ON_BOARD = 3  # of a suit: fewer cannot make a flush with two hole cards


def player_beaten(progress: Progress | None = None) -> tuple[dict[str, int], int]:
    """Deals in which the dealer beats the player's hand, by class of the beaten hand, of so many deals."""
    states = river_states(progress)
    table = classes()
    counts = np.zeros(len(CATEGORIES), np.int64)
    for weights, category, lost in (
        (_flush_weights(table), states.flush_category, states.flush),
        (_rank_weights(table), states.ranks_category, states.ranks),
    ):
        exists = category != NO_STATE
        beaten = lost[:, :, LOST].astype(np.int64) + lost[:, :, LOST_UNQUALIFIED]
        assert weights[exists].sum() > 0 and not beaten[~exists].any()
        np.add.at(counts, category[exists], (weights * beaten)[exists])
    return {name: int(count) for name, count in zip(CATEGORIES, counts, strict=True)}, DEALS


def _flush_weights(table: Classes) -> NDArray[np.int64]:
    """Boards with three or more of a suit: deals of (board, holding) for each class of them."""
    boards = len(table.board_suited)
    free = np.empty((boards, KINDS), np.int64)
    board_ways = np.empty(boards, np.int64)
    for board, (suited, others) in enumerate(
        zip(table.board_suited.tolist(), table.board_others.tolist(), strict=True)
    ):
        other = [sum(rank == each for each in others) for rank in range(RANKS)]
        free[board] = [1 - (suited >> rank & 1) for rank in range(RANKS)] + [3 - copies for copies in other]
        board_ways[board] = 4 * prod(comb(3, copies) for copies in other)
    return board_ways[:, None] * _holding_ways(free, table.holding_kinds)


def _rank_weights(table: Classes) -> NDArray[np.int64]:
    """Boards on which no suit can flush, by ranks alone."""
    boards = len(table.rank_board)
    free = np.zeros((boards, KINDS), np.int64)
    board_ways = np.empty(boards, np.int64)
    for board, ranks in enumerate(table.rank_board.tolist()):
        held = [ranks.count(rank) for rank in range(RANKS)]
        free[board, OTHER:] = [max(0, 4 - copies) for copies in held]
        groups = tuple(copies for copies in held if copies)
        board_ways[board] = suitings(groups, FLUSH_ON_BOARD) if max(held) <= 4 else 0
    return board_ways[:, None] * _holding_ways(free, table.holding_kinds[BOTH_OTHER:])


def _holding_ways(free: NDArray[np.int64], kinds: NDArray[np.int32]) -> NDArray[np.int64]:
    one, two = free[:, kinds[:, 0]], free[:, kinds[:, 1]]
    return np.where(kinds[:, 0] == kinds[:, 1], one * (one - 1) // 2, one * two)
