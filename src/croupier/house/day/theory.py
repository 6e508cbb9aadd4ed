"""What a wager should have brought: exact expectation and variance by wager and paytable, and the 95 % band.

A line's stakes are known one by one. Its expectation is the sum of theirs, and so is its variance where hands
are taken as independent. A progressive is worked out by the meters as they stood, on average, when it was
settled: its expectation is linear in them.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.extras import missing_for_maths
from croupier.house.day.tables import ENVY, MAIN, Line, Wagered
from croupier.submission import Choices

Z95 = Fraction("1.959963984540054")  # 95 % of a normal distribution lies within so many standard deviations


class Theory(msgspec.Struct, frozen=True):
    """Of the house's win on a line, in cents."""

    expected: Fraction
    variance: Fraction
    edge: Fraction  # on the units staked

    @property
    def half_width(self) -> Fraction:
        return Z95 * Fraction(sqrt(self.variance))

    def z(self, win: int) -> float:
        """How many standard deviations the win lies from what is expected."""
        spread = sqrt(self.variance)
        return float(win - self.expected) / spread if spread else 0.0

    def outside(self, win: int) -> bool:
        return bool(self.variance) and abs(win - self.expected) > self.half_width


def theory_of(key: Wagered, line: Line) -> Theory | str:
    """The theory of a line; in words why there is none."""
    if key.wager == ENVY:
        return "an Envy Bonus depends on the company of each round"
    if missing := missing_for_maths():
        return f"the mathematics needs {missing}; install croupier[maths]"
    expected, variance, units = Fraction(0), Fraction(0), 0
    meters = tuple((name, int(total / line.read)) for name, total in sorted(line.meters.items()))
    choices = msgspec.json.encode(line.choices)
    for stake, often in sorted(line.stakes.items()):
        try:
            asked = stake if _of_the_stake(line.choices.game, key.wager) else 0
            ev, spread = _unit(choices, key.wager, asked, meters)
        except BadInput as fault:
            return f"no theory: {fault}"
        expected -= ev * stake * often
        variance += spread * stake**2 * often
        units += stake * often
    if not units:
        return "nothing was played"
    return Theory(expected, variance, expected / units)


def _of_the_stake(game: str, wager: str) -> bool:
    """Sums of money and meters are worth another share of another stake."""
    from croupier.maths.wagers.side_wagers import side_wager

    return wager != MAIN and side_wager(game, wager).of_the_stake


@lru_cache(maxsize=1024)
def _unit(
    written: bytes, wager: str, stake: int, meters: tuple[tuple[str, int], ...]
) -> tuple[Fraction, Fraction]:
    """The player's expectation on one unit, and its variance; a stake of 0: whatever the stake is."""
    from croupier.maths import analyze
    from croupier.maths.submitted import terms_of_choices

    choices = msgspec.json.decode(written, type=Choices)
    terms = msgspec.structs.replace(terms_of_choices(choices), meters={}, progressive_stake=None)
    if stake:
        terms = msgspec.structs.replace(terms, stake=stake)
    if wager != MAIN and analyze.metered(choices.game, wager):
        terms = msgspec.structs.replace(terms, meters=dict(meters), progressive_stake=stake)
    result: dict[str, Any] = analyze.analyze(terms, wager)["results"][0]
    return Fraction(result["ev"]), Fraction(result["variance"])
