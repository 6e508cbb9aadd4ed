"""Find the River states whose decision a Blind paytable may change, and the cells they contribute to.

A paytable can change the decision only if the hand has a Blind row and can win, and if a bet is not clearly
better than a fold. Under the printed rules there are 910 such states. All of them are rank states, with four
of a kind on the board and a low fifth card. Pricing a paytable corrects each of these states individually.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel
from croupier.maths.uth.classes import BOTH_OTHER, FLOPS, HOLDINGS, RANK_FLOPS, RANK_PAIRS, Classes, classes
from croupier.maths.uth.flop import SUIT_CELLS, Rivers, unpack
from croupier.maths.uth.origins import Origins, origins
from croupier.maths.uth.river import FOLD, LOST, LOST_UNQUALIFIED, WON, WON_UNQUALIFIED
from croupier.maths.uth.rules import MainRules
from croupier.maths.uth.strength import STRAIGHT


class Turning(NamedTuple):
    """The states whose decision may change, and one row per cell that a state contributes to.

    A cell relative to a suit has differences from the rank state, so the rank state's ways are negative in
    that cell.
    """

    counts: NDArray[np.int64]  # number of the dealer's holdings, indexed by [state, result]
    category: NDArray[np.int64]  # category of the player's hand in each state
    # A rank state has the number rank board x 91 + rank pair. A flush state has -1 - board x 338 - holding.
    place: NDArray[np.int64]
    state: NDArray[np.int64]  # state of each row
    cell: NDArray[np.int64]  # cell of each row
    ways: NDArray[np.int64]  # number of ways to complete each row's Flop to the state's board

    def changes(
        self, pays: NDArray[np.int64], scale: int, rules: MainRules
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return how a paytable changes the gain of a check, the bets and the ties of each state."""
        won = self.counts[:, WON] + self.counts[:, WON_UNQUALIFIED]
        lost = self.counts[:, LOST] + self.counts[:, LOST_UNQUALIFIED]
        rest = self.counts[:, WON] - self.counts[:, LOST] - lost
        river, flop = rules.river * (won - lost) + rest, rules.flop * (won - lost) + rest
        blind = pays[self.category - STRAIGHT] * won
        over = scale * (river - FOLD) + blind  # gain of a bet over a fold in each state
        gain = np.maximum(over, 0) + scale * (FOLD - flop) - blind
        plain = np.maximum(river, FOLD) - flop
        bets = (over > 0).astype(np.int64) - (river > FOLD)
        ties = (over == 0).astype(np.int64) - (river == FOLD)
        return gain - scale * plain, bets, ties

    def names(self) -> list[str]:
        """Return a description of each state, such as ``9-4 on K-K-K-K-3``."""
        table = classes()
        names = []
        for place in self.place.tolist():
            if place >= 0:
                pair, board = table.pair_ranks[place % RANK_PAIRS], table.rank_board[place // RANK_PAIRS]
                names.append(f"{_ranks(pair)} on {_ranks(board)}")
            else:
                row, h = divmod(-1 - place, HOLDINGS)
                names.append(f"holding {h} on the flush board {row}")
        return names

    def bet(self, pays: NDArray[np.int64], scale: int, rules: MainRules) -> NDArray[np.bool_]:
        """Return a mask of the states in which the player bets."""
        won = self.counts[:, WON] + self.counts[:, WON_UNQUALIFIED]
        lost = self.counts[:, LOST] + self.counts[:, LOST_UNQUALIFIED]
        river = rules.river * (won - lost) + self.counts[:, WON] - self.counts[:, LOST] - lost
        return scale * (river - FOLD) + pays[self.category - STRAIGHT] * won > 0


def _ranks(ranks: NDArray[np.int32]) -> str:
    return "-".join("23456789TJQKA"[rank] for rank in sorted(ranks.tolist(), reverse=True))


@kernel
def _ways(
    drawn: NDArray[np.int8], left: NDArray[np.int8], rank_counts: NDArray[np.int32], holding: int
) -> int:
    """Return the number of ways to deal the cards after the Flop, given the holding."""
    if drawn[0] < 0:
        return 1
    first = left[0] - rank_counts[drawn[0], holding]
    if drawn[1] < 0:
        return first
    if drawn[0] == drawn[1]:
        return first * (first - 1) // 2
    return first * (left[1] - rank_counts[drawn[1], holding])


@kernel
def _lines(
    ranks: NDArray[np.int64],
    flush: NDArray[np.int64],
    table: Classes,
    origins: Origins,
    rank_origins: Origins,
) -> NDArray[np.int64]:
    lines = [0 for _ in range(0)]
    for n in range(ranks.size):
        board, pair = ranks[n] // RANK_PAIRS, ranks[n] % RANK_PAIRS
        for f in range(rank_origins.flops[board]):
            drawn, left = rank_origins.drawn[board, f], rank_origins.left[board, f]
            lines.append(n)
            lines.append(SUIT_CELLS + pair * RANK_FLOPS + rank_origins.flop[board, f])
            lines.append(_ways(drawn, left, table.held, BOTH_OTHER + pair))
        # The cells relative to a suit contain differences from this rank state.
        low, high = table.pair_ranks[pair, 0], table.pair_ranks[pair, 1]
        for k in range(table.kin_start[board], table.kin_start[board + 1]):
            kin = table.kin[k]
            for shape in range(4 if low != high else 2):  # no card, one card or both cards are of the suit
                one = low if shape & 1 else low + 13
                two = high if shape & 2 else high + 13
                if _has_card(kin, one, table) or _has_card(kin, two, table):
                    continue
                h = table.kinds_holding[one, two]
                for f in range(origins.flops[kin]):
                    lines.append(n)
                    lines.append(h * FLOPS + origins.flop[kin, f])
                    lines.append(-_ways(origins.drawn[kin, f], origins.left[kin, f], table.held, h))
    for n in range(flush.size):
        board, h = flush[n] // HOLDINGS, flush[n] % HOLDINGS
        for f in range(origins.flops[board]):
            lines.append(ranks.size + n)
            lines.append(h * FLOPS + origins.flop[board, f])
            lines.append(_ways(origins.drawn[board, f], origins.left[board, f], table.held, h))
    return np.array(lines, np.int64)


@kernel
def _has_card(board: int, kind: int, table: Classes) -> bool:
    """Return whether the board has this card of the suit."""
    return kind < 13 and table.board_suited[board] >> kind & 1 == 1


def find_turning(found: Rivers, rules: MainRules) -> Turning:
    """Find the states whose decision a paytable may change under these raises."""
    table = classes()
    ranks, flush = (_may_turn(states, rules.river) for states in (found.ranks, found.flush))
    places = ranks[:, 0].copy(), flush[:, 0].copy()
    lines = _lines(*places, table, *origins()).reshape(-1, 3)
    counts, category = unpack(np.concatenate([ranks[:, 1], flush[:, 1]]))
    place = np.concatenate([places[0], -1 - places[1]])
    return Turning(counts, category, place, *np.ascontiguousarray(lines[lines[:, 2] != 0].T))


def _may_turn(states: NDArray[np.int64], river: int) -> NDArray[np.int64]:
    """From the states that may change under some River raise, select those that may change under this one."""
    counts, _ = unpack(states[:, 1])
    won = counts[:, WON] + counts[:, WON_UNQUALIFIED]
    lost = counts[:, LOST] + counts[:, LOST_UNQUALIFIED]
    bet = river * (won - lost) + counts[:, WON] - counts[:, LOST] - lost
    return states[bet - FOLD <= won]
