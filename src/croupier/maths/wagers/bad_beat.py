"""Count how often the dealer beats each category of player's hand, over all deals, for the Bad Beat wager.

For each board and holding, the main game's River states already count how many of the dealer's 990 holdings
are better. This module weights these counts by the number of boards in a class, and by the number of ways to
deal the holding from the remaining cards.
"""

from __future__ import annotations

from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from croupier.hands.arrays import CATEGORIES
from croupier.maths.engine.kernel import Progress
from croupier.maths.uth.classes import BOTH_OTHER, KINDS, OTHER, RANKS, Classes, classes
from croupier.maths.uth.river import LOST, LOST_UNQUALIFIED, NO_STATE, river_states
from croupier.maths.wagers.frequencies import Frequencies, suitings

DEALS = comb(52, 5) * comb(47, 2) * comb(45, 2)
PIECE = 1024  # number of boards processed at a time, to keep temporary arrays small
FLUSH_ON_BOARD = 3  # A flush with two hole cards needs at least this many board cards of the suit.


def count_player_beaten() -> Frequencies:
    """Count the deals in which the dealer beats the player's hand, by title of the beaten hand."""
    counts, total = player_beaten()
    found = {frozenset({name}): count for name, count in counts.items() if count}
    return Frequencies({**found, frozenset(): total - sum(found.values())}, total)


def player_beaten(progress: Progress | None = None) -> tuple[dict[str, int], int]:
    """Count the deals in which the dealer beats the player, by category of the beaten hand. Also count all
    deals.
    """
    states = river_states(progress)
    table = classes()
    counts = np.zeros(len(CATEGORIES), np.int64)
    for board_ways, free, kinds, category, lost in (
        (*flush_boards(table), table.holding_kinds, states.flush_category, states.flush),
        (*_rank_boards(table), table.holding_kinds[BOTH_OTHER:], states.ranks_category, states.ranks),
    ):
        for start in range(0, len(category), PIECE):
            piece = slice(start, start + PIECE)
            exists = category[piece] != NO_STATE
            beaten = lost[piece, :, LOST].astype(np.int64) + lost[piece, :, LOST_UNQUALIFIED]
            beaten *= board_ways[piece, None] * _holding_ways(free[piece], kinds)
            np.add.at(counts, category[piece][exists], beaten[exists])
    return {name: int(count) for name, count in zip(CATEGORIES, counts, strict=True)}, DEALS


def flush_boards(table: Classes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each flush-suit board class's size and the number of unseen cards of each kind."""
    ways = []
    free = []
    for suited, others in zip(table.board_suited.tolist(), table.board_others.tolist(), strict=True):
        other = [others.count(rank) for rank in range(RANKS)]
        ways.append(4 * prod(comb(3, copies) for copies in other if copies))
        free.append([1 - (suited >> rank & 1) for rank in range(RANKS)] + [3 - copies for copies in other])
    return np.array(ways), np.array(free)


def _rank_boards(table: Classes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of boards for each set of ranks without a flush suit, and the unseen cards by kind.

    A board with five cards of one rank does not exist.
    """
    ways = []
    free = np.zeros((len(table.rank_board), KINDS), np.int64)
    for board, ranks in enumerate(table.rank_board.tolist()):
        copies_of_ranks = [ranks.count(rank) for rank in range(RANKS)]
        free[board, OTHER:] = [max(0, 4 - copies) for copies in copies_of_ranks]
        ways.append(suitings(tuple(filter(None, copies_of_ranks)), FLUSH_ON_BOARD))
    return np.array(ways), free


def _holding_ways(free: NDArray[np.int64], kinds: NDArray[np.int32]) -> NDArray[np.int64]:
    one, two = free[:, kinds[:, 0]], free[:, kinds[:, 1]]
    return np.where(kinds[:, 0] == kinds[:, 1], one * (one - 1) // 2, one * two)
