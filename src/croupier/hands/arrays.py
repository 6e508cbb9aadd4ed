"""Compute hand strengths over NumPy arrays with compiled code (extra ``maths``).

A card is its number in deck order, suit * 13 + rank. As in :mod:`croupier.hands.poker`, each card has a code,
and the codes of a hand are added. The sum is a direct index into a table, and no search is needed:

    bits  0-16   counts of the seven low ranks (deuce to eight) as digits to base five
    bits 17-30   counts of the six high ranks (nine to ace) as digits to base five
    bits 32-47   cards of each suit, four bits per suit. SUIT_START adds 3 to each counter, so that the fifth
                 card of a suit sets the top bit

If k cards are high, size - k cards are low. The low parts with the same number of cards are numbered from 0
(``low``). Every high part has its own section of the strength table, with one entry for each matching low
part (``high``). The lookup ``strength[high[high part] + low[low part]]`` therefore leaves no gaps. The table
has 6,175, 18,395 and 49,205 entries for five, six and seven cards, derived from the declared rows. The 13
bits of a suit are the index of a flush.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.errors import BadInput
from croupier.hands.compiled import kernel
from croupier.hands.poker import FIVE, FIVE_ROWS, five_strength

Ints = npt.NDArray[Any]
Int = Any  # a machine integer inside a kernel

HIGH_SHIFT = 17
SUIT_SHIFT = 32
LOW_BITS = (1 << HIGH_SHIFT) - 1
HIGH_BITS = (1 << 14) - 1
SUIT_START = 0x3333 << SUIT_SHIFT
FIVE_SUITED = 0x8888 << SUIT_SHIFT
NO_CARD = 1 << 56
LOW_RANKS, HIGH_RANKS = 7, 6

# The masks with which a kernel counts the bits of a word in parallel.
ONE, TWO, FOUR, SIX_BITS = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(63)
FIVES, THREES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
FIFTEENS, ONES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)

# The hand categories, worst first, as in the order of strengths.
CATEGORIES = tuple(row.category for row in reversed(FIVE_ROWS))

SMALL_BATCH = 4096  # below this number of hands, a second thread is not worthwhile


class RankTables(NamedTuple):
    """The tables that a kernel needs to rank hands. ``high[n - 5]`` is for hands with n cards."""

    code: Ints  # int64[256], NO_CARD from 52 on
    low: Ints  # uint16[5**7]
    high: Ints  # int32[3, 5**6]
    strength: Ints  # int16[6175 + 18395 + 49205]
    flush: Ints  # int16[8192]
    floor: Ints  # int16[10]: the lowest strength in each of CATEGORIES


# --- building blocks for kernels


@kernel
def rank_strength(tables: RankTables, size: Int, codes: Int) -> Int:
    """Return the strength by rank counts only. It is correct unless five cards are of one suit."""
    high = tables.high[size - 5, (codes >> HIGH_SHIFT) & HIGH_BITS]
    return tables.strength[high + tables.low[codes & LOW_BITS]]


@kernel
def flush_strength(tables: RankTables, codes: Int, card_bits: Int) -> Int:
    """Return the strength of a flush.

    ``card_bits`` has a bit for each card. A suit of ``codes`` must have five or more cards.
    """
    suited = (codes + SUIT_START) & FIVE_SUITED
    for suit in range(4):
        if suited >> (SUIT_SHIFT + 4 * suit) & 15:
            return tables.flush[(card_bits >> 13 * suit) & 8191]
    return -1


@kernel
def strength_of(tables: RankTables, size: Int, codes: Int, card_bits: Int) -> Int:
    """Return the strength of a hand from the sum of its codes and its card bits."""
    if (codes + SUIT_START) & FIVE_SUITED:
        return flush_strength(tables, codes, card_bits)
    return rank_strength(tables, size, codes)


@kernel
def eval5(t: RankTables, a: Int, b: Int, c: Int, d: Int, e: Int) -> Int:
    codes = t.code[a] + t.code[b] + t.code[c] + t.code[d] + t.code[e]
    return strength_of(t, 5, codes, 1 << a | 1 << b | 1 << c | 1 << d | 1 << e)


@kernel
def eval6(t: RankTables, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) -> Int:
    codes = t.code[a] + t.code[b] + t.code[c] + t.code[d] + t.code[e] + t.code[f]
    return strength_of(t, 6, codes, 1 << a | 1 << b | 1 << c | 1 << d | 1 << e | 1 << f)


@kernel
def eval7(t: RankTables, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int) -> Int:
    codes = t.code[a] + t.code[b] + t.code[c] + t.code[d] + t.code[e] + t.code[f] + t.code[g]
    return strength_of(t, 7, codes, 1 << a | 1 << b | 1 << c | 1 << d | 1 << e | 1 << f | 1 << g)


# --- whole arrays


def evaluate(hands: npt.ArrayLike) -> Ints:
    """Return the strengths (int16) of n hands of five, six or seven cards.

    ``hands`` is an array of card numbers with the shape (n, 5), (n, 6) or (n, 7). Eight-bit integers are
    fastest. The strengths are the same as those of :func:`croupier.hands.poker_strength`. The work is split
    among all cores.
    """
    cards = np.asarray(hands)
    if cards.ndim != 2 or cards.shape[1] not in (5, 6, 7) or cards.dtype.kind not in "iu":
        raise BadInput(
            f"hands must be an array of whole numbers with the shape (n, 5), (n, 6) or (n, 7), "
            f"not {cards.dtype} with the shape {cards.shape}"
        )
    strengths = np.empty(len(cards), np.int16)
    table, kernel_of_size = tables(), _evaluators[cards.shape[1]]

    def part(start: int, stop: int) -> int:
        wrong = kernel_of_size(table, _bytes(cards[start:stop]), strengths[start:stop])
        return wrong if wrong < 0 else start + wrong

    for wrong in _spread(part, len(cards), SMALL_BATCH):
        if wrong >= 0:
            raise BadInput(
                f"hand {wrong} is {cards[wrong].tolist()}: a hand needs different card numbers from 0 to 51"
            )
    return strengths


def _bytes(cards: Ints) -> Ints:
    """Convert to unsigned bytes. Values that do not fit, including negative values, become 255 (no card)."""
    native = np.ascontiguousarray(cards, cards.dtype.newbyteorder("="))
    unsigned = native.view(f"u{native.itemsize}")
    return unsigned if native.itemsize == 1 else np.minimum(unsigned, 255).astype(np.uint8)


def category_of_strength(strengths: npt.ArrayLike) -> Ints:
    """Return indexes into CATEGORIES, from 0 for a high card to 9 for a royal flush."""
    return np.searchsorted(tables().floor, strengths, side="right") - 1


def strength_counts(size: int) -> Ints:
    """Count the hands of five, six or seven cards by strength (int64[7462])."""
    if size not in (5, 6, 7):
        raise BadInput(f"only hands of five, six or seven cards can be counted, not hands of {size}")
    table = tables()
    firsts = np.array(list(combinations(range(52), 2)), np.int64)

    def part(start: int, stop: int) -> Ints:
        counts = np.zeros(len(FIVE.rungs), np.int64)
        _count(table, size, firsts[start:stop], counts)
        return counts

    return np.sum(_spread(part, len(firsts), 1), axis=0)


def category_counts(size: int) -> dict[str, int]:
    """Return the number of hands of ``size`` cards in each category, best first."""
    counts = np.add.reduceat(strength_counts(size), tables().floor)
    return {category: int(count) for category, count in reversed(list(zip(CATEGORIES, counts, strict=True)))}


def _evaluator(size: int) -> Callable[..., int]:
    # Each size has its own function, so that the compiler unrolls the loop over a hand's cards.
    @kernel
    def evaluate_rows(tables: RankTables, hands: Ints, strengths: Ints) -> int:
        """Fill ``strengths``, and return the index of the first invalid hand, or -1."""
        for row in range(len(strengths)):
            codes = np.int64(0)
            card_bits = np.uint64(0)
            for place in range(size):
                card = hands[row, place]
                codes += tables.code[card]
                card_bits |= ONE << (np.uint64(card) & SIX_BITS)
            if _count_bits(card_bits) != size or codes >= NO_CARD:
                return row
            strengths[row] = strength_of(tables, size, codes, np.int64(card_bits))
        return -1

    return evaluate_rows


_evaluators = {size: _evaluator(size) for size in (5, 6, 7)}


@kernel
def _count_bits(card_bits: Int) -> Int:
    pairs = card_bits - (card_bits >> ONE & FIVES)
    fours = (pairs & THREES) + (pairs >> TWO & THREES)
    eights = (fours + (fours >> FOUR)) & FIFTEENS
    return np.int64(eights * ONES >> np.uint64(56))


@kernel
def _count(tables: RankTables, size: int, firsts: Ints, counts: Ints) -> None:
    """Count every hand whose two lowest cards are in ``firsts``."""
    code = tables.code
    for pair in range(len(firsts)):
        a, b = firsts[pair]
        codes2, held2 = code[a] + code[b], 1 << a | 1 << b
        for c in range(b + 1, 52):
            codes3, held3 = codes2 + code[c], held2 | 1 << c
            for d in range(c + 1, 52):
                codes4, held4 = codes3 + code[d], held3 | 1 << d
                for e in range(d + 1, 52):
                    codes5, held5 = codes4 + code[e], held4 | 1 << e
                    if size == 5:
                        counts[strength_of(tables, 5, codes5, held5)] += 1
                        continue
                    for f in range(e + 1, 52):
                        codes6, held6 = codes5 + code[f], held5 | 1 << f
                        if size == 6:
                            counts[strength_of(tables, 6, codes6, held6)] += 1
                            continue
                        for g in range(f + 1, 52):
                            counts[strength_of(tables, 7, codes6 + code[g], held6 | 1 << g)] += 1


# --- the tables


@cache
def tables() -> RankTables:
    code = np.full(256, NO_CARD, np.int64)
    for card in range(52):
        suit, rank = divmod(card, 13)
        code[card] = _rank_code(rank) + (1 << (SUIT_SHIFT + 4 * suit))

    low_cards, high_cards = _digit_sums(LOW_RANKS), _digit_sums(HIGH_RANKS)
    low = np.zeros(5**LOW_RANKS, np.uint16)
    lows = [np.flatnonzero(low_cards == number) for number in range(8)]
    highs = [np.flatnonzero(high_cards == number) for number in range(8)]
    for parts in lows:
        low[parts] = np.arange(len(parts))
    high = np.zeros((3, 5**HIGH_RANKS), np.int32)
    sums: dict[int, Ints] = {}  # every sum of rank codes, in the order of the table
    start = 0
    for size in (5, 6, 7):
        found = []
        for number in range(size + 1):
            stretch = len(lows[size - number])
            high[size - 5, highs[number]] = start + stretch * np.arange(len(highs[number]))
            start += stretch * len(highs[number])
            found.append(((highs[number][:, None] << HIGH_SHIFT) + lows[size - number]).ravel())
        sums[size] = np.concatenate(found)

    strength = np.empty(start, np.int16)
    fives = [five_strength(_ranks(codes), suited=False) for codes in sums[5].tolist()]
    strength[: len(fives)] = fives
    done = len(fives)
    for size in (6, 7):
        # Five cards never use all six or seven, so drop each card in turn and keep the best of the rest.
        best = np.full(len(sums[size]), -1, np.int16)
        for rank in range(13):
            holds = np.flatnonzero(_digit(sums[size], rank))
            less = sums[size][holds] - _rank_code(rank)
            place = high[size - 6, less >> HIGH_SHIFT] + low[less & LOW_BITS]
            best[holds] = np.maximum(best[holds], strength[place])
        strength[done : done + len(best)] = best
        done += len(best)

    flush = np.full(8192, -1, np.int16)
    for size in (5, 6, 7):
        for ranks in combinations(range(13), size):
            rank_bits = sum(1 << rank for rank in ranks)
            if size == 5:
                flush[rank_bits] = five_strength(ranks, suited=True)
            else:
                flush[rank_bits] = max(flush[rank_bits - (1 << rank)] for rank in ranks)
    floor = np.array([FIVE.categories.index(category) for category in CATEGORIES], np.int16)
    return RankTables(code, low, high, strength, flush, floor)


def _rank_code(rank: int) -> int:
    return 5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << HIGH_SHIFT


def _digit(codes: Any, rank: int) -> Any:
    """Return the number of cards of a rank in a sum of codes."""
    if rank < LOW_RANKS:
        return (codes & LOW_BITS) // 5**rank % 5
    return (codes >> HIGH_SHIFT) // 5 ** (rank - LOW_RANKS) % 5


def _ranks(codes: int) -> list[int]:
    return [rank for rank in range(13) for _ in range(_digit(codes, rank))]


def _digit_sums(digits: int) -> Ints:
    numbers = np.arange(5**digits)
    return sum(numbers // 5**place % 5 for place in range(digits))


# --- all cores


@cache
def _crew(process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=_cores(), thread_name_prefix="hands")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _spread(work: Callable[[int, int], Any], size: int, small: int) -> list[Any]:
    """Split ``range(size)`` into pieces and run ``work(start, stop)`` for each piece, on all cores.

    Kernels release the GIL. This module has its own thread pool, because the compiler's pool does not allow
    calls from two threads at once. Each process has its own pool, because threads do not survive a fork.
    """
    pieces = max(1, min(size // small, 8 * _cores()))
    if pieces == 1:
        return [work(0, size)]
    bounds = [size * piece // pieces for piece in range(pieces + 1)]
    return list(_crew(os.getpid()).map(work, bounds[:-1], bounds[1:]))
