"""The best play of somebody who knows one card of the Flop before it is dealt.

It changes the first decision alone: on the Flop everybody sees the card. So the sums over all
Flops are taken apart by the cards that lie on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.classes import (
    BOARDS,
    FLOPS,
    HOLDINGS,
    RANK_BOARDS,
    RANK_FLOPS,
    RANK_PAIRS,
    Classes,
    classes,
)
from croupier.maths.uth.informed import FIGURES, LARGEST_SUM, gone_kinds, sum_rank_cells, sum_suit_cells
from croupier.maths.uth.known import squares
from croupier.maths.uth.pricing import price
from croupier.maths.uth.river import LOST, LOST_UNQUALIFIED, NO_STATE, WON, WON_UNQUALIFIED, all_states
from croupier.maths.uth.solver import whole_pays
from croupier.maths.uth.spots import HANDS, spot_cells, starting_hands
from croupier.maths.uth.strength import STRAIGHT
from croupier.maths.uth.sums import sums

NONE = gone_kinds(())  # no card is known besides
BEST_HIGH, BEST_LOW, RAISE_HIGH, RAISE_LOW, PLAYED, BETS, BEST_SQUARE, RAISE_SQUARE = range(8)
TWICE, UNITS, TWICE_SQUARE, RAISE_SQUARES, RIVER_SQUARE = range(5)  # of a River state, and summed to cells
FLOPS_WITH = 1176  # Flops with a certain card, of the 50 that a holding leaves
COMPLETIONS, DEALERS = 1081, 990


class FirstCard(NamedTuple):
    by_rank: tuple[Fraction, ...]
    decisions: Mapping[str, Fraction]
    square: Fraction | None  # the mean square of a round's result; None: too large to be summed

    @property
    def ev(self) -> Fraction:
        return sum(self.by_rank, Fraction(0)) / 13


@kernel
def _by_card(
    hole: NDArray[np.int32],
    gain: NDArray[np.int64],
    bets_in: NDArray[np.int64],
    figures: NDArray[np.int64],
    table: Classes,
    out: NDArray[np.int64],
) -> None:
    """For every card: over the Flops with it, the better of check and 2x, 4x, Flops played, states bet, and
    the squares of the first two."""
    cards = np.empty(3, np.int32)
    cells = np.empty(4, np.int32)
    value = np.empty(figures.shape[0], np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (hole[0], hole[1]) or b in (hole[0], hole[1]) or c in (hole[0], hole[1]):
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                spot_cells(hole, cards, table, cells)
                better, bets = np.int64(0), np.int64(0)
                value[:] = 0
                for cell in cells:
                    better += gain[cell]
                    bets += bets_in[cell]
                    for figure in range(value.size):
                        value[figure] += figures[figure, cell]
                play = value[TWICE]
                best = play + better if better > 0 else play
                raised = play + 2 * value[UNITS]
                for card in cards:
                    out[card, BEST_HIGH] += best >> 32
                    out[card, BEST_LOW] += best & 0xFFFFFFFF
                    out[card, RAISE_HIGH] += raised >> 32
                    out[card, RAISE_LOW] += raised & 0xFFFFFFFF
                    out[card, RAISE_SQUARE] += value[RAISE_SQUARES]
                    if better < 0:
                        out[card, PLAYED] += 1
                        out[card, BEST_SQUARE] += value[TWICE_SQUARE]
                    else:
                        out[card, BETS] += bets
                        out[card, BEST_SQUARE] += value[RIVER_SQUARE]


@kernel
def _values(
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
    pays: NDArray[np.int64],
    scale: int,
    out: NDArray[np.int64],
) -> None:
    """2x, a unit of Play and squares of every River state: with 2x, with 4x, and as the River is decided."""
    four = np.empty((4, 1), np.int32)
    for board in range(category.shape[0]):
        for h in range(category.shape[1]):
            for figure in range(out.shape[0]):
                out[figure, board, h] = 0
            made = category[board, h]
            if made != NO_STATE:
                for k in range(4):
                    four[k, 0] = counts[board, h, k]
                won = np.int64(four[WON, 0]) + four[WON_UNQUALIFIED, 0]
                lost = np.int64(four[LOST, 0]) + four[LOST_UNQUALIFIED, 0]
                rest = np.int64(four[WON, 0]) - four[LOST, 0] - lost
                blind = pays[made - STRAIGHT] if made >= STRAIGHT else 0
                bet = scale * (won - lost + rest) + blind * won > -2 * scale * DEALERS
                out[UNITS, board, h] = scale * (won - lost)
                out[TWICE, board, h] = scale * (2 * (won - lost) + rest) + blind * won
                out[TWICE_SQUARE, board, h] = squares(four, 0, 2, blind, scale)
                out[RAISE_SQUARES, board, h] = squares(four, 0, 4, blind, scale)
                out[RIVER_SQUARE, board, h] = (
                    squares(four, 0, 1, blind, scale) if bet else 4 * scale * scale * DEALERS
                )


def _cells(pays: NDArray[np.int64], scale: int) -> NDArray[np.int64]:
    """The figures of River states, summed to the cells of ``flop``."""
    table, states = classes(), all_states()
    by_ranks = np.zeros((FIGURES, RANK_BOARDS, RANK_PAIRS), np.int64)
    _values(states.ranks, states.ranks_category, pays, scale, by_ranks)
    by_suit = np.zeros((FIGURES, BOARDS, HOLDINGS), np.int64)
    _values(states.flush, states.flush_category, pays, scale, by_suit)
    rank_cells = np.zeros((FIGURES, RANK_PAIRS, RANK_FLOPS), np.int64)
    spread(partial(sum_rank_cells, NONE, by_ranks, table, rank_cells), RANK_FLOPS)
    found = []
    exist = states.flush_category != NO_STATE
    for figure in range(FIGURES):
        differ = np.where(
            exist, by_suit[figure] - by_ranks[figure][table.board_ranks][:, table.holding_pair], 0
        )
        cells = np.zeros((HOLDINGS, FLOPS), np.int64)
        spread(partial(sum_suit_cells, NONE, differ, table, cells), FLOPS)
        found.append(np.concatenate([cells.ravel(), rank_cells[figure].ravel(), [0]]))
    return np.stack(found)


def by_hand_and_card(blind: Mapping[str, Fraction]) -> NDArray[np.int64]:
    """Starting hand, card, sum: in whole numbers over the scale of the paytable."""
    pays, scale = whole_pays(blind)
    priced = price(sums(), pays, scale)
    figures = _cells(pays, scale)
    hands = starting_hands()
    found = np.zeros((HANDS, 52, 8), np.int64)

    def by_card(first: int, last: int) -> None:
        for number in range(first, last):
            hole = np.array(hands[number].cards, np.int32)
            _by_card(hole, priced.gain, priced.bets, figures, classes(), found[number])

    spread(by_card, HANDS)
    return found


def solve_first_card(blind: Mapping[str, Fraction]) -> FirstCard:
    hands, found, (pays, scale) = starting_hands(), by_hand_and_card(blind), whole_pays(blind)
    totals, squared = [0] * 13, 0
    ends = dict.fromkeys(("4x", "2x", "1x", "fold"), 0)
    for hand, rows in zip(hands, found.tolist(), strict=True):
        for card, row in enumerate(rows):
            if card in hand.cards:
                continue
            check = (row[BEST_HIGH] << 32) + row[BEST_LOW]
            raised = (row[RAISE_HIGH] << 32) + row[RAISE_LOW]
            totals[card % 13] += hand.combinations * max(check, raised)
            squared += hand.combinations * row[RAISE_SQUARE if raised > check else BEST_SQUARE]
            ways = hand.combinations
            if raised > check:
                ends["4x"] += ways * FLOPS_WITH * COMPLETIONS
            else:
                ends["2x"] += ways * row[PLAYED] * COMPLETIONS
                ends["1x"] += ways * row[BETS]
                ends["fold"] += ways * ((FLOPS_WITH - row[PLAYED]) * COMPLETIONS - row[BETS])
    # A card of a rank is any of four; a holding leaves it with 1,275 of the 1,326.
    deals = 4 * 1275 * FLOPS_WITH * COMPLETIONS * DEALERS * scale
    largest = (6 * scale + int(np.abs(pays).max())) ** 2 * FLOPS_WITH * COMPLETIONS * DEALERS
    square = Fraction(squared, 13 * deals * scale) if largest < LARGEST_SUM else None
    all_ends = sum(ends.values())
    return FirstCard(
        tuple(Fraction(total, deals) for total in totals),
        {name: Fraction(count, all_ends) for name, count in ends.items()},
        square,
    )
