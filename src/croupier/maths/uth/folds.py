"""Count the hands, boards and hole cards that best play folds.

The counts price bonus wagers that may lose when the player folds (X-04 R2). As in ``distribution``, the
number of deals that are checked until the River is carried to every River state. In each state, folds are
counted by the strength of the player's hand, by the strength of the board and by the beaten hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD
from croupier.hands import hole_pair_titles
from croupier.hands.arrays import CATEGORIES, HIGH_BITS, HIGH_SHIFT, LOW_BITS, evaluate, tables
from croupier.maths.engine.kernel import Progress, kernel, spread
from croupier.maths.uth.classes import (
    BOARDS,
    BOARDS_3,
    BOARDS_4,
    BOTH_OTHER,
    HOLDINGS,
    RANK_BOARDS,
    RANK_PAIRS,
    RANKS,
    Classes,
    classes,
)
from croupier.maths.uth.distribution import CHECKED, answer, gather, weigh_cells
from croupier.maths.uth.origins import Origins, origins
from croupier.maths.uth.pricing import PricedCells, flop_gains, play_all, price
from croupier.maths.uth.river import (
    DEALER_HOLDINGS,
    LOST,
    LOST_UNQUALIFIED,
    NO_STATE,
    Scratch,
    flush_board,
    rank_board,
    scratch,
)
from croupier.maths.uth.spots import SpotTable, groups, starting_hands
from croupier.maths.uth.strength import Strengths, strengths
from croupier.maths.uth.sums import Sums
from croupier.maths.wagers.frequencies import Frequencies, Titles, strength_titles

# number of combinations of the player's cards, the Flop, and the Turn and River
ROUNDS = 1326 * 19_600 * 1_081
COMPLETIONS = 1_081


class FoldCounts(NamedTuple):
    """Counts of folded deals, bundled as a single kernel argument."""

    hands: NDArray[np.int64]  # folded deals by strength of the player's hand
    boards: NDArray[np.int64]  # folded deals by strength of the board without hole cards
    player: NDArray[np.int64]  # folded deals that the dealer would have won, by category of the player's hand
    dealer: NDArray[np.int64]  # folded deals that the player would have won, by category of the dealer's hand


@kernel
def _fold(
    weight: int,
    h: int,
    first: int,
    board: int,
    counts: NDArray[np.int16],
    category: int,
    room: Scratch,
    table: Classes,
    strong: Strengths,
    out: FoldCounts,
) -> None:
    """Add one folded River state to the counts. ``first`` is the index of the board's first holding."""
    mine = room.strength[first + h]
    out.hands[mine] += weight
    out.boards[board] += weight
    out.player[category] += weight * (np.int64(counts[LOST]) + counts[LOST_UNQUALIFIED])
    one, two = table.holding_kinds[first + h, 0], table.holding_kinds[first + h, 1]
    room.free[one] -= 1
    room.free[two] -= 1
    for other in range(first, table.holding_kinds.shape[0]):
        theirs = room.strength[other]
        if 0 < theirs < mine:
            a, b = table.holding_kinds[other, 0], table.holding_kinds[other, 1]
            left = room.free[a]
            ways = left * room.free[b] if a != b else left * (left - 1) // 2
            out.dealer[strong.category[theirs]] += weight * ways
    room.free[one] += 1
    room.free[two] += 1


@kernel
def _fold_rivers(
    suits: NDArray[np.int32],
    ranks: NDArray[np.int32],
    board_strength: NDArray[np.int16],
    rank_strength: NDArray[np.int16],
    table: Classes,
    strong: Strengths,
    suit_origins: Origins,
    rank_origins: Origins,
    pays: NDArray[np.int64],
    scale: int,
    river: int,
    start: int,
    stop: int,
) -> FoldCounts:
    size = strong.category.size
    out = FoldCounts(
        np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(10, np.int64), np.zeros(10, np.int64)
    )
    by_ranks, by_suit = np.empty(RANK_PAIRS, np.int32), np.empty(HOLDINGS, np.int32)
    room = scratch(strong)
    counts, category = np.empty((HOLDINGS, 4), np.int16), np.empty(HOLDINGS, np.int8)
    for board in range(start, stop):
        gather(ranks, rank_origins, board, table.held[:, BOTH_OTHER:], by_ranks)
        for k in range(table.kin_start[board], table.kin_start[board + 1]):
            kin = table.kin[k]
            flush_board(kin, table, strong, room, counts, category)
            gather(suits, suit_origins, kin, table.held, by_suit)
            for h in range(HOLDINGS):
                if by_suit[h] and category[h] != NO_STATE:
                    by_ranks[table.holding_pair[h]] -= by_suit[h]
                    if answer(0, counts[h], category[h], pays, scale, river, False) == 1:
                        made = board_strength[kin]
                        _fold(by_suit[h], h, 0, made, counts[h], category[h], room, table, strong, out)
        rank_board(board, table, strong, room, counts[:RANK_PAIRS], category[:RANK_PAIRS])
        for pair in range(RANK_PAIRS):
            if not by_ranks[pair] or category[pair] == NO_STATE:
                continue
            if answer(0, counts[pair], category[pair], pays, scale, river, False) == 1:
                made = rank_strength[board]
                _fold(
                    by_ranks[pair], pair, BOTH_OTHER, made, counts[pair], category[pair], room, table, strong,
                    out,
                )  # fmt: skip
    return out


