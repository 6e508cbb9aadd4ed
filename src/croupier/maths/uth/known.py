"""The best play when one more card is known from the start: one of the dealer's, or one that is out of play.

Fix the known card: a rank of the suit called 0. All that ``flop`` says holds with one card less: a state
depends on ranks alone, or on how the cards look from the one suit that can flush, the known card included.
Seen from suit 0 it is of the suit, from any other it is *other*: two passes over the boards for each rank.

What the card changes is whom the player is compared with. Out of play, it leaves the dealer 946 holdings;
in the dealer's hand, 44. Both are counted state by state, then summed to the Flops and decided there, for 391
holdings that differ by more than the names of the other three suits.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import Progress, kernel, spread
from croupier.maths.uth.classes import (
    BOARDS,
    BOARDS_3,
    BOARDS_4,
    BOTH_OTHER,
    FLOPS,
    FLOPS_1,
    FLOPS_2,
    HOLDINGS,
    RANK_BOARDS,
    RANK_FLOPS,
    RANK_PAIRS,
    Classes,
    classes,
    rank_board_place,
)
from croupier.maths.uth.solver import whole_pays
from croupier.maths.uth.strength import STRAIGHT, Strengths, strengths

CHECKED, PLAYED, BETS = range(3)  # summed to the Flops: the better of 1x and fold, 2x, states bet
FIGURES = 3
KNOWN_HOLES = 391
FLOPS_LEFT = 18_424  # of 49 cards
COMPLETIONS = 1035  # of 46


class Pass(NamedTuple):
    """The figures of every cell as seen from one suit or by ranks, and the sum of a unit of Play over all
    boards by holding.
    """

    cells: NDArray[np.int64]  # figure, holding, Flop
    spread: NDArray[np.int64]  # holding


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


@kernel
def sum_suit_cells(
    card: int, differ: NDArray[np.int32], table: Classes, cells: NDArray[np.int64], start: int, stop: int
) -> None:
    """One figure summed to the Flops, for every holding."""
    left = np.empty((13, HOLDINGS), np.int32)
    total = np.empty(HOLDINGS, differ.dtype)
    for flop in range(start, stop):
        suited = table.flop_suited[flop]
        one, two = table.flop_others[flop, 0], table.flop_others[flop, 1]
        for rank in range(13):
            seen = (1 if one == rank else 0) + (1 if two == rank else 0) + (1 if card == 13 + rank else 0)
            for h in range(HOLDINGS):
                left[rank, h] = max(0, 3 - seen - table.held[rank, h])
        total[:] = 0
        for high in range(13):
            for low in range(high):
                drawn = 1 << high | 1 << low
                if suited & drawn == 0:
                    place = table.suited[suited | drawn]
                    if flop < FLOPS_1:
                        board = place * 91 + table.pair[one, two]
                    elif flop < FLOPS_1 + FLOPS_2:
                        board = BOARDS_3 + place * 13 + one
                    else:
                        board = BOARDS_3 + BOARDS_4 + place
                    row = differ[board]
                    for h in range(HOLDINGS):
                        total[h] += row[h]
        if flop >= FLOPS_1:
            for drawn in range(13):
                if suited >> drawn & 1 == 0:
                    place = table.suited[suited | 1 << drawn]
                    for rank in range(13):
                        if flop < FLOPS_1 + FLOPS_2:
                            board = place * 91 + table.pair[one, rank]
                        else:
                            board = BOARDS_3 + place * 13 + rank
                        row, ways = differ[board], left[rank]
                        for h in range(HOLDINGS):
                            total[h] += ways[h] * row[h]
        if flop >= FLOPS_1 + FLOPS_2:
            place = table.suited[suited]
            for high in range(13):
                row, ways = differ[place * 91 + table.pair[high, high]], left[high]
                for h in range(HOLDINGS):
                    total[h] += (ways[h] * (ways[h] - 1) // 2) * row[h]
                for low in range(high):
                    row, more = differ[place * 91 + table.pair[low, high]], left[low]
                    for h in range(HOLDINGS):
                        total[h] += ways[h] * more[h] * row[h]
        for h in range(HOLDINGS):
            cells[h, flop] = total[h]


@kernel
def sum_rank_cells(
    rank: int, by_ranks: NDArray[np.int64], table: Classes, cells: NDArray[np.int64], start: int, stop: int
) -> None:
    """All figures, for every pair of ranks."""
    ranks = np.empty(5, np.int32)
    left = np.empty((13, RANK_PAIRS), np.int64)
    ways = np.empty(RANK_PAIRS, np.int64)
    total = np.empty((FIGURES, RANK_PAIRS), np.int64)
    for flop in range(start, stop):
        for of in range(13):
            seen = 1 if of == rank else 0
            for k in range(3):
                seen += table.rank_flop[flop, k] == of
            for pair in range(RANK_PAIRS):
                left[of, pair] = max(0, 4 - seen - table.held[of, BOTH_OTHER + pair])
        total[:] = 0
        for high in range(13):
            for low in range(high + 1):
                for pair in range(RANK_PAIRS):
                    more = left[high, pair]
                    ways[pair] = more * (more - 1) // 2 if low == high else more * left[low, pair]
                ranks[:3] = table.rank_flop[flop]
                ranks[3], ranks[4] = low, high
                board = rank_board_place(ranks, table.choose)
                for figure in range(FIGURES):
                    row, sums = by_ranks[figure, board], total[figure]
                    for pair in range(RANK_PAIRS):
                        sums[pair] += ways[pair] * row[pair]
        for figure in range(FIGURES):
            for pair in range(RANK_PAIRS):
                cells[figure, pair, flop] = total[figure, pair]


@kernel
def _rank_spread(
    rank: int, plays: NDArray[np.int64], table: Classes, out: NDArray[np.int64], start: int, stop: int
) -> None:
    """A unit of Play over all boards of ranks, by the ways they come."""
    for pair in range(start, stop):
        total = np.int64(0)
        for board in range(RANK_BOARDS):
            ways = np.int64(1)
            k = 0
            while k < 5:
                of = table.rank_board[board, k]
                copies = 1
                while k + copies < 5 and table.rank_board[board, k + copies] == of:
                    copies += 1
                left = 4 - table.held[of, BOTH_OTHER + pair] - (1 if of == rank else 0)
                ways *= table.choose[max(left, 0), copies]
                k += copies
            total += ways * plays[board, pair]
        out[pair] = total


@kernel
def _decide(
    hole: NDArray[np.int64],
    known: int,
    of_suit: NDArray[np.int64],
    other: NDArray[np.int64],
    ranks: NDArray[np.int64],
    table: Classes,
    out: NDArray[np.int64],
) -> None:
    """All Flops of one holding: the better of check and 2x, and 2x throughout, each in two halves; Flops
    played, states bet."""
    row = np.empty(4, np.int64)
    for suit in range(4):
        a = hole[0] % 13 + (0 if hole[0] // 13 == suit else 13)
        b = hole[1] % 13 + (0 if hole[1] // 13 == suit else 13)
        row[suit] = table.kinds_holding[a, b]
    pair = table.pair[hole[0] % 13, hole[1] % 13]
    choose, suited, pairs = table.choose, table.suited, table.pair
    out[:] = 0
    value = np.empty(FIGURES, np.int64)
    for c in range(52):
        if c == known or c == hole[0] or c == hole[1]:
            continue
        for b in range(c):
            if b == known or b == hole[0] or b == hole[1]:
                continue
            for a in range(b):
                if a == known or a == hole[0] or a == hole[1]:
                    continue
                x, y, z = a % 13, b % 13, c % 13
                least, most = min(x, y, z), max(x, y, z)
                flop = choose[least, 1] + choose[x + y + z - least - most + 1, 2] + choose[most + 2, 3]
                for figure in range(FIGURES):
                    value[figure] = ranks[figure, pair, flop]
                sa, sb, sc = a // 13, b // 13, c // 13  # in ascending order
                if sa == sc:
                    place = FLOPS_1 + FLOPS_2 + suited[1 << x | 1 << y | 1 << z]
                    for figure in range(FIGURES):
                        value[figure] += (of_suit if sa == 0 else other)[figure, row[sa], place]
                else:
                    if sa == sb:
                        first, second, third = x, y, z
                        two, one = sa, sc
                    elif sb == sc:
                        first, second, third = y, z, x
                        two, one = sb, sa
                    else:
                        first, second, third, two, one = x, y, z, -1, -1
                    if two >= 0:
                        place = FLOPS_1 + suited[1 << first | 1 << second] * 13 + third
                        for figure in range(FIGURES):
                            value[figure] += (of_suit if two == 0 else other)[figure, row[two], place]
                        place = suited[1 << third] * 91 + pairs[first, second]
                        for figure in range(FIGURES):
                            value[figure] += (of_suit if one == 0 else other)[figure, row[one], place]
                    else:
                        place = suited[1 << x] * 91 + pairs[y, z]
                        for figure in range(FIGURES):
                            value[figure] += (of_suit if sa == 0 else other)[figure, row[sa], place]
                        place = suited[1 << y] * 91 + pairs[x, z]
                        for figure in range(FIGURES):
                            value[figure] += (of_suit if sb == 0 else other)[figure, row[sb], place]
                        place = suited[1 << z] * 91 + pairs[x, y]
                        for figure in range(FIGURES):
                            value[figure] += (of_suit if sc == 0 else other)[figure, row[sc], place]
                best = max(value[CHECKED], value[PLAYED])
                out[0] += best >> 32
                out[1] += best & 0xFFFFFFFF
                out[2] += value[PLAYED] >> 32
                out[3] += value[PLAYED] & 0xFFFFFFFF
                if value[PLAYED] > value[CHECKED]:
                    out[4] += 1
                else:
                    out[5] += value[BETS]


def known_holes() -> list[tuple[tuple[int, int], int]]:
    """Holdings up to the names of the suits other than 0, and how many each stands for, whatever is known."""
    ranks = range(13)
    return [
        *(((a, b), 1) for a in ranks for b in range(a)),
        *(((a, 13 + b), 3) for a in ranks for b in ranks),
        *(((13 + a, 13 + b), 3) for a in ranks for b in range(a)),
        *(((13 + a, 26 + b), 6) for a in ranks for b in range(a)),
        *(((13 + a, 26 + a), 3) for a in ranks),
    ]


class Known(NamedTuple):
    """The game with one card known, over all ranks of it: values in Antes."""

    by_rank: tuple[Fraction, ...]  # the value of the game when the card is of this rank
    decisions: Mapping[str, Fraction]
    # By rank of the card, which is of suit 0: what check and 4x are worth to a holding.
    first: tuple[Mapping[tuple[int, int], tuple[Fraction, Fraction]], ...]

    @property
    def ev(self) -> Fraction:
        return sum(self.by_rank, Fraction(0)) / 13


def solve_known(blind: Mapping[str, Fraction], dealers_card: bool, progress: Progress | None = None) -> Known:
    """The best play when one card of the dealer's (or one that is out of play) is seen before the first
    decision."""
    pays, scale = whole_pays(blind)
    dealers = 44 if dealers_card else 946
    values, firsts = [], []
    tally = dict.fromkeys(("4x", "2x", "1x", "fold"), 0)
    for rank in range(13):
        value, first, ends = _of_rank(rank, dealers_card, pays, scale, dealers)
        values.append(value)
        firsts.append(first)
        for name, count in ends.items():
            tally[name] += count
        if progress:
            progress((rank + 1) / 13)
    deals = sum(tally.values())
    return Known(
        tuple(values), {name: Fraction(count, deals) for name, count in tally.items()}, tuple(firsts)
    )


def _of_rank(
    rank: int, dealers_card: bool, pays: NDArray[np.int64], scale: int, dealers: int
) -> tuple[Fraction, dict[tuple[int, int], tuple[Fraction, Fraction]], dict[str, int]]:
    table, strong = classes(), strengths()
    by_ranks = np.zeros((FIGURES, RANK_BOARDS, RANK_PAIRS), np.int64)
    plays = np.zeros((RANK_BOARDS, RANK_PAIRS), np.int64)
    spread(
        partial(_rank_states, rank, dealers_card, table, strong, pays, scale, by_ranks, plays), RANK_BOARDS
    )
    rank_cells = np.zeros((FIGURES, RANK_PAIRS, RANK_FLOPS), np.int64)
    spread(partial(sum_rank_cells, rank, by_ranks, table, rank_cells), RANK_FLOPS)
    rank_spread = np.zeros(RANK_PAIRS, np.int64)
    spread(partial(_rank_spread, rank, plays, table, rank_spread), RANK_PAIRS)
    passes = [
        _suit_pass(card, dealers_card, table, strong, pays, scale, by_ranks, plays)
        for card in (rank, 13 + rank)
    ]
    holes = [(hole, ways) for hole, ways in known_holes() if rank not in hole]
    found = np.zeros((len(holes), 6), np.int64)

    def decide(start: int, stop: int) -> None:
        for place in range(start, stop):
            _decide(
                np.array(holes[place][0]), rank, passes[0].cells, passes[1].cells, rank_cells, table,
                found[place],
            )  # fmt: skip

    spread(decide, len(holes), pieces=64)
    flops, rounds = FLOPS_LEFT, FLOPS_LEFT * COMPLETIONS * dealers
    total = 0
    first: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
    ends = dict.fromkeys(("4x", "2x", "1x", "fold"), 0)
    for (hole, ways), row in zip(holes, found.tolist(), strict=True):
        check = (row[0] << 32) + row[1]
        # Every board brings a unit of Play ten times: once for each Flop it may have come from.
        raise_4x = (row[2] << 32) + row[3] + 2 * 10 * _unit_of_play(hole, rank_spread, passes, table)
        first[hole] = Fraction(check, rounds * scale), Fraction(raise_4x, rounds * scale)
        total += ways * max(raise_4x, check)
        if raise_4x > check:
            ends["4x"] += ways * flops * COMPLETIONS
        else:
            ends["2x"] += ways * row[4] * COMPLETIONS
            ends["1x"] += ways * row[5]
            ends["fold"] += ways * ((flops - row[4]) * COMPLETIONS - row[5])
    return Fraction(total, 1275 * rounds * scale), first, ends


def _suit_pass(
    card: int,
    dealers_card: bool,
    table: Classes,
    strong: Strengths,
    pays: NDArray[np.int64],
    scale: int,
    by_ranks: NDArray[np.int64],
    plays: NDArray[np.int64],
) -> Pass:
    # Sums over all completions must fit: half the room where they do, for half the time.
    largest = COMPLETIONS * 946 * (6 * scale + int(np.abs(pays).max()))
    differ = np.empty((FIGURES, BOARDS, HOLDINGS), np.int32 if largest < 2**31 else np.int64)

    def states(start: int, stop: int) -> NDArray[np.int64]:
        sums = np.zeros(HOLDINGS, np.int64)
        _suit_states(
            card, dealers_card, table, strong, pays, scale, by_ranks, plays, differ, sums, start, stop
        )
        return sums

    sums = np.sum(spread(states, BOARDS), axis=0)
    cells = np.zeros((FIGURES, HOLDINGS, FLOPS), np.int64)
    for figure in range(FIGURES):
        spread(partial(sum_suit_cells, card, differ[figure], table, cells[figure]), FLOPS)
    return Pass(cells, sums)


def _unit_of_play(
    hole: tuple[int, int],
    rank_spread: NDArray[np.int64],
    passes: list[Pass],
    table: Classes,
) -> int:
    """What it brings over all boards."""
    one, two = hole
    pair = int(table.pair[one % 13, two % 13])
    unit = int(rank_spread[pair])
    for suit in range(4):
        a = one % 13 + (0 if one // 13 == suit else 13)
        b = two % 13 + (0 if two // 13 == suit else 13)
        unit += int(passes[0 if suit == 0 else 1].spread[table.kinds_holding[a, b]])
    return unit
