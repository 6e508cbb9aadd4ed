"""The best play when both cards of the dealer are seen before the first decision.

Whom the player is compared with is one hand, so a River state is won, lost or tied for certain; what is left
to chance are the community cards. ``informed`` sums the states to the Flops and decides there, once for each
of the 169 hands that differ by more than the names of suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.deck import RANKS
from croupier.maths.engine.kernel import Progress, kernel
from croupier.maths.uth.classes import BOTH_OTHER, HOLDINGS, RANK_PAIRS, Classes, classes
from croupier.maths.uth.informed import BETS, CHECKED, PLAYED, Hole, Informed, Kinds, inform, seen_from
from croupier.maths.uth.solver import whole_pays
from croupier.maths.uth.strength import STRAIGHT, Strengths, strengths

UNQUALIFIED_LOST, LOST, TIED, WON, UNQUALIFIED_WON = range(5)


@kernel
def _result(mine: int, theirs: int, qualifies: int) -> int:
    if mine == theirs:
        return TIED
    if mine > theirs:
        return WON if theirs >= qualifies else UNQUALIFIED_WON
    return LOST if theirs >= qualifies else UNQUALIFIED_LOST


@kernel
def _rest(result: int, blind: int, scale: int) -> int:
    """Ante and Blind: the Ante pushes where the dealer does not qualify, the Blind goes with the hand."""
    if result == TIED:
        return 0
    if result == WON:
        return scale + blind
    if result == UNQUALIFIED_WON:
        return blind
    return -2 * scale if result == LOST else -scale


@kernel
def _rank_states(
    dealers_pair: int,
    gone: NDArray[np.int32],
    table: Classes,
    strong: Strengths,
    pays: NDArray[np.int64],
    scale: int,
    figures: NDArray[np.int64],
    plays: NDArray[np.int64],
    start: int,
    stop: int,
) -> None:
    """River states by ranks alone."""
    free = np.zeros(13, np.int32)
    for board in range(start, stop):
        for rank in range(13):
            free[rank] = 4 - gone[13 + rank]
        for k in range(5):
            free[table.rank_board[board, k]] -= 1
        if free.min() < 0:
            continue
        theirs = strong.by_ranks[board, dealers_pair]
        for pair in range(RANK_PAIRS):
            low, high = table.pair_ranks[pair, 0], table.pair_ranks[pair, 1]
            if free[low] < (2 if low == high else 1) or free[high] < 1:
                continue
            mine = strong.by_ranks[board, pair]
            result = _result(mine, theirs, strong.qualifies)
            made = strong.category[mine]
            rest = _rest(result, pays[made - STRAIGHT] if made >= STRAIGHT else 0, scale)
            play = scale * (0 if result == TIED else 1 if result > TIED else -1)
            figures[CHECKED, board, pair] = max(play + rest, -2 * scale)
            figures[PLAYED, board, pair] = 2 * play + rest
            figures[BETS, board, pair] = 1 if play + rest > -2 * scale else 0
            plays[board, pair] = play


@kernel
def _suit_states(
    dealers: int,
    gone: NDArray[np.int32],
    table: Classes,
    strong: Strengths,
    pays: NDArray[np.int64],
    scale: int,
    by_ranks: NDArray[np.int64],
    plays_by_ranks: NDArray[np.int64],
    differ: NDArray[np.int32],
    units: NDArray[np.int64],
    start: int,
    stop: int,
) -> None:
    """How far the states seen from a suit differ from those by ranks, the dealer having the holding
    ``dealers``; the same for a unit of Play is summed over the boards as they come.
    """
    free = np.zeros(26, np.int32)
    suited_bits = np.zeros(HOLDINGS, np.int32)
    kinds, pair_of = table.holding_kinds, table.holding_pair
    for h in range(BOTH_OTHER):
        suited_bits[h] = 1 << kinds[h, 0]
        if kinds[h, 1] < 13:
            suited_bits[h] |= 1 << kinds[h, 1]
    for board in range(start, stop):
        suited = table.board_suited[board]
        differ[:, board] = 0
        for rank in range(13):
            free[rank] = 1 - (suited >> rank & 1) - gone[rank]
            free[13 + rank] = 3 - gone[13 + rank]
        x, y = table.board_others[board, 0], table.board_others[board, 1]
        if x >= 0:
            free[13 + x] -= 1
        if y >= 0:
            free[13 + y] -= 1
        if free.min() < 0:
            continue
        ranks = table.board_ranks[board]
        theirs = max(strong.by_ranks[ranks, pair_of[dealers]], strong.by_suit[suited | suited_bits[dealers]])
        for h in range(HOLDINGS):
            one, two = kinds[h, 0], kinds[h, 1]
            if free[one] < (2 if one == two else 1) or free[two] < 1:
                continue
            pair = pair_of[h]
            mine = max(strong.by_ranks[ranks, pair], strong.by_suit[suited | suited_bits[h]])
            result = _result(mine, theirs, strong.qualifies)
            made = strong.category[mine]
            rest = _rest(result, pays[made - STRAIGHT] if made >= STRAIGHT else 0, scale)
            play = scale * (0 if result == TIED else 1 if result > TIED else -1)
            differ[CHECKED, board, h] = max(play + rest, -2 * scale) - by_ranks[CHECKED, ranks, pair]
            differ[PLAYED, board, h] = 2 * play + rest - by_ranks[PLAYED, ranks, pair]
            bets = 1 if play + rest > -2 * scale else 0
            differ[BETS, board, h] = bets - by_ranks[BETS, ranks, pair]
            ways = np.int64(1)
            if x >= 0:
                left = free[13 + x] - table.held[x, h] + 1 + (1 if x == y else 0)
                ways = left * (left - 1) // 2 if x == y else left
                if y >= 0 and x != y:
                    ways *= free[13 + y] - table.held[y, h] + 1
            units[h] += ways * (play - plays_by_ranks[ranks, pair])


class BothCards(NamedTuple):
    """River states when the dealer's hand is known."""

    hand: Hole
    pays: NDArray[np.int64]
    scale: int

    @property
    def dealers(self) -> int:
        return 1

    @property
    def largest(self) -> int:
        return 6 * self.scale + int(np.abs(self.pays).max())

    def by_ranks(
        self,
        gone: NDArray[np.int32],
        figures: NDArray[np.int64],
        plays: NDArray[np.int64],
        start: int,
        stop: int,
    ) -> None:
        table = classes()
        one, two = seen_from(-1, self.hand)
        pair = int(table.holding_pair[table.kinds_holding[one, two]])
        _rank_states(pair, gone, table, strengths(), self.pays, self.scale, figures, plays, start, stop)

    def by_suit(
        self,
        kinds: Kinds,
        gone: NDArray[np.int32],
        by_ranks: NDArray[np.int64],
        plays_by_ranks: NDArray[np.int64],
        differ: NDArray[np.int32],
        units: NDArray[np.int64],
        start: int,
        stop: int,
    ) -> None:
        table = classes()
        dealers = int(table.kinds_holding[kinds[0], kinds[1]])
        _suit_states(
            dealers, gone, table, strengths(), self.pays, self.scale, by_ranks, plays_by_ranks, differ,
            units, start, stop,
        )  # fmt: skip


