"""The best play when one more card is known from the start: one of the dealer's, or one that is out of play.

Fix the known card: a rank of the suit called 0. Seen from suit 0 it is of the suit, from any other it is
*other*: two passes over the boards for each rank. What the card changes is whom the player is compared with:
out of play, it leaves the dealer 946 holdings; in the dealer's hand, 44. Both are counted state by state;
``informed`` sums them to the Flops and decides there, for 391 holdings that differ by more than the names of
the other three suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress, kernel
from croupier.maths.uth.classes import BOTH_OTHER, HOLDINGS, RANK_PAIRS, Classes, classes
from croupier.maths.uth.informed import BETS, CHECKED, PLAYED, Hole, Informed, Kinds, inform
from croupier.maths.uth.solver import whole_pays
from croupier.maths.uth.strength import STRAIGHT, Strengths, strengths


@kernel
def _dealers_with(
    card: int,
    free: NDArray[np.int32],
    strength: NDArray[np.int32],
    first: int,
    table: Classes,
    qualifies: int,
    theirs: NDArray[np.int32],
    counts: NDArray[np.int32],
) -> None:
    """Every holding against the dealer's holdings that have one card of kind ``card``."""
    kinds, kinds_holding = table.holding_kinds, table.kinds_holding
    holdings = counts.shape[1]
    mine = strength[first : first + holdings]
    counts[:] = 0
    for x in range(26):
        theirs[x] = 0
        if free[x] == 0:
            continue
        made, ways = strength[kinds_holding[card, x]], free[x]
        theirs[x] = made
        bare = 1 if made < qualifies else 0
        won, lost = counts[bare], counts[2 + bare]
        for h in range(holdings):
            won[h] += ways if mine[h] > made else 0
            lost[h] += ways if mine[h] < made else 0
    for h in range(holdings):
        for k in range(2):  # cards the player holds are none of the dealer's
            made = theirs[kinds[first + h, k]]
            bare = 1 if made < qualifies else 0
            counts[bare, h] -= 1 if mine[h] > made else 0
            counts[2 + bare, h] -= 1 if mine[h] < made else 0


@kernel
def _dealers_without(
    free: NDArray[np.int32],
    strength: NDArray[np.int32],
    first: int,
    table: Classes,
    qualifies: int,
    order: NDArray[np.int64],
    below: NDArray[np.int32],
    counts: NDArray[np.int32],
) -> None:
    """Every holding against all that the free cards give: by counting below each strength, as ``river`` does,
    with ``below[strength]`` numbered by the strengths that occur.
    """
    kinds = table.holding_kinds
    holdings = counts.shape[1]
    found = 0
    for h in range(first, first + holdings):
        if strength[h]:
            order[found] = strength[h] * 1024 + h
            found += 1
    order[:found].sort()
    # below[rung, 26] all holdings weaker than the rung, below[rung, k] those with one certain card of kind k
    rung, bare_rung = 0, 0
    below[0] = 0
    last = -1
    for place in range(found):
        made, h = order[place] >> 10, order[place] & 1023
        if made != last:
            if last >= 0:
                rung += 1
            below[rung + 1] = below[rung]
            last = made
        if made < qualifies:
            bare_rung = rung + 1
        one, two = kinds[h, 0], kinds[h, 1]
        if one == two:
            below[rung + 1, 26] += free[one] * (free[one] - 1) // 2
            below[rung + 1, one] += free[one] - 1
        else:
            below[rung + 1, 26] += free[one] * free[two]
            below[rung + 1, one] += free[two]
            below[rung + 1, two] += free[one]
        order[place] = made << 20 | rung << 10 | h
    total = below[rung + 1, 26]
    for place in range(found):
        at, h = order[place] >> 10 & 1023, order[place] & 1023
        one, two = kinds[h, 0], kinds[h, 1]
        dealers = total - below[rung + 1, one] - below[rung + 1, two] + 1
        weaker = below[at, 26] - below[at, one] - below[at, two]
        upto = below[at + 1, 26] - below[at + 1, one] - below[at + 1, two] + 1
        bare = below[bare_rung, 26] - below[bare_rung, one] - below[bare_rung, two]
        row = h - first
        if at < bare_rung:
            counts[0, row] = 0
            counts[1, row] = weaker
            counts[2, row] = dealers - (bare + 1)
            counts[3, row] = bare + 1 - upto
        else:
            counts[0, row] = weaker - bare
            counts[1, row] = bare
            counts[2, row] = dealers - upto
            counts[3, row] = 0