def board_strengths() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the strengths of all boards with a flush suit, and those of all rank boards.

    The strengths are one higher than in ``croupier.hands``.
    """
    table, hands = classes(), tables()
    codes = hands.code[:RANKS] & (HIGH_BITS << HIGH_SHIFT | LOW_BITS)
    sums = codes[table.rank_board].sum(axis=1)
    # A board with five cards of one rank does not exist, so its code is never used. Any valid code is fine.
    sums[(table.rank_board == table.rank_board[:, :1]).all(axis=1)] = codes[:5].sum()
    plain = hands.strength[hands.high[0, sums >> HIGH_SHIFT] + hands.low[sums & LOW_BITS]] + 1
    suited = plain[table.board_ranks]
    suited[BOARDS_3 + BOARDS_4 :] = hands.flush[table.board_suited[BOARDS_3 + BOARDS_4 :]] + 1
    assert len(suited) == BOARDS and len(plain) == RANK_BOARDS
    return suited.astype(np.int16), plain.astype(np.int16)


def count_folds(
    known: Sums,
    first: Sequence[int],
    pays: NDArray[np.int64],
    scale: int,
    progress: Progress | None = None,
) -> Mapping[str, Frequencies]:
    """Count the rounds that best play folds, by the titles of several hands.

    The result has one set of counts per hand: ``seven`` for the player's best hand, ``five`` for the hole
    cards with the Flop, ``board`` for the board and ``hole`` for the hole cards. The keys that start with
    ``beaten`` count beaten hands. ``first`` has CHECKED for each starting hand that is not raised.
    """
    priced = price(known, pays, scale)
    gains = flop_gains(priced)
    # The branches are one for each raise before the Flop, one for the raise on the Flop, and one for no
    # raise.
    branches = max(first) + 3
    suits, ranks = weigh_cells(first, [each < 0 for each in gains], branches)
    work = partial(
        _fold_rivers, suits[-1], ranks[-1], *board_strengths(), classes(), strengths(known.rules.qualifier),
        *origins(), pays, scale, known.rules.river,
    )  # fmt: skip
    parts = spread(work, RANK_BOARDS, pieces=32, progress=progress)
    found = FoldCounts(*(np.sum(each, axis=0) for each in zip(*parts, strict=True)))
    beaten = {name: int(count) for name, count in zip(CATEGORIES, found.player, strict=True)}
    either = {name: beaten[name] + int(count) for name, count in zip(CATEGORIES, found.dealer, strict=True)}
    return {
        "seven": _by_strength(found.hands),
        "five": _by_strength(_five(first, priced, gains)),
        "board": _by_strength(found.boards),
        "hole": _holes(first, priced),
        "beaten_player": _by_category(beaten),
        "beaten_either": _by_category(either),
    }


def _five(
    first: Sequence[int], priced: PricedCells, gains: tuple[NDArray[np.int64], ...]
) -> NDArray[np.int64]:
    """Count folded rounds by the strength of the hole cards with the Flop."""
    hands, bets = starting_hands(), SpotTable.of(priced.bets)
    counts = np.zeros(len(strengths().category), np.int64)
    for group, gain in zip(groups(), gains, strict=True):
        checked = np.where(gain < 0, 0, group.weight) * (COMPLETIONS - group.spots(bets))
        for number, weight in zip(group.hands.tolist(), checked, strict=True):
            if first[number] == CHECKED:
                dealt = np.flatnonzero(weight)
                own = np.broadcast_to(np.array(hands[number].cards), (len(dealt), 2))
                made = evaluate(np.concatenate([own, group.flops[dealt]], axis=1)) + 1
                np.add.at(counts, made, hands[number].combinations * weight[dealt])
    return counts


def _holes(first: Sequence[int], priced: PricedCells) -> Frequencies:
    """Count folded rounds by the titles of the hole cards."""
    played = play_all(priced)
    folds = {}
    for number, hand in enumerate(starting_hands()):
        boards = (19_600 - int(played.flops[number])) * COMPLETIONS - int(played.bets[number])
        folds[hand.name] = boards if first[number] == CHECKED else 0
    assert folds["AA"] == 0, (
        "best play must raise a pair of aces; otherwise a folded hand's titles would depend on the dealer"
    )
    return _gather((hole_pair_titles(hole), folds[_name(hole)]) for hole in combinations(STANDARD.order, 2))


def _name(hole: tuple[str, str]) -> str:
    high, low = sorted(hole, key=lambda card: -"23456789TJQKA".index(card[0]))
    return high[0] + low[0] + ("" if high[0] == low[0] else "s" if high[1] == low[1] else "o")


def _by_strength(counts: NDArray[np.int64]) -> Frequencies:
    made = np.flatnonzero(counts)
    return _gather((strength_titles(int(each) - 1), int(counts[each])) for each in made)


def _by_category(counts: Mapping[str, int]) -> Frequencies:
    return _gather(((frozenset({name}), count) for name, count in counts.items()), DEALER_HOLDINGS)


def _gather(hands: Iterable[tuple[Titles, int]], dealers: int = 1) -> Frequencies:
    counts: Counter[Titles] = Counter()
    for titles, count in hands:
        if count:
            counts[titles] += count
    return Frequencies(dict(counts), ROUNDS * dealers)
