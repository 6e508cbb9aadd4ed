"""Count all trails by going through every Flop and every way to complete the board.

A *trail* is a starting hand with the visible features of its Flop and of its River. The enumeration covers
1,286,792 combinations of starting hand and Flop, each with 1,081 ways to deal the Turn and River. It does
not use the cells of ``flop``. The endings under a rule list can therefore be counted by two independent
methods: with trails, and with ``plan.count_endings``.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.hands.arrays import Int
from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.classes import RANK_BOARDS, RANK_PAIRS, Classes, board_row, classes, rank_board_place
from croupier.maths.uth.distribution import RESULTS
from croupier.maths.uth.features import flop_features, river_features
from croupier.maths.uth.flop import sum_raise
from croupier.maths.uth.questions import CATEGORIES
from croupier.maths.uth.river import FOLD, RiverStates, all_states
from croupier.maths.uth.rules import AS_PRINTED
from croupier.maths.uth.spots import HANDS, Group, groups, starting_hands
from croupier.maths.uth.sums import sums
from croupier.maths.uth.trails import (
    COUNTED,
    HIGHER,
    LOWER,
    MOST_OUTS,
    NO_PAIR,
    STORED,
    Numbers,
    flop_number,
    river_number,
)

RIVERS = len(CATEGORIES) * 3 * 2 * MOST_OUTS  # number of possible feature codes of a River
# Column 0 counts boards. Columns 1 to 4 count dealer holdings for each of RESULTS except ties.
BOARDS, FOUR = 0, slice(1, 5)
NOT_TURNING, NO_FLOP = -1, -1


class RiverState(NamedTuple):
    """Feature codes of all River states, bundled as a single kernel argument."""

    suit: NDArray[np.int16]  # feature code, indexed by [board, holding]
    ranks: NDArray[np.int16]  # feature code, indexed by [rank board, rank pair]
    # index among the states whose decision a Blind may change, or NOT_TURNING, by [rank board, rank pair]
    turning: NDArray[np.int16]


class HandTrails(NamedTuple):
    """The trails of one starting hand. Its kinds of Flop are numbered from 0."""

    flop: Numbers  # feature code of each kind of Flop
    gain: Numbers
    past: Numbers  # kind of Flop of each trail
    river: Numbers
    counts: Numbers  # counts, indexed by [trail, column]
    turning: Numbers  # rows of (kind of Flop, state, number of ways)


@kernel
def _count_boards(
    hole: NDArray[np.int64],
    flop: NDArray[np.int64],
    weight: Int,
    table: Classes,
    states: RiverStates,
    river_numbers: RiverState,
    gain: NDArray[np.int64],
    counts: NDArray[np.int64],
    turning: NDArray[np.int64],
) -> None:
    """Add every Turn and River after one Flop to the counts of the Flop's kind."""
    board = np.empty(5, np.int64)
    ranks = np.empty(5, np.int32)
    pair = table.pair[hole[0] % 13, hole[1] % 13]
    gone = np.int64(1) << hole[0] | np.int64(1) << hole[1]
    suits = np.zeros(4, np.int64)  # number of board cards of each suit
    for k in range(3):
        board[k] = flop[k]
        suits[flop[k] // 13] += 1
        gone |= np.int64(1) << flop[k]
    for e in range(52):
        if gone >> e & 1:
            continue
        board[4] = e
        suits[e // 13] += 1
        for d in range(e):
            if gone >> d & 1:
                continue
            board[3] = d
            suits[d // 13] += 1
            suit = suits.argmax()
            flushing = suits[suit] >= 3
            suits[d // 13] -= 1
            if flushing:
                first = hole[0] % 13 + (0 if hole[0] // 13 == suit else 13)
                second = hole[1] % 13 + (0 if hole[1] // 13 == suit else 13)
                holding = table.kinds_holding[first, second]
                row = board_row(board, suit, table)
                of_state, number = states.flush[row, holding], river_numbers.suit[row, holding]
            else:
                for k in range(5):
                    ranks[k] = board[k] % 13
                place = rank_board_place(ranks, table.choose)
                of_state, number = states.ranks[place, pair], river_numbers.ranks[place, pair]
                if river_numbers.turning[place, pair] >= 0:
                    turning[river_numbers.turning[place, pair]] += weight
            gain[0] += weight * (max(sum_raise(of_state, 1), FOLD) - sum_raise(of_state, 2))
            counts[number, 0] += weight
            for result in range(4):
                counts[number, 1 + result] += weight * of_state[result]
        suits[e // 13] -= 1


@kernel
def _count_flops(
    hole: NDArray[np.int64],
    flops: NDArray[np.int64],
    weight: NDArray[np.int64],
    kind: NDArray[np.int64],
    table: Classes,
    states: RiverStates,
    river_numbers: RiverState,
    gain: NDArray[np.int64],
    counts: NDArray[np.int64],
    turning: NDArray[np.int64],
) -> None:
    for f in range(weight.size):
        if weight[f]:
            k = kind[f]
            _count_boards(
                hole,
                flops[f],
                weight[f],
                table,
                states,
                river_numbers,
                gain[k : k + 1],
                counts[k],
                turning[k],
            )


def number_states() -> RiverState:
    table, (by_suit, by_ranks) = classes(), river_features()
    high = table.pair_ranks.max(axis=1).astype(np.int64) + 2
    turning = np.full((RANK_BOARDS, RANK_PAIRS), NOT_TURNING, np.int16)
    states = sums().turning.place
    assert (states >= 0).all(), (
        "under the printed rules, no paytable may change the decision in a state with a flush suit"
    )
    turning.flat[states] = np.arange(len(states))

    def numbers(features: dict[str, NDArray[np.int8]], high: Numbers) -> NDArray[np.int16]:
        wide = {name: each.astype(np.int64) for name, each in features.items()}
        which = _which(wide["pair"], high[None, :])
        return river_number(wide["made"], which, wide["improves"], wide["outs"]).astype(np.int16)

    return RiverState(numbers(by_suit, high[table.holding_pair]), numbers(by_ranks, high), turning)


def _which(pair: Numbers, high: Numbers) -> Numbers:
    return np.where(pair == 0, NO_PAIR, np.where(pair == high, HIGHER, LOWER))


def kinds_of_flops(hand: int, flops: Numbers) -> Numbers:
    """Return the feature code of one starting hand on each of these Flops."""
    high = max(card % 13 + 2 for card in starting_hands()[hand].cards)
    a, b, c = np.sort(flops, axis=1).T
    places = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
    features = {name: each[hand, places].astype(np.int64) for name, each in flop_features().items()}
    which = _which(features["pair"], np.full(len(places), high))
    return flop_number(
        features["made"], which, features["flush_cards"], (features["flush_high"] == high).astype(np.int64)
    )


def count_hands(hands: Collection[int]) -> dict[int, HandTrails]:
    """Count the trails of these starting hands."""
    river_numbers = number_states()
    all_states(AS_PRINTED.qualifier)  # Fill this cache on all threads before splitting the work among them.
    flop_features()
    places = [(group, place) for group in groups() for place, hand in enumerate(group.hands) if hand in hands]

    def work(start: int, stop: int) -> list[tuple[int, HandTrails]]:
        return [
            (int(group.hands[place]), _count_hand(group, place, river_numbers))
            for group, place in places[start:stop]
        ]

    return dict(chain.from_iterable(spread(work, len(places), pieces=len(places))))


def _count_hand(group: Group, place: int, river_numbers: RiverState) -> HandTrails:
    hand, weight = int(group.hands[place]), group.weight[place]
    numbers = np.where(weight > 0, kinds_of_flops(hand, group.flops), NO_FLOP)
    kinds, kind = np.unique(numbers, return_inverse=True)
    gain = np.zeros(len(kinds), np.int64)
    counts = np.zeros((len(kinds), RIVERS, 5), np.int64)
    turning = np.zeros((len(kinds), len(sums().turning.place)), np.int64)
    hole = np.array(starting_hands()[hand].cards)
    states = all_states(AS_PRINTED.qualifier)
    _count_flops(hole, group.flops, weight, kind, classes(), states, river_numbers, gain, counts, turning)
    some = kinds != NO_FLOP
    past, river = np.nonzero(counts[some, :, BOARDS])
    at, state = np.nonzero(turning[some])
    lines = np.stack([at, state, turning[some][at, state]], axis=1)
    return HandTrails(kinds[some], gain[some], past, river, counts[some][past, river], lines)


def arrays() -> dict[str, dict[str, NDArray[Any]]]:
    """Compute the arrays of each stored file, by file name."""
    columns: dict[str, list[NDArray[Any]]] = {}

    def add(**values: NDArray[Any]) -> None:
        for name, each in values.items():
            columns.setdefault(name, []).append(each)

    kinds = 0
    found = count_hands(range(HANDS))
    for hand, each in sorted(found.items()):
        flop, state, ways = each.turning.T
        add(
            hand=np.full(len(each.flop), hand, np.int16),
            flop=each.flop.astype(np.int16),
            gain=each.gain,
            length=np.bincount(each.past, minlength=len(each.flop)).astype(np.int16),
            river=each.river.astype(np.int16),
            boards=each.counts[:, BOARDS].astype(np.int32),
            turning_flop=(kinds + flop).astype(np.int16),
            turning_state=state.astype(np.int16),
            turning_ways=ways.astype(np.int32),
            **dict(zip(RESULTS, each.counts[:, FOUR].T, strict=False)),
        )
        kinds += len(each.flop)
    whole = {name: np.concatenate(parts) for name, parts in columns.items()}
    files = {
        file: {result: whole.pop(result) for result in RESULTS[:-1] if result.startswith(name)}
        for name, file in COUNTED.items()
    }
    return {STORED: whole, **files}
