"""Solve Ultimate Texas Hold 'Em by a plain method that shares no code with croupier.maths.uth.

It enumerates every board up to renaming of suits (134,459 of 2,598,960). For each board, an evaluator that
counts ranks and suits ranks all 1,081 pairs of hole cards, which are then sorted once. The dealer's possible
holdings are counted along the sorted list, minus those with one of the player's cards. River values are
summed per (Flop, hole cards), and decisions are made backward from the River. Suit renaming is the only
grouping, and no result is reused for a different paytable.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np

from croupier.maths.engine.kernel import kernel

BOARDS = 134_459
FLOPS = 1_755
HOLES = 1_326
WORKERS = 2

# The columns of a River state count the dealer's 990 possible holdings.
WON, WON_BARE, LOST, LOST_BARE, TIED = range(5)


@kernel
def straight(ranks):  # type: ignore[no-untyped-def]
    """Return the highest rank of the best straight in a bit set of ranks, or -1."""
    for top in range(12, 3, -1):
        if (ranks >> (top - 4)) & 31 == 31:
            return top
    if ranks & 0b1000000001111 == 0b1000000001111:
        return 3
    return -1


@kernel
def top_ranks(ranks, number):  # type: ignore[no-untyped-def]
    packed = 0
    for rank in range(12, -1, -1):
        if number > 0 and (ranks >> rank) & 1:
            packed = packed * 16 + rank
            number -= 1
    return packed


@kernel
def value(a, b, c, d, e, f, g):  # type: ignore[no-untyped-def]
    """Rank seven cards: the category times 16**5, plus the tiebreakers within it."""
    once = 0  # bit sets of the ranks that occur at least once, twice and so on
    twice = 0
    thrice = 0
    four = 0
    suits = 0  # the number of cards of each suit, in eight bits each
    for card in (a, b, c, d, e, f, g):
        bit = 1 << (card % 13)
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        suits += 1 << (8 * (card // 13))
    scale = 16**5
    for suit in range(4):
        if (suits >> (8 * suit)) & 255 >= 5:
            ranks = 0
            for card in (a, b, c, d, e, f, g):
                if card // 13 == suit:
                    ranks |= 1 << (card % 13)
            top = straight(ranks)
            if top == 12:
                return 9 * scale
            if top >= 0:
                return 8 * scale + top
            return 5 * scale + top_ranks(ranks, 5)
    if four:
        return 7 * scale + top_ranks(four, 1) * 16 + top_ranks(once & ~four, 1)
    if thrice:
        three = 1 << top_ranks(thrice, 1)
        if twice & ~three:
            return 6 * scale + top_ranks(three, 1) * 16 + top_ranks(twice & ~three, 1)
    top = straight(once)
    if top >= 0:
        return 4 * scale + top
    if thrice:
        return 3 * scale + top_ranks(thrice, 1) * 256 + top_ranks(once & ~thrice, 2)
    if twice:
        high = 1 << top_ranks(twice, 1)
        low = twice & ~high
        if low:
            low = 1 << top_ranks(low, 1)
            pairs = top_ranks(high, 1) * 256 + top_ranks(low, 1) * 16
            return 2 * scale + pairs + top_ranks(once & ~high & ~low, 1)
        return scale + top_ranks(high, 1) * 4096 + top_ranks(once & ~high, 3)
    return top_ranks(once, 5)


@kernel
def against_all(hole, board, dead, out):  # type: ignore[no-untyped-def]
    """Compute one River state by trying every dealer holding. Return the category of the player's hand."""
    used = np.zeros(52, np.bool_)
    for card in hole:
        used[card] = True
    for card in board:
        used[card] = True
    for card in dead:
        used[card] = True
    a, b, c, d, e = board
    mine = value(a, b, c, d, e, hole[0], hole[1])
    out[:] = 0
    for second in range(52):
        if used[second]:
            continue
        for first in range(second):
            if used[first]:
                continue
            theirs = value(a, b, c, d, e, first, second)
            bare = theirs < 16**5
            if mine > theirs:
                out[WON_BARE if bare else WON] += 1
            elif mine < theirs:
                out[LOST_BARE if bare else LOST] += 1
            else:
                out[TIED] += 1
    return mine // 16**5


@kernel
def play_value(counts, category, play, pays, scale):  # type: ignore[no-untyped-def]
    """Return ``scale`` times the value of a Play wager in Antes, summed over all dealer holdings."""
    blind = pays[category - 4] if category >= 4 else 0
    won = scale * (play + 1) + blind
    won_bare = scale * play + blind
    lost = -scale * (play + 2)
    lost_bare = -scale * (play + 1)
    return (
        won * counts[WON] + won_bare * counts[WON_BARE] + lost * counts[LOST] + lost_bare * counts[LOST_BARE]
    )


