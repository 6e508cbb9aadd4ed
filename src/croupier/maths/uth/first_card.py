"""Find best play for a player who knows one card of the Flop before the first decision.

The card changes only the first decision, because every player sees it once the Flop is dealt. The sums over
all Flops are therefore split by the cards on the Flop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.engine.kernel import kernel, spread
from croupier.maths.uth.boards import (
    ANSWERS,
    ANYBODY,
    FIGURES,
    GAIN,
    HIT_BITS,
    HITS,
    PLAY,
    REST,
    SQUARE_GAIN,
    WINS,
)
from croupier.maths.uth.classes import FLOPS, RANK_FLOPS, Classes, classes
from croupier.maths.uth.flop import EMPTY_CELL, SUIT_CELLS
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.seen import InformedQuestion, question, squares_with, sum_states
from croupier.maths.uth.spots import HANDS, spot_cells, starting_hands

# Indexes of the sums over the Flops that contain a given card. The first FIGURES sums are those of the
# quantities in ``boards``. GAIN and SQUARE_GAIN include only the Flops on which the player checks. The last
# three sums are the change in the number of rounds with a gain, the number of states with a bet, and the
# number of Flops with a raise.
HIT_GAIN, BETS, RAISED = range(FIGURES, FIGURES + 3)
SUMS = FIGURES + 3
FLOPS_WITH = 1176  # number of Flops that contain a given card, from the 50 cards outside the holding
COMPLETIONS, DEALERS = 1081, 990


class FirstCard(NamedTuple):
    by_rank: tuple[Fraction, ...]
    decisions: Mapping[str, Fraction]
    hits: Fraction  # probability that a round ends with a gain
    square: Fraction | None  # mean square of a round's result, or None if the squares are too large to sum

    @property
    def ev(self) -> Fraction:
        return sum(self.by_rank, Fraction(0)) / 13


@kernel
def _by_card(
    hole: NDArray[np.int32],
    by_suit: NDArray[np.signedinteger],
    by_ranks: NDArray[np.signedinteger],
    table: Classes,
    out: NDArray[np.int64],
) -> None:
    """For every card, sum all quantities over the Flops that contain it."""
    cards, cells = np.empty(3, np.int32), np.empty(4, np.int32)
    value, sums = np.empty(FIGURES, np.int64), np.empty(SUMS, np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if a in (hole[0], hole[1]) or b in (hole[0], hole[1]) or c in (hole[0], hole[1]):
                    continue
                cards[0], cards[1], cards[2] = a, b, c
                spot_cells(hole, cards, table, cells)
                place = cells[0] - SUIT_CELLS
                value[:] = by_ranks[place % RANK_FLOPS, :, place // RANK_FLOPS]
                for k in range(1, 4):
                    if cells[k] != EMPTY_CELL:
                        value += by_suit[cells[k] % FLOPS, :, cells[k] // FLOPS]
                sums[:FIGURES] = value
                sums[FIGURES:] = 0
                if value[GAIN] < 0:
                    sums[GAIN] = sums[SQUARE_GAIN] = 0
                    sums[RAISED] = 1
                else:
                    sums[HIT_GAIN] = value[ANSWERS] >> HIT_BITS
                    sums[BETS] = value[ANSWERS] & (HITS - 1)
                for card in cards:
                    out[card] += sums


def flop_question(blind: Mapping[str, Fraction], rules: MainRules = AS_PRINTED) -> InformedQuestion:
    return question(ANYBODY, blind, rules)


def by_hand_and_card(question: InformedQuestion) -> NDArray[np.int64]:
    """Return the sums as integers in units of 1 / scale, indexed by [starting hand, card, quantity]."""
    summed = sum_states((), question, FIGURES)
    hands = starting_hands()
    found = np.zeros((HANDS, 52, SUMS), np.int64)

    def by_card(first: int, last: int) -> None:
        for number in range(first, last):
            hole = np.array(hands[number].cards, np.int32)
            _by_card(hole, summed.cells[0], summed.rank_cells, classes(), found[number])

    spread(by_card, HANDS)
    return found


class FlopChoice(NamedTuple):
    """Sums over some Flops after a given first decision, a check or a raise."""

    value: int
    square: int
    hits: int

    @staticmethod
    def of(row: Sequence[int], question: InformedQuestion, checked: bool) -> FlopChoice:
        size = question.rules.flop if checked else max(question.rules.first)
        value, square = size * row[PLAY] + row[REST], squares_with(size, row, question.scale)
        if not checked:
            return FlopChoice(value, square, row[WINS])
        return FlopChoice(value + row[GAIN], square + row[SQUARE_GAIN], row[WINS] + row[HIT_GAIN])


def solve_first_card(blind: Mapping[str, Fraction], rules: MainRules = AS_PRINTED) -> FirstCard:
    question = flop_question(blind, rules)
    totals, squared, won = [0] * 13, 0, 0
    names = (f"{max(rules.first)}x", f"{rules.flop}x", f"{rules.river}x", "fold")
    ends = dict.fromkeys(names, 0)
    for hand, rows in zip(starting_hands(), by_hand_and_card(question).tolist(), strict=True):
        ways = hand.combinations
        for card, row in enumerate(rows):
            if card in hand.cards:
                continue
            check, raised = (FlopChoice.of(row, question, checked) for checked in (True, False))
            best = raised if raised.value > check.value else check
            totals[card % 13] += ways * best.value
            squared += ways * best.square
            won += ways * best.hits
            if best is raised:
                ends[names[0]] += ways * FLOPS_WITH * COMPLETIONS
            else:
                ends[names[1]] += ways * row[RAISED] * COMPLETIONS
                ends[names[2]] += ways * row[BETS]
                ends[names[3]] += ways * ((FLOPS_WITH - row[RAISED]) * COMPLETIONS - row[BETS])
    # Each rank has four cards. There are 1,326 holdings, and 1,275 of them do not contain a given card.
    deals = 4 * 1275 * FLOPS_WITH * COMPLETIONS * DEALERS
    all_ends = sum(ends.values())
    return FirstCard(
        tuple(Fraction(total, deals * question.scale) for total in totals),
        {name: Fraction(count, all_ends) for name, count in ends.items()},
        Fraction(won, 13 * deals),
        Fraction(squared, 13 * deals * question.scale**2) if question.squares else None,
    )
