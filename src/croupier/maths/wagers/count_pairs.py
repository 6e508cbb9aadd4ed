"""Count deals by the hands of two players, enumerated jointly. ``pairs`` loads the stored results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.hands import three_card
from croupier.hands.arrays import evaluate
from croupier.maths.engine.kernel import kernel
from croupier.maths.uth.classes import HOLDINGS, Classes, classes
from croupier.maths.uth.river import Scratch, flush_board, scratch
from croupier.maths.uth.strength import STRAIGHT_FLUSH, Strengths, strengths
from croupier.maths.wagers.bad_beat import flush_boards
from croupier.maths.wagers.frequencies import Titles, strength_titles
from croupier.maths.wagers.pairs import Pairs

WINDOWS = tuple((12, *range(4)) if low < 0 else tuple(range(low, low + 5)) for low in range(-1, 9))


def count_five(own: int) -> Pairs:
    """Count five-card hands next to another player's straight flush or royal flush.

    Each player has ``own`` cards and shares the others: two hole cards and the Flop, or three cards and two
    community cards. Suits are equivalent, so the counts of one suit are multiplied by four.
    """
    counts: Counter[tuple[Titles, Titles]] = Counter()
    for window in WINDOWS:
        made = strength_titles(int(evaluate(np.array([window]))[0]))
        rest = np.array([card for card in range(52) if card not in window])
        mine = rest[np.array(list(combinations(range(47), own)))]
        for own_cards in combinations(window, own):
            shared = np.array([card for card in window if card not in own_cards])
            hands = np.concatenate([np.broadcast_to(shared, (len(mine), 5 - own)), mine], axis=1)
            for strength, count in zip(*np.unique(evaluate(hands), return_counts=True), strict=True):
                counts[strength_titles(int(strength)), made] += 4 * int(count)
    shared_cards = 5 - own
    total = comb(52, shared_cards) * comb(52 - shared_cards, own) * comb(47, own)
    return Pairs(dict(counts), total)


def count_three() -> Pairs:
    """Count three-card hands (no shared cards) next to another player's suited ace, king and queen."""
    counts: Counter[tuple[Titles, Titles]] = Counter()
    for suit in "cdhs":
        mini_royal = tuple(card for card in STANDARD.order if card[0] in "AKQ" and card[1] == suit)
        made = three_card(mini_royal).titles
        rest = [card for card in STANDARD.order if card not in mini_royal]
        for hand in combinations(rest, 3):
            counts[three_card(hand).titles, made] += 1
    return Pairs(dict(counts), comb(52, 3) * comb(49, 3))


@kernel
def _beside(
    table: Classes,
    strong: Strengths,
    ways: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count the bettor's hands by strength, next to another player's straight flush or royal flush.

    The counts cover every board with a flush suit.
    """
    room = scratch(strong)
    states = np.empty((HOLDINGS, 4), np.int16)
    category = np.empty(HOLDINGS, np.int8)
    for board in range(ways.size):
        flush_board(board, table, strong, room, states, category)
        for o in range(HOLDINGS):
            if category[o] >= STRAIGHT_FLUSH:
                one, two = table.holding_kinds[o, 0], table.holding_kinds[o, 1]
                times = ways[board] * _take(room, one, two)
                for h in range(HOLDINGS):
                    if room.strength[h]:
                        a, b = table.holding_kinds[h, 0], table.holding_kinds[h, 1]
                        left = np.int64(room.free[a])
                        mine = left * room.free[b] if a != b else left * (left - 1) // 2
                        counts[room.strength[h], category[o] - STRAIGHT_FLUSH] += times * mine
                room.free[one] += 1
                room.free[two] += 1


@kernel
def _take(room: Scratch, one: int, two: int) -> int:
    """Remove two cards of these kinds from the unseen cards, and return the number of ways to do so."""
    free = np.int64(room.free[one])
    ways = free * room.free[two] if one != two else free * (free - 1) // 2
    room.free[one] -= 1
    room.free[two] -= 1
    return int(ways)


def count_seven() -> Pairs:
    """Count seven-card hands next to another player's straight flush or royal flush, on a shared board."""
    strong = strengths()
    counts = np.zeros((strong.category.size, 2), np.int64)
    _beside(classes(), strong, flush_boards(classes())[0], counts)
    made = (frozenset({"straight_flush"}), frozenset({"royal_flush"}))
    found: Counter[tuple[Titles, Titles]] = Counter()
    for strength, kind in zip(*np.nonzero(counts), strict=True):
        found[strength_titles(int(strength) - 1), _straight_flush(made[kind])] += int(counts[strength, kind])
    return Pairs(dict(found), comb(52, 5) * comb(47, 2) * comb(45, 2))


def _straight_flush(name: Titles) -> Titles:
    """Return all titles of the weakest hand that has the given title."""
    every = (strength_titles(strength) for strength in range(strengths().category.size - 1))
    return next(titles for titles in every if name <= titles)


def count_all() -> Iterator[tuple[str, Pairs]]:
    yield "flop", count_five(2)
    yield "ride", count_five(3)
    yield "three", count_three()
    yield "seven", count_seven()