@kernel
def _figures(
    mine: int,
    counts: NDArray[np.int32],
    h: int,
    dealers: int,
    category: NDArray[np.int8],
    pays: NDArray[np.int64],
    scale: int,
    out: NDArray[np.int64],
) -> int:
    """The figures of a River state into ``out``; returns a unit of Play."""
    won, lost = np.int64(counts[0, h]) + counts[1, h], np.int64(counts[2, h]) + counts[3, h]
    made = category[mine]
    blind = pays[made - STRAIGHT] if made >= STRAIGHT else 0
    play = scale * (won - lost)
    rest = scale * (np.int64(counts[0, h]) - counts[2, h] - lost) + blind * won
    fold = -2 * scale * dealers
    out[CHECKED] = max(play + rest, fold)
    out[PLAYED] = 2 * play + rest
    out[BETS] = 1 if play + rest > fold else 0
    return play


@kernel
def _rank_states(
    rank: int,
    dealers_card: bool,
    table: Classes,
    strong: Strengths,
    pays: NDArray[np.int64],
    scale: int,
    figures: NDArray[np.int64],
    plays: NDArray[np.int64],
    start: int,
    stop: int,
) -> None:
    """River states by ranks alone, a card of ``rank`` being known."""
    free = np.zeros(26, np.int32)
    strength = np.zeros(HOLDINGS, np.int32)
    counts = np.zeros((4, RANK_PAIRS), np.int32)
    theirs = np.zeros(26, np.int32)
    order = np.empty(HOLDINGS, np.int64)
    below = np.zeros((HOLDINGS + 2, 27), np.int32)
    dealers = 44 if dealers_card else 946
    for board in range(start, stop):
        ranks = table.rank_board[board]
        free[13:] = 4
        free[13 + rank] -= 1
        for k in range(5):
            free[13 + ranks[k]] -= 1
        figures[:, board] = 0
        plays[board] = 0
        if free.min() < 0:
            continue
        for pair in range(RANK_PAIRS):
            strength[BOTH_OTHER + pair] = strong.by_ranks[board, pair]
        if dealers_card:
            _dealers_with(rank + 13, free, strength, BOTH_OTHER, table, strong.qualifies, theirs, counts)
            _gone(free, strength, BOTH_OTHER, table)
        else:
            _gone(free, strength, BOTH_OTHER, table)
            _dealers_without(free, strength, BOTH_OTHER, table, strong.qualifies, order, below, counts)
        for pair in range(RANK_PAIRS):
            mine = strength[BOTH_OTHER + pair]
            if mine:
                plays[board, pair] = _figures(
                    mine, counts, pair, dealers, strong.category, pays, scale, figures[:, board, pair]
                )


@kernel
def _gone(free: NDArray[np.int32], strength: NDArray[np.int32], first: int, table: Classes) -> None:
    """Holdings whose cards are not there make nothing."""
    for h in range(first, HOLDINGS):
        one, two = table.holding_kinds[h, 0], table.holding_kinds[h, 1]
        if free[one] < 2 if one == two else free[one] == 0 or free[two] == 0:
            strength[h] = 0


