"""The best play of somebody who knows some cards from the start: from River states to the first decision.

All that ``flop`` says holds with the known cards away: a state depends on ranks alone, or on how the cards
look from the one suit that can flush, known cards included. Suits from which the known cards look alike share
one pass over the boards. Whom the player is compared with is up to the states (``known``: one card of
the dealer's, or one that is out of play; ``dealers_hand``: both of the dealer's).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.classes import (
    BOARDS,
    BOARDS_3,
    BOARDS_4,
    BOTH_OTHER,
    FLOPS,
    FLOPS_1,
    FLOPS_2,
    HOLDINGS,
    KINDS,
    RANK_BOARDS,
    RANK_FLOPS,
    RANK_PAIRS,
    Classes,
    classes,
    rank_board_place,
)

CHECKED, PLAYED, BETS = range(3)  # summed to the Flops: the better of 1x and fold, 2x, states bet
FIGURES = 3

Kinds = tuple[int, ...]  # known cards as seen from a suit
Hole = tuple[int, int]


class States(Protocol):
    """River states of somebody who knows cards: figures by ranks, and how far those from a suit differ."""

    @property
    def dealers(self) -> int:
        """Hands that the dealer may have in one state."""

    @property
    def largest(self) -> int:
        """Of a figure."""

    def by_ranks(
        self,
        gone: NDArray[np.int32],
        figures: NDArray[np.int64],
        plays: NDArray[np.int64],
        start: int,
        stop: int,
    ) -> None: ...

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
    ) -> None: ...


class Summed(NamedTuple):
    """By view: figures of every holding and Flop, and a unit of Play over all boards by holding."""

    views: NDArray[np.int64]  # which of them is that of each suit
    cells: NDArray[np.int64]
    units: NDArray[np.int64]


class Informed(NamedTuple):
    """The game with certain cards known; values in Antes."""

    value: Fraction
    first: Mapping[Hole, tuple[Fraction, Fraction]]  # what check and 4x are worth to a holding
    ends: Mapping[str, int]  # rounds that end with each answer


@kernel
def sum_suit_cells(
    gone: NDArray[np.int32],
    differ: NDArray[np.int32],
    table: Classes,
    cells: NDArray[np.int64],
    start: int,
    stop: int,
) -> None:
    """One figure summed to the Flops, for every holding; ``gone`` are the cards known, by kind."""
    left = np.empty((13, HOLDINGS), np.int32)
    total = np.empty(HOLDINGS, differ.dtype)
    for flop in range(start, stop):
        suited = table.flop_suited[flop]
        one, two = table.flop_others[flop, 0], table.flop_others[flop, 1]
        for rank in range(13):
            seen = (1 if one == rank else 0) + (1 if two == rank else 0) + gone[13 + rank]
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
    gone: NDArray[np.int32],
    by_ranks: NDArray[np.int64],
    table: Classes,
    cells: NDArray[np.int64],
    start: int,
    stop: int,
) -> None:
    """All figures, for every pair of ranks; ``gone`` as seen from a suit that no known card has."""
    ranks = np.empty(5, np.int32)
    left = np.empty((13, RANK_PAIRS), np.int64)
    ways = np.empty(RANK_PAIRS, np.int64)
    total = np.empty((FIGURES, RANK_PAIRS), np.int64)
    for flop in range(start, stop):
        for of in range(13):
            seen = gone[13 + of]
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
def rank_spread(
    gone: NDArray[np.int32],
    plays: NDArray[np.int64],
    table: Classes,
    out: NDArray[np.int64],
    start: int,
    stop: int,
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
                left = 4 - table.held[of, BOTH_OTHER + pair] - gone[13 + of]
                ways *= table.choose[max(left, 0), copies]
                k += copies
            total += ways * plays[board, pair]
        out[pair] = total


@kernel
def _decide(
    hole: NDArray[np.int64],
    known: NDArray[np.int64],
    views: NDArray[np.int64],
    cells: NDArray[np.int64],
    ranks: NDArray[np.int64],
    table: Classes,
    out: NDArray[np.int64],
) -> None:
    """All Flops of one holding: the better of check and 2x, and 2x throughout, each in two halves; Flops
    played, states bet. ``cells`` by view, and which of the views is that of each suit.
    """
    gone = np.zeros(52, np.bool_)
    for card in known:
        gone[card] = True
    gone[hole[0]] = gone[hole[1]] = True
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
        if gone[c]:
            continue
        for b in range(c):
            if gone[b]:
                continue
            for a in range(b):
                if gone[a]:
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
                        value[figure] += cells[views[sa], figure, row[sa], place]
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
                            value[figure] += cells[views[two], figure, row[two], place]
                        place = suited[1 << third] * 91 + pairs[first, second]
                        for figure in range(FIGURES):
                            value[figure] += cells[views[one], figure, row[one], place]
                    else:
                        place = suited[1 << x] * 91 + pairs[y, z]
                        for figure in range(FIGURES):
                            value[figure] += cells[views[sa], figure, row[sa], place]
                        place = suited[1 << y] * 91 + pairs[x, z]
                        for figure in range(FIGURES):
                            value[figure] += cells[views[sb], figure, row[sb], place]
                        place = suited[1 << z] * 91 + pairs[x, y]
                        for figure in range(FIGURES):
                            value[figure] += cells[views[sc], figure, row[sc], place]
                best = max(value[CHECKED], value[PLAYED])
                out[0] += best >> 32
                out[1] += best & 0xFFFFFFFF
                out[2] += value[PLAYED] >> 32
                out[3] += value[PLAYED] & 0xFFFFFFFF
                if value[PLAYED] > value[CHECKED]:
                    out[4] += 1
                else:
                    out[5] += value[BETS]


@cache
def holes(suits: int) -> tuple[tuple[Hole, int], ...]:
    """Holdings up to the names of the suits from ``suits`` on, and how many each stands for."""
    names = [(*range(suits), *order) for order in permutations(range(suits, 4))]
    found = Counter(
        min(tuple(sorted(13 * order[card // 13] + card % 13 for card in hole)) for order in names)
        for hole in combinations(range(52), 2)
    )
    return tuple(((one, two), ways) for (one, two), ways in found.items())


def seen_from(suit: int, cards: tuple[int, ...]) -> Kinds:
    return tuple(card % 13 + (0 if card // 13 == suit else 13) for card in cards)


def gone_kinds(kinds: Kinds) -> NDArray[np.int32]:
    return np.bincount(np.array(kinds, np.int64), minlength=KINDS).astype(np.int32)


def inform(cards: tuple[int, ...], states: States, scale: int) -> Informed:
    """``cards`` are known, of the first suits; the payments are whole in units of ``scale``."""
    table = classes()
    gone = gone_kinds(seen_from(-1, cards))
    by_ranks = np.zeros((FIGURES, RANK_BOARDS, RANK_PAIRS), np.int64)
    plays = np.zeros((RANK_BOARDS, RANK_PAIRS), np.int64)
    spread(partial(states.by_ranks, gone, by_ranks, plays), RANK_BOARDS)
    rank_cells = np.zeros((FIGURES, RANK_PAIRS, RANK_FLOPS), np.int64)
    spread(partial(sum_rank_cells, gone, by_ranks, table, rank_cells), RANK_FLOPS)
    rank_units = np.zeros(RANK_PAIRS, np.int64)
    spread(partial(rank_spread, gone, plays, table, rank_units), RANK_PAIRS)
    summed = _views(cards, states, by_ranks, plays)
    of_suits = 1 + max(card // 13 for card in cards)
    left = [(hole, ways) for hole, ways in holes(of_suits) if not set(hole) & set(cards)]
    found = np.zeros((len(left), 6), np.int64)
    known = np.array(cards)

    def decide(start: int, stop: int) -> None:
        for place in range(start, stop):
            hole = np.array(left[place][0])
            _decide(hole, known, summed.views, summed.cells, rank_cells, table, found[place])

    spread(decide, len(left), pieces=64)
    unseen = 52 - len(cards)
    flops, completions = comb(unseen - 2, 3), comb(unseen - 5, 2)
    rounds = flops * completions * states.dealers
    total = 0
    first: dict[Hole, tuple[Fraction, Fraction]] = {}
    ends = dict.fromkeys(("4x", "2x", "1x", "fold"), 0)
    for (hole, ways), row in zip(left, found.tolist(), strict=True):
        check = (row[0] << 32) + row[1]
        # Every board brings a unit of Play ten times: once for each Flop it may have come from.
        raise_4x = (row[2] << 32) + row[3] + 2 * 10 * _unit_of_play(hole, summed, rank_units, table)
        first[hole] = Fraction(check, rounds * scale), Fraction(raise_4x, rounds * scale)
        total += ways * max(raise_4x, check)
        if raise_4x > check:
            ends["4x"] += ways * flops * completions
        else:
            ends["2x"] += ways * row[4] * completions
            ends["1x"] += ways * row[5]
            ends["fold"] += ways * ((flops - row[4]) * completions - row[5])
    return Informed(Fraction(total, comb(unseen, 2) * rounds * scale), first, ends)


def _views(
    cards: tuple[int, ...], states: States, by_ranks: NDArray[np.int64], plays: NDArray[np.int64]
) -> Summed:
    """A pass for each way the known cards look from a suit."""
    table = classes()
    looks = [seen_from(suit, cards) for suit in range(4)]
    different = list(dict.fromkeys(looks))
    cells = np.zeros((len(different), FIGURES, HOLDINGS, FLOPS), np.int64)
    units = np.zeros((len(different), HOLDINGS), np.int64)
    # Sums over all completions must fit: half the room where they do, for half the time.
    largest = comb(47 - len(cards), 2) * states.largest
    differ = np.empty((FIGURES, BOARDS, HOLDINGS), np.int32 if largest < 2**31 else np.int64)
    for view, kinds in enumerate(different):
        gone = gone_kinds(kinds)

        def counted(
            start: int, stop: int, kinds: Kinds = kinds, gone: NDArray[np.int32] = gone
        ) -> NDArray[np.int64]:
            sums = np.zeros(HOLDINGS, np.int64)
            states.by_suit(kinds, gone, by_ranks, plays, differ, sums, start, stop)
            return sums

        units[view] = np.sum(spread(counted, BOARDS), axis=0)
        for figure in range(FIGURES):
            spread(partial(sum_suit_cells, gone, differ[figure], table, cells[view, figure]), FLOPS)
    return Summed(np.array([different.index(kinds) for kinds in looks]), cells, units)


def _unit_of_play(
    hole: tuple[int, int], summed: Summed, rank_units: NDArray[np.int64], table: Classes
) -> int:
    """What it brings over all boards."""
    one, two = hole
    pair = int(table.pair[one % 13, two % 13])
    unit = int(rank_units[pair])
    for suit in range(4):
        a = one % 13 + (0 if one // 13 == suit else 13)
        b = two % 13 + (0 if two // 13 == suit else 13)
        unit += int(summed.units[summed.views[suit], table.kinds_holding[a, b]])
    return unit
