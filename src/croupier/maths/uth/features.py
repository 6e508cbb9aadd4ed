"""Compute the features of Ultimate Texas Hold 'Em hands that simple rules can test.

There is one array per feature, over all starting hands, Flops or River states.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Card
from croupier.cards.deck import RANKS
from croupier.hands import best_five
from croupier.hands.arrays import RankTables, strength_of, tables
from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.strategy.made_hands import categories
from croupier.maths.uth.classes import BOARDS, BOTH_OTHER, HOLDINGS, RANK_BOARDS, RANK_PAIRS, Classes, classes
from croupier.maths.uth.questions import CATEGORIES, FIRST, FLOP
from croupier.maths.uth.spots import HANDS, starting_hands
from croupier.maths.uth.strength import Strengths, strengths

THREES = 22_100


def first_features() -> dict[str, NDArray[np.int16]]:
    hands = starting_hands()
    ranks = np.array(
        [sorted((card % 13 + 2 for card in each.cards), reverse=True) for each in hands], np.int16
    )
    return {
        "pair": np.where(ranks[:, 0] == ranks[:, 1], ranks[:, 0], 0).astype(np.int16),
        "high": ranks[:, 0],
        "low": ranks[:, 1],
        "suited": np.array([each.name.endswith("s") for each in hands], np.int16),
    }


@kernel
def _flops(
    hole: NDArray[np.int64], t: RankTables, category: NDArray[np.int16], out: NDArray[np.int8]
) -> None:
    code = t.code
    one, two = hole[0], hole[1]
    suits = np.zeros(4, np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (one, two) or b in (one, two) or c in (one, two):
                    continue
                place = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
                codes = code[one] + code[two] + code[a] + code[b] + code[c]
                card_bits = np.int64(1) << one | np.int64(1) << two | np.int64(1) << a | np.int64(1) << b
                card_bits |= np.int64(1) << c
                out[0, place] = category[strength_of(t, 5, codes, card_bits)]
                pair = 0
                for card in (one, two):
                    for other in (a, b, c, one + two - card):
                        if card % 13 == other % 13:
                            pair = max(pair, card % 13 + 2)
                out[1, place] = pair
                suits[:] = 0
                for card in (one, two, a, b, c):
                    suits[card // 13] += 1
                most, high = 0, 0
                for card in (one, two):
                    if suits[card // 13] > most:
                        most, high = suits[card // 13], card % 13 + 2
                    elif suits[card // 13] == most:
                        high = max(high, card % 13 + 2)
                out[2, place] = most
                out[3, place] = high


@cache
def flop_features() -> dict[str, NDArray[np.int8]]:
    out = np.zeros((HANDS, 4, THREES), np.int8)
    hands = starting_hands()

    def work(start: int, stop: int) -> None:
        for number in range(start, stop):
            _flops(np.array(hands[number].cards), tables(), categories(), out[number])

    spread(work, HANDS)
    first = first_features()

    def of_hand(name: str) -> NDArray[np.int8]:
        return np.repeat(first[name].astype(np.int8)[:, None], THREES, axis=1)

    columns = {
        name: out[:, place] for place, name in enumerate(("made", "pair", "flush_cards", "flush_high"))
    }
    return {**columns, "pocket": of_hand("pair"), "high": of_hand("high")}


@kernel
def _outs(
    made_six: NDArray[np.int32], free: NDArray[np.int32], mine: NDArray[np.int32], kinds: NDArray[np.int32],
    first: int, outs: NDArray[np.int8],
) -> None:  # fmt: skip
    """For each holding, count the unseen cards that beat it as the dealer's only useful hole card."""
    for h in range(outs.size):
        found = 0
        for k in range(26):
            if made_six[k] > mine[h]:
                found += free[k]
        for k in range(2):  # Exclude the cards in the player's hand.
            if made_six[kinds[first + h, k]] > mine[h]:
                found -= 1
        outs[h] = max(0, found)


@kernel
def _river_suit(
    table: Classes, strong: Strengths, by_six: NDArray[np.int32], board_made: NDArray[np.int8],
    out: NDArray[np.int8], start: int, stop: int,
) -> None:  # fmt: skip
    free = np.zeros(26, np.int32)
    six = np.zeros(26, np.int32)
    mine = np.zeros(HOLDINGS, np.int32)
    for board in range(start, stop):
        suited = table.board_suited[board]
        ranks = table.board_ranks[board]
        for rank in range(13):
            free[rank] = 1 - (suited >> rank & 1)
            free[13 + rank] = 3
        for k in range(2):
            if table.board_others[board, k] >= 0:
                free[13 + table.board_others[board, k]] -= 1
        for rank in range(13):
            six[rank] = max(by_six[ranks, rank], np.int32(strong.by_suit[suited | 1 << rank]))
            six[13 + rank] = max(by_six[ranks, rank], np.int32(strong.by_suit[suited]))
        for h in range(HOLDINGS):
            suit_ranks = suited
            for k in range(2):
                if table.holding_kinds[h, k] < 13:
                    suit_ranks |= 1 << table.holding_kinds[h, k]
            mine[h] = max(strong.by_ranks[ranks, table.holding_pair[h]], strong.by_suit[suit_ranks])
            out[0, board, h] = strong.category[mine[h]]
            out[2, board, h] = 1 if out[0, board, h] > board_made[board] else 0
        _outs(six, free, mine, table.holding_kinds, 0, out[1, board])


