"""Warn about choices that the rules allow but an operator should reconsider."""

from __future__ import annotations

from fractions import Fraction

from croupier.rulebook import (
    Declaration,
    Dollars,
    MeterShare,
    Odds,
    Paytable,
    Row,
    compute_return,
    defaults,
    metered_paytable,
    paytable,
    reading,
    under,
)
from croupier.submission.complete import is_on_layout, is_required
from croupier.submission.faults import Caution, Faults
from croupier.submission.law import offered_wagers
from croupier.submission.money import format_dollars
from croupier.submission.reader import Draft, ProgressiveDraft


def advise(draft: Draft, facts: Declaration, faults: Faults) -> None:
    _wagers(draft, facts, faults)
    _fixed_sums(draft, facts, faults)
    _payout_floor(draft, facts, faults)
    _limits(draft, facts, faults)
    if draft.dealing == "shoe" and draft.shuffler == "reshuffling":
        faults.warn(
            Caution.MANUAL_SHOE_RESHUFFLES,
            facts.care.self_shuffling[0],
            "dealing",
            "a reshuffling device also deals; dealing from it is automated dealing",
            'write dealing = "automated", unless the cards are carried to a manual shoe',
        )
    _readings(draft, facts, faults)
    progressive = draft.progressive
    if progressive is not None and facts.progressive is not None:
        _growth(progressive, facts, faults)
        _inversions(progressive, facts, faults)


def _wagers(draft: Draft, facts: Declaration, faults: Faults) -> None:
    for wager, section in facts.paytables.items():
        left_out = f"paytables.{wager}" not in draft.stated and "paytables" in draft.stated
        if section.standard and left_out:
            faults.warn(
                Caution.STANDARD_WAGER_LEFT_OUT,
                section.standard,
                f"paytables.{wager}",
                "every layout has an area for it, but it is not offered",
                "choose its paytable, or keep the area closed",
                *section.standard_readings,
            )
    wagers = offered_wagers(draft, facts, draft.paytables)
    for item in facts.felt:
        if item.kind == "area" and item.name in draft.layout.areas and not is_required(item, draft, wagers):
            faults.warn(
                Caution.AREA_NOT_OFFERED,
                item.clause,
                "layout.areas",
                f'"{item.name}" is marked on the layout, but the wager is not offered',
                f'take "{item.name}" out of layout.areas, or offer the wager',
                *item.readings,
            )
        if item.advised and is_required(item, draft, wagers) and not is_on_layout(item, draft):
            faults.warn(
                Caution.WAGER_WITHOUT_SPOT,
                item.clause,
                "layout.areas",
                f'no area for {item.says} ("{item.name}"); chapter 2 omits it, but the game needs it',
                f'add "{item.name}" to layout.areas',
                *item.readings,
            )


def _limits(draft: Draft, facts: Declaration, faults: Faults) -> None:
    """Warn about each offered wager without a posted minimum and maximum."""
    wagers = offered_wagers(draft, facts, draft.paytables)
    found = (*faults.violations, *faults.warnings)
    warned = {".".join(each.where.split(".")[:2]) for each in found}
    for rule in facts.wagers:
        own = rule.equal_to is None and rule.multiple_of is None and rule.fixed is None
        if not own or rule.paid_from == "meters" or rule.name not in wagers:
            continue
        # An earlier fault already covers these limits.
        if not warned.isdisjoint({"limits", f"limits.{rule.name}"}):
            continue
        alike = [rule.name, *(other.name for other in facts.wagers if other.equal_to == rule.name)]
        limit = next((draft.limits[name] for name in alike if name in draft.limits), None)
        if limit is None or limit.minimum is None or limit.maximum is None:
            faults.warn(
                Caution.LIMITS_NOT_STATED,
                rule.entry,
                f"limits.{rule.name}",
                "the minimum and maximum are not stated, so the signs cannot show them",
                f"write {rule.name} = {{ minimum = …, maximum = … }} under [limits]",
            )


def _fixed_sums(draft: Draft, facts: Declaration, faults: Faults) -> None:
    """Warn if a hand that pays odds could win more than a better hand that pays a fixed amount (U-27)."""
    for rule in facts.wagers:
        letter = draft.paytables.get(rule.table)
        if letter is None or rule.fixed is not None:
            continue
        rows = paytable(facts.id, rule.table, letter).rows
        sums = [(row.pays.cents, row) for row in rows if isinstance(row.pays, Dollars)]
        odds = [(Fraction(row.pays.num, row.pays.den), row) for row in rows if isinstance(row.pays, Odds)]
        if not sums or not odds:
            continue
        least, better = min(sums, key=lambda each: each[0])
        best, lower = max(odds, key=lambda each: each[0])
        limit = draft.limits.get(rule.name)
        maximum = limit.maximum if limit else None
        if maximum is None or maximum * best > least:
            most = format_dollars(int(least / best))
            faults.warn(
                Caution.FIXED_SUM_OUTPAID,
                rule.entry,
                f"limits.{rule.name}.maximum",
                f"with more than {most} staked, {_name(lower)} would win more than {_name(better)}",
                f"set a maximum of {most} or less",
                *facts.paytables[rule.table].fixed_sum_readings,
            )


