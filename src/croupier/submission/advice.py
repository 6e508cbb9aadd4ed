"""What the rules allow and an operator should look at twice."""

from __future__ import annotations

from fractions import Fraction

from croupier.rulebook import Dollars, MeterShare, Odds, Paytable, Row, paytable, reading
from croupier.submission.complete import shown_on, wanted
from croupier.submission.faults import Caution, Faults
from croupier.submission.law import offered
from croupier.submission.money import written
from croupier.submission.reader import Draft, ProgressiveDraft
from croupier.submission.sheets import Sheet


def advise(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    _wagers(draft, sheet, faults)
    _six_card(draft, sheet, faults)
    _payout_floor(draft, sheet, faults)
    if draft.dealing == "shoe" and draft.shuffler == "reshuffling":
        faults.warn(
            Caution.MANUAL_SHOE_RESHUFFLES,
            sheet.reshuffling_clause,
            "dealing",
            "a device that reshuffles deals by itself; dealing from it is automated dealing",
            'write dealing = "automated", unless the cards are carried to a manual shoe',
        )
    _readings(draft, sheet, faults)
    progressive = draft.progressive
    if progressive is not None and sheet.progressive is not None:
        _cards(draft, sheet, faults)
        _envy(progressive, sheet, faults)
        _growth(progressive, sheet, faults)
        _inversions(progressive, sheet, faults)


def _wagers(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    for wager, clause in sheet.standard.items():
        if f"paytables.{wager}" not in draft.stated and "paytables" in draft.stated:
            faults.warn(
                Caution.STANDARD_WAGER_LEFT_OUT,
                clause,
                f"paytables.{wager}",
                "every layout has its spot, and it is not offered",
                "choose its paytable, or keep the spot closed",
                *(("D-15",) if sheet.game == "dragon" else ("U-06",)),
            )
    wagers = offered(draft, sheet, draft.paytables)
    for item in sheet.felt:
        if item.advised and wanted(item, draft, wagers) and not shown_on(item, draft):
            faults.warn(
                Caution.WAGER_WITHOUT_SPOT,
                item.clause,
                "layout.areas",
                f'no area for {item.says} ("{item.name}"); chapter 2 forgets it, play needs it',
                f'add "{item.name}" to layout.areas',
                *item.readings,
            )


def _six_card(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    """The super royal is a fixed sum: above some stake the lower royal flush would win more (U-27)."""
    letter = draft.paytables.get("six_card")
    if letter is None:
        return
    rows = paytable(sheet.game, "six_card", letter).rows
    fixed = min(row.pays.cents for row in rows if isinstance(row.pays, Dollars))
    royal = max(Fraction(row.pays.num, row.pays.den) for row in rows if isinstance(row.pays, Odds))
    limit = draft.limits.get("six_card")
    maximum = limit.maximum if limit else None
    if maximum is None or maximum * royal > fixed:
        most = written(int(fixed / royal))
        faults.warn(
            Caution.SIX_CARD_MAXIMUM,
            sheet.wagers["six_card"],
            "limits.six_card.maximum",
            f"above {most} staked a royal flush would win more than a super royal",
            f"set a maximum of {most} or less",
            "U-27",
        )


def _payout_floor(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    if draft.payout_limit is None or sheet.game != "uth":
        return
    for wager in ("ante", "trips"):
        limit = draft.limits.get(wager)
        if (wager == "ante" or wager in draft.paytables) and (limit is None or limit.minimum is None):
            faults.warn(
                Caution.FLOOR_WITHOUT_MINIMUM,
                sheet.payout_limit_clause,
                f"limits.{wager}.minimum",
                "the least payout limit depends on the minimum wager, which is not stated",
                "write the minimum",
                "U-13",
            )


def _readings(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    """A switch of several games that turns nothing in this one."""
    for reading_id, choice in draft.readings.items():
        entry = reading(reading_id)
        if entry.bears_on(sheet.game) and choice in entry.choices and not entry.choices_in(sheet.game):
            faults.warn(
                Caution.READING_WITHOUT_EFFECT,
                next(clause for clause in entry.clauses if clause.startswith(f"{sheet.game}/")),
                f"readings.{reading_id}",
                "its choice changes nothing in this game",
                "take it out",
                reading_id,
            )


def _cards(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    if sheet.game == "uth" and "readings.U-01" not in draft.stated:
        faults.warn(
            Caution.PROGRESSIVE_CARDS_NOT_CHOSEN,
            sheet.progressive_clause or "",
            "readings.U-01",
            "which five cards make the progressive hand is not chosen; hole cards and Flop are taken",
            'write "U-01" = "R2" (hole cards and Flop) or "R1" (best five of seven) under [readings]',
            "U-01",
        )


def _envy(progressive: ProgressiveDraft, sheet: Sheet, faults: Faults) -> None:
    assert sheet.progressive is not None
    if progressive.envy is False:
        faults.warn(
            Caution.ENVY_SWITCHED_OFF,
            sheet.progressive.envy_paid,
            "progressive.envy",
            "the rules pay an Envy Bonus to those who bet the Progressive",
            "write envy = true",
            "X-10",
        )


def _growth(progressive: ProgressiveDraft, sheet: Sheet, faults: Faults) -> None:
    assert sheet.progressive is not None
    if progressive.rate is None or progressive.paytable is None:
        return
    meters = paytable(sheet.game, "progressive", progressive.paytable).minimums
    by_meter = (
        progressive.rate if isinstance(progressive.rate, dict) else dict.fromkeys(meters, progressive.rate)
    )
    rates = {meter: Fraction(rate) for meter, rate in by_meter.items()}
    for meter, rate in rates.items():
        if rate == 0:
            faults.warn(
                Caution.METER_STANDS_STILL,
                sheet.progressive.rate,
                "progressive.rate",
                f"the {meter} meter never grows",
                'write the share of each wager it gains, such as "0.15"',
                "X-12",
            )
    if sum(rates.values()) > 1:
        faults.warn(
            Caution.METERS_GAIN_MORE_THAN_STAKE,
            sheet.progressive.rate,
            "progressive.rate",
            "the meters together gain more than the wager",
            "write shares that sum to less than 1",
            "X-12",
        )


def _inversions(progressive: ProgressiveDraft, sheet: Sheet, faults: Faults) -> None:
    """A better hand that a fresh meter would pay less than a lower one: paid as printed (X-11)."""
    assert sheet.progressive is not None
    if progressive.paytable is None or len(progressive.stake) != 1:
        return
    table = paytable(sheet.game, "progressive", progressive.paytable)
    meters = {m: progressive.reset.get(m, least.cents) for m, least in table.minimums.items()}
    returns = [(row, _return(row, progressive.stake[0], meters)) for row in table.rows]
    for n, (better, amount) in enumerate(returns):
        lower, most = max(returns[n + 1 :], key=lambda entry: entry[1], default=(better, Fraction(0)))
        if amount < most:
            faults.warn(
                Caution.BETTER_HAND_PAYS_LESS,
                better.clause,
                "progressive.reset",
                f"after a reset {_name(better)} would return {written(int(amount))},"
                f" less than {_name(lower)} with {written(int(most))}",
                "raise the reset amount" + _enough(better, most, table),
                "X-11",
                *(("L-11",) if (sheet.game, table.letter) == ("letitride", "A") else ()),
            )


def _return(row: Row, stake: int, meters: dict[str, int]) -> Fraction:
    """All that comes back: "to" includes the stake, "for" and meter shares do not add it (X-02)."""
    match row.pays:
        case Odds(num, den, word):
            return Fraction(num, den) * stake + (stake if word == "to" else 0)
        case MeterShare(percent, meter):
            return Fraction(meters[meter] * percent, 100)
        case Dollars(cents):
            return Fraction(cents)
        case _:
            return Fraction(stake)


def _enough(better: Row, most: Fraction, table: Paytable) -> str:
    if not isinstance(better.pays, MeterShare):
        return ""
    return f" of {better.pays.meter} to {written(int(most * 100 / better.pays.percent))}"


def _name(row: Row) -> str:
    return f"a {row.hand.replace('_', ' ')}"
