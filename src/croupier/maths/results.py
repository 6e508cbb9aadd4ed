"""Results of an analysis: exact outcome probabilities and the figures derived from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isqrt

import msgspec


class DistributionLine(msgspec.Struct, frozen=True):
    """One outcome of a distribution: its probability and the player's net result in units."""

    name: str
    probability: Fraction
    net: Fraction
    pays: str  # payment in words, as printed in the rules
    hit: bool  # True if a row pays (side wager) or the net result is a gain (main game)


class Result(msgspec.Struct, frozen=True):
    """The result of analyzing one wager under one paytable."""

    wager: str
    paytable: str | None
    unit: str
    outcomes: tuple[DistributionLine, ...]
    readings: Mapping[str, str]
    average_wager: Fraction = Fraction(1)
    extra: Mapping[str, object] = {}  # figures that only some wagers have, such as decisions, meters and Envy
    beyond: Fraction = Fraction(0)  # value of Envy bonuses, which depend on other players' hands
    beyond_variance: Fraction = Fraction(0)  # variance that Envy bonuses add

    @property
    def ev(self) -> Fraction:
        return sum((each.probability * each.net for each in self.outcomes), self.beyond)

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """Return the house edge divided by the average total amount wagered."""
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
        """Return this result as in the ``croupier analyze`` document: exact fractions, and some floats."""
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
    """Format a fraction, always with its denominator to show that the value is exact: ``-3/7`` or ``2/1``."""
    value = Fraction(value)
    return f"{value.numerator}/{value.denominator}"


def plain(value: Fraction | int) -> str:
    """Format a net result or an amount in the shortest exact form, such as ``-3`` or ``7/2``."""
    return str(Fraction(value))


def root(value: Fraction) -> float:
    """Return the square root as a float, accurate to the last digit for fractions of any size."""
    scale = 1 << 128
    return isqrt(value.numerator * scale * scale // value.denominator) / scale


def distribution(counts: Mapping[Fraction, int], total: int) -> tuple[DistributionLine, ...]:
    """Return a main game's distribution of net results, best first, from ``counts`` of ``total`` deals."""
    assert sum(counts.values()) == total, "the counts must add up to the total"
    return tuple(
        DistributionLine(plain(net), Fraction(counts[net], total), net, words(net), net > 0)
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
    """Return how often each choice of a decision is best. If two choices tie, the smaller wager is best."""
    return {
        "decision": name,
        "choices": {choice: exact(Fraction(count, total)) for choice, count in choices},
        "indifferent": exact(Fraction(indifferent, total)),
    }
