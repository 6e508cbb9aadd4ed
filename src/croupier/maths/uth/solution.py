"""Solve the main game: best play and its exact value under any Blind paytable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.hands.arrays import CATEGORIES
from croupier.maths.engine.kernel import Progress
from croupier.maths.uth.distribution import CHECKED, RESULTS
from croupier.maths.uth.flop import REST, SPREAD, WINS
from croupier.maths.uth.outcomes import count_outcomes
from croupier.maths.uth.pricing import FlopPlay, play_flops
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.spots import StartingHand, starting_hands
from croupier.maths.uth.strength import BLIND_ROWS
from croupier.maths.uth.sums import sums

HOLDINGS = 1326  # number of holdings of two cards
FLOPS = 19_600  # number of Flops for one holding
COMPLETIONS = 1081  # number of Turn and River combinations after a Flop
DEALERS = 990  # number of dealer holdings for one holding and board
DEALS = HOLDINGS * FLOPS * COMPLETIONS * DEALERS

PLAY = MappingProxyType(AS_PRINTED.sizes)

# A cell is at most 8 x 1,081 x 990 times the largest scaled result, so it stays below 2**62.
LARGEST = 1 << 38
# If the sums are settled, single states are priced with Python integers, so larger payments are allowed.
LARGEST_SETTLED = 1 << 48


@dataclass(frozen=True)
class StartingHandValue:
    """The value in Antes of each first decision with one starting hand."""

    name: str
    combinations: int
    check: Fraction
    raises: Mapping[str, Fraction]  # smallest raise first

    @property
    def raise_4x(self) -> Fraction:
        return self.raises["4x"]

    @property
    def raise_3x(self) -> Fraction:
        return self.raises["3x"]

    @property
    def choices(self) -> Mapping[str, Fraction]:
        return {"check": self.check, **self.raises}

    @property
    def best(self) -> str:
        """Return the best choice, or the smallest wager if several choices are equally good."""
        return max(self.choices, key=self.choices.__getitem__)

    @property
    def value(self) -> Fraction:
        return self.choices[self.best]


@dataclass(frozen=True)
class UthSolution:
    """The main game under best play with one Blind paytable. Values are in Antes."""

    blind: Mapping[str, Fraction]
    hands: tuple[StartingHandValue, ...]
    ev: Fraction
    decisions: Mapping[str, Fraction]  # fraction of rounds that end with 4x, 3x, 2x, 1x or fold
    indifferent: Mapping[str, Fraction]  # fraction of rounds with two equally good choices, by decision
    # number of River states whose decision differs from the one with a Blind that always pushes
    river_states_turned: int
    # number of deals (of DEALS) for each (decision, category of the player's hand, result), if requested
    # The results are won, won_unqualified, lost, lost_unqualified, tied and folded.
    results: Mapping[tuple[str, str, str], int] | None = None
    rules: MainRules = AS_PRINTED

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def average_wager(self) -> Fraction:
        """Return the average total of Ante, Blind and Play, in Antes."""
        sizes = self.rules.sizes
        return 2 + sum((sizes[name] * often for name, often in self.decisions.items()), Fraction(0))

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_wager

    def hand(self, name: str) -> StartingHandValue:
        return next(hand for hand in self.hands if hand.name == name)

    @cached_property
    def distribution(self) -> Mapping[Fraction, int]:
        """Return the number of deals (of DEALS) with each net result in Antes, lowest result first."""
        if self.results is None:
            raise ValueError("the solution has no distribution; call solve(blind, distribution=True)")
        nets: dict[Fraction, int] = {}
        for (decision, category, result), deals in self.results.items():
            net = net_result(self.rules.sizes[decision], result, self.blind.get(category, Fraction(0)))
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
        """Return the fraction of rounds that end with a gain."""
        return Fraction(sum(deals for net, deals in self.distribution.items() if net > 0), DEALS)


def net_result(play: int, result: str, blind: Fraction) -> Fraction:
    """Return the net result in Antes, for a Play of ``play`` Antes (11.F.2, 11.H.1, 11.H.3, U-08 R1)."""
    return {
        "won": play + 1 + blind,
        "won_unqualified": play + blind,
        "lost": Fraction(-play - 2),
        "lost_unqualified": Fraction(-play - 1),
        "tied": Fraction(0),
        "folded": Fraction(-2),
    }[result]


def whole_pays(blind: Mapping[str, Fraction], largest: int = LARGEST) -> tuple[NDArray[np.int64], int]:
    """Return the Blind's payments as integers, straight first, and their common denominator."""
    for row, pays in blind.items():
        if row not in BLIND_ROWS:
            raise BadInput(f"the Blind has no row {row!r:.40}; its rows can be {', '.join(BLIND_ROWS)}")
        if not isinstance(pays, (int, Fraction)) or isinstance(pays, bool):
            raise BadInput(f"blind row {row}: {pays!r:.40} is neither a whole number nor a fraction")
        if pays < -1:
            raise BadInput(f"blind row {row}: pays {pays} to 1, but a player cannot lose more than the wager")
    rows = [Fraction(blind.get(row, 0)) for row in BLIND_ROWS]
    scale = lcm(*(pays.denominator for pays in rows))
    whole = [int(pays * scale) for pays in rows]
    if 6 * scale + max(abs(pays) for pays in whole) > largest:
        raise BadInput("the Blind paytable has payments too large or fractions too fine to add up exactly")
    return np.array(whole, np.int64), scale


