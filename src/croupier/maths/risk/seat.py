"""Compute the exact joint distribution of all wagers of a seat in one round.

The ending of the main game determines the result of each main wager and the player's hand. Bonus wagers
that pay on this hand are settled by the ending. Bonus wagers that pay on different cards (some of the
player's cards, the board, a box) are enumerated jointly with the ending if the game supports it
(``Play.tally``).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import gcd, lcm
from operator import mul
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.advice import ChosenTerms
from croupier.maths.analyze import MAIN
from croupier.maths.results import exact, root
from croupier.maths.risk.stakes import at_stake
from croupier.maths.simulation.run import play_of
from croupier.maths.solver import solver
from croupier.maths.strategy.play import Labels, Play
from croupier.maths.strategy.rule_list import RuleList
from croupier.maths.terms import Terms
from croupier.maths.wagers import side_wagers
from croupier.rulebook import Paytable

LOST = Fraction(-1)
FINEST = 1 << 24  # limit on the number of steps from the worst result to the best


class SeatOutcome(msgspec.Struct, frozen=True):
    """One way a round can end: its probability, and each wager's net result in units of its own stake."""

    probability: Fraction
    staked: Mapping[str, int]
    net: Mapping[str, Fraction]


class SeatRisk:
    """The joint result of a seat's wagers, with the stake of each wager in units."""

    def __init__(self, game: str, lines: tuple[SeatOutcome, ...], stakes: Mapping[str, Fraction]) -> None:
        self.game, self.lines, self.stakes = game, lines, stakes

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(wager for line in self.lines for wager in line.net))

    def total(self, line: SeatOutcome) -> Fraction:
        return sum((self.stakes[wager] * net for wager, net in line.net.items()), Fraction(0))

    @cached_property
    def distribution(self) -> dict[Fraction, Fraction]:
        """Return the probability of each net result of the seat (in units), worst result first."""
        found: dict[Fraction, Fraction] = {}
        for line in self.lines:
            net = self.total(line)
            found[net] = found.get(net, Fraction(0)) + line.probability
        return dict(sorted((net, often) for net, often in found.items() if often))

    @cached_property
    def ev(self) -> Fraction:
        return sum((self.mean(wager) for wager in self.wagers), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        wagers = self.wagers
        twice = sum((2 * self.covariance(one, two) for one, two in combinations(wagers, 2)), Fraction(0))
        return twice + sum((self.covariance(wager, wager) for wager in wagers), Fraction(0))

    def moment(self, power: int) -> Fraction:
        """Return the central moment of order ``power``."""
        parts = ((net - self.ev) ** power * often for net, often in self.distribution.items())
        return sum(parts, Fraction(0))

    @cached_property
    def staked(self) -> Fraction:
        """Return the average amount at risk, in units."""
        ways, total = self._ways
        units: dict[str, int] = {}
        for line, count in zip(self.lines, ways, strict=True):
            for wager, staked in line.staked.items():
                units[wager] = units.get(wager, 0) + staked * count
        return sum((self.stakes[wager] * Fraction(each, total) for wager, each in units.items()), Fraction(0))

    @cached_property
    def _ways(self) -> tuple[list[int], int]:
        """Return the number of ways to reach each outcome, and the total number of ways."""
        total = lcm(*(line.probability.denominator for line in self.lines))
        return [int(line.probability * total) for line in self.lines], total

    @cached_property
    def _integer_nets(self) -> dict[str, tuple[list[int], int]]:
        """Return each wager's net results as integers, one per outcome, and their common denominator.

        Adding integers is much faster than adding fractions.
        """
        found = {}
        for wager in self.wagers:
            nets = [line.net.get(wager, Fraction(0)) for line in self.lines]
            parts = lcm(*(net.denominator for net in nets))
            found[wager] = [int(net * parts) for net in nets], parts
        return found

    def mean(self, wager: str) -> Fraction:
        (ways, total), (nets, parts) = self._ways, self._integer_nets[wager]
        return self.stakes[wager] * Fraction(sum(map(mul, ways, nets)), total * parts)

    def covariance(self, one: str, two: str) -> Fraction:
        """Return the exact covariance of two wagers' results, in square units."""
        (ways, total), (nets, parts), (others, of) = (
            self._ways,
            self._integer_nets[one],
            self._integer_nets[two],
        )
        both = Fraction(sum(map(mul, map(mul, ways, nets), others)), total * parts * of)
        return self.stakes[one] * self.stakes[two] * both - self.mean(one) * self.mean(two)

    def lattice(self) -> tuple[int, int, list[int], int]:
        """Return the lowest net result, the step, the number of ways at each step, and the scale.

        Every net result is the lowest net result plus a whole number of steps. Both are in 1 / scale units.
        """
        nets = list(self.distribution)
        scale = lcm(*(net.denominator for net in nets))
        whole = [int(net * scale) for net in nets]
        step = gcd(*(each - whole[0] for each in whole)) or 1
        places = (whole[-1] - whole[0]) // step
        if places > FINEST:
            raise BadInput(
                f"the results span {places:,} steps, too many to sum over rounds; "
                "give meters and stakes in whole dollars"
            )
        common = lcm(*(often.denominator for often in self.distribution.values()))
        ways = [0] * ((whole[-1] - whole[0]) // step + 1)
        for place, often in zip(whole, self.distribution.values(), strict=True):
            ways[(place - whole[0]) // step] = int(often * common)
        return whole[0], step, ways, scale

    def _shape(self) -> dict[str, float | None]:
        """Return the skewness and the excess kurtosis. Both are 0 for the normal distribution."""
        if not self.variance:
            return {"skewness": None, "excess_kurtosis": None}
        skewness = float(self.moment(3)) / root(self.variance) ** 3
        return {"skewness": skewness, "excess_kurtosis": float(self.moment(4) / self.variance**2) - 3}

    def document(self) -> dict[str, Any]:
        wagers = self.wagers
        nets = list(self.distribution)
        return {
            "wagers": {wager: exact(self.stakes[wager]) for wager in wagers},
            "ev": exact(self.ev),
            "means": {wager: exact(self.mean(wager)) for wager in wagers},
            "staked": exact(self.staked),
            "variance": exact(self.variance),
            "sd": root(self.variance),
            **self._shape(),
            "worst": exact(nets[0]),
            "best": exact(nets[-1]),
            "covariance": {one: {two: exact(self.covariance(one, two)) for two in wagers} for one in wagers},
            "distribution": [
                {"net": exact(net), "probability": exact(often)} for net, often in self.distribution.items()
            ],
        }


def seat_of(
    terms: Terms,
    stakes: Mapping[str, Fraction],
    letter: str | None = None,
    rules: RuleList | None = None,
    cents: Mapping[str, int] = {},
) -> SeatRisk:
    """Compute the joint result of a seat from its ``stakes``, in units by wager.

    ``main`` stands for all required wagers of the main game. A bonus wager uses the paytable chosen in the
    terms, or else its first paytable. ``cents`` has the stakes of wagers that pay amounts of money. A stake
    that is missing there comes from the terms.
    """
    unknown = [wager for wager in stakes if wager not in analyze.wagers(terms.game)]
    if unknown or not stakes:
        known = ", ".join(analyze.wagers(terms.game))
        raise BadInput(f"no wager {', '.join(unknown) or 'named'!r:.60}; {terms.game} has {known}")
    if MAIN not in stakes and len(stakes) == 1:
        wager, stake = next(iter(stakes.items()))
        return _alone(at_stake(terms, wager, cents), wager, stake)
    play = rounds_of(terms, letter, rules)
    foreign = decided_elsewhere(terms, stakes, play)
    if foreign:
        raise BadInput(
            f"{foreign[0]}: it has no exact joint result with the main game of {terms.game}, "
            "because it pays on different cards"
        )
    sides = [wager for wager in stakes if wager != MAIN]
    beside = {wager: SideOutcome.of(at_stake(terms, wager, cents), wager, play) for wager in sides}
    return _count_lines(terms, play, beside, stakes)


class SideOutcome(msgspec.Struct, frozen=True):
    """A bonus wager placed beside the main game: its gains, and the result column that settles it."""

    gains: Sequence[Fraction]  # gain for each ending of the round, or for each code of the column
    column: str | None  # column that settles the wager, or None if the ending settles it
    lost_by_folding: bool

    @staticmethod
    def of(terms: Terms, wager: str, play: Play) -> SideOutcome:
        by_ending = _is_decided_by_ending(terms, wager, play)
        column = None if by_ending else play.column_of(wager, table_of(terms, wager))
        titles = play.ending_titles[wager] if column is None else play.columns[column]
        side = side_wagers.side_wager(terms.game, wager)
        # Under reading X-04 R2, a player who folds loses some bonus wagers.
        lost = side.folded is not None and terms.reading("X-04") == "R2"
        return SideOutcome(gains(terms, wager, titles), column, lost)


def _count_lines(
    terms: Terms, play: Play, sides: Mapping[str, SideOutcome], stakes: Mapping[str, Fraction]
) -> SeatRisk:
    """Count all deals, and merge deals with equal stakes and net results on every wager into one outcome."""
    gains_by_column: dict[str, list[Sequence[Fraction]]] = {}
    for side in sides.values():
        if side.column is not None:
            gains_by_column.setdefault(side.column, []).append(side.gains)
    labels, first = {}, {}
    for column, columns in gains_by_column.items():
        first[column], labels[column] = _same(list(zip(*columns, strict=True)))
    deals = _deals(play, labels)

    def nets(ending: int, codes: Mapping[str, int]) -> dict[str, Fraction]:
        end = play.endings[ending]
        net = dict(end.net) if MAIN in stakes else {}
        for wager, side in sides.items():
            place = ending if side.column is None else first[side.column][codes[side.column]]
            net[wager] = LOST if side.lost_by_folding and end.folded else side.gains[place]
        return net

    # Equal net results do not mean equal stakes: a tie has the net result 0 after a 4x Play and after a 1x
    # Play.
    total = sum(deals.values())
    found: dict[tuple[tuple[tuple[str, Fraction], ...], tuple[tuple[str, int], ...]], int] = {}
    for (ending, *codes), count in deals.items():
        net = tuple(nets(ending, dict(zip(labels, codes, strict=True))).items())
        main = play.endings[ending].staked if MAIN in stakes else {}
        key = net, tuple({**main, **dict.fromkeys(sides, 1)}.items())
        found[key] = found.get(key, 0) + count
    lines = tuple(
        SeatOutcome(Fraction(count, total), dict(staked), dict(net)) for (net, staked), count in found.items()
    )
    by_wager = {wager: stakes[wager] for wager in sides}
    by_wager |= {wager: stakes[MAIN] for line in lines for wager in line.net if wager not in sides}
    return SeatRisk(terms.game, lines, by_wager)


def _deals(play: Play, labels: Labels) -> dict[tuple[int, ...], int]:
    """Count deals by the ending of the round and by each column's label."""
    if not labels:
        return {(ending,): count for ending, count in enumerate(play.ways()) if count}
    assert play.tally is not None
    tally = play.tally(labels)
    shape = (len(play.endings), *(int(names.max()) + 1 for names in labels.values()))
    places = np.ravel_multi_index((tally.ending, *(tally.labels[column] for column in labels)), shape)
    each, entry = np.unique(places, return_inverse=True)
    deals = np.zeros(len(each), np.int64)
    np.add.at(deals, entry, tally.deals)
    keys = zip(*(axis.tolist() for axis in np.unravel_index(each, shape)), strict=True)
    return {key: count for key, count in zip(keys, deals.tolist(), strict=True) if count}


def _same(values: Sequence[Hashable]) -> tuple[list[int], NDArray[np.int64]]:
    """Give equal values the same label. Return the first index of each label, and each value's label."""
    places: dict[Hashable, int] = {}
    labels = [places.setdefault(value, len(places)) for value in values]
    return [labels.index(label) for label in range(len(places))], np.array(labels, np.int64)


def _alone(terms: Terms, wager: str, stake: Fraction) -> SeatRisk:
    result = analyze.solve(terms, analyze.Task(wager, table_of(terms, wager)))
    lines = tuple(SeatOutcome(each.probability, {wager: 1}, {wager: each.net}) for each in result.outcomes)
    return SeatRisk(terms.game, lines, {wager: stake})


def table_of(terms: Terms, wager: str) -> Paytable:
    """Return the bonus wager's paytable from the terms, or else its first paytable."""
    tables = terms.paytables(wager)
    if not tables:
        raise BadInput(f"{wager} is not offered under these rules")
    return next(iter(tables.values()))


def rounds_of(terms: Terms, letter: str | None = None, rules: RuleList | None = None) -> Play:
    """Return the main game's rounds under a paytable, played by a rule list or, without one, by best play."""
    paying = solver(terms.game).table
    return play_of(terms, ChosenTerms(terms, letter).paytable(paying) if paying else None, rules)


def decided_elsewhere(terms: Terms, wagers: Iterable[str], play: Play) -> list[str]:
    """Return the bonus wagers that cannot be enumerated jointly with the main game."""
    sides = [wager for wager in wagers if wager != MAIN and not _is_decided_by_ending(terms, wager, play)]
    return [
        wager for wager in sides if play.column_of(wager, table_of(terms, wager)) not in play.joint_columns
    ]


def _is_decided_by_ending(terms: Terms, wager: str, play: Play) -> bool:
    if wager not in play.ending_titles:
        return False
    titles_of_endings = {title for titles in play.ending_titles[wager] for title in titles}
    hands = (row.hand for row in table_of(terms, wager).rows)
    return all(hand in titles_of_endings for hand in hands if hand.startswith("pair_of_"))


def gains(terms: Terms, wager: str, title_sets: Iterable[frozenset[str]]) -> list[Fraction]:
    """Return the net result of a bonus wager of one unit for each set of hand titles."""
    table = table_of(terms, wager)
    if analyze.is_paid_from_meters(terms.game, wager):
        terms = analyze.of_the_progressive(terms)
    of = side_wagers.side_wager(terms.game, wager)
    rows = tuple(row for row in table.rows if of.pays(terms, table, row) is not None)
    paying_table = msgspec.structs.replace(table, rows=rows)
    found = []
    for titles in title_sets:
        row = paying_table.row_for(titles)
        found.append(Fraction(-1) if row is None else side_wagers.net(terms, of, table, row))
    return found