@kernel
def _river_ranks(
    table: Classes, strong: Strengths, by_six: NDArray[np.int32], board_made: NDArray[np.int8],
    out: NDArray[np.int8], start: int, stop: int,
) -> None:  # fmt: skip
    free = np.zeros(26, np.int32)
    six = np.zeros(26, np.int32)
    mine = np.zeros(RANK_PAIRS, np.int32)
    for board in range(start, stop):
        free[13:] = 4
        for k in range(5):
            free[13 + table.rank_board[board, k]] -= 1
        for rank in range(13):
            six[13 + rank] = by_six[board, rank]
        for pair in range(RANK_PAIRS):
            mine[pair] = strong.by_ranks[board, pair]
            out[0, board, pair] = strong.category[mine[pair]]
            out[2, board, pair] = 1 if out[0, board, pair] > board_made[board] else 0
        _outs(six, free, mine, table.holding_kinds, BOTH_OTHER, out[1, board])


def _board_pairs(ranks: NDArray[np.int32], pairs: NDArray[np.int32]) -> NDArray[np.int8]:
    """Return the rank of the highest pair that a hole card makes with the board or the other hole card."""
    found = np.zeros((len(ranks), len(pairs)), np.int8)
    for k in range(2):
        card = pairs[:, k]
        meets = (ranks[:, :, None] == card[None, None, :]).any(axis=1) | (pairs[:, 0] == pairs[:, 1])[None, :]
        found = np.maximum(found, np.where(meets, card[None, :] + 2, 0).astype(np.int8))
    return found


@cache
def river_features() -> tuple[dict[str, NDArray[np.int8]], dict[str, NDArray[np.int8]]]:
    """Return the features of the states with a flush suit, and those of the rank states."""
    table, strong = classes(), strengths()
    by_six, made_by_ranks = _board_strengths()
    suit = np.zeros((3, BOARDS, HOLDINGS), np.int8)
    rank = np.zeros((3, RANK_BOARDS, RANK_PAIRS), np.int8)
    flushes = np.array([strong.by_suit[each] for each in table.board_suited])
    on_board = np.maximum(made_by_ranks[table.board_ranks], flushes)
    spread(partial(_river_suit, table, strong, by_six, strong.category[on_board], suit), BOARDS)
    spread(partial(_river_ranks, table, strong, by_six, strong.category[made_by_ranks], rank), RANK_BOARDS)
    pairs = _board_pairs(table.rank_board, table.pair_ranks)
    high = (table.pair_ranks.max(axis=1) + 2).astype(np.int8)
    names = ("made", "outs", "improves")
    by_suit = dict(zip(names, suit, strict=True))
    by_suit["pair"] = pairs[table.board_ranks][:, table.holding_pair]
    by_suit["high"] = np.broadcast_to(high[table.holding_pair][None, :], (BOARDS, HOLDINGS))
    by_rank = dict(zip(names, rank, strict=True))
    by_rank["pair"] = pairs
    by_rank["high"] = np.broadcast_to(high[None, :], (RANK_BOARDS, RANK_PAIRS))
    return by_suit, by_rank


def _board_strengths() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the strengths of the rank boards with one more card, and of the rank boards without it.

    Flushes are ignored. Strengths are numbered as in ``strength``.
    """
    t, table = tables(), classes()
    code = t.code[:13] & ((1 << 32) - 1)
    boards = code[table.rank_board].sum(axis=1)
    counts = np.array([np.bincount(ranks, minlength=13) for ranks in table.rank_board])

    def looked_up(size: int, codes: NDArray[np.int64]) -> NDArray[np.int32]:
        high = t.high[size - 5, (codes >> 17) & ((1 << 14) - 1)]
        return (t.strength[high + t.low[codes & ((1 << 17) - 1)]] + 1).astype(np.int32)

    exist = counts.max(axis=1) <= 4
    safe = np.where(exist, boards, boards[exist][0])
    five = np.where(exist, looked_up(5, safe), 0).astype(np.int32)
    more = (counts <= 3) & exist[:, None]
    codes = np.where(
        more, safe[:, None] + code[None, :], (safe[exist][0] + code)[None, counts[exist][0].argmin()]
    )
    six = np.where(more, looked_up(6, codes), 0).astype(np.int32)
    return six, five


def features_of_hand(question: str, hand: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, int]:
    """Return the features of one hand, computed from its cards with the rankings of the table."""
    high, low = sorted((RANKS.index(card[0]) + 2 for card in hand), reverse=True)
    pocket = high if high == low else 0
    if question == FIRST:
        return {"pair": pocket, "high": high, "low": low, "suited": int(hand[0][1] == hand[1][1])}
    made = best_five((*hand, *board))
    on_board = [RANKS.index(card[0]) + 2 for card in board]
    common = {
        "made": CATEGORIES.index(made.category),
        "pair": max([pocket, *(rank for rank in (high, low) if rank in on_board)]),
        "high": high,
    }
    if question == FLOP:
        suits = [card[1] for card in (*hand, *board)]
        most = max((suits.count(card[1]), RANKS.index(card[0]) + 2) for card in hand)
        return {**common, "pocket": pocket, "flush_cards": most[0], "flush_high": most[1]}
    seen = {*hand, *board}
    beating = sum(best_five((*board, card)) > made for card in STANDARD.order if card not in seen)
    improves = CATEGORIES.index(best_five(board).category) < common["made"]
    return {**common, "outs": beating, "improves": int(improves)}