@kernel
def _suit_states(
    card: int,
    dealers_card: bool,
    table: Classes,
    strong: Strengths,
    pays: NDArray[np.int64],
    scale: int,
    by_ranks: NDArray[np.int64],
    plays_by_ranks: NDArray[np.int64],
    differ: NDArray[np.int32],
    spread_sums: NDArray[np.int64],
    start: int,
    stop: int,
) -> None:
    """How far the states seen from a suit differ from those by ranks, a card of kind ``card`` being known;
    the same for a unit of Play is summed over the boards as they come.
    """
    free = np.zeros(26, np.int32)
    strength = np.zeros(HOLDINGS, np.int32)
    counts = np.zeros((4, HOLDINGS), np.int32)
    theirs = np.zeros(26, np.int32)
    order = np.empty(HOLDINGS, np.int64)
    below = np.zeros((HOLDINGS + 2, 27), np.int32)
    fold = -2 * scale * (44 if dealers_card else 946)
    total = np.zeros(HOLDINGS, np.int64)
    kinds, pair_of, category = table.holding_kinds, table.holding_pair, strong.category
    by_suit = strong.by_suit
    for board in range(start, stop):
        suited = table.board_suited[board]
        differ[:, board] = 0
        for rank in range(13):
            free[rank] = 1 - (suited >> rank & 1)
            free[13 + rank] = 3
        free[card] -= 1
        x, y = table.board_others[board, 0], table.board_others[board, 1]
        if x >= 0:
            free[13 + x] -= 1
        if y >= 0:
            free[13 + y] -= 1
        if free.min() < 0:
            continue
        ranks = table.board_ranks[board]
        made_by_ranks = strong.by_ranks[ranks]
        held_x, held_y = table.held[max(x, 0)], table.held[max(y, 0)]
        for h in range(HOLDINGS):
            held = suited
            if h < BOTH_OTHER:
                held |= 1 << kinds[h, 0]
                if kinds[h, 1] < 13:
                    held |= 1 << kinds[h, 1]
            strength[h] = max(made_by_ranks[pair_of[h]], by_suit[held])
        if dealers_card:
            _dealers_with(card, free, strength, 0, table, strong.qualifies, theirs, counts)
            _gone(free, strength, 0, table)
        else:
            _gone(free, strength, 0, table)
            _dealers_without(free, strength, 0, table, strong.qualifies, order, below, counts)
        one, two = differ[CHECKED, board], differ[PLAYED, board]
        three = differ[BETS, board]
        check_ranks, play_ranks = by_ranks[CHECKED, ranks], by_ranks[PLAYED, ranks]
        bet_ranks, unit_ranks = by_ranks[BETS, ranks], plays_by_ranks[ranks]
        for h in range(HOLDINGS):
            if strength[h] == 0:
                continue
            won, lost = np.int64(counts[0, h] + counts[1, h]), np.int64(counts[2, h] + counts[3, h])
            made = category[strength[h]]
            blind = pays[made - STRAIGHT] if made >= STRAIGHT else 0
            play = scale * (won - lost)
            rest = scale * (counts[0, h] - counts[2, h] - lost) + blind * won
            pair = pair_of[h]
            one[h] = max(play + rest, fold) - check_ranks[pair]
            two[h] = 2 * play + rest - play_ranks[pair]
            three[h] = (1 if play + rest > fold else 0) - bet_ranks[pair]
            ways = 1
            if x >= 0:
                left = free[13 + x] - held_x[h] + 1 + (1 if x == y else 0)
                ways = left * (left - 1) // 2 if x == y else left
                if y >= 0 and x != y:
                    ways *= free[13 + y] - held_y[h] + 1
            total[h] += ways * (play - unit_ranks[pair])
    spread_sums += total


class Known(NamedTuple):
    """The game with one card known, over all ranks of it: values in Antes."""

    by_rank: tuple[Fraction, ...]  # the value of the game when the card is of this rank
    decisions: Mapping[str, Fraction]
    # By rank of the card, which is of suit 0: what check and 4x are worth to a holding.
    first: tuple[Mapping[Hole, tuple[Fraction, Fraction]], ...]

    @property
    def ev(self) -> Fraction:
        return sum(self.by_rank, Fraction(0)) / 13


class OneCard(NamedTuple):
    """River states when a card of a rank is known."""

    rank: int
    dealers_card: bool
    pays: NDArray[np.int64]
    scale: int

    @property
    def dealers(self) -> int:
        return 44 if self.dealers_card else 946

    @property
    def largest(self) -> int:
        return 946 * (6 * self.scale + int(np.abs(self.pays).max()))

    def by_ranks(
        self,
        gone: NDArray[np.int32],
        figures: NDArray[np.int64],
        plays: NDArray[np.int64],
        start: int,
        stop: int,
    ) -> None:
        _rank_states(
            self.rank, self.dealers_card, classes(), strengths(), self.pays, self.scale, figures, plays,
            start, stop,
        )  # fmt: skip

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
        _suit_states(
            kinds[0], self.dealers_card, classes(), strengths(), self.pays, self.scale, by_ranks,
            plays_by_ranks, differ, units, start, stop,
        )  # fmt: skip


def with_card(rank: int, dealers_card: bool, pays: NDArray[np.int64], scale: int) -> Informed:
    return inform((rank,), OneCard(rank, dealers_card, pays, scale), scale)


def solve_known(blind: Mapping[str, Fraction], dealers_card: bool, progress: Progress | None = None) -> Known:
    """The best play when one card of the dealer's (or one that is out of play) is seen before the first
    decision."""
    pays, scale = whole_pays(blind)
    found: list[Informed] = []
    for rank in range(13):
        found.append(with_card(rank, dealers_card, pays, scale))
        if progress:
            progress((rank + 1) / 13)
    tally: Counter[str] = Counter()
    for each in found:
        tally.update(each.ends)
    deals = tally.total()
    return Known(
        tuple(each.value for each in found),
        {name: Fraction(count, deals) for name, count in tally.items()},
        tuple(each.first for each in found),
    )
