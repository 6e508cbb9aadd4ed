"""What each wager of a seat is staked at, in money.

Odds pay alike on any stake. Sums of money and meters do not grow with it, so such wagers are settled at the
stake in cents that they have, and come into the seat as so many units of the others' money.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.analyze import MAIN
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.maths.wagers import progressives
from croupier.rulebook import MeterShare, declaration
from croupier.submission import dollars, written

ONE = Fraction(1)


class Staked(msgspec.Struct, frozen=True):
    """Stakes by wager: in units, all of them, and in cents those whose results depend on it."""

    units: Mapping[str, Fraction]
    cents: Mapping[str, int] = {}


def at_stake(terms: Terms, wager: str, cents: Mapping[str, int]) -> Terms:
    """The terms under which a wager is settled."""
    if wager not in cents:
        return terms
    return msgspec.structs.replace(terms, stake=cents[wager], progressive_stake=cents[wager])


def money_of(texts: Sequence[str]) -> dict[str, int]:
    """``progressive=5``: the stake of a wager in dollars, as cents."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, amount = text.partition("=")
        if not (name and amount):
            raise BadInput(f"--stake: {text!r:.60} is not understood; write it like progressive=5")
        if name in found:
            raise BadInput(f"--stake: {name!r:.40} is named twice")
        found[name] = dollars(amount, f"--stake {name:.40}")
        if not found[name]:
            raise BadInput(f"--stake {name:.40}: a stake is more than nothing")
    return found


def staked(terms: Terms, stakes: Mapping[str, Fraction], unit: int, said: Mapping[str, int]) -> Staked:
    """``stakes`` in units of so many cents, or in cents as ``said``. A wager that the rules give a stake of
    its own has that one, unless another is asked for.
    """
    for wager in said:
        if wager not in stakes:
            raise BadInput(f"--stake: {wager!r:.40} is not among the wagers; they are {', '.join(stakes)}")
        if stakes[wager] != 1:
            raise BadInput(f"{wager}: its stake is said twice, in units and by --stake; say it once")
    units: dict[str, Fraction] = {}
    cents: dict[str, int] = {}
    for wager, multiple in stakes.items():
        money = _own(terms, wager) if multiple == 1 and wager not in said else None
        here = Fraction(said.get(wager) or money or multiple * unit)
        units[wager] = here / unit
        if _of_money(terms, wager):
            cents[wager] = _allowed(terms, wager, here)
    return Staked(units, cents)


def _own(terms: Terms, wager: str) -> int | None:
    """The stake in cents that rules, submission or rules file give a wager, whatever the others have."""
    facts = declaration(terms.game)
    if analyze.metered(terms.game, wager) and facts.progressive is not None:
        told = analyze.of_the_progressive(terms).stake
        return told if told in facts.progressive.stakes else min(facts.progressive.stakes)
    rule = facts.wager(wager)
    return rule.fixed if rule else None


def _of_money(terms: Terms, wager: str) -> bool:
    """Whether results depend on the stake: sums, meters, or a payout limit that may be met."""
    if wager == MAIN:
        return False
    return solver(terms.game).sides[wager].of_the_stake or terms.limit(wager) is not None


def _allowed(terms: Terms, wager: str, here: Fraction) -> int:
    if here.denominator != 1:
        raise BadInput(f"{wager} pays sums of money: its stake is in whole cents, not {float(here):g} cents")
    cents = int(here)
    rule = declaration(terms.game).wager(wager)
    if rule and rule.fixed and cents != rule.fixed:
        raise BadInput(
            f"{wager} is played for {written(rule.fixed)}, not {written(cents)}: {rule.fixed_why}; "
            "leave out its stake"
        )
    if analyze.metered(terms.game, wager):
        if terms.others or terms.bettors:
            raise BadInput(
                f"{wager}: Envy and shared meters are not counted here; leave out others and bettors"
            )
        _check_progressive(terms, wager, cents)
    return cents


def _check_progressive(terms: Terms, wager: str, cents: int) -> None:
    facts = declaration(terms.game).progressive
    if facts is not None and cents not in facts.stakes:
        known = " or ".join(written(each) for each in facts.stakes)
        raise BadInput(
            f"the Progressive is played for {known} (X-11), not {written(cents)}; "
            f"write --stake {wager}={facts.stakes[0] // 100}"
        )
    progressives.check(at_stake(terms, wager, {wager: cents}))


def check_meters(terms: Terms, wagers: Sequence[str], named: Sequence[str]) -> None:
    """A meter that is named though no wager of the seat is paid from it is a mistake."""
    tables = [
        table
        for wager in wagers
        if analyze.metered(terms.game, wager)
        for table in terms.paytables(wager).values()
    ]
    shares = {row.pays.meter for table in tables for row in table.rows if isinstance(row.pays, MeterShare)}
    for name in named:
        if name not in shares:
            known = f"; there is {', '.join(sorted(shares))}" if shares else "; name the wager that does"
            raise BadInput(f"--meter: no wager asked for pays from a meter {name!r:.40}{known}")
