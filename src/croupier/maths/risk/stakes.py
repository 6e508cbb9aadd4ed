"""Convert the stakes of a seat's wagers between units and cents.

Odds pay in proportion to the stake. Fixed amounts of money and meters do not depend on the stake. Wagers
that pay them are therefore settled at their stake in cents, and their results are converted to units of the
main wager.
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
from croupier.submission import dollars, format_dollars

ONE = Fraction(1)


class WagerStakes(msgspec.Struct, frozen=True):
    """The stakes by wager, in units. If a wager's net per unit depends on the stake, its stake is given in
    cents too.
    """

    units: Mapping[str, Fraction]
    cents: Mapping[str, int] = {}


def at_stake(terms: Terms, wager: str, cents: Mapping[str, int]) -> Terms:
    """Return the terms with the stake that ``cents`` gives for the wager, if any."""
    if wager not in cents:
        return terms
    return msgspec.structs.replace(terms, stake=cents[wager], progressive_stake=cents[wager])


def money_of(texts: Sequence[str]) -> dict[str, int]:
    """Parse stakes in dollars, such as ``progressive=5``. Return them in cents."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, amount = text.partition("=")
        if not (name and amount):
            raise BadInput(f"--stake: {text!r:.60} is not understood; write it like progressive=5")
        if name in found:
            raise BadInput(f"--stake: {name!r:.40} is named twice")
        found[name] = dollars(amount, f"--stake {name:.40}")
        if not found[name]:
            raise BadInput(f"--stake {name:.40}: a stake must be more than 0")
    return found


def in_own_units(terms: Terms, stakes: Mapping[str, Fraction], own_cents: Mapping[str, int]) -> WagerStakes:
    """Return the stakes, each in units of the wager's own stake.

    ``own_cents`` has the stakes in cents that the user gave. The stake of any other wager comes from the
    rules or the terms. Wagers that pay amounts of money are settled at that stake.
    """
    _check_own_cents(stakes, own_cents)
    cents: dict[str, int] = {}
    for wager, multiple in stakes.items():
        if not _of_money(terms, wager):
            continue
        if multiple != 1:
            raise BadInput(
                f"{wager} pays amounts of money, so give its stake once in dollars, as --stake {wager}=5"
            )
        own = own_cents.get(wager) or _own(terms, wager) or terms.stake
        cents[wager] = _check_cents(terms, wager, Fraction(own))
    return WagerStakes(stakes, cents)


def convert_stakes(
    terms: Terms, stakes: Mapping[str, Fraction], unit: int, own_cents: Mapping[str, int]
) -> WagerStakes:
    """Return the stakes in units of ``unit`` cents.

    ``own_cents`` has the stakes in cents that the user gave. A wager whose stake the rules fix gets that
    stake, unless ``own_cents`` has a different one.
    """
    _check_own_cents(stakes, own_cents)
    units: dict[str, Fraction] = {}
    cents: dict[str, int] = {}
    for wager, multiple in stakes.items():
        money = _own(terms, wager) if multiple == 1 and wager not in own_cents else None
        here = Fraction(own_cents.get(wager) or money or multiple * unit)
        units[wager] = here / unit
        if _of_money(terms, wager):
            cents[wager] = _check_cents(terms, wager, here)
    return WagerStakes(units, cents)


def _check_own_cents(stakes: Mapping[str, Fraction], own_cents: Mapping[str, int]) -> None:
    for wager in own_cents:
        if wager not in stakes:
            raise BadInput(f"--stake: {wager!r:.40} is not one of the wagers {', '.join(stakes)}")
        if stakes[wager] != 1:
            raise BadInput(f"{wager}: its stake is given twice, in units and with --stake; give it once")


def _own(terms: Terms, wager: str) -> int | None:
    """Return the stake in cents that the rules, the submission or the rules file set for a wager, if any."""
    facts = declaration(terms.game)
    if analyze.is_paid_from_meters(terms.game, wager) and facts.progressive is not None:
        stake = analyze.of_the_progressive(terms).stake
        return stake if stake in facts.progressive.stakes else min(facts.progressive.stakes)
    rule = facts.wager(wager)
    return rule.fixed if rule else None


def _of_money(terms: Terms, wager: str) -> bool:
    """Return whether the net per unit depends on the stake: through amounts of money, meters or a limit."""
    if wager == MAIN:
        return False
    return solver(terms.game).sides[wager].of_the_stake or terms.limit(wager) is not None


def _check_cents(terms: Terms, wager: str, here: Fraction) -> int:
    if here.denominator != 1:
        raise BadInput(
            f"{wager} pays amounts of money, so its stake must be whole cents, not {float(here):g} cents"
        )
    cents = int(here)
    rule = declaration(terms.game).wager(wager)
    if rule and rule.fixed and cents != rule.fixed:
        raise BadInput(
            f"{wager} costs {format_dollars(rule.fixed)}, not {format_dollars(cents)}: {rule.fixed_why}; "
            "leave out its stake"
        )
    if analyze.is_paid_from_meters(terms.game, wager):
        if terms.others or terms.bettors:
            raise BadInput(
                f"{wager}: Envy and shared meters are not counted here; leave out others and bettors"
            )
        _check_progressive(terms, wager, cents)
    return cents


def _check_progressive(terms: Terms, wager: str, cents: int) -> None:
    facts = declaration(terms.game).progressive
    if facts is not None and cents not in facts.stakes:
        known = " or ".join(format_dollars(each) for each in facts.stakes)
        raise BadInput(
            f"the Progressive costs {known} (X-11), not {format_dollars(cents)}; "
            f"write --stake {wager}={facts.stakes[0] // 100}"
        )
    progressives.check(at_stake(terms, wager, {wager: cents}))


def check_meters(terms: Terms, wagers: Sequence[str], named: Sequence[str]) -> None:
    """Raise BadInput if a meter that the user named pays none of the seat's wagers."""
    tables = [
        table
        for wager in wagers
        if analyze.is_paid_from_meters(terms.game, wager)
        for table in terms.paytables(wager).values()
    ]
    shares = {row.pays.meter for table in tables for row in table.rows if isinstance(row.pays, MeterShare)}
    for name in named:
        if name not in shares:
            known = (
                f"; there is {', '.join(sorted(shares))}"
                if shares
                else "; name the wager that the meter pays"
            )
            raise BadInput(f"--meter: no requested wager is paid from a meter {name!r:.40}{known}")
