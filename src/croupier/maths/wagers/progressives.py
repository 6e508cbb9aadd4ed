"""Value progressive wagers: the return from fixed rows, the return per meter dollar and the break-even point.

The return of the wager is linear in every meter. It is the sum of three parts: the return of the rows that
do not pay from a meter, each meter's amount times the probability and share of its rows, and Envy for each
other player at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from croupier.cards import deck_of
from croupier.errors import BadInput
from croupier.maths.results import Result, exact, plain
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.wagers import pairs as company
from croupier.maths.wagers import sharing, side_wagers
from croupier.maths.wagers.frequencies import Titles
from croupier.rulebook import Dollars, MeterShare, Payment, Paytable, declaration

EVERYBODYS = "seven"  # name of the stored pair counts in which a paying hand can be entirely on the board


class ReturnLine(msgspec.Struct, frozen=True):
    """The return on one unit of stake, as a linear function of every meter.

    The return is ``fixed + sum(slopes[meter] * dollars on the meter) + others * envy``.
    """

    fixed: Fraction
    slopes: dict[str, Fraction]
    envy: Fraction  # value of Envy for each other player

    def at(self, dollars: dict[str, Fraction], others: int = 0) -> Fraction:
        return (
            self.fixed
            + sum((slope * dollars[meter] for meter, slope in self.slopes.items()), Fraction(0))
            + others * self.envy
        )

    def break_even(self, meter: str, dollars: dict[str, Fraction], others: int = 0) -> Fraction:
        """Return the dollars on one meter that make the wager fair, with the other meters unchanged."""
        return (1 - self.at({**dollars, meter: Fraction(0)}, others)) / self.slopes[meter]


def check(terms: Terms) -> None:
    facts = declaration(terms.game)
    assert facts.progressive is not None
    if terms.stake not in facts.progressive.stakes:
        stakes = " or ".join(f"${Fraction(cents, 100)}" for cents in facts.progressive.stakes)
        raise BadInput(
            f"the Progressive costs {stakes} (X-11), not ${Fraction(terms.stake, 100)}; "
            "change --stake or name another --wager"
        )
    most = solver(terms.game).most_others(len(deck_of(facts.pack)))
    if terms.others is not None and not 0 <= terms.others <= most:
        raise BadInput(
            f"--others must be from 0 to {most}, the most that one deck can serve, not {terms.others}"
        )


def line(terms: Terms, table: Paytable) -> ReturnLine:
    wager = side_wagers.side_wager(terms.game, table.wager)
    fixed = Fraction(0)
    slopes: dict[str, Fraction] = {}
    for row, often in side_wagers.chances(terms, table):
        if isinstance(row.pays, MeterShare):
            share = often * Fraction(row.pays.percent, terms.stake)
            slopes[row.pays.meter] = slopes.get(row.pays.meter, Fraction(0)) + share
        else:
            fixed += often * (1 + side_wagers.net(terms, wager, table, row))
    return ReturnLine(fixed, slopes, _envy(terms, table))


def _envy(terms: Terms, table: Paytable) -> Fraction:
    """Return the value of Envy to a bettor for each other player, in units of the stake.

    Every seat is equally likely to have an Envy hand, regardless of the players' decisions (X-10).
    """
    schedule = _schedule(terms, table)
    if schedule is None:
        return Fraction(0)
    found = side_wagers.side_wager(terms.game, table.wager).decided_by(terms, table)
    total = Fraction(0)
    for row, count in side_wagers.match_rows(terms, schedule, found):
        assert isinstance(row.pays, Dollars)
        total += Fraction(count * row.pays.cents, found.total * terms.stake)
    return total


def _envy_variance(terms: Terms, table: Paytable, result: Result, envy: Fraction, others: int) -> Fraction:
    """Return the variance that Envy adds to the wager.

    It is the sum of the variance of Envy for each other player, the covariance of each with the bettor's own
    result, and the covariances between other players.
    """
    schedule, wager = _schedule(terms, table), side_wagers.side_wager(terms.game, table.wager)
    if not others or schedule is None or wager.beside is None:
        return Fraction(0)
    if wager.folded is not None and terms.reading("X-04") == "R2":
        raise BadInput(
            "under X-04 R2 a fold loses the Progressive but not Envy, so their joint variance "
            "is not known; leave out --others"
        )
    found = company.pairs(wager.beside(terms, table))

    def bonus(titles: Titles) -> Fraction:
        row = schedule.row_for(titles)
        return Fraction(0) if row is None else Fraction(_cents(row.pays), terms.stake)

    def own(titles: Titles) -> Fraction:
        row = side_wagers.paying(terms, table).row_for(titles)
        return Fraction(-1) if row is None else side_wagers.net(terms, wager, table, row)

    dealt = wager.decided_by(terms, table)
    squares = sum((count * bonus(titles) ** 2 for titles, count in dealt.counts.items()), Fraction(0))
    alone = squares / dealt.total - envy**2
    mean = result.ev - result.beyond
    with_own = found.mean(own, bonus) - mean * envy
    with_others = found.mean(bonus, bonus) - envy**2
    return others * alone + 2 * others * with_own + others * (others - 1) * with_others


def _cents(pays: Payment) -> int:
    assert isinstance(pays, Dollars)
    return pays.cents


def _schedule(terms: Terms, table: Paytable) -> Paytable | None:
    """Return the Envy schedule for the stake: a custom one, or the rule book's schedule for the paytable."""
    name = f"envy_{terms.stake // 100}"
    if own := terms.tables.get(name):
        return next(iter(own.values()))
    origin = terms.origin(table)
    schedule = terms.paytables(name).get(origin) if origin else None
    if schedule is None and terms.others:
        raise BadInput(
            f"paytable {table.letter!r} has no Envy schedule; add [paytables.{name}] or leave out --others"
        )
    return schedule


