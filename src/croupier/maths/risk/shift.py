"""Compute the net result of many rounds: probability bands, risk of ruin and Kelly stakes.

The possible net results of a round form a lattice. The distribution of the net of N rounds is computed on
that lattice with a Fourier transform that is long enough for all values. If that would be too long, a shorter
window is used, and Chernoff's bound limits the probability outside the window. That bound and the
floating-point rounding are reported as ``error``. The sum of a few rounds is computed exactly, with integers.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, floor, gcd, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.maths.results import exact
from croupier.maths.risk.seat import SeatRisk

EXACT_BITS = 4_000_000  # limit on the total bits of the integers in an exact sum
LONGEST = 1 << 23  # maximum number of points of a lattice
EASY = 1 << 21  # maximum number of points for which the whole lattice is used
ROUNDING = 2.0**-48  # floating-point error per round
BAND = 0.95
MOST_ROUNDS = 10**9
RUIN_ROUNDS = 20_000


class NetDistribution:
    """The distribution of the net result of N rounds: probabilities on a lattice, lowest net result first."""

    def __init__(self, lowest: Fraction, step: Fraction, chances: NDArray[np.float64], error: float) -> None:
        self.lowest, self.step, self.chances, self.error = lowest, step, chances, error

    def quantile(self, share: float) -> Fraction:
        place = int(np.searchsorted(np.cumsum(self.chances), share))
        return self.lowest + self.step * min(place, len(self.chances) - 1)

    def below(self, net: Fraction | int) -> float:
        """Return the probability that the net result is less than ``net``."""
        return float(self.chances[: self._place(net)].sum())

    def at_most(self, net: Fraction | int) -> float:
        """Return the probability that the net result is at most ``net``."""
        places = floor((Fraction(net) - self.lowest) / self.step) + 1
        return min(1.0, float(self.chances[: max(0, places)].sum()))

    def least(self, net: Fraction | int) -> float:
        """Return the probability that the net result is at least ``net``.

        The probabilities are summed directly. Subtracting the rest from 1 could give a value below 0.
        """
        return min(1.0, float(self.chances[self._place(net) :].sum()))

    def _place(self, net: Fraction | int) -> int:
        places = ceil((Fraction(net) - self.lowest) / self.step)
        return max(0, min(places, len(self.chances)))


def exact_sum(seat: SeatRisk, rounds: int) -> tuple[list[int], int] | None:
    """Return the number of ways to reach each net result, and the total, or None if they are too large."""
    _, _, ways, _ = seat.lattice()
    total = sum(ways)
    bits = total.bit_length() * rounds + 1
    if bits * (len(ways) * rounds) > EXACT_BITS:
        return None
    # Encode the polynomial as one long integer, with enough bits per coefficient for the largest sum.
    packed = sum(way << (bits * place) for place, way in enumerate(ways)) ** rounds
    mask = (1 << bits) - 1
    found = []
    for _ in range((len(ways) - 1) * rounds + 1):
        found.append(packed & mask)
        packed >>= bits
    return found, total**rounds


def sum_of(seat: SeatRisk, rounds: int) -> NetDistribution:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"--rounds must be a number from 1 to {MOST_ROUNDS:,}, not {rounds}")
    lowest, step, ways, scale = seat.lattice()
    unit = Fraction(step, scale)
    if (found := exact_sum(seat, rounds)) is not None:
        counts, total = found
        return NetDistribution(
            Fraction(lowest * rounds, scale), unit, np.array([each / total for each in counts]), 0.0
        )
    # Use the whole lattice, or a window of more than ten standard deviations around the mean.
    span = (len(ways) - 1) * rounds + 1
    spread = sqrt(float(seat.variance) * rounds) / float(unit)
    size = EASY if span <= EASY else 1 << max(12, int(24 * spread + 2 * len(ways)).bit_length())
    size = min(size, LONGEST, 1 << max(1, (span - 1).bit_length()))
    chance = np.zeros(size)
    total_ways = sum(ways)
    for place, way in enumerate(ways):
        chance[place % size] += way / total_ways
    chances = np.fft.irfft(np.fft.rfft(chance) ** rounds, size)
    # The index of a point is the sum minus N times the lowest net, modulo the window size.
    # The roll moves the mean to the middle of the window.
    mean = float((seat.ev * rounds - Fraction(lowest * rounds, scale)) / unit)
    first = max(0, int(mean) - size // 2) if span > size else 0
    chances = np.roll(chances, -(first % size))
    start = Fraction(lowest * rounds, scale) + first * unit
    outside = 0.0
    if span > size:
        outside = tail(seat, rounds, start + size * unit, up=True)
        outside += tail(seat, rounds, start - unit, up=False) if first else 0.0
    return NetDistribution(start, unit, np.clip(chances, 0, None), min(1.0, outside + ROUNDING * rounds))


def tail(seat: SeatRisk, rounds: int, net: Fraction, *, up: bool) -> float:
    """Return Chernoff's bound on the probability that the net of N rounds is at least ``net`` (``up``).

    Without ``up``, the bound is on the probability that it is at most ``net``. For each t > 0,
    exp(-t x) E(exp(t X))^N is a bound. The function returns the smallest bound over many values of t.
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