@kernel
def flop_by_trying(hole, flop, dead, pays, scale):  # type: ignore[no-untyped-def]
    """Compute check, 2x and 4x on a Flop, summed over every Turn, River and dealer holding.

    Also count the Rivers where the player bets and those that tie.
    """
    used = np.zeros(52, np.bool_)
    for card in hole:
        used[card] = True
    for card in flop:
        used[card] = True
    for card in dead:
        used[card] = True
    board = np.empty(5, np.int64)
    board[:3] = flop
    counts = np.empty(5, np.int64)
    total = np.zeros(5, np.int64)
    for river in range(52):
        if used[river]:
            continue
        for turn in range(river):
            if used[turn]:
                continue
            board[3], board[4] = turn, river
            category = against_all(hole, board, dead, counts)
            bet = play_value(counts, category, 1, pays, scale)
            fold = -2 * scale * counts.sum()
            total[0] += max(bet, fold)
            total[1] += play_value(counts, category, 2, pays, scale)
            total[2] += play_value(counts, category, 4, pays, scale)
            total[3] += bet > fold
            total[4] += bet == fold
    return total


@kernel
def rank_holdings(board, first, second, strength):  # type: ignore[no-untyped-def]
    """List all holdings that are possible with a board, with their values."""
    a, b, c, d, e = board
    found = 0
    for two in range(52):
        if two in (a, b, c, d, e):
            continue
        for one in range(two):
            if one in (a, b, c, d, e):
                continue
            first[found], second[found] = one, two
            strength[found] = value(a, b, c, d, e, one, two)
            found += 1


@kernel
def along_the_line(first, second, strength, counts):  # type: ignore[no-untyped-def]
    """Compute the River states of a board's holdings by counting from weak to strong."""
    order = np.argsort(strength)
    holdings = len(order)
    passed = np.zeros(52, np.int64)  # the number of weaker holdings with each card
    bare = np.zeros(52, np.int64)  # the number of weaker holdings without a pair
    bare_total = 0
    for h in range(holdings):
        if strength[h] < 16**5:
            bare[first[h]] += 1
            bare[second[h]] += 1
            bare_total += 1
    start = 0
    while start < holdings:
        stop = start
        while stop < holdings and strength[order[stop]] == strength[order[start]]:
            stop += 1
        for place in range(start, stop):
            h = order[place]
            counts[h, WON] = start - passed[first[h]] - passed[second[h]]
        for place in range(start, stop):
            h = order[place]
            passed[first[h]] += 1
            passed[second[h]] += 1
        for place in range(start, stop):
            h = order[place]
            is_bare = strength[h] < 16**5
            not_above = stop - passed[first[h]] - passed[second[h]] + 1
            without_pair = bare_total - bare[first[h]] - bare[second[h]] + (1 if is_bare else 0)
            won = counts[h, WON]
            counts[h, TIED] = not_above - won
            counts[h, WON_BARE] = won if is_bare else without_pair
            counts[h, LOST_BARE] = without_pair - not_above if is_bare else 0
            counts[h, WON] = won - counts[h, WON_BARE]
            counts[h, LOST] = 990 - not_above - counts[h, LOST_BARE]
        start = stop


class Names(NamedTuple):
    """Tables that describe how renaming suits changes cards, hole cards and Flops."""

    card: Any  # index: renaming, card
    hole: Any  # index: renaming, hole cards
    flop_class: Any  # Flop -> class
    flop_renaming: Any  # maps a Flop to the renaming that gives the first Flop of its class
    flop_size: Any  # maps a class to the number of its Flops
    flop_cards: Any  # maps a class to the cards of its first Flop
    hole_class: Any  # maps a class and hole cards to the first equivalent hole cards, or -1 if impossible
    hole_size: Any  # maps a class and hole cards to the number of equivalent hole cards


def hole_place(one: int, two: int) -> int:
    return max(one, two) * (max(one, two) - 1) // 2 + min(one, two)


def flop_place(cards: tuple[int, ...]) -> int:
    low, middle, high = sorted(cards)
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