def _payout_floor(draft: Draft, facts: Declaration, faults: Faults) -> None:
    if draft.payout_limit is None:
        return
    wagers = offered_wagers(draft, facts, draft.paytables)
    reached = under(facts.payout_limit, {**defaults(), **draft.readings}).reaches
    for rule in facts.wagers:
        own = rule.equal_to is None and rule.multiple_of is None
        if not own or rule.name not in reached or rule.name not in wagers:
            continue
        limit = draft.limits.get(rule.name)
        if limit is None or limit.minimum is None:
            faults.warn(
                Caution.FLOOR_WITHOUT_MINIMUM,
                facts.payout_limit.clause,
                f"limits.{rule.name}.minimum",
                "the lowest payout limit depends on the minimum wager, which is not stated",
                "write the minimum",
                *facts.payout_limit.readings,
            )


def _readings(draft: Draft, facts: Declaration, faults: Faults) -> None:
    """Warn about each chosen reading that has an effect only in other games."""
    for reading_id, taken in draft.readings.items():
        entry = reading(reading_id)
        if entry.bears_on(facts.id) and taken in entry.choices and not entry.choices_in(facts.id):
            faults.warn(
                Caution.READING_WITHOUT_EFFECT,
                next(clause for clause in entry.clauses if clause.startswith(f"{facts.id}/")),
                f"readings.{reading_id}",
                "it has no effect in this game",
                "take it out",
                reading_id,
            )


def _growth(progressive: ProgressiveDraft, facts: Declaration, faults: Faults) -> None:
    assert facts.progressive is not None
    if progressive.rate is None or progressive.paytable is None:
        return
    meters = metered_paytable(facts.id, progressive.paytable).minimums
    by_meter = (
        progressive.rate if isinstance(progressive.rate, dict) else dict.fromkeys(meters, progressive.rate)
    )
    rates = {meter: Fraction(rate) for meter, rate in by_meter.items()}
    for meter, rate in rates.items():
        if rate == 0:
            faults.warn(
                Caution.METER_STANDS_STILL,
                facts.progressive.rate,
                "progressive.rate",
                f"the {meter} meter never grows",
                'write the share of each wager added to it, such as "0.15"',
                "X-12",
            )
    if sum(rates.values()) > 1:
        faults.warn(
            Caution.METERS_GAIN_MORE_THAN_STAKE,
            facts.progressive.rate,
            "progressive.rate",
            "the meters together grow by more than the wager",
            "write shares that sum to less than 1",
            "X-12",
        )


def _inversions(progressive: ProgressiveDraft, facts: Declaration, faults: Faults) -> None:
    """Warn if a better hand would be paid less than a lower hand directly after a reset (X-11)."""
    assert facts.progressive is not None
    if progressive.paytable is None or not progressive.stake:
        return
    table = metered_paytable(facts.id, progressive.paytable)
    meters = {m: progressive.reset.get(m, least.cents) for m, least in table.minimums.items()}
    returns = [(row, _return(row, max(progressive.stake), meters)) for row in table.rows]
    for n, (better, amount) in enumerate(returns):
        lower, most = max(returns[n + 1 :], key=lambda entry: entry[1], default=(better, Fraction(0)))
        if amount < most:
            faults.warn(
                Caution.BETTER_HAND_PAYS_LESS,
                better.clause,
                "progressive.reset",
                f"after a reset {_name(better)} would return {format_dollars(int(amount))},"
                f" less than {_name(lower)} with {format_dollars(int(most))}",
                "raise the reset amount" + _enough(better, most, table),
                "X-11",
                *dict.fromkeys(one for least in table.minimums.values() for one in least.readings),
            )


def _return(row: Row, stake: int, meters: dict[str, int]) -> Fraction:
    """Return the total cents that the row returns on a stake."""
    on_meter = meters[row.pays.meter] if isinstance(row.pays, MeterShare) else 0
    return compute_return(row.pays, stake, on_meter, False, Fraction)


def _enough(better: Row, most: Fraction, table: Paytable) -> str:
    if not isinstance(better.pays, MeterShare):
        return ""
    return f" of {better.pays.meter} to {format_dollars(int(most * 100 / better.pays.percent))}"


def _name(row: Row) -> str:
    return f"a {row.hand.replace('_', ' ')}"