def ruin(seat: SeatRisk, bankroll: int, rounds: int) -> float:
    """Return the probability that within N rounds the bankroll falls below a round's largest loss."""
    check_rounds(rounds)
    step, loss = _grain(seat)
    if loss <= 0 or bankroll < loss:
        return 0.0 if loss <= 0 else 1.0
    # Ruin is impossible if the bankroll covers one more round even after the largest loss in every round.
    if bankroll >= (rounds + 1) * loss:
        return 0.0
    return _falls(seat, int(bankroll / step), int(loss / step), rounds)


def ever_down(seat: SeatRisk, units: Fraction | int, rounds: int) -> float:
    """Return the probability that the player is down by at least ``units`` at some time within N rounds."""
    check_rounds(rounds)
    step, loss = _grain(seat)
    if rounds * loss < units:
        return 0.0
    return _falls(seat, ceil(units / step), 1, rounds)


def check_rounds(rounds: int) -> None:
    """Raise ``BadInput`` if the risk of ruin over this many rounds is too slow to compute."""
    if rounds > RUIN_ROUNDS:
        raise BadInput(f"ruin is computed for at most {RUIN_ROUNDS:,} rounds, not {rounds:,}")


def _grain(seat: SeatRisk) -> tuple[Fraction, Fraction]:
    """Return the largest amount that divides all gains and losses, and return the largest loss."""
    lowest, wide, _, scale = seat.lattice()
    return Fraction(gcd(wide, lowest), scale), -Fraction(lowest, scale)


def _falls(seat: SeatRisk, start: int, least: int, rounds: int) -> float:
    """Return the probability that a bankroll falls from ``start`` to below ``least`` steps within N rounds.

    The probability is computed round by round. A bankroll that falls below ``least`` stays there. A bankroll
    that is twelve standard deviations up counts as safe.
    """
    lowest, wide, coarse, _ = seat.lattice()
    step, loss = _grain(seat)
    drop = int(loss / step)
    apart = wide // gcd(wide, lowest)
    ways = [0] * ((len(coarse) - 1) * apart + 1)
    ways[::apart] = coarse
    top = start + int(12 * sqrt(float(seat.variance) * rounds) / float(step)) + len(ways)
    chance = np.array(ways, float) / sum(ways)
    size = 1 << (top + len(ways)).bit_length()
    turned = np.fft.rfft(chance, size)
    bankroll_chances = np.zeros(top)
    bankroll_chances[start] = 1.0
    fallen = 0.0
    for _ in range(rounds):
        moved = np.clip(np.fft.irfft(np.fft.rfft(bankroll_chances, size) * turned, size), 0, None)
        # Index of a point: the bankroll after the round plus the largest loss, in steps.
        fallen += float(moved[: drop + least].sum())
        survivors = moved[drop + least : drop + top]
        bankroll_chances = np.zeros(top)
        bankroll_chances[least : least + len(survivors)] = survivors
    return min(1.0, fallen)


def ruin_ever(seat: SeatRisk, bankroll: int) -> float:
    """Return Lundberg's bound on the probability that the bankroll is ever ruined.

    The bound is exp(-t a), where a is the smallest loss that ruins the bankroll and t > 0 solves
    E(exp(-t X)) = 1. Without an edge, ruin is certain.
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


def kelly(seat: SeatRisk) -> float:
    """Return the share of the bankroll to stake as one unit for the fastest growth, or 0 without an edge."""
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


def band(seat: SeatRisk, rounds: int, chance: float = BAND) -> dict[str, Any]:
    """Return the interval that contains the house's hold over N rounds with probability ``chance``."""
    if not 0 < chance < 1:
        raise BadInput(f"--band must be a probability between 0 and 1, such as 0.95, not {chance:g}")
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


def rounds_to_win(seat: SeatRisk, sure: float = 1.959964) -> int | None:
    """Return the number of rounds after which the house is ahead with a probability of about 97.5 %.

    The number comes from the normal approximation. It is None if the house has no edge.
    """
    if seat.ev >= 0:
        return None
    return ceil(float(seat.variance) * (sure / float(seat.ev)) ** 2)