def names() -> Names:
    card = np.array([[to[c // 13] * 13 + c % 13 for c in range(52)] for to in permutations(range(4))])
    holes = sorted(combinations(range(52), 2), key=lambda cards: hole_place(*cards))
    pairs = np.array(holes)
    high = np.maximum(card[:, pairs[:, 0]], card[:, pairs[:, 1]])
    low = np.minimum(card[:, pairs[:, 0]], card[:, pairs[:, 1]])
    hole = high * (high - 1) // 2 + low
    flop_class = np.full(22_100, -1)
    flop_renaming = np.zeros(22_100, np.int64)
    cards: list[Any] = []
    sizes, hole_class, hole_size = [], [], []
    for flop in sorted(combinations(range(52), 3), key=flop_place):
        if flop_class[flop_place(flop)] >= 0:
            continue
        reached: dict[int, int] = {}
        keeps = []
        for renaming in range(24):
            place = flop_place(tuple(card[renaming, list(flop)]))
            if place == flop_place(flop):
                keeps.append(renaming)
            back = next(r for r in range(24) if (card[r, card[renaming]] == np.arange(52)).all())
            reached.setdefault(place, back)
        for place, back in reached.items():
            flop_class[place], flop_renaming[place] = len(cards), back
        images = hole[keeps]
        first = images.min(axis=0)
        possible = ~np.isin(pairs, flop).any(axis=1)
        hole_class.append(np.where(possible, first, -1))
        size = np.array([len(set(images[:, h])) for h in range(HOLES)])
        hole_size.append(np.where(possible, size, 0))
        cards.append(flop)
        sizes.append(len(reached))
    return Names(
        card, np.ascontiguousarray(hole), flop_class, flop_renaming,
        np.array(sizes), np.array(cards), np.array(hole_class), np.array(hole_size),
    )  # fmt: skip


@kernel
def find_boards(card, boards, weights):  # type: ignore[no-untyped-def]
    """Fill in the first board of every class and the number of boards in the class."""
    found = 0
    other = np.empty(5, np.int64)
    board = np.empty(5, np.int64)
    for e in range(52):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        board[0], board[1], board[2], board[3], board[4] = a, b, c, d, e
                        same, is_first = 0, True
                        for renaming in range(24):
                            for k in range(5):
                                moved = card[renaming, board[k]]
                                place = k
                                while place and other[place - 1] > moved:
                                    other[place] = other[place - 1]
                                    place -= 1
                                other[place] = moved
                            order = 0
                            for k in range(4, -1, -1):
                                if other[k] != board[k]:
                                    order = -1 if other[k] < board[k] else 1
                                    break
                            if order == 0:
                                same += 1
                            elif order < 0:
                                is_first = False
                                break
                        if is_first:
                            boards[found] = board
                            weights[found] = 24 // same
                            found += 1
    return found


CHECK, PLAY_2, PLAY_4, BETS, TIES = range(5)


@kernel
def add_to_cells(boards, weights, names, pays, scale, cells):  # type: ignore[no-untyped-def]
    """Add the River states of some boards to cells[Flop class, hole cards, column]."""
    first = np.empty(1081, np.int64)
    second = np.empty(1081, np.int64)
    strength = np.empty(1081, np.int64)
    counts = np.empty((1081, 5), np.int64)
    figures = np.empty((1081, 5), np.int64)
    for n in range(len(boards)):
        board = boards[n]
        rank_holdings(board, first, second, strength)
        along_the_line(first, second, strength, counts)
        for h in range(1081):
            category = strength[h] // 16**5
            bet = play_value(counts[h], category, 1, pays, scale)
            fold = -2 * scale * 990
            figures[h, CHECK] = max(bet, fold)
            figures[h, PLAY_2] = play_value(counts[h], category, 2, pays, scale)
            figures[h, PLAY_4] = play_value(counts[h], category, 4, pays, scale)
            figures[h, BETS] = bet > fold
            figures[h, TIES] = bet == fold
        for i in range(5):
            for j in range(i):
                for k in range(j):
                    x, y, z = board[i], board[j], board[k]
                    flop = x * (x - 1) * (x - 2) // 6 + y * (y - 1) // 2 + z
                    row = cells[names.flop_class[flop]]
                    to = names.hole[names.flop_renaming[flop]]
                    for h in range(1081):
                        cell = row[to[second[h] * (second[h] - 1) // 2 + first[h]]]
                        for figure in range(5):
                            cell[figure] += weights[n] * figures[h, figure]


@kernel
def add_results(boards, weights, names, decisions, pays, scale, results):  # type: ignore[no-untyped-def]
    """Count the River states of some boards by the player's earlier decision.

    decisions[Flop class, hole cards] is 4, 2 or 1 (checked so far). `results` is indexed [Play, category,
    column], where Play 0 is a fold.
    """
    first = np.empty(1081, np.int64)
    second = np.empty(1081, np.int64)
    strength = np.empty(1081, np.int64)
    counts = np.empty((1081, 5), np.int64)
    for n in range(len(boards)):
        board = boards[n]
        rank_holdings(board, first, second, strength)
        along_the_line(first, second, strength, counts)
        for i in range(5):
            for j in range(i):
                for k in range(j):
                    x, y, z = board[i], board[j], board[k]
                    flop = x * (x - 1) * (x - 2) // 6 + y * (y - 1) // 2 + z
                    row = decisions[names.flop_class[flop]]
                    to = names.hole[names.flop_renaming[flop]]
                    for h in range(1081):
                        category = strength[h] // 16**5
                        play = row[to[second[h] * (second[h] - 1) // 2 + first[h]]]
                        if play == 1:
                            bet = play_value(counts[h], category, 1, pays, scale)
                            play = 1 if bet > -2 * scale * 990 else 0
                        for column in range(5):
                            results[play, category, column] += weights[n] * counts[h, column]


def in_parts(
    work: Callable[[Any, Any, Any], None], boards: Any, weights: Any, shape: tuple[int, ...], progress: Any
) -> Any:
    """Run ``work`` on all boards in several workers and add up the results."""
    totals = [np.zeros(shape, np.int64) for _ in range(WORKERS)]
    parts = np.array_split(np.arange(len(boards)), 50)
    done = iter(range(1, 51))

    def run(worker: int) -> None:
        for part in parts[worker::WORKERS]:
            work(boards[part], weights[part], totals[worker])
            progress(next(done) / 50)

    with ThreadPoolExecutor(WORKERS) as crew:
        list(crew.map(run, range(WORKERS)))
    return sum(totals[1:], totals[0])
