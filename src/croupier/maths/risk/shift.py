"""Many rounds: the distribution of their sum, bands, ruin, and what there is to gain and to lose.

The net of a round lies on a lattice. Its sum over N rounds is found by Fourier on that lattice, modulo a
length that holds everything or, where that is too long, all but what Chernoff's bound allows; the bound and
the rounding of floats are told as ``error``. Short sums are counted exactly, in whole numbers.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, gcd, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.maths.results import exact
from croupier.maths.risk.seat import Seat

EXACT_BITS = 4_000_000  # of whole numbers in an exact sum
LONGEST = 1 << 23  # places of a lattice
EASY = 1 << 21  # so many are held whole
ROUNDING = 2.0**-48  # of floats, a round
BAND = 0.95
MOST_ROUNDS = 10**9
RUIN_ROUNDS = 20_000


class Sum:
    """The net of N rounds: probabilities on a lattice, lowest first."""

    def __init__(self, lowest: Fraction, step: Fraction, chances: NDArray[np.float64], error: float) -> None:
        self.lowest, self.step, self.chances, self.error = lowest, step, chances, error

    def quantile(self, share: float) -> Fraction:
        place = int(np.searchsorted(np.cumsum(self.chances), share))
        return self.lowest + self.step * min(place, len(self.chances) - 1)

    def below(self, net: Fraction | int) -> float:
        """The chance of less than so much."""
        return float(self.chances[: self._place(net)].sum())

    def least(self, net: Fraction | int) -> float:
        """The chance of so much or more: summed by itself, since 1 less the rest may round below 0."""
        return min(1.0, float(self.chances[self._place(net) :].sum()))

    def _place(self, net: Fraction | int) -> int:
        places = ceil((Fraction(net) - self.lowest) / self.step)
        return max(0, min(places, len(self.chances)))


def exact_sum(seat: Seat, rounds: int) -> tuple[list[int], int] | None:
    """Ways of every net and all ways, in whole numbers; None where there are too many."""
    _, _, ways, _ = seat.lattice()
    total = sum(ways)
    bits = total.bit_length() * rounds + 1
    if bits * (len(ways) * rounds) > EXACT_BITS:
        return None
    # A polynomial as one long number: each coefficient has room for the largest sum.
    packed = sum(way << (bits * place) for place, way in enumerate(ways)) ** rounds
    mask = (1 << bits) - 1
    found = []
    for _ in range((len(ways) - 1) * rounds + 1):
        found.append(packed & mask)
        packed >>= bits
    return found, total**rounds


def sum_of(seat: Seat, rounds: int) -> Sum:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"--rounds is a number from 1 to {MOST_ROUNDS:,}, not {rounds}")
    lowest, step, ways, scale = seat.lattice()
    unit = Fraction(step, scale)
    if (found := exact_sum(seat, rounds)) is not None:
        counts, total = found
        return Sum(Fraction(lowest * rounds, scale), unit, np.array([each / total for each in counts]), 0.0)
    # Whole, or modulo a window around the mean, wide enough for ten standard deviations and more.
    span = (len(ways) - 1) * rounds + 1
    spread = sqrt(float(seat.variance) * rounds) / float(unit)
    size = EASY if span <= EASY else 1 << max(12, int(24 * spread + 2 * len(ways)).bit_length())
    size = min(size, LONGEST, 1 << max(1, (span - 1).bit_length()))
    chance = np.zeros(size)
    total_ways = sum(ways)
    for place, way in enumerate(ways):
        chance[place % size] += way / total_ways
    chances = np.fft.irfft(np.fft.rfft(chance) ** rounds, size)
    # Places are the sum less N times the lowest, modulo the window: put the mean in the middle.
    mean = float((seat.ev * rounds - Fraction(lowest * rounds, scale)) / unit)
    first = max(0, int(mean) - size // 2) if span > size else 0
    chances = np.roll(chances, -(first % size))
    start = Fraction(lowest * rounds, scale) + first * unit
    outside = 0.0
    if span > size:
        outside = tail(seat, rounds, start + size * unit, up=True)
        outside += tail(seat, rounds, start - unit, up=False) if first else 0.0
    return Sum(start, unit, np.clip(chances, 0, None), min(1.0, outside + ROUNDING * rounds))


def tail(seat: Seat, rounds: int, net: Fraction, *, up: bool) -> float:
    """Chernoff's bound on the chance that N rounds come to so much or more, or to so much or less: the least
    of exp(-t x) E(exp(t X))^N over some t, each of which is a bound.
    """
    sign = 1.0 if up else -1.0
    nets = sign * np.array([float(each) for each in seat.distribution])
    often = np.log([float(each) for each in seat.distribution.values()])
    spread = sqrt(float(seat.variance))
    if not spread:
        return 0.0
    least = 0.0
    for t in np.geomspace(1e-9, 1e3, 1201) / spread:
        powers = t * nets + often
        top = float(powers.max())
        moment = top + log(float(np.exp(powers - top).sum()))
        least = min(least, rounds * moment - t * sign * float(net))
    return exp(least)


def ruin(seat: Seat, bankroll: int, rounds: int) -> float:
    """The chance that within N rounds a bankroll of so many units can no longer cover the largest loss of a
    round: round by round, those who are ruined stay so. Who is twelve standard deviations up counts as safe.
    """
    if rounds > RUIN_ROUNDS:
        raise BadInput(f"ruin is worked out for {RUIN_ROUNDS:,} rounds at most, not {rounds:,}")
    lowest, wide, coarse, scale = seat.lattice()
    step = gcd(wide, lowest)  # the bankroll moves by losses as well as between results
    ways = [0] * ((len(coarse) - 1) * (wide // step) + 1)
    ways[:: wide // step] = coarse
    unit = Fraction(step, scale)
    loss = -Fraction(lowest, scale)
    if loss <= 0 or bankroll < loss:
        return 0.0 if loss <= 0 else 1.0
    if bankroll >= (rounds + 1) * loss:  # the largest loss in every round leaves enough for one more
        return 0.0
    start = int(Fraction(bankroll) / unit)
    drop = int(loss / unit)
    top = start + int(12 * sqrt(float(seat.variance) * rounds) / float(unit)) + len(ways)
    chance = np.array(ways, float) / sum(ways)
    size = 1 << (top + len(ways)).bit_length()
    turned = np.fft.rfft(chance, size)
    held = np.zeros(top)
    held[start] = 1.0
    ruined = 0.0
    for _ in range(rounds):
        moved = np.clip(np.fft.irfft(np.fft.rfft(held, size) * turned, size), 0, None)[drop : drop + top]
        ruined += float(moved[:drop].sum())
        moved[:drop] = 0.0
        held = np.zeros(top)
        held[: len(moved)] = moved
    return min(1.0, ruined)


def ruin_ever(seat: Seat, bankroll: int) -> float:
    """Lundberg's bound on the chance that the bankroll is ever ruined, however long one plays: exp(-t a),
    where a is the least loss that ruins it and t > 0 the one for which E(exp(-t X)) is 1. Without an edge
    ruin is certain.
    """
    lowest, wide, _, scale = seat.lattice()
    loss, step = -Fraction(lowest, scale), Fraction(gcd(wide, lowest), scale)
    if loss <= 0:
        return 0.0
    if seat.ev <= 0 or bankroll < loss:
        return 1.0
    nets = np.array([float(net) for net in seat.distribution])
    often = np.array([float(each) for each in seat.distribution.values()])

    def over(t: float) -> bool:
        return float((often * np.exp(-t * nets)).sum()) > 1

    low, high = 0.0, 1.0
    while not over(high):
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if over(middle) else (middle, high)
    least = ((bankroll - loss) // step + 1) * step
    return exp(-low * float(least))


def kelly(seat: Seat) -> float:
    """The share of a bankroll to put on one unit so that it grows fastest; 0 without an edge."""
    if seat.ev <= 0:
        return 0.0
    nets = np.array([float(net) for net in seat.distribution])
    often = np.array([float(each) for each in seat.distribution.values()])
    low, high = 0.0, 1.0 / -nets.min() if nets.min() < 0 else 1.0
    for _ in range(200):
        middle = (low + high) / 2
        slope = float((often * nets / (1 + middle * nets)).sum())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return float(low)


def band(seat: Seat, rounds: int, chance: float = BAND) -> dict[str, Any]:
    """What the house holds of one unit a round, between these with a chance of 95 %, or another one."""
    if not 0 < chance < 1:
        raise BadInput(f"--band is a chance between 0 and 1, such as 0.95, not {chance:g}")
    found = sum_of(seat, rounds)
    edge = (1 - chance) / 2
    most, least = found.quantile(edge), found.quantile(1 - edge)
    return {
        "rounds": rounds,
        "chance": chance,
        "expected": exact(-seat.ev * rounds),
        "low": exact(-least),
        "high": exact(-most),
        "hold_low": float(-least / rounds),
        "hold_high": float(-most / rounds),
        "hold_of_staked_low": float(-least / rounds / seat.staked),
        "hold_of_staked_high": float(-most / rounds / seat.staked),
        "house_loses": found.least(Fraction(1, 10**9)),
        "error": found.error,
    }


def rounds_to_win(seat: Seat, sure: float = 1.959964) -> int | None:
    """Rounds after which the house is ahead with a chance of about 97.5 %, by its mean and spread."""
    if seat.ev >= 0:
        return None
    return ceil(float(seat.variance) * (sure / float(seat.ev)) ** 2)
