"""Find best play for a player who knows some cards before the first decision.

The method of ``flop`` still applies when the known cards are removed from the deck. A River state depends
either on ranks only, or on all cards (including the known ones) relative to the one suit that can make a
flush. If the known cards are the same relative to two suits, one pass over the boards serves both. A pass
goes through the sets of cards of the suit on the board. Several Flops can lead to the same state, so the
contribution of a state is computed once and added to all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel
from croupier.maths.uth.boards import (
    ANSWERS,
    BARE,
    DEALERS,
    FIGURES,
    GAIN,
    HIT_BITS,
    HITS,
    LINE,
    PLAY,
    REST,
    SQUARE_GAIN,
    WINS,
    Facing,
    Ladders,
    count_dealers,
    facing,
    find_figures,
    find_holdings,
    ladders,
    make_room,
)
from croupier.maths.uth.classes import (
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
from croupier.maths.uth.rules import MainRules
from croupier.maths.uth.solution import whole_pays

TO_FLOPS = 3  # default number of quantities that are summed to the Flops
COMPLETIONS = 1081  # largest number of ways to complete a Flop
# If no result exceeds this number of 1 / scale units, all sums except sums of squares fit into 64 bits.
LARGEST = 1 << 26
# Upper bounds on the number of boards on which a holding makes each hand, to bound the sums of squares.
MOST_BOARDS = {"royal_flush": 1 << 11, "straight_flush": 1 << 13, "four_of_a_kind": 1 << 16}

Size = np.signedinteger  # 32 bits if the sums fit, otherwise 64
Kinds = tuple[int, ...]  # kinds of the known cards relative to a suit
Hole = tuple[int, int]


class InformedQuestion(NamedTuple):
    """The problem to solve: the dealer's possible hands, the payments and the rules."""

    how: int
    pays: NDArray[np.int64]
    scale: int
    rules: MainRules
    squares: bool  # whether sums of squares fit into 64 bits
    small: bool  # whether 32 bits are enough for every quantity, which is faster and halves the memory

    @property
    def facing(self) -> Facing:
        return facing(self.how, self.pays, self.scale, self.rules)


def question(how: int, blind: Mapping[str, Fraction], rules: MainRules) -> InformedQuestion:
    pays, scale = whole_pays(blind, LARGEST)
    most = 0
    for row, gain in (("", Fraction(0)), *blind.items()):
        far = int((max(rules.first) + 2) * scale + abs(gain) * scale)
        most += far**2 * MOST_BOARDS.get(row, 1 << 21) * 990
    small = _largest(DEALERS[how], int(np.abs(pays).max()), scale, rules) < 1 << 31
    return InformedQuestion(how, pays, scale, rules, 10 * most < 1 << 63, small)


def _largest(dealers: int, blind: int, scale: int, rules: MainRules) -> int:
    """Return an upper bound on the absolute value of every quantity of a state, and of its sums to the Flops.

    The bound for squares uses the Blind payment B, a Flop raise of f Antes and a River raise of r Antes. If
    the player bets on the River, the squares with f and with r differ by at most
    (f - r) ((f + r) + 2 (2 + B)). If the player folds on the River, the Blind would have won at most r Antes
    per dealer hand. The squares are therefore at most (f + 2)^2 + (f + 1)^2 + 2 (f + 1) r + r x B, plus 4
    for the fold.
    """
    flop, river = rules.flop, rules.river
    bet = (flop - river) * ((flop + river + 4) * scale + 2 * blind)
    folded = scale * (4 + (flop + 2) ** 2 + (flop + 1) ** 2 + 2 * (flop + 1) * river) + river * blind
    to_flops = COMPLETIONS * dealers * max(scale * (bet + folded), HITS + 1)
    return max(to_flops, dealers * (2 * scale + blind) ** 2 * 2)