class SharedMeterEffect(msgspec.Struct, frozen=True):
    """How other bettors on the same meters change the value, the second moment and the return line."""

    value: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)  # change in the second moment of the result including Envy
    fixed: Fraction = Fraction(0)
    slopes: Mapping[str, Fraction] = {}


def _sum_sharing(terms: Terms, table: Paytable, others: int) -> SharedMeterEffect:
    """Sum the effects of all cases in which another bettor is paid before this bettor (X-12)."""
    wager = side_wagers.side_wager(terms.game, table.wager)
    if not terms.bettors or wager.beside is None:
        return SharedMeterEffect()
    basis = wager.beside(terms, table)
    if terms.bettors > (terms.others or terms.bettors):
        raise BadInput(
            f"bettors: there are {terms.others} other players, so {terms.bettors} cannot bet on the meter"
        )
    if basis == EVERYBODYS and others not in (0, terms.bettors):
        raise BadInput("bettors: if the whole board counts, bettors must equal others")
    if wager.folded is not None and terms.reading("X-04") == "R2":
        raise BadInput(
            "bettors: under X-04 R2, folded hands are not paid, so the amount left on a meter is not known"
        )
    schedule, rows, keeps = _schedule(terms, table), side_wagers.paying(terms, table), _keeps(terms)
    stake = terms.stake

    def bonus(titles: Titles) -> Fraction:
        row = schedule.row_for(titles) if schedule and others else None
        return Fraction(0) if row is None else Fraction(_cents(row.pays), stake)

    value = squares = fixed = Fraction(0)
    slopes: dict[str, Fraction] = {}
    for name in {row.pays.meter for row in rows.rows if isinstance(row.pays, MeterShare)}:

        def percent(titles: Titles, name: str = name) -> int:
            row = rows.row_for(titles)
            share = row.pays if row else None
            return share.percent if isinstance(share, MeterShare) and share.meter == name else 0

        meter, reset = Fraction(side_wagers.meter(terms, table, name)), _reset(terms, table, name)
        pairs = company.pairs(basis)
        for case in sharing.cases(pairs, basis == EVERYBODYS, terms.bettors, others, percent, bonus):
            alone = case.order[-1:]
            was = sharing.paid_last(alone, meter, reset, keeps, cents=True) / stake
            now = sharing.paid_last(case.order, meter, reset, keeps, cents=True) / stake
            value += case.chance * (now - was)
            squares += case.chance * ((now - 1 + case.envy) ** 2 - (was - 1 + case.envy) ** 2)
            by_meter = (
                sharing.paid_last(case.order, Fraction(100), Fraction(0), keeps, cents=False) - alone[0]
            )
            slopes[name] = slopes.get(name, Fraction(0)) + case.chance * by_meter / stake
            of_reset = sharing.paid_last(case.order, Fraction(0), reset, keeps, cents=False)
            fixed += case.chance * of_reset / stake
    return SharedMeterEffect(value, squares, fixed, slopes)


def _keeps(terms: Terms) -> bool:
    return terms.reading("X-12") == "R2"


def _reset(terms: Terms, table: Paytable, name: str) -> Fraction:
    """Return the meter's minimum in cents. A meter that is paid in full restarts at its minimum."""
    bare = msgspec.structs.replace(terms, meters={})
    return Fraction(side_wagers.meter(bare, table, name))


def solve(terms: Terms, table: Paytable) -> Result:
    check(terms)
    result = side_wagers.solve(terms, table.wager, table)
    # If the operator may omit Envy (N-02 R2), the document shows the value of Envy but does not count it.
    left_out = terms.taken("N-02").get("N-02") == "R2"
    others = 0 if left_out else terms.others or 0
    alone, shared = line(terms, table), _sum_sharing(terms, table, others)
    slopes = {name: slope + shared.slopes.get(name, 0) for name, slope in alone.slopes.items()}
    here = ReturnLine(alone.fixed + shared.fixed, slopes, alone.envy)
    dollars = {name: Fraction(side_wagers.meter(terms, table, name), 100) for name in here.slopes}
    fields: dict[str, object] = {
        "meters": {name: plain(amount) for name, amount in dollars.items()},
        "fixed_return": exact(here.fixed),
        "return_per_meter_dollar": {name: exact(slope) for name, slope in here.slopes.items()},
        "break_even": {
            name: exact(here.break_even(name, dollars, others))
            for name, slope in here.slopes.items()
            if slope
        },
        "envy_per_other": exact(here.envy),
        "others": terms.others,
    }
    if terms.bettors:
        fields["bettors"] = terms.bettors
    envied = others * here.envy
    spread = _envy_variance(terms, table, result, here.envy, others)
    mean = result.ev + envied
    spread += shared.squares - ((mean + shared.value) ** 2 - mean**2)
    taken = [*(("N-02", "X-10") if terms.others else ()), *(("X-12",) if terms.bettors else ())]
    return msgspec.structs.replace(
        result,
        extra={**result.extra, **fields},
        beyond=envied + shared.value,
        beyond_variance=spread,
        readings={**result.readings, **terms.taken(*taken)},
    )
