"""Make best play's decisions for dealt rounds, from the stored sums.

Cards are numbers in deck order (suit x 13 + rank). A round has nine cards: two hole cards, five community
cards and the dealer's two cards. The decisions are those of ``solve``. A decision takes one lookup before
the Flop, four on the Flop and one on the River. Rounds are settled by comparing hand strengths, not with the
counts behind the decisions, so simulated rounds are an independent check of the solution.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from croupier.errors import BadInput
from croupier.hands.arrays import evaluate
from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.classes import (
    BOARDS,
    HOLDINGS,
    RANK_BOARDS,
    RANK_PAIRS,
    Classes,
    board_row,
    classes,
    rank_board_place,
)
from croupier.maths.uth.distribution import BET, DECISIONS, FOLDED, PLAYED, RAISED_4
from croupier.maths.uth.flop import sum_raise
from croupier.maths.uth.pricing import price
from croupier.maths.uth.river import FOLD, WON, WON_UNQUALIFIED, flush_board, rank_board, scratch
from croupier.maths.uth.solution import PLAY, solve, whole_pays
from croupier.maths.uth.spots import spot_cells
from croupier.maths.uth.strength import STRAIGHT, Strengths, strengths
from croupier.maths.uth.sums import sums

ROUND = 9


class DecisionTables(NamedTuple):
    """All decisions under one Blind paytable, bundled as a single kernel argument."""

    raises: NDArray[np.bool_]  # whether to raise 4x before the Flop, indexed by the two cards
    gain: NDArray[np.int64]  # gain of a check over a raise on the Flop, for each cell
    bets: NDArray[np.bool_]  # whether to bet 1x on the River, indexed by [flush board, holding]
    rank_bets: NDArray[np.bool_]  # whether to bet 1x on the River, indexed by [rank board, rank pair]
    pays: NDArray[np.int64]
    scale: int


@kernel
def _bet(counts: NDArray[np.int16], category: int, pays: NDArray[np.int64], scale: int) -> bool:
    blind = pays[category - STRAIGHT] if category >= STRAIGHT else 0
    won = counts[WON] + counts[WON_UNQUALIFIED]
    return scale * (sum_raise(counts, 1) - FOLD) + blind * won > 0


@kernel
def _find_bets(
    table: Classes,
    strong: Strengths,
    pays: NDArray[np.int64],
    scale: int,
    bets: NDArray[np.bool_],
    rank_bets: NDArray[np.bool_],
    start: int,
    stop: int,
) -> None:
    """Find the River bets on a range of rank boards, and on the flush boards with the same ranks."""
    room = scratch(strong)
    counts, category = np.empty((HOLDINGS, 4), np.int16), np.empty(HOLDINGS, np.int8)
    for board in range(start, stop):
        rank_board(board, table, strong, room, counts[:RANK_PAIRS], category[:RANK_PAIRS])
        for pair in range(RANK_PAIRS):
            rank_bets[board, pair] = _bet(counts[pair], category[pair], pays, scale)
        for k in range(table.kin_start[board], table.kin_start[board + 1]):
            kin = table.kin[k]
            flush_board(kin, table, strong, room, counts, category)
            for h in range(HOLDINGS):
                bets[kin, h] = _bet(counts[h], category[h], pays, scale)


@kernel
def _bets(hole: NDArray[np.int32], board: NDArray[np.int32], book: DecisionTables, table: Classes) -> bool:
    """Return whether best play bets 1x on the River."""
    for suit in range(4):
        row = board_row(board, suit, table)
        if row >= 0:
            first = hole[0] % 13 + (0 if hole[0] // 13 == suit else 13)
            second = hole[1] % 13 + (0 if hole[1] // 13 == suit else 13)
            return book.bets[row, table.kinds_holding[first, second]]
    place = rank_board_place(board % 13, table.choose)
    return book.rank_bets[place, table.pair[hole[0] % 13, hole[1] % 13]]


@kernel
def _decide(
    rounds: NDArray[np.int32],
    book: DecisionTables,
    table: Classes,
    decisions: NDArray[np.int8],
    start: int,
    stop: int,
) -> None:
    cells = np.empty(4, np.int32)
    for r in range(start, stop):
        hole, board = rounds[r, :2], rounds[r, 2:7]
        if book.raises[hole[0], hole[1]]:
            decisions[r] = RAISED_4
            continue
        spot_cells(hole, board[:3], table, cells)
        gain = 0
        for cell in cells:
            gain += book.gain[cell]
        if gain < 0:
            decisions[r] = PLAYED
        else:
            decisions[r] = BET if _bets(hole, board, book, table) else FOLDED


class UthBestPlay:
    """Best play under one Blind paytable, ready to play and settle rounds."""

    def __init__(self, blind: Mapping[str, Fraction]) -> None:
        pays, scale = whole_pays(blind)
        raises = np.zeros((52, 52), np.bool_)
        best = {hand.name: hand.best for hand in solve(blind).hands}
        for one in range(52):
            for two in range(52):
                raises[one, two] = one != two and best[_name(one, two)] == "4x"
        bets = np.zeros((BOARDS, HOLDINGS), np.bool_)
        rank_bets = np.zeros((RANK_BOARDS, RANK_PAIRS), np.bool_)
        spread(partial(_find_bets, classes(), strengths(), pays, scale, bets, rank_bets), RANK_BOARDS)
        self.book = DecisionTables(raises, price(sums(), pays, scale).gain, bets, rank_bets, pays, scale)

    def decide(self, rounds: ArrayLike) -> NDArray[np.int8]:
        """Return the decision in each round as an index into DECISIONS. The dealer's cards are not used."""
        cards = _check_rounds(rounds)
        decisions = np.empty(len(cards), np.int8)
        spread(partial(_decide, cards, self.book, classes(), decisions), len(cards))
        return decisions

    def net(self, rounds: ArrayLike, decisions: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return the net result of each round in units of 1 / ``scale`` Antes."""
        cards = _check_rounds(rounds)
        strong = strengths()
        player = evaluate(cards[:, :7]) + 1
        dealer = evaluate(cards[:, 2:]) + 1
        category = strong.category[player]
        play = np.array([PLAY[name] for name in DECISIONS])[decisions]
        ante = (dealer >= strong.qualifies).astype(np.int64)
        blind = np.where(category >= STRAIGHT, self.book.pays[np.maximum(category - STRAIGHT, 0)], 0)
        won = self.book.scale * (play + ante) + blind
        lost = -self.book.scale * (play + ante + 1)
        net = np.where(player > dealer, won, np.where(player < dealer, lost, 0))
        return np.where(decisions == FOLDED, -2 * self.book.scale, net)


def _name(one: int, two: int) -> str:
    high, low = sorted((one, two), key=lambda card: -(card % 13))
    name = "23456789TJQKA"[high % 13] + "23456789TJQKA"[low % 13]
    return name if high % 13 == low % 13 else name + ("s" if high // 13 == low // 13 else "o")


def _check_rounds(rounds: ArrayLike) -> NDArray[np.int32]:
    cards = np.asarray(rounds)
    if cards.ndim != 2 or cards.shape[1] != ROUND or cards.dtype.kind not in "iu" or not len(cards):
        raise BadInput(f"rounds must be an array of card numbers with the shape (n, 9), not {cards.shape}")
    ordered = np.sort(cards, axis=1)
    if ordered.min() < 0 or ordered.max() > 51 or (ordered[:, 1:] == ordered[:, :-1]).any():
        raise BadInput("a round is nine different card numbers from 0 to 51")
    return np.ascontiguousarray(cards, np.int32)