class InformedGame(NamedTuple):
    """The solution for a player who knows certain cards. Values are in Antes."""

    value: Fraction
    first: Mapping[Hole, tuple[Fraction, Fraction]]  # values of check and raise for each holding
    ends: Mapping[str, int]  # number of rounds by final decision
    hits: Fraction  # probability that a round ends with a gain
    square: Fraction | None  # mean square of a round's result, or None if the squares are too large to sum
    first_square: Mapping[Hole, tuple[Fraction, Fraction]]  # mean square after a check and after a raise
    first_hits: Mapping[Hole, tuple[Fraction, Fraction]]


class FlopSums(NamedTuple):
    """Each quantity of the River states (see `flop`), summed over each Flop's boards and over all boards."""

    views: NDArray[np.int64]  # index of the pass that serves each suit
    # indexed by [pass, Flop, quantity, holding]; the last Flop is all zeros, for Flops without the suit
    cells: NDArray[Size]
    rank_cells: NDArray[Size]  # indexed by [rank Flop, quantity, rank pair]
    totals: NDArray[np.int64]  # indexed by [pass, quantity, holding]
    rank_totals: NDArray[np.int64]  # indexed by [quantity, rank pair]


@kernel
def _add(to: NDArray[Size], figures: NDArray[Size]) -> None:
    for figure in range(to.shape[0]):
        for h in range(to.shape[1]):
            to[figure, h] += figures[figure, h]


@kernel
def _add_times(to: NDArray[Size], ways: NDArray[Size], figures: NDArray[Size]) -> None:
    for figure in range(to.shape[0]):
        for h in range(to.shape[1]):
            to[figure, h] += ways[h] * figures[figure, h]


@kernel
def _sum_ranks(
    by: Facing,
    ladders: Ladders,
    one: int,
    two: int,
    gone: NDArray[np.int32],
    table: Classes,
    by_ranks: NDArray[Size],
    cells: NDArray[Size],
    totals: NDArray[np.int64],
) -> None:
    """Sum over all rank boards. ``gone`` counts the known cards by kind, all of them as *other* cards."""
    room = make_room()
    free = room.free
    rank_counts = table.held[:, BOTH_OTHER:]
    ways = np.empty(RANK_PAIRS, cells.dtype)
    left = np.empty((13, RANK_PAIRS), cells.dtype)
    ranks = np.empty(5, np.int32)
    for board in range(RANK_BOARDS):
        by_ranks[board] = 0
        ranks_on_board = table.rank_board[board]
        free[13:] = 4 - gone[13:]
        for k in range(5):
            free[13 + ranks_on_board[k]] -= 1
        if free.min() < 0:
            continue
        mine = ladders.by_ranks[board]
        everybody = ladders.all_by_ranks[board if ladders.all_by_ranks.shape[0] > 1 else 0]
        count_dealers(by, one, two, mine, everybody, BOTH_OTHER, room)
        find_holdings(by, one, two, mine, BOTH_OTHER, room)
        find_figures(by, RANK_PAIRS, BOTH_OTHER, by_ranks[board], 0, room, by_ranks[board])
        ways[:] = 1
        k = 0
        while k < 5:
            copies = 1
            while k + copies < 5 and ranks_on_board[k + copies] == ranks_on_board[k]:
                copies += 1
            for pair in range(RANK_PAIRS):
                rank = ranks_on_board[k]
                unseen = 4 - rank_counts[rank, pair] - gone[13 + rank]
                ways[pair] *= table.choose[max(unseen, 0), copies]
            k += copies
        _add_times(totals[TO_FLOPS:], ways, by_ranks[board, TO_FLOPS:])
    for flop in range(RANK_FLOPS):
        for of in range(13):
            known = gone[13 + of]
            for k in range(3):
                known += table.rank_flop[flop, k] == of
            for pair in range(RANK_PAIRS):
                left[of, pair] = max(0, 4 - known - rank_counts[of, pair])
        for high in range(13):
            for low in range(high + 1):
                for pair in range(RANK_PAIRS):
                    more = left[high, pair]
                    ways[pair] = more * (more - 1) // 2 if low == high else more * left[low, pair]
                ranks[:3] = table.rank_flop[flop]
                ranks[3], ranks[4] = low, high
                _add_times(cells[flop], ways, by_ranks[rank_board_place(ranks, table.choose)])