class Against(NamedTuple):
    """The game of who sees the dealer's hand; values in Antes."""

    ev: Fraction
    decisions: Mapping[str, Fraction]
    by_hand: Mapping[str, Fraction]  # "AKs": what the game is worth against it


def with_hand(hand: Hole, pays: NDArray[np.int64], scale: int) -> Informed:
    """``hand`` of the first suit, or of the first two."""
    return inform(hand, BothCards(hand, pays, scale), scale)


def dealers_hands() -> list[tuple[str, Hole, int]]:
    """The 169 in words, one of each kind, and how many there are."""
    found = [(2 * RANKS[rank], (rank, 13 + rank), 6) for rank in reversed(range(13))]
    for high in reversed(range(13)):
        for low in reversed(range(high)):
            name = RANKS[high] + RANKS[low]
            found += [(f"{name}s", (low, high), 4), (f"{name}o", (low, 13 + high), 12)]
    return found


def solve_against(blind: Mapping[str, Fraction], progress: Progress | None = None) -> Against:
    pays, scale = whole_pays(blind)
    hands = dealers_hands()
    total, by_hand, tally = Fraction(0), {}, Counter[str]()
    for number, (name, hand, ways) in enumerate(hands, 1):
        found = with_hand(hand, pays, scale)
        by_hand[name] = found.value
        total += ways * found.value
        tally.update({end: ways * count for end, count in found.ends.items()})
        if progress:
            progress(number / len(hands))
    decisions = {end: Fraction(count, tally.total()) for end, count in tally.items()}
    return Against(total / sum(ways for *_, ways in hands), decisions, by_hand)
