"""Compute the joint mean and variance of wagers on one round that pay on different cards.

Each wager's mean and variance are exact, and so are the covariances between wagers that ``seat`` enumerates
jointly with the main game. The covariances of other pairs are estimated from simulated rounds. For each
paytable row of one wager, the simulation gives the average result of the other wager. These averages are
weighted by the exact probabilities of the rows, so only the averages have sampling error. The average for a
rare row is unreliable. The error therefore assumes, for each row, one more round with the worst possible
result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.maths import analyze
from croupier.maths.analyze import Task
from croupier.maths.results import Result, exact
from croupier.maths.risk.seat import SeatRisk, SideOutcome, table_of
from croupier.maths.risk.stakes import at_stake
from croupier.maths.solver import solver
from croupier.maths.strategy.play import Play
from croupier.maths.terms import Terms

ROUNDS = 1 << 20
BATCH = 1 << 16
SEED = 1


class Estimate(msgspec.Struct, frozen=True):
    """A covariance estimated from simulated rounds, with its error.

    The error assumes, for each paytable row, one more round with the worst result.
    """

    value: float
    error: float


class CombinedRisk(msgspec.Struct, frozen=True):
    """The joint result of wagers: exact covariances where available, sampled covariances otherwise."""

    stakes: Mapping[str, Fraction]
    means: Mapping[str, Fraction]
    # covariance of each pair of wagers; a wager paired with itself has its variance
    exactly: Mapping[tuple[str, str], Fraction]
    sampled: Mapping[tuple[str, str], Estimate]
    best: Fraction  # upper bound on the net result: the sum of every wager's best result
    staked: Fraction
    rounds: int

    @property
    def ev(self) -> Fraction:
        return sum(self.means.values(), Fraction(0))

    @property
    def variance(self) -> Estimate:
        known = sum((cov if one == two else 2 * cov for (one, two), cov in self.exactly.items()), Fraction(0))
        value = float(known) + sum(2 * each.value for each in self.sampled.values())
        return Estimate(value, sum(2 * each.error for each in self.sampled.values()))

    def document(self) -> dict[str, Any]:
        variance = self.variance
        sd = sqrt(variance.value)
        return {
            "wagers": {wager: exact(stake) for wager, stake in self.stakes.items()},
            "ev": exact(self.ev),
            "means": {wager: exact(mean) for wager, mean in self.means.items()},
            "staked": exact(self.staked),
            "variance": None,
            "sd": sd,
            "sd_error": variance.error / (2 * sd),
            "covariance": _square(self.exactly, exact),
            "covariance_sampled": _square(self.sampled, msgspec.to_builtins),
            "sampled": {"rounds": self.rounds, "seed": SEED},
            "best_at_most": exact(self.best),
        }


def _square(pairs: Mapping[tuple[str, str], Any], convert: Any) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for (one, two), value in pairs.items():
        found.setdefault(one, {})[two] = found.setdefault(two, {})[one] = convert(value)
    return found


def together(
    terms: Terms,
    main: SeatRisk,
    play: Play,
    stakes: Mapping[str, Fraction],
    rounds: int = ROUNDS,
    cents: Mapping[str, int] = {},
) -> CombinedRisk:
    """Combine the seat ``main`` with wagers that pay on different cards.

    ``main`` has the wagers that are enumerated jointly with the main game. ``stakes`` has the stakes of the
    other wagers, in units. As in ``seat_of``, ``cents`` has the stakes of wagers that pay amounts of money.
    """
    results = {
        wager: analyze.solve(at_stake(terms, wager, cents), Task(wager, table_of(terms, wager)))
        for wager in stakes
    }
    every = {**main.stakes, **stakes}
    sides = {
        wager: SideOutcome.of(at_stake(terms, wager, cents), wager, play)
        for wager in every
        if wager in solver(terms.game).sides
    }
    exactly = {pair: main.covariance(*pair) for pair in combinations(main.wagers, 2)}
    exactly |= {(wager, wager): main.covariance(wager, wager) for wager in main.wagers}
    exactly |= {(wager, wager): stakes[wager] ** 2 * results[wager].variance for wager in stakes}
    sampled = dict(_sample(terms, main, play, sides, stakes, results, rounds))
    means = {wager: main.mean(wager) for wager in main.wagers}
    means |= {wager: stakes[wager] * result.ev for wager, result in results.items()}
    best = max(main.distribution) + sum(
        (stakes[wager] * max(each.net for each in result.outcomes) for wager, result in results.items()),
        Fraction(0),
    )
    staked = main.staked + sum(stakes.values(), Fraction(0))
    return CombinedRisk(every, means, exactly, sampled, best, staked, rounds)


def _sample(
    terms: Terms,
    main: SeatRisk,
    play: Play,
    sides: Mapping[str, SideOutcome],
    stakes: Mapping[str, Fraction],
    results: Mapping[str, Result],
    rounds: int,
) -> Iterator[tuple[tuple[str, str], Estimate]]:
    columns = list(play.columns)
    every = {**main.stakes, **stakes}
    column = {wager: 1 + columns.index(side.column) for wager, side in sides.items() if side.column}
    codes = _codes(terms, play, sorted({0, *column.values()}), rounds)
    folded = np.array([ending.folded for ending in play.endings])[codes[0]]
    net, far = {}, {}
    for wager, stake in every.items():
        side = sides.get(wager)
        gained = side.gains if side else [end.net.get(wager, Fraction(0)) for end in play.endings]
        values = np.array([float(stake * gain) for gain in gained])
        net[wager] = values[codes[column.get(wager, 0)]]
        if side and side.lost_by_folding:
            net[wager][folded] = -float(stake)
        ev = stakes[wager] * results[wager].ev if wager in stakes else main.mean(wager)
        far[wager] = float(np.abs(values - float(ev)).max())
        net[wager] -= float(ev)
    others = list(stakes)
    for place, two in enumerate(others):
        for one in (*main.wagers, *others[:place]):
            ev = stakes[two] * results[two].ev
            rows = [(stakes[two] * each.net - ev, each.probability) for each in results[two].outcomes]
            yield (one, two), _by_rows(net[one], net[two], rows, far[one])


def _by_rows(
    off: NDArray[np.float64], net: NDArray[np.float64], rows: list[tuple[Fraction, Fraction]], far: float
) -> Estimate:
    """Estimate a covariance from one wager's mean deviation for each net result of the other wager.

    ``off`` and ``net`` are the two wagers' deviations from their means in each round. ``rows`` has the exact
    distribution of ``net``, and ``far`` is the largest deviation of ``off``.
    """
    chances: dict[float, Fraction] = {}
    for net_of_row, often in rows:
        chances[float(net_of_row)] = chances.get(float(net_of_row), Fraction(0)) + often
    total, square = 0.0, 0.0
    for value, chance in chances.items():
        here = off[np.isclose(net, value, rtol=1e-12, atol=1e-12)]
        weight, size = float(chance) * value, len(here)
        mean = float(here.mean()) if size else 0.0
        # In a small sample, the variance may be too small by chance, so the error assumes one more round with
        # the worst result.
        spread = (size * float(here.var()) if size else 0.0) + far**2
        total += weight * mean
        square += weight**2 * spread / (size + 1) ** 2
    return Estimate(total, sqrt(square))


def _codes(terms: Terms, play: Play, columns: list[int], rounds: int) -> dict[int, NDArray[np.int16]]:
    """Deal random rounds and return their codes in the requested columns. The seed is fixed."""
    deck = np.repeat(np.arange(len(play.names), dtype=np.uint8), [terms.copies(card) for card in play.names])
    chance = np.random.Generator(np.random.Philox(key=SEED))
    found: dict[int, list[NDArray[np.int16]]] = {column: [] for column in columns}
    left = rounds
    while left:
        size = min(BATCH, left)
        dealt = chance.random((size, play.pack), np.float32).argsort(axis=1)[:, : play.cards]
        codes = play.codes(deck[dealt])
        for column in columns:
            found[column].append(codes[:, column])
        left -= size
    return {column: np.concatenate(parts) for column, parts in found.items()}
