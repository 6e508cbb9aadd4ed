"""All wagers of a seat in one round, together: their joint distribution, exactly.

The ending of a main game says what each of its wagers came to, and what the hand was; the bonus wagers that
the same hand decides are settled with it. Those that look at other cards (some of the player's own, the
board, a box) are counted together with the ending where the game's rounds know how (``Play.tally``).
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
from croupier.maths.advice import Chosen
from croupier.maths.analyze import MAIN
from croupier.maths.play.play import Labels, Play
from croupier.maths.play.rulelist import RuleList
from croupier.maths.results import exact, root
from croupier.maths.risk.staking import at_stake
from croupier.maths.simulation.run import play_of
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.wagers import side_wagers
from croupier.rulebook import Paytable

LOST = Fraction(-1)
FINEST = 1 << 24  # steps from the worst result to the best


class Line(msgspec.Struct, frozen=True):
    """One way a round may end: how often, and what each wager is up or down by, in its own stake."""

    probability: Fraction
    staked: Mapping[str, int]
    net: Mapping[str, Fraction]


class Seat:
    """A seat's wagers with their stakes in units: what they come to together."""

    def __init__(self, game: str, lines: tuple[Line, ...], stakes: Mapping[str, Fraction]) -> None:
        self.game, self.lines, self.stakes = game, lines, stakes

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(wager for line in self.lines for wager in line.net))

    def total(self, line: Line) -> Fraction:
        return sum((self.stakes[wager] * net for wager, net in line.net.items()), Fraction(0))

    @cached_property
    def distribution(self) -> dict[Fraction, Fraction]:
        """Net of the seat in units, worst first."""
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
        """About the mean."""
        parts = ((net - self.ev) ** power * often for net, often in self.distribution.items())
        return sum(parts, Fraction(0))

    @cached_property
    def staked(self) -> Fraction:
        """At risk on average, in units."""
        ways, total = self._ways
        units: dict[str, int] = {}
        for line, count in zip(self.lines, ways, strict=True):
            for wager, staked in line.staked.items():
                units[wager] = units.get(wager, 0) + staked * count
        return sum((self.stakes[wager] * Fraction(each, total) for wager, each in units.items()), Fraction(0))

    @cached_property
    def _ways(self) -> tuple[list[int], int]:
        """Of each line, as whole numbers of so many."""
        total = lcm(*(line.probability.denominator for line in self.lines))
        return [int(line.probability * total) for line in self.lines], total

    @cached_property
    def _whole(self) -> dict[str, tuple[list[int], int]]:
        """What each wager is up by on every line, in so many parts of a stake: sums of whole numbers are
        much quicker than of fractions.
        """
        found = {}
        for wager in self.wagers:
            nets = [line.net.get(wager, Fraction(0)) for line in self.lines]
            parts = lcm(*(net.denominator for net in nets))
            found[wager] = [int(net * parts) for net in nets], parts
        return found

    def mean(self, wager: str) -> Fraction:
        (ways, total), (nets, parts) = self._ways, self._whole[wager]
        return self.stakes[wager] * Fraction(sum(map(mul, ways, nets)), total * parts)

    def covariance(self, one: str, two: str) -> Fraction:
        """Of two wagers' results in units, exactly."""
        (ways, total), (nets, parts), (others, of) = self._ways, self._whole[one], self._whole[two]
        both = Fraction(sum(map(mul, map(mul, ways, nets), others)), total * parts * of)
        return self.stakes[one] * self.stakes[two] * both - self.mean(one) * self.mean(two)

    def lattice(self) -> tuple[int, int, list[int], int]:
        """The distribution on whole steps: the lowest net and the step as units over a scale, ways a step."""
        nets = list(self.distribution)
        scale = lcm(*(net.denominator for net in nets))
        whole = [int(net * scale) for net in nets]
        step = gcd(*(each - whole[0] for each in whole)) or 1
        places = (whole[-1] - whole[0]) // step
        if places > FINEST:
            raise BadInput(
                f"results lie {places:,} steps apart, too fine for sums of rounds: give meters and stakes in "
                "whole dollars"
            )
        common = lcm(*(often.denominator for often in self.distribution.values()))
        ways = [0] * ((whole[-1] - whole[0]) // step + 1)
        for place, often in zip(whole, self.distribution.values(), strict=True):
            ways[(place - whole[0]) // step] = int(often * common)
        return whole[0], step, ways, scale

    def _shape(self) -> dict[str, float | None]:
        """Third and fourth moment as statistics have them; the normal law has 0 for both."""
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
) -> Seat:
    """``stakes`` in units by wager: ``main`` stands for all that the main game asks; bonus wagers by name,
    under their first paytable or that of the terms. ``cents`` are the stakes at which wagers are settled that
    pay sums; where it says nothing, the terms do.
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
        whose = f"the main game of {terms.game}, whose hand does not decide it"
        raise BadInput(f"{foreign[0]}: not counted exactly together with {whose}")
    sides = [wager for wager in stakes if wager != MAIN]
    beside = {wager: Side.of(at_stake(terms, wager, cents), wager, play) for wager in sides}
    return _counted(terms, play, beside, stakes)


class Side(msgspec.Struct, frozen=True):
    """A bonus wager beside the main game: what it gains, and by what."""

    gains: Sequence[Fraction]  # by ending, or by code of its column
    column: str | None  # None: the ending decides it
    lost_by_folding: bool

    @staticmethod
    def of(terms: Terms, wager: str, play: Play) -> Side:
        told = _told(terms, wager, play)
        column = None if told else play.column_of(wager, table_of(terms, wager))
        shown = play.determined[wager] if column is None else play.columns[column]
        side = side_wagers.side_wager(terms.game, wager)
        # A fold loses some bonus wagers under one reading (X-04 R2).
        lost = side.folded is not None and terms.reading("X-04") == "R2"
        return Side(gains(terms, wager, shown), column, lost)


def _counted(terms: Terms, play: Play, sides: Mapping[str, Side], stakes: Mapping[str, Fraction]) -> Seat:
    """The lines of a seat: deals that come to the same on every wager are one."""
    asked: dict[str, list[Sequence[Fraction]]] = {}
    for side in sides.values():
        if side.column is not None:
            asked.setdefault(side.column, []).append(side.gains)
    labels, first = {}, {}
    for column, columns in asked.items():
        first[column], labels[column] = _same(list(zip(*columns, strict=True)))
    deals = _deals(play, labels)

    def nets(ending: int, shown: Mapping[str, int]) -> dict[str, Fraction]:
        end = play.endings[ending]
        net = dict(end.net) if MAIN in stakes else {}
        for wager, side in sides.items():
            place = ending if side.column is None else first[side.column][shown[side.column]]
            net[wager] = LOST if side.lost_by_folding and end.folded else side.gains[place]
        return net

    total = sum(deals.values())
    found: dict[tuple[tuple[str, Fraction], ...], int] = {}
    staked: dict[tuple[tuple[str, Fraction], ...], Mapping[str, int]] = {}
    for (ending, *shown), count in deals.items():
        net = tuple(nets(ending, dict(zip(labels, shown, strict=True))).items())
        found[net] = found.get(net, 0) + count
        main = play.endings[ending].staked if MAIN in stakes else {}
        staked[net] = {**main, **dict.fromkeys(sides, 1)}
    lines = tuple(Line(Fraction(count, total), staked[net], dict(net)) for net, count in found.items())
    by_wager = {wager: stakes[wager] for wager in sides}
    by_wager |= {wager: stakes[MAIN] for line in lines for wager in line.net if wager not in sides}
    return Seat(terms.game, lines, by_wager)


def _deals(play: Play, labels: Labels) -> dict[tuple[int, ...], int]:
    """By ending and labels."""
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
    """Equal ones under one label: where each label first stands, and the label of every value."""
    places: dict[Hashable, int] = {}
    labels = [places.setdefault(value, len(places)) for value in values]
    return [labels.index(label) for label in range(len(places))], np.array(labels, np.int64)


def _alone(terms: Terms, wager: str, stake: Fraction) -> Seat:
    result = analyze.solve(terms, analyze.Task(wager, table_of(terms, wager)))
    lines = tuple(Line(each.probability, {wager: 1}, {wager: each.net}) for each in result.outcomes)
    return Seat(terms.game, lines, {wager: stake})


def table_of(terms: Terms, wager: str) -> Paytable:
    """The first one of a bonus wager, or that of the terms."""
    tables = terms.paytables(wager)
    if not tables:
        raise BadInput(f"{wager} is not offered under these rules")
    return next(iter(tables.values()))


def rounds_of(terms: Terms, letter: str | None = None, rules: RuleList | None = None) -> Play:
    """The main game under a letter, played by a list of rules or best."""
    paying = solver(terms.game).table
    return play_of(terms, Chosen(terms, letter).paytable(paying) if paying else None, rules)


def decided_elsewhere(terms: Terms, wagers: Iterable[str], play: Play) -> list[str]:
    """Bonus wagers that look at cards which are not counted together with the main game."""
    sides = [wager for wager in wagers if wager != MAIN and not _told(terms, wager, play)]
    return [wager for wager in sides if play.column_of(wager, table_of(terms, wager)) not in play.counted]


def _told(terms: Terms, wager: str, play: Play) -> bool:
    if wager not in play.determined:
        return False
    shown = {title for titles in play.determined[wager] for title in titles}
    hands = (row.hand for row in table_of(terms, wager).rows)
    return all(hand in shown for hand in hands if hand.startswith("pair_of_"))


def gains(terms: Terms, wager: str, shown: Iterable[frozenset[str]]) -> list[Fraction]:
    """What a bonus wager gains on one unit, for each of the titles that may show."""
    table = table_of(terms, wager)
    if analyze.metered(terms.game, wager):
        terms = analyze.of_the_progressive(terms)
    of = side_wagers.side_wager(terms.game, wager)
    rows = tuple(row for row in table.rows if of.pays(terms, table, row) is not None)
    kept = msgspec.structs.replace(table, rows=rows)
    found = []
    for titles in shown:
        row = kept.row_for(titles)
        found.append(Fraction(-1) if row is None else side_wagers.net(terms, of, table, row))
    return found
