"""All wagers of a seat in one round, together: their joint distribution, exactly.

The ending of a main game says what each of its wagers came to, and what the hand was; the bonus wagers that
the same hand decides are settled with it. So the deals of each ending give the whole joint distribution.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.advice import Chosen
from croupier.maths.analyze import MAIN
from croupier.maths.play.play import Play
from croupier.maths.play.rulelist import RuleList
from croupier.maths.results import exact, root
from croupier.maths.simulation.run import play_of
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.wagers import side_wagers
from croupier.rulebook import Paytable


class Line(msgspec.Struct, frozen=True):
    """One way a round may end: how often, and what each wager is up or down by, in its own stake."""

    probability: Fraction
    staked: Mapping[str, int]
    net: Mapping[str, Fraction]


class Seat:
    """A seat's wagers with their stakes in units: what they come to together. ``nets`` by ending of the main
    game, those that never come among them.
    """

    def __init__(
        self,
        game: str,
        lines: tuple[Line, ...],
        stakes: Mapping[str, Fraction],
        nets: tuple[Mapping[str, Fraction], ...] = (),
    ) -> None:
        self.game, self.lines, self.stakes, self.nets = game, lines, stakes, nets

    @property
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
        return sum((net * often for net, often in self.distribution.items()), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        squares = sum((net**2 * often for net, often in self.distribution.items()), Fraction(0))
        return squares - self.ev**2

    @cached_property
    def staked(self) -> Fraction:
        """At risk on average, in units."""
        return sum(
            (
                line.probability * self.stakes[wager] * units
                for line in self.lines
                for wager, units in line.staked.items()
            ),
            Fraction(0),
        )

    def mean(self, wager: str) -> Fraction:
        lines = ((line.probability, line.net.get(wager, Fraction(0))) for line in self.lines)
        return self.stakes[wager] * sum((often * net for often, net in lines), Fraction(0))

    def covariance(self, one: str, two: str) -> Fraction:
        """Of two wagers' results in units, exactly."""
        both = sum(
            (
                line.probability * line.net.get(one, Fraction(0)) * line.net.get(two, Fraction(0))
                for line in self.lines
            ),
            Fraction(0),
        )
        return self.stakes[one] * self.stakes[two] * both - self.mean(one) * self.mean(two)

    def lattice(self) -> tuple[int, int, list[int], int]:
        """The distribution on whole steps: the lowest net and the step as units over a scale, ways a step."""
        nets = list(self.distribution)
        scale = lcm(*(net.denominator for net in nets))
        whole = [int(net * scale) for net in nets]
        step = gcd(*(each - whole[0] for each in whole)) or 1
        common = lcm(*(often.denominator for often in self.distribution.values()))
        ways = [0] * ((whole[-1] - whole[0]) // step + 1)
        for place, often in zip(whole, self.distribution.values(), strict=True):
            ways[(place - whole[0]) // step] = int(often * common)
        return whole[0], step, ways, scale

    def document(self) -> dict[str, Any]:
        wagers = self.wagers
        nets = list(self.distribution)
        return {
            "wagers": {wager: exact(self.stakes[wager]) for wager in wagers},
            "ev": exact(self.ev),
            "staked": exact(self.staked),
            "variance": exact(self.variance),
            "sd": root(self.variance),
            "worst": exact(nets[0]),
            "best": exact(nets[-1]),
            "covariance": {one: {two: exact(self.covariance(one, two)) for two in wagers} for one in wagers},
            "distribution": [
                {"net": exact(net), "probability": exact(often)} for net, often in self.distribution.items()
            ],
        }


def seat_of(
    terms: Terms, stakes: Mapping[str, Fraction], letter: str | None = None, rules: RuleList | None = None
) -> Seat:
    """``stakes`` in units by wager: ``main`` stands for all that the main game asks; bonus wagers by name,
    under their first paytable or that of the terms.
    """
    unknown = [wager for wager in stakes if wager not in analyze.wagers(terms.game)]
    if unknown or not stakes:
        known = ", ".join(analyze.wagers(terms.game))
        raise BadInput(f"no wager {', '.join(unknown) or 'named'!r:.60}; {terms.game} has {known}")
    if MAIN not in stakes:
        if len(stakes) > 1:
            raise BadInput("several bonus wagers without the main game are not counted together; add main")
        return _alone(terms, *next(iter(stakes.items())))
    play = rounds_of(terms, letter, rules)
    ways = play.ways()
    total = sum(ways)
    foreign = decided_elsewhere(terms, stakes, play)
    if foreign:
        whose = f"the main game of {terms.game}, whose hand does not decide it"
        raise BadInput(f"{foreign[0]}: not counted exactly together with {whose}")
    sides = {wager: gains(terms, wager, play.determined[wager]) for wager in stakes if wager != MAIN}
    lines, nets, by_wager = [], [], dict(stakes)
    unit = by_wager.pop(MAIN)
    for number, (ending, deals) in enumerate(zip(play.endings, ways, strict=True)):
        net = {**ending.net, **{wager: gained[number] for wager, gained in sides.items()}}
        nets.append(net)
        if deals:
            staked = {**ending.staked, **dict.fromkeys(sides, 1)}
            lines.append(Line(Fraction(deals, total), staked, net))
    for line in lines:
        by_wager |= {wager: unit for wager in line.net if wager not in sides}
    return Seat(terms.game, tuple(lines), by_wager, tuple(nets))


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
    """Bonus wagers that look at other cards than the ending of the main game tells, or more closely."""
    return [wager for wager in wagers if wager != MAIN and not _told(terms, wager, play)]


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
