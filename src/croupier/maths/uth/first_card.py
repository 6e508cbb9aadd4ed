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
from croupier.maths.uth.informed import FIGURES, gone_kinds, sum_rank_cells, sum_suit_cells
from croupier.maths.uth.pricing import price
from croupier.maths.uth.river import LOST, LOST_UNQUALIFIED, NO_STATE, WON, WON_UNQUALIFIED, all_states
from croupier.maths.uth.solver import whole_pays
from croupier.maths.uth.spots import HANDS, spot_cells, starting_hands
from croupier.maths.uth.strength import STRAIGHT
from croupier.maths.uth.sums import sums

NONE = gone_kinds(())  # no card is known besides
BEST_HIGH, BEST_LOW, RAISE_HIGH, RAISE_LOW, PLAYED, BETS = range(6)
FLOPS_WITH = 1176  # Flops with a certain card, of the 50 that a holding leaves
COMPLETIONS, DEALERS = 1081, 990


class FirstCard(NamedTuple):
    by_rank: tuple[Fraction, ...]
    decisions: Mapping[str, Fraction]

    @property
    def ev(self) -> Fraction:
        return sum(self.by_rank, Fraction(0)) / 13


@kernel
def _by_card(
    hole: NDArray[np.int32],
    gain: NDArray[np.int64],
    bets_in: NDArray[np.int64],
    plays: NDArray[np.int64],
    units: NDArray[np.int64],
    table: Classes,
    out: NDArray[np.int64],
) -> None:
    """For every card: over the Flops with it, the better of check and 2x, 4x, Flops played, states bet."""
    cards = np.empty(3, np.int32)
    cells = np.empty(4, np.int32)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (hole[0], hole[1]) or b in (hole[0], hole[1]) or c in (hole[0], hole[1]):
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                spot_cells(hole, cards, table, cells)
                better, play, unit, bets = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
                for cell in cells:
                    better += gain[cell]
                    bets += bets_in[cell]
                    play += plays[cell]
                    unit += units[cell]
                best = play + better if better > 0 else play
                raised = play + 2 * unit
                for card in cards:
                    out[card, BEST_HIGH] += best >> 32
                    out[card, BEST_LOW] += best & 0xFFFFFFFF
                    out[card, RAISE_HIGH] += raised >> 32
                    out[card, RAISE_LOW] += raised & 0xFFFFFFFF
                    if better < 0:
                        out[card, PLAYED] += 1
                    else:
                        out[card, BETS] += bets


@kernel
def _values(
    counts: NDArray[np.int16],
    category: NDArray[np.int8],
    pays: NDArray[np.int64],
    scale: int,
    plays: NDArray[np.int64],
    units: NDArray[np.int64],
) -> None:
    """2x and a unit of Play of every River state."""
    for board in range(category.shape[0]):
        for h in range(category.shape[1]):
            plays[board, h] = units[board, h] = 0
            made = category[board, h]
            if made != NO_STATE:
                won = np.int64(counts[board, h, WON]) + counts[board, h, WON_UNQUALIFIED]
                lost = np.int64(counts[board, h, LOST]) + counts[board, h, LOST_UNQUALIFIED]
                rest = np.int64(counts[board, h, WON]) - counts[board, h, LOST] - lost
                blind = pays[made - STRAIGHT] if made >= STRAIGHT else 0
                units[board, h] = scale * (won - lost)
                plays[board, h] = scale * (2 * (won - lost) + rest) + blind * won


def _cells(pays: NDArray[np.int64], scale: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """2x and a unit of Play, summed to the cells of ``flop``."""
    table, states = classes(), all_states()
    by_ranks = np.zeros((FIGURES, RANK_BOARDS, RANK_PAIRS), np.int64)
    _values(states.ranks, states.ranks_category, pays, scale, by_ranks[0], by_ranks[1])
    by_suit = np.zeros((2, BOARDS, HOLDINGS), np.int64)
    _values(states.flush, states.flush_category, pays, scale, by_suit[0], by_suit[1])
    rank_cells = np.zeros((FIGURES, RANK_PAIRS, RANK_FLOPS), np.int64)
    spread(partial(sum_rank_cells, NONE, by_ranks, table, rank_cells), RANK_FLOPS)
    found = []
    exist = states.flush_category != NO_STATE
    for figure in range(2):
        differ = np.where(
            exist, by_suit[figure] - by_ranks[figure][table.board_ranks][:, table.holding_pair], 0
        )
        cells = np.zeros((HOLDINGS, FLOPS), np.int64)
        spread(partial(sum_suit_cells, NONE, differ, table, cells), FLOPS)
        found.append(np.concatenate([cells.ravel(), rank_cells[figure].ravel(), [0]]))
    return found[0], found[1]


def by_hand_and_card(blind: Mapping[str, Fraction]) -> NDArray[np.int64]:
    """Starting hand, card, sum: in whole numbers over the scale of the paytable."""
    pays, scale = whole_pays(blind)
    priced = price(sums(), pays, scale)
    plays, units = _cells(pays, scale)
    hands = starting_hands()
    found = np.zeros((HANDS, 52, 6), np.int64)

    def by_card(first: int, last: int) -> None:
        for number in range(first, last):
            hole = np.array(hands[number].cards, np.int32)
            _by_card(hole, priced.gain, priced.bets, plays, units, classes(), found[number])

    spread(by_card, HANDS)
    return found


def solve_first_card(blind: Mapping[str, Fraction]) -> FirstCard:
    hands, found, (_, scale) = starting_hands(), by_hand_and_card(blind), whole_pays(blind)
    totals = [0] * 13
    ends = dict.fromkeys(("4x", "2x", "1x", "fold"), 0)
    for hand, rows in zip(hands, found.tolist(), strict=True):
        for card, row in enumerate(rows):
            if card in hand.cards:
                continue
            check = (row[BEST_HIGH] << 32) + row[BEST_LOW]
            raised = (row[RAISE_HIGH] << 32) + row[RAISE_LOW]
            totals[card % 13] += hand.combinations * max(check, raised)
            ways = hand.combinations
            if raised > check:
                ends["4x"] += ways * FLOPS_WITH * COMPLETIONS
            else:
                ends["2x"] += ways * row[PLAYED] * COMPLETIONS
                ends["1x"] += ways * row[BETS]
                ends["fold"] += ways * ((FLOPS_WITH - row[PLAYED]) * COMPLETIONS - row[BETS])
    # A card of a rank is any of four; a holding leaves it with 1,275 of the 1,326.
    deals = 4 * 1275 * FLOPS_WITH * COMPLETIONS * DEALERS * scale
    all_ends = sum(ends.values())
    return FirstCard(
        tuple(Fraction(total, deals) for total in totals),
        {name: Fraction(count, all_ends) for name, count in ends.items()},
    )
