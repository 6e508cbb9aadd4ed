"""The main game solved: the best play and its exact value under any Blind paytable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.hands.arrays import CATEGORIES
from croupier.maths.engine.kernel import Progress, spread
from croupier.maths.uth.classes import classes
from croupier.maths.uth.distribution import BET, DECISIONS, RESULTS, count_results
from croupier.maths.uth.flop import CELLS, REST, SPREAD, WINS
from croupier.maths.uth.origins import origins
from croupier.maths.uth.pricing import (
    CHECK_HIGH,
    CHECK_LOW,
    FLOP_TIES,
    PLAYED,
    RIVER_BETS,
    RIVER_TIES,
    SPLIT,
    TALLIES,
    decide_flops,
    may_turn,
    price_cells,
    turn_states,
)
from croupier.maths.uth.spots import HANDS, StartingHand, starting_hands
from croupier.maths.uth.strength import BLIND_ROWS
from croupier.maths.uth.sums import Sums, sums

HOLDINGS = 1326  # of two cards
FLOPS = 19_600  # once the player's cards are known
COMPLETIONS = 1081  # Turn and River
DEALERS = 990  # holdings of the dealer
DEALS = HOLDINGS * FLOPS * COMPLETIONS * DEALERS

PLAY = MappingProxyType({"4x": 4, "3x": 3, "2x": 2, "1x": 1, "fold": 0})

# Cell values stay below 2**62: a cell holds at most 8 x 1,081 x 990 times the largest result in scaled units.
LARGEST = 1 << 38


@dataclass(frozen=True)
class HandValue:
    """The first decision with one starting hand, in Antes."""

    name: str
    combinations: int
    raise_4x: Fraction
    raise_3x: Fraction
    check: Fraction

    @property
    def choices(self) -> Mapping[str, Fraction]:
        return {"check": self.check, "3x": self.raise_3x, "4x": self.raise_4x}

    @property
    def best(self) -> str:
        """The best choice; of equal ones the smaller wager."""
        return max(self.choices, key=self.choices.__getitem__)

    @property
    def value(self) -> Fraction:
        return self.choices[self.best]


@dataclass(frozen=True)
class UthSolution:
    """The main game under one Blind paytable with the best play; values in Antes, frequencies by round."""

    blind: Mapping[str, Fraction]
    hands: tuple[HandValue, ...]
    ev: Fraction
    decisions: Mapping[str, Fraction]  # how often a round ends with 4x, 3x, 2x, 1x or fold
    indifferent: Mapping[str, Fraction]  # how often a round meets an exact tie: first, flop, river
    river_states_turned: int  # stored River decisions that this paytable turned
    # Deals by decision, category of the player's hand and result (won, won_unqualified, lost,
    # lost_unqualified, tied, folded), of DEALS; only if asked for.
    results: Mapping[tuple[str, str, str], int] | None = None

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def average_wager(self) -> Fraction:
        """Ante, Blind and Play together."""
        return 2 + sum((PLAY[name] * often for name, often in self.decisions.items()), Fraction(0))

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_wager

    def hand(self, name: str) -> HandValue:
        return next(hand for hand in self.hands if hand.name == name)

    @cached_property
    def distribution(self) -> Mapping[Fraction, int]:
        """Deals by net result in Antes, lowest first, of DEALS."""
        if self.results is None:
            raise ValueError("solved without the distribution: call solve(blind, distribution=True)")
        nets: dict[Fraction, int] = {}
        for (decision, category, result), deals in self.results.items():
            net = net_result(decision, result, self.blind.get(category, Fraction(0)))
            nets[net] = nets.get(net, 0) + deals
        return MappingProxyType(dict(sorted(nets.items())))

    @property
    def variance(self) -> Fraction:
        return (
            sum((net**2 * deals for net, deals in self.distribution.items()), Fraction(0)) / DEALS
            - self.ev**2
        )

    @property
    def hit_frequency(self) -> Fraction:
        """How often a round ends with a gain."""
        return Fraction(sum(deals for net, deals in self.distribution.items() if net > 0), DEALS)


def net_result(decision: str, result: str, blind: Fraction) -> Fraction:
    """What Ante, Blind and Play come to together (11.F.2, 11.H.1, 11.H.3, reading U-08 R1)."""
    play = PLAY[decision]
    return {
        "won": play + 1 + blind,
        "won_unqualified": play + blind,
        "lost": Fraction(-play - 2),
        "lost_unqualified": Fraction(-play - 1),
        "tied": Fraction(0),
        "folded": Fraction(-2),
    }[result]


def whole_pays(blind: Mapping[str, Fraction]) -> tuple[NDArray[np.int64], int]:
    """The paytable as whole numbers over one scale, straight first."""
    for row, pays in blind.items():
        if row not in BLIND_ROWS:
            raise BadInput(f"the Blind has no row {row!r:.40}: write one of {', '.join(BLIND_ROWS)}")
        if not isinstance(pays, (int, Fraction)) or isinstance(pays, bool):
            raise BadInput(f"blind row {row}: {pays!r:.40} is neither a whole number nor a fraction")
        if pays < -1:
            raise BadInput(f"blind row {row}: pays {pays} to 1, but no more than the wager can be lost")
    rows = [Fraction(blind.get(row, 0)) for row in BLIND_ROWS]
    scale = lcm(*(pays.denominator for pays in rows))
    whole = [int(pays * scale) for pays in rows]
    if 6 * scale + max(abs(pays) for pays in whole) > LARGEST:
        raise BadInput("the Blind paytable has payments too large or fractions too fine to add up exactly")
    return np.array(whole, np.int64), scale


def solve(
    blind: Mapping[str, Fraction], *, distribution: bool = False, progress: Progress | None = None
) -> UthSolution:
    """The best play under a Blind paytable: what straights and better pay to 1; a row left out pushes."""
    pays, scale = whole_pays(blind)
    known = sums(progress)
    priced, turned = price(known, pays, scale)
    tallies = np.zeros((HANDS, TALLIES), np.int64)

    def decide(first: int, last: int) -> None:
        for hand in range(first, last):
            decide_flops(
                hand, known.spots.start, known.spots.weight, known.spots.cells, priced, tallies[hand]
            )

    spread(decide, HANDS)
    hands = starting_hands()
    values = tuple(
        _hand_value(hand, known.by_hand[number], tallies[number], pays, scale)
        for number, hand in enumerate(hands)
    )
    results = None
    if distribution:
        first = [BET if value.best == "check" else DECISIONS.index(value.best) for value in values]
        counted = count_results(first, known.spots, priced, known.states, pays, scale)
        results = _named(counted)
    return _summary(blind, hands, values, tallies, turned, results)


def _named(counted: NDArray[np.int64]) -> Mapping[tuple[str, str, str], int]:
    results = {}
    for decision, by_category in zip(DECISIONS, counted, strict=True):
        for category, by_result in zip(CATEGORIES, by_category, strict=True):
            if decision == "fold":  # what the hand would have come to is nobody's result
                results[decision, category, "folded"] = int(by_result.sum())
            else:
                for result, deals in zip(RESULTS, by_result, strict=True):
                    results[decision, category, result] = int(deals)
    return MappingProxyType({key: deals for key, deals in results.items() if deals})


def price(known: Sums, pays: NDArray[np.int64], scale: int) -> tuple[NDArray[np.int64], int]:
    """All cells under a paytable, and how many River states turned."""
    priced = np.zeros((CELLS + 1, 4), np.int64)
    spread(lambda start, stop: price_cells(start, stop, known.cells, pays, scale, priced), CELLS)
    flush, ranks = known.turning
    if pays.min() < 0:
        flush = may_turn(known.states.flush, known.states.flush_category, True)
        ranks = may_turn(known.states.ranks, known.states.ranks_category, True)
    turned = turn_states(flush, ranks, known.states, classes(), *origins(), pays, scale, priced)
    return priced, int(turned)


def _hand_value(
    hand: StartingHand,
    figures: NDArray[np.int64],
    tally: NDArray[np.int64],
    pays: NDArray[np.int64],
    scale: int,
) -> HandValue:
    play, rest = int(figures[SPREAD]), int(figures[REST])
    blind = sum(int(pay) * int(wins) for pay, wins in zip(pays, figures[WINS:], strict=True))
    deals = FLOPS * COMPLETIONS * DEALERS
    return HandValue(
        hand.name,
        hand.combinations,
        raise_4x=Fraction(scale * (4 * play + rest) + blind, scale * deals),
        raise_3x=Fraction(scale * (3 * play + rest) + blind, scale * deals),
        check=Fraction((int(tally[CHECK_HIGH]) << SPLIT) + int(tally[CHECK_LOW]), scale * deals),
    )


def _summary(
    blind: Mapping[str, Fraction],
    hands: tuple[StartingHand, ...],
    values: tuple[HandValue, ...],
    tallies: NDArray[np.int64],
    turned: int,
    results: Mapping[tuple[str, str, str], int] | None,
) -> UthSolution:
    raised = {"4x": 0, "3x": 0}
    played = flop_ties = bets = river_ties = first_ties = checked = 0
    for hand, value, tally in zip(hands, values, tallies, strict=True):
        times = hand.combinations
        first_ties += times * (max(value.raise_4x, value.raise_3x) == value.check)
        if value.best != "check":
            raised[value.best] += times
            continue
        checked += times
        played += times * int(tally[PLAYED])
        flop_ties += times * int(tally[FLOP_TIES])
        bets += times * int(tally[RIVER_BETS])
        river_ties += times * int(tally[RIVER_TIES])
    flops, boards = HOLDINGS * FLOPS, HOLDINGS * FLOPS * COMPLETIONS
    folds = (checked * FLOPS - played) * COMPLETIONS - bets
    total = sum((value.combinations * value.value for value in values), Fraction(0))
    return UthSolution(
        blind=MappingProxyType({row: Fraction(blind.get(row, 0)) for row in reversed(BLIND_ROWS)}),
        hands=values,
        ev=total / HOLDINGS,
        decisions=MappingProxyType(
            {
                "4x": Fraction(raised["4x"], HOLDINGS),
                "3x": Fraction(raised["3x"], HOLDINGS),
                "2x": Fraction(played, flops),
                "1x": Fraction(bets, boards),
                "fold": Fraction(folds, boards),
            }
        ),
        indifferent=MappingProxyType(
            {
                "first": Fraction(first_ties, HOLDINGS),
                "flop": Fraction(flop_ties, flops),
                "river": Fraction(river_ties, boards),
            }
        ),
        river_states_turned=turned,
        results=results,
    )
