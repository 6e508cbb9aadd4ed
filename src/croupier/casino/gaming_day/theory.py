"""Compute the theoretical win of a wager, with exact expectation and variance and the 95 % band.

The expectation of a line is the sum over its stakes. So is the variance, because the hands count as
independent. For a progressive wager, the calculation uses the average meter reading at settlement. This is
exact, because the expectation is linear in the reading.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

import msgspec

from croupier.casino.gaming_day.tables import ENVY, MAIN, WagerKey, WagerLine
from croupier.errors import BadInput
from croupier.extras import missing_for_maths
from croupier.submission import OperatorChoices

# standard deviations around the mean that contain 95 % of a normal distribution
Z95 = Fraction("1.959963984540054")


class Theory(msgspec.Struct, frozen=True):
    """Theoretical win of the house on a report line, in cents."""

    expected: Fraction
    variance: Fraction
    edge: Fraction  # expected win as a share of the units staked

    @property
    def half_width(self) -> Fraction:
        return Z95 * Fraction(sqrt(self.variance))

    def z(self, win: int) -> float:
        """Return the number of standard deviations between a win and its expectation."""
        deviation = sqrt(self.variance)
        return float(win - self.expected) / deviation if deviation else 0.0

    def outside(self, win: int) -> bool:
        return bool(self.variance) and abs(win - self.expected) > self.half_width


def theory_of(key: WagerKey, line: WagerLine) -> Theory | str:
    """Return the theoretical result of a line, or the reason why it is unknown."""
    if key.wager == ENVY:
        return "an Envy Bonus depends on the other players of each round"
    if missing := missing_for_maths():
        return f"the mathematics needs {missing}; install croupier[maths]"
    expected, variance, units = Fraction(0), Fraction(0), 0
    meters = tuple((name, int(total / line.reading_count)) for name, total in sorted(line.meters.items()))
    choices = msgspec.json.encode(line.choices)
    for stake, often in sorted(line.stakes.items()):
        try:
            unit_stake = stake if _of_the_stake(line.choices.game, key.wager) else 0
            ev, unit_variance = _unit(choices, key.wager, unit_stake, meters)
        except BadInput as fault:
            return f"no theory: {fault}"
        expected -= ev * stake * often
        variance += unit_variance * stake**2 * often
        units += stake * often
    if not units:
        return "no wagers were played"
    return Theory(expected, variance, expected / units)


def _of_the_stake(game: str, wager: str) -> bool:
    """Return whether a wager's value per unit depends on the stake. It does with fixed amounts and with
    meters.
    """
    from croupier.maths.wagers.side_wagers import side_wager

    return wager != MAIN and side_wager(game, wager).of_the_stake


@lru_cache(maxsize=1024)
def _unit(
    choices_json: bytes, wager: str, stake: int, meters: tuple[tuple[str, int], ...]
) -> tuple[Fraction, Fraction]:
    """Return the player's expectation and variance per unit. A stake of 0 means that the stake does not
    matter.
    """
    from croupier.maths import analyze
    from croupier.maths.submission_rules import terms_of_choices

    choices = msgspec.json.decode(choices_json, type=OperatorChoices)
    terms = msgspec.structs.replace(terms_of_choices(choices), meters={}, progressive_stake=None)
    if stake:
        terms = msgspec.structs.replace(terms, stake=stake)
    if wager != MAIN and analyze.is_paid_from_meters(choices.game, wager):
        terms = msgspec.structs.replace(terms, meters=dict(meters), progressive_stake=stake)
    result: dict[str, Any] = analyze.analyze(terms, wager)["results"][0]
    return Fraction(result["ev"]), Fraction(result["variance"])
