"""What an analysis gives: outcomes with exact probabilities, and everything that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isqrt

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """One line of a distribution: how often, and what the player is up or down by, in units."""

    name: str
    probability: Fraction
    net: Fraction
    pays: str  # in words, as printed in the rules
    hit: bool  # a paying row (side wagers), a gain (main games)


class Result(msgspec.Struct, frozen=True):
    """One wager under one paytable."""

    wager: str
    paytable: str | None
    unit: str
    outcomes: tuple[Outcome, ...]
    readings: Mapping[str, str]
    average_wager: Fraction = Fraction(1)
    extra: Mapping[str, object] = {}  # what only some wagers have: decisions, meters, Envy
    beyond: Fraction = Fraction(0)  # value that is not in the outcomes: Envy, won by other players' hands
    beyond_variance: Fraction = Fraction(0)  # what it adds to the variance

    @property
    def ev(self) -> Fraction:
        return sum((each.probability * each.net for each in self.outcomes), self.beyond)

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """The edge on all that is staked, not on the first unit alone."""
        return self.house_edge / self.average_wager

    @property
    def variance(self) -> Fraction:
        mean = self.ev - self.beyond
        own = sum((each.probability * each.net**2 for each in self.outcomes), Fraction(0)) - mean**2
        return own + self.beyond_variance

    @property
    def sd(self) -> float:
        return root(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        return sum((each.probability for each in self.outcomes if each.hit), Fraction(0))

    def document(self) -> dict[str, object]:
        """As ``croupier analyze`` prints it: fractions exact and in lowest terms, the rest for show."""
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "unit": self.unit,
            "ev": exact(self.ev),
            "house_edge": float(self.house_edge),
            "house_edge_exact": exact(self.house_edge),
            "element_of_risk": float(self.element_of_risk),
            "element_of_risk_exact": exact(self.element_of_risk),
            "average_wager": exact(self.average_wager),
            "sd": self.sd,
            "variance": exact(self.variance),
            "hit_frequency": exact(self.hit_frequency),
            "outcomes": [
                {
                    "outcome": each.name,
                    "probability": exact(each.probability),
                    "pays": each.pays,
                    "net": exact(each.net),
                }
                for each in self.outcomes
            ],
            "readings": dict(self.readings),
            **self.extra,
        }


def exact(value: Fraction | int) -> str:
    """``-3/7``, always with its denominator, so that a reader need not guess whether a number was cut."""
    value = Fraction(value)
    return f"{value.numerator}/{value.denominator}"


def plain(value: Fraction | int) -> str:
    """``-3``, ``7/2``: a net result or a sum of money, as short as it is exact."""
    return str(Fraction(value))


def root(value: Fraction) -> float:
    """The square root to the last digit a float holds, however large the fraction."""
    scale = 1 << 128
    return isqrt(value.numerator * scale * scale // value.denominator) / scale


def distribution(counts: Mapping[Fraction, int], total: int) -> tuple[Outcome, ...]:
    """Net results in units, best first, from counts over a total (main games)."""
    assert sum(counts.values()) == total, "the counts must cover the whole space"
    return tuple(
        Outcome(plain(net), Fraction(counts[net], total), net, words(net), net > 0)
        for net in sorted(counts, reverse=True)
        if counts[net]
    )


def words(net: Fraction) -> str:
    if not net:
        return "push"
    return f"{'win' if net > 0 else 'lose'} {plain(abs(net))}"


def decision(
    name: str, choices: Iterable[tuple[str, int]], total: int, indifferent: int
) -> dict[str, object]:
    """How often each answer to one question is the best one; ties count as the smaller wager."""
    return {
        "decision": name,
        "choices": {choice: exact(Fraction(count, total)) for choice, count in choices},
        "indifferent": exact(Fraction(indifferent, total)),
    }