@kernel
def _sum_suit(
    by: Facing,
    ladders: Ladders,
    one: int,
    two: int,
    gone: NDArray[np.int32],
    table: Classes,
    by_ranks: NDArray[Size],
    cells: NDArray[Size],
    totals: NDArray[np.int64],
) -> None:
    """Sum over all boards with a flush suit, as differences from the sums with suits ignored."""
    room = make_room()
    free, there = room.free, room.there
    figures = np.zeros((FIGURES, HOLDINGS), cells.dtype)
    # unseen *other* cards, indexed by [rank, holding]
    left = np.empty((13, HOLDINGS), cells.dtype)
    for rank in range(13):
        for h in range(HOLDINGS):
            left[rank, h] = 3 - gone[13 + rank] - table.held[rank, h]
    ways, less = np.empty(HOLDINGS, cells.dtype), np.empty(HOLDINGS, cells.dtype)
    # sums for Flops with two cards of the suit, by the rank of the Flop's third card
    to_two = np.zeros((13, cells.shape[1], HOLDINGS), np.int64)
    to_three = np.zeros((cells.shape[1], HOLDINGS), cells.dtype)
    of_suit = np.empty(5, np.int64)
    # number of ways in which boards with a flush suit replace a rank board, indexed by [rank board, holding]
    taken = np.zeros((RANK_BOARDS, HOLDINGS), np.int32)
    for board in range(table.board_suited.size):
        suited = table.board_suited[board]
        x, y = table.board_others[board, 0], table.board_others[board, 1]
        size = 0
        possible = True
        for rank in range(13):
            if suited >> rank & 1:
                of_suit[size] = rank
                size += 1
            free[rank] = 1 - (suited >> rank & 1) - gone[rank]
            free[13 + rank] = 3 - gone[13 + rank]
        if x >= 0:
            free[13 + x] -= 1
        if y >= 0:
            free[13 + y] -= 1
        for kind in range(KINDS):
            possible &= free[kind] >= 0
        if possible:
            mine, rank_board = ladders.by_suit[board], table.board_ranks[board]
            everybody = ladders.all_by_suit[board if ladders.all_by_suit.shape[0] > 1 else 0]
            count_dealers(by, one, two, mine, everybody, 0, room)
            find_holdings(by, one, two, mine, 0, room)
            find_figures(by, HOLDINGS, 0, by_ranks[rank_board], cells.shape[1], room, figures)
            if x < 0:
                ways[:] = 1
            elif y < 0:
                ways[:] = left[x]
            elif x == y:
                for h in range(HOLDINGS):
                    ways[h] = left[x, h] * (left[x, h] - 1) // 2
            else:
                for h in range(HOLDINGS):
                    ways[h] = left[x, h] * left[y, h]
            _add_times(totals[TO_FLOPS:], ways, figures[TO_FLOPS:])
            for h in range(HOLDINGS):
                taken[rank_board, h] += ways[h] * there[h]
            if size == 3:
                for k in range(3):  # The Flop has one of the three cards of the suit.
                    _add(cells[table.suited[1 << of_suit[k]] * 91 + table.pair[x, y]], figures)
                for h in range(HOLDINGS):
                    less[h] = left[y, h] - (1 if x == y else 0)
                _add_times(to_two[x], less, figures)
                if x != y:
                    _add_times(to_two[y], left[x], figures)
                _add_times(to_three, ways, figures)
            elif size == 4:
                for k in range(4):
                    for j in range(k):
                        flop = table.suited[1 << of_suit[j] | 1 << of_suit[k]]
                        _add(cells[FLOPS_1 + flop * 13 + x], figures)
                _add_times(to_three, ways, figures)
            else:
                _add(to_three, figures)
        last = board >= BOARDS_3 + BOARDS_4
        if board < BOARDS_3:
            last = board % 91 == 90
            if last:  # This is the last board with these three cards of the suit.
                for k in range(3):
                    for j in range(k):
                        flop = table.suited[1 << of_suit[j] | 1 << of_suit[k]]
                        for rank in range(13):
                            _add(cells[FLOPS_1 + flop * 13 + rank], to_two[rank])
                to_two[:] = 0
        elif board < BOARDS_3 + BOARDS_4:
            last = (board - BOARDS_3) % 13 == 12
        if last:
            for k in range(size):
                for j in range(k):
                    for i in range(j):
                        flop = table.suited[1 << of_suit[i] | 1 << of_suit[j] | 1 << of_suit[k]]
                        _add(cells[FLOPS_1 + FLOPS_2 + flop], to_three)
            to_three[:] = 0
    for board in range(RANK_BOARDS):
        for figure in range(cells.shape[1], FIGURES):
            total, plain = totals[figure], by_ranks[board, figure]
            for h in range(HOLDINGS):
                total[h] -= np.int64(taken[board, h]) * plain[table.holding_pair[h]]