def solve(
    blind: Mapping[str, Fraction],
    *,
    distribution: bool = False,
    progress: Progress | None = None,
    rules: MainRules = AS_PRINTED,
) -> UthSolution:
    """Find best play under a Blind paytable.

    ``blind`` has the payments to 1 for straights and better hands. If a row is missing, its hand pushes.
    """
    known = sums(progress, rules)
    pays, scale = whole_pays(blind, LARGEST_SETTLED if known.settled_flops else LARGEST)
    flops = _decide_flops(known.rules, tuple(pays.tolist()), scale)
    hands = starting_hands()
    values = tuple(
        _hand_value(hand, known.by_hand[number], flops.gain[number], pays, scale, rules)
        for number, hand in enumerate(hands)
    )
    results = None
    if distribution:
        first = _places(values, rules)
        results = _name_results(count_outcomes(known, rules, first, pays, scale, progress), rules)
    return _summary(blind, values, flops, results, rules)


@lru_cache(maxsize=16)
def _decide_flops(rules: MainRules, pays: tuple[int, ...], scale: int) -> FlopPlay:
    """Return the Flop decisions, cached because the values, the decisions and the results all need them."""
    return play_flops(sums(None, rules), np.array(pays, np.int64), scale)


def _places(values: tuple[StartingHandValue, ...], rules: MainRules) -> list[int]:
    """Return each starting hand's first decision as an index into ``rules.decisions``, or CHECKED."""
    names = rules.decisions
    return [CHECKED if value.best == "check" else names.index(value.best) for value in values]


def first_decisions(blind: Mapping[str, Fraction], rules: MainRules) -> list[int]:
    """Return the index of each starting hand's raise before the Flop, or CHECKED."""
    return _places(solve(blind, rules=rules).hands, rules)


def _name_results(counted: NDArray[np.int64], rules: MainRules) -> Mapping[tuple[str, str, str], int]:
    results = {}
    for decision, by_category in zip(rules.decisions, counted, strict=True):
        for category, by_result in zip(CATEGORIES, by_category, strict=True):
            if decision == "fold":  # A folded hand is not compared, so all results are added.
                results[decision, category, "folded"] = int(by_result.sum())
            else:
                for result, deals in zip(RESULTS, by_result, strict=True):
                    results[decision, category, result] = int(deals)
    return MappingProxyType({key: deals for key, deals in results.items() if deals})


def _hand_value(
    hand: StartingHand,
    figures: NDArray[np.int64],
    gain: int,
    pays: NDArray[np.int64],
    scale: int,
    rules: MainRules,
) -> StartingHandValue:
    play, rest = int(figures[SPREAD]), int(figures[REST])
    blind = sum(int(pay) * int(wins) for pay, wins in zip(pays, figures[WINS:], strict=True))
    deals = scale * FLOPS * COMPLETIONS * DEALERS

    def sum_raise(size: int) -> int:
        return scale * (size * play + rest) + blind

    return StartingHandValue(
        hand.name,
        hand.combinations,
        # A check is worth a raise on every Flop plus the gain on the Flops where checking is better.
        check=Fraction(sum_raise(rules.flop) + gain, deals),
        raises=MappingProxyType(
            {f"{size}x": Fraction(sum_raise(size), deals) for size in sorted(rules.first)}
        ),
    )


def _summary(
    blind: Mapping[str, Fraction],
    values: tuple[StartingHandValue, ...],
    play: FlopPlay,
    results: Mapping[tuple[str, str, str], int] | None,
    rules: MainRules,
) -> UthSolution:
    raised = {f"{size}x": 0 for size in rules.first}
    first_ties, checked = 0, np.zeros(len(values), np.int64)
    for number, value in enumerate(values):
        first_ties += value.combinations * (max(value.raises.values()) == value.check)
        if value.best == "check":
            checked[number] = value.combinations
        else:
            raised[value.best] += value.combinations
    played, flop_ties = int(checked @ play.flops), int(checked @ play.flop_ties)
    bets, river_ties = int(checked @ play.bets), int(checked @ play.river_ties)
    flops, boards = HOLDINGS * FLOPS, HOLDINGS * FLOPS * COMPLETIONS
    folds = (int(checked.sum()) * FLOPS - played) * COMPLETIONS - bets
    total = sum((value.combinations * value.value for value in values), Fraction(0))
    ends = [Fraction(played, flops), Fraction(bets, boards), Fraction(folds, boards)]
    first = [Fraction(raised[name], HOLDINGS) for name in rules.decisions[: len(rules.first)]]
    return UthSolution(
        blind=MappingProxyType({row: Fraction(blind.get(row, 0)) for row in reversed(BLIND_ROWS)}),
        hands=values,
        ev=total / HOLDINGS,
        decisions=MappingProxyType(dict(zip(rules.decisions, [*first, *ends], strict=True))),
        indifferent=MappingProxyType(
            {
                "first": Fraction(first_ties, HOLDINGS),
                "flop": Fraction(flop_ties, flops),
                "river": Fraction(river_ties, boards),
            }
        ),
        river_states_turned=play.changed_states,
        results=results,
        rules=rules,
    )