@kernel
def _decide(
    masks: NDArray[np.int64],
    pairs: NDArray[np.int64],
    suit_holdings: NDArray[np.int64],
    known: int,
    views: NDArray[np.int64],
    cells: NDArray[Size],
    rank_cells: NDArray[Size],
    table: Classes,
    out: NDArray[np.int64],
) -> None:
    """Choose check or raise on every Flop for every holding.

    Row h of ``out`` belongs to holding h. The columns are the gain over raising every Flop, the number of
    raised Flops, the number of River states with a bet, and the changes in the number of rounds with a gain
    and in the sum of squares. ``suit_holdings`` has every holding relative to each suit.
    """
    choose, suited, pair_of = table.choose, table.suited, table.pair
    rows, suits = np.empty(3, np.int64), np.empty(3, np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                flop = np.int64(1) << a | np.int64(1) << b | np.int64(1) << c
                if flop & known:
                    continue
                x, y, z = a % 13, b % 13, c % 13
                low, high = min(x, y, z), max(x, y, z)
                ranks = choose[low, 1] + choose[x + y + z - low - high + 1, 2] + choose[high + 2, 3]
                suits[0], suits[1], suits[2] = a // 13, b // 13, c // 13  # The suits are in ascending order.
                if suits[0] == suits[2]:
                    rows[0] = FLOPS_1 + FLOPS_2 + suited[1 << x | 1 << y | 1 << z]
                    rows[1] = rows[2] = FLOPS
                elif suits[0] == suits[1]:
                    rows[0], rows[1] = FLOPS_1 + suited[1 << x | 1 << y] * 13 + z, FLOPS
                    rows[2] = suited[1 << z] * 91 + pair_of[x, y]
                elif suits[1] == suits[2]:
                    rows[1], rows[2] = FLOPS_1 + suited[1 << y | 1 << z] * 13 + x, FLOPS
                    rows[0] = suited[1 << x] * 91 + pair_of[y, z]
                else:
                    rows[0] = suited[1 << x] * 91 + pair_of[y, z]
                    rows[1] = suited[1 << y] * 91 + pair_of[x, z]
                    rows[2] = suited[1 << z] * 91 + pair_of[x, y]
                r, p = rank_cells[ranks], cells[views[suits[0]], rows[0]]
                q, s = cells[views[suits[1]], rows[1]], cells[views[suits[2]], rows[2]]
                at_p, at_q, at_s = suit_holdings[suits[0]], suit_holdings[suits[1]], suit_holdings[suits[2]]
                for hole in range(masks.size):
                    if masks[hole] & flop:
                        continue
                    i, j, k, m = pairs[hole], at_p[hole], at_q[hole], at_s[hole]
                    gain = r[GAIN, i] + p[GAIN, j] + q[GAIN, k] + s[GAIN, m]
                    if gain < 0:
                        out[hole, 1] += 1
                        continue
                    answers = r[ANSWERS, i] + p[ANSWERS, j] + q[ANSWERS, k] + s[ANSWERS, m]
                    out[hole, 0] += gain
                    out[hole, 2] += answers & (HITS - 1)
                    out[hole, 3] += answers >> HIT_BITS
                    out[hole, 4] += (
                        r[SQUARE_GAIN, i] + p[SQUARE_GAIN, j] + q[SQUARE_GAIN, k] + s[SQUARE_GAIN, m]
                    )


@cache
def holes(suits: int) -> tuple[tuple[Hole, int], ...]:
    """Return one holding from each class of equivalent holdings, and the size of the class.

    Two holdings are equivalent if a permutation of the suits that fixes the first ``suits`` suits maps one
    to the other.
    """
    names = [(*range(suits), *order) for order in permutations(range(suits, 4))]
    found = Counter(
        min(tuple(sorted(13 * order[card // 13] + card % 13 for card in hole)) for order in names)
        for hole in combinations(range(52), 2)
    )
    return tuple(((one, two), ways) for (one, two), ways in found.items())


def seen_from(suit: int, cards: Sequence[int]) -> Kinds:
    """Return the kinds of the cards relative to a suit, in ascending order."""
    return tuple(sorted(card % 13 + (0 if card // 13 == suit else 13) for card in cards))


def gone_kinds(kinds: Kinds) -> NDArray[np.int32]:
    return np.bincount(np.array(kinds, np.int64), minlength=KINDS).astype(np.int32)


def seen_holdings(dealt: Sequence[Hole]) -> NDArray[np.int64]:
    """Return the index of each holding relative to each suit, indexed by [suit, position in ``dealt``]."""
    holding = classes().kinds_holding
    return np.array([[holding[seen_from(suit, hole)] for hole in dealt] for suit in range(4)], np.int64)


def sum_states(cards: tuple[int, ...], question: InformedQuestion, to_flops: int = TO_FLOPS) -> FlopSums:
    """Sum the River states in one pass with suits ignored, and in one pass per group of equivalent suits.

    Two suits are equivalent if the known cards are the same relative to both. The first ``to_flops``
    quantities are also summed to the Flops.
    """
    table, by, ladder = classes(), question.facing, ladders(question.how, question.rules.qualifier)
    looks = [seen_from(suit, cards) for suit in range(4)]
    different = list(dict.fromkeys(looks))
    size = np.int32 if question.small else np.int64
    by_ranks = np.empty((RANK_BOARDS, FIGURES, RANK_PAIRS), size)
    rank_cells = np.zeros((RANK_FLOPS, to_flops, RANK_PAIRS), size)
    rank_totals = np.zeros((FIGURES, RANK_PAIRS), np.int64)
    kinds = seen_from(-1, cards)
    _sum_ranks(by, ladder, *_two(kinds), gone_kinds(kinds), table, by_ranks, rank_cells, rank_totals)
    cells = np.zeros((len(different), FLOPS + 1, to_flops, HOLDINGS), size)
    totals = np.zeros((len(different), FIGURES, HOLDINGS), np.int64)
    for view, kinds in enumerate(different):
        _sum_suit(by, ladder, *_two(kinds), gone_kinds(kinds), table, by_ranks, cells[view], totals[view])
    views = np.array([different.index(kinds) for kinds in looks])
    return FlopSums(views, cells, rank_cells, totals, rank_totals)


def _two(kinds: Kinds) -> tuple[int, int]:
    """Return two kinds. Missing kinds are padded with values that the kernels ignore."""
    one, two = (*kinds, 0, 0)[:2]
    return one, two


def over_boards(dealt: Sequence[Hole], summed: FlopSums) -> NDArray[np.int64]:
    """Return the sums over all boards, indexed by [quantity, holding]."""
    pairs = np.array([classes().pair[one % 13, two % 13] for one, two in dealt])
    found = summed.rank_totals[:, pairs]
    for suit, suit_holdings in enumerate(seen_holdings(dealt)):
        found = found + summed.totals[summed.views[suit]][:, suit_holdings]
    return found


def inform(cards: tuple[int, ...], question: InformedQuestion) -> InformedGame:
    """Solve the game for a player who knows ``cards``. The cards must use the lowest-numbered suits.

    This function runs on one core, because its callers solve many games in parallel.
    """
    summed = sum_states(cards, question)
    of_suits = 1 + max(card // 13 for card in cards)
    left = [(hole, ways) for hole, ways in holes(of_suits) if not set(hole) & set(cards)]
    dealt = [hole for hole, _ in left]
    found = np.zeros((len(left), 5), np.int64)
    _decide(
        np.array([1 << one | 1 << two for one, two in dealt], np.int64),
        np.array([classes().pair[one % 13, two % 13] for one, two in dealt], np.int64),
        seen_holdings(dealt),
        sum(1 << card for card in cards),
        summed.views,
        summed.cells,
        summed.rank_cells,
        classes(),
        found,
    )
    unseen = 52 - len(cards)
    tally = HoldingTally(question, comb(unseen - 2, 3), comb(unseen - 5, 2))
    for (hole, ways), row, totals in zip(
        left, found.tolist(), over_boards(dealt, summed).T.tolist(), strict=True
    ):
        tally.add(hole, ways, row, totals)
    return tally.result(comb(unseen, 2))


def squares_with(raised: int, totals: Sequence[int], scale: int) -> int:
    """Return the sum of squared results for a Play of ``raised`` Antes, given ``totals`` over the boards."""
    play = raised * scale
    untied = 2 * totals[WINS] - totals[PLAY] // scale
    return play**2 * untied + 2 * play * totals[LINE] + totals[BARE]


class HoldingTally:
    """Adds up the results of all holdings, each with its best first decision."""

    def __init__(self, question: InformedQuestion, flops: int, completions: int) -> None:
        self.question, self.flops, self.completions = question, flops, completions
        self.rounds = flops * completions * question.facing.dealers
        self.value = self.hits = self.square = 0
        rules = question.rules
        self.names = (f"{max(rules.first)}x", f"{rules.flop}x", f"{rules.river}x", "fold")
        self.ends = dict.fromkeys(self.names, 0)
        self.first: dict[Hole, tuple[Fraction, Fraction]] = {}
        self.first_square: dict[Hole, tuple[Fraction, Fraction]] = {}
        self.first_hits: dict[Hole, tuple[Fraction, Fraction]] = {}

    def add(self, hole: Hole, ways: int, row: Sequence[int], totals: Sequence[int]) -> None:
        """Add a holding, given its row of ``_decide`` and its totals over all boards.

        The totals are multiplied by ten, because each board can come from ten Flops.
        """
        gain, raised, bets, hits, square = row
        rules, rounds, scale = self.question.rules, self.rounds, self.question.scale
        check = 10 * (rules.flop * totals[PLAY] + totals[REST]) + gain
        raise_first = 10 * (max(rules.first) * totals[PLAY] + totals[REST])
        on_flop, at_first = (
            10 * squares_with(raise_, totals, scale) for raise_ in (rules.flop, max(rules.first))
        )
        squares, won = (on_flop + square, at_first), (10 * totals[WINS] + hits, 10 * totals[WINS])
        for found, two, parts in (
            (self.first, (check, raise_first), scale),
            (self.first_square, squares, scale**2),
            (self.first_hits, won, 1),
        ):
            found[hole] = Fraction(two[0], rounds * parts), Fraction(two[1], rounds * parts)
        better = raise_first > check
        self.value += ways * max(check, raise_first)
        self.square += ways * squares[better]
        self.hits += ways * won[better]
        raised_first, at_flop, at_river, fold = self.names
        if better:
            self.ends[raised_first] += ways * self.flops * self.completions
        else:
            self.ends[at_flop] += ways * raised * self.completions
            self.ends[at_river] += ways * bets
            self.ends[fold] += ways * ((self.flops - raised) * self.completions - bets)

    def result(self, holdings: int) -> InformedGame:
        rounds, scale = holdings * self.rounds, self.question.scale
        return InformedGame(
            Fraction(self.value, rounds * scale),
            self.first,
            self.ends,
            Fraction(self.hits, rounds),
            Fraction(self.square, rounds * scale**2) if self.question.squares else None,
            self.first_square,
            self.first_hits,
        )


def mean_square(found: Sequence[tuple[Fraction | None, int]]) -> Fraction | None:
    """Return the weighted average of the mean squares of several games, or None if one of them is unknown."""
    total = Fraction(0)
    for square, ways in found:
        if square is None:
            return None
        total += ways * square
    return total / sum(ways for _, ways in found)
