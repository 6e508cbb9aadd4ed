"""What is understood but against the rules: one function a subject, each noting every fault it sees.

These checks hold for a whole submission and for the part of one in a round record alike. What is left out is
not judged here: a record takes the house default, a submission answers to ``complete``.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from croupier.rulebook import Odds, Paytable, citing, meter_minimums, paytable, reading
from croupier.submission.faults import Code, Faults
from croupier.submission.money import written
from croupier.submission.reader import Draft, ProgressiveDraft
from croupier.submission.rules import Limit
from croupier.submission.sheets import ELECTRONIC_SEATS, Sheet

STAKES = (100, 500)  # the two for which an Envy schedule exists
FLOOR = 50_000_00  # uth/12.F.1
BIGGEST_PLAY = 4  # uth/11.B: the Play is at most four times the Ante

_lir = citing("letitride")
_MACHINE_SHUFFLES = _lir("10.A")  # Let It Ride alone speaks of a dealing shoe *and* shuffler
_FIVE_CARD = _lir("7.E.3")


def judge(draft: Draft, sheet: Sheet, dealing: str | None, faults: Faults) -> None:
    _dealing(draft, sheet, dealing, faults)
    _seats(draft, sheet, faults)
    _payout_limit(draft, sheet, faults)
    _progressive(draft, sheet, faults)
    _limits(draft, sheet, faults)
    _readings(draft, sheet, faults)


def shuffler_of(draft: Draft) -> str:
    """House default: counting. A three-card stack only comes out of a reshuffling shoe (letitride/10.H)."""
    return draft.shuffler or ("reshuffling" if draft.community_stack == 3 else "counting")


def _dealing(draft: Draft, sheet: Sheet, dealing: str | None, faults: Faults) -> None:
    shuffler = shuffler_of(draft)
    if dealing == "hand" and shuffler == "none":
        faults.note(
            Code.HAND_NEEDS_SHUFFLER,
            sheet.hand_clause,
            "shuffler",
            "cards dealt from the hand must come out of a shuffler",
            'name the shuffler ("plain", "counting" or "reshuffling"), or deal from a shoe',
        )
    if dealing == "automated" and shuffler == "none" and sheet.game == "letitride":
        faults.note(
            Code.MACHINE_NEEDS_SHUFFLER,
            _MACHINE_SHUFFLES,
            "shuffler",
            "automated dealing is from a dealing shoe and shuffler in one",
            'name the shuffler ("plain", "counting" or "reshuffling")',
        )
    if draft.decks == 2 and shuffler == "none":
        faults.note(
            Code.TWO_DECKS_NEED_SHUFFLER,
            sheet.two_decks_clause,
            "decks",
            "two decks may only take turns if a machine shuffles one while the other plays",
            "use one deck, or name the shuffler",
        )
    backs = draft.cards.backs
    if draft.decks == 2 and backs and (len(backs) != 2 or len({b.casefold() for b in backs}) != 2):
        faults.note(
            Code.DECK_BACKS_ALIKE,
            sheet.backs_clause,
            "cards.backs",
            "two decks need backs of two different colours",
            'write two colours, such as ["red", "blue"]',
        )
    _held(draft, sheet, dealing, faults)
    _stack(draft, sheet, dealing, faults)


def _held(draft: Draft, sheet: Sheet, dealing: str | None, faults: Faults) -> None:
    if draft.dealer_cards != "held":
        return
    if sheet.held_clause is None:
        faults.note(
            Code.NOT_IN_THIS_GAME,
            sheet.automated_clause,
            "dealer_cards",
            "this game has no dealer's hand",
            "take it out",
        )
    elif dealing != "automated" or shuffler_of(draft) == "none":
        faults.note(
            Code.HELD_NEEDS_AUTOMATED,
            sheet.held_clause,
            "dealer_cards",
            "the dealer's cards can only wait in a device that shuffles and deals",
            'write dealer_cards = "delivered", or dealing = "automated"',
            "U-23",
        )


def _stack(draft: Draft, sheet: Sheet, dealing: str | None, faults: Faults) -> None:
    if draft.community_stack is None:
        return
    if sheet.stack_clause is None:
        if draft.community_stack == 3:
            faults.note(
                Code.NOT_IN_THIS_GAME,
                sheet.automated_clause,
                "community_stack",
                "only Let It Ride knows a three-card community stack",
                "take it out",
                "L-12",
            )
    elif draft.community_stack == 3 and (dealing != "automated" or shuffler_of(draft) != "reshuffling"):
        faults.note(
            Code.STACK_NEEDS_RESHUFFLING,
            sheet.stack_clause,
            "community_stack",
            "three community cards may only come out of an automated shoe that reshuffles",
            'write community_stack = 2, or dealing = "automated" with shuffler = "reshuffling"',
            "L-12",
        )


def most_seats(draft: Draft, sheet: Sheet) -> int:
    return ELECTRONIC_SEATS if draft.electronic and sheet.electronic_clause else sheet.seats


def _seats(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    if draft.electronic and sheet.electronic_clause is None:
        faults.note(
            Code.NOT_IN_THIS_GAME,
            sheet.seats_clause,
            "electronic",
            "only Ultimate Texas Hold 'Em has a dealer-controlled electronic version",
            "take it out",
            "U-25",
        )
    most = most_seats(draft, sheet)
    if draft.seats is not None and draft.seats > most:
        electronic = ("U-25", "X-07") if draft.electronic else ("X-07",)
        faults.note(
            Code.TOO_MANY_SEATS,
            sheet.seats_clause,
            "seats",
            f"{draft.seats} betting positions where at most {most} are allowed",
            f"write {most} or fewer",
            *electronic,
        )
    boxes = min(sheet.most_boxes, draft.seats or most)
    if draft.adjacent_boxes is not None and draft.adjacent_boxes > boxes:
        faults.note(
            Code.TOO_MANY_BOXES,
            sheet.boxes_clause,
            "adjacent_boxes",
            f"{draft.adjacent_boxes} positions for one player where at most {boxes} can be allowed",
            f"write {boxes}" + (" or fewer" if boxes > 1 else ", or leave it out"),
            "X-24",
        )


def _payout_limit(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    if draft.payout_limit is None:
        return
    if sheet.game != "uth":
        faults.note(
            Code.NOT_IN_THIS_GAME,
            sheet.payout_limit_clause,
            "payout_limit",
            "the rules of this game let no payout limit be set",
            "take it out; every win is paid in full",
            "X-09",
            *(("L-07",) if sheet.game == "letitride" else ()),
        )
        return
    floor = payout_floor(draft, sheet)
    if draft.payout_limit < floor:
        faults.note(
            Code.PAYOUT_LIMIT_BELOW_FLOOR,
            sheet.payout_limit_clause,
            "payout_limit",
            f"{written(draft.payout_limit)} is below {written(floor)}, the least a limit may be",
            f"write {written(floor)[1:].replace(',', '')} or more, or lower the minimum wagers",
            "U-13",
        )


def payout_floor(draft: Draft, sheet: Sheet) -> int:
    """$50,000, or the most a player betting the minimum could win in a round if that is more (U-13)."""
    ante = draft.limits.get("ante") or draft.limits.get("blind") or Limit()
    trips = draft.limits.get("trips") or Limit()
    offered = {**sheet.house, **draft.paytables}
    m, t = ante.minimum or 0, trips.minimum or 0
    most = m + _best(offered, "blind") * m + BIGGEST_PLAY * m + _best(offered, "trips") * t
    return max(FLOOR, -(-most.numerator // most.denominator))


def _best(offered: dict[str, str], wager: str) -> Fraction:
    rows = paytable("uth", wager, offered[wager]).rows
    return max(Fraction(row.pays.num, row.pays.den) for row in rows if isinstance(row.pays, Odds))


def _progressive(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    progressive = draft.progressive
    if progressive is None:
        return
    if sheet.progressive is None:
        if sheet.progressive_clause is None:
            faults.note(
                Code.NOT_IN_THIS_GAME,
                next(iter(sheet.wagers.values())),
                "progressive",
                "this game has no Progressive Wager",
                "take the table out",
            )
        else:
            faults.note(
                Code.PROGRESSIVE_UNDEFINED,
                sheet.progressive_clause,
                "progressive",
                "the rules name a Progressive Wager here and define no hand, paytable or meter for it",
                "take the table out",
                "D-02",
            )
        return
    _stake(progressive, sheet, faults)
    if progressive.paytable is not None:
        _meters(progressive, sheet, faults)
        _envy(progressive, sheet, faults)


def _stake(progressive: ProgressiveDraft, sheet: Sheet, faults: Faults) -> None:
    assert sheet.progressive is not None
    if len(set(progressive.stake)) > 1:
        faults.note(
            Code.TWO_STAKES_ON_ONE_METER,
            sheet.progressive.stake,
            "progressive.stake",
            "several stakes on one meter: its share is not scaled, so the small stake would win as much",
            "write one stake, 1 or 5",
            "X-11",
        )
    for stake in dict.fromkeys(progressive.stake):
        if stake not in STAKES:
            faults.note(
                Code.STAKE_NOT_ALLOWED,
                sheet.progressive.stake,
                "progressive.stake",
                f"{written(stake)}: Envy schedules exist for $1 and $5 alone",
                "write 1 or 5",
                "X-11",
            )


def _meters(progressive: ProgressiveDraft, sheet: Sheet, faults: Faults) -> None:
    assert progressive.paytable is not None
    assert sheet.progressive is not None
    minimums = meter_minimums(sheet.game, progressive.paytable)
    rates = progressive.rate if isinstance(progressive.rate, dict) else {}
    tables: dict[str, Collection[str]] = {
        "rate": rates,
        "initial": progressive.initial,
        "reset": progressive.reset,
        "meters": progressive.meters,
    }
    for table, amounts in tables.items():
        for meter in amounts:
            if meter not in minimums:
                faults.note(
                    Code.UNKNOWN_METER,
                    sheet.progressive.meters,
                    f"progressive.{table}.{meter}",
                    f"paytable {progressive.paytable} has no such meter",
                    f"write {' and '.join(minimums)}",
                )
    for table, cents in (("initial", progressive.initial), ("reset", progressive.reset)):
        for meter, minimum in minimums.items():
            if meter in cents and cents[meter] < minimum.cents:
                faults.note(
                    Code.METER_BELOW_MINIMUM,
                    minimum.clause,
                    f"progressive.{table}.{meter}",
                    f"{written(cents[meter])} is below the minimum of {written(minimum.cents)}",
                    f"write {minimum.cents // 100} or more",
                    *(("L-11",) if sheet.game == "letitride" and progressive.paytable == "A" else ()),
                )


def _envy(progressive: ProgressiveDraft, sheet: Sheet, faults: Faults) -> None:
    """Table-specific basis (L-02): Envy looks at the same cards as the paytable it goes with."""
    assert progressive.paytable is not None
    assert sheet.progressive is not None
    if not isinstance(progressive.envy, str):
        return
    own = _hands(paytable(sheet.game, "envy_1", progressive.paytable))
    if _hands(paytable(sheet.game, "envy_1", progressive.envy)) != own:
        faults.note(
            Code.ENVY_ON_OTHER_CARDS,
            sheet.progressive.envy,
            "progressive.envy",
            f"schedule {progressive.envy} is for other hands than paytable {progressive.paytable} pays",
            f'write envy = true, which takes schedule "{progressive.paytable}"',
            "L-02",
        )


def _hands(table: Paytable) -> set[str]:
    return {row.hand for row in table.rows}


def offered(draft: Draft, sheet: Sheet, paytables: dict[str, str]) -> set[str]:
    """The wagers a player may make, by their chapter 7 names; a paytable misnamed is a wager meant."""
    unlisted = set(sheet.wagers) - set(sheet.paytables) - {"progressive"}
    named = set(paytables) | {w for w in sheet.paytables if f"paytables.{w}" in draft.stated}
    progressive = {"progressive"} if draft.progressive is not None and sheet.progressive else set()
    return unlisted | set(sheet.required) | (named & set(sheet.wagers)) | progressive


def _limits(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    for wager, limit in draft.limits.items():
        where = f"limits.{wager}"
        clause = sheet.wagers[wager]
        if wager in sheet.follows:
            faults.note(
                Code.LIMIT_FOLLOWS_ANTE,
                clause,
                where,
                "its size follows from the Ante by rule",
                "take it out",
            )
        elif wager in sheet.twins and limit != draft.limits.get(sheet.twins[wager], limit):
            twin = sheet.twins[wager]
            faults.note(
                Code.LIMIT_FOLLOWS_ANTE,
                clause,
                where,
                f"it must equal {twin}, so its limits cannot differ",
                f"take it out; limits.{twin} holds for both",
            )
        elif wager == "progressive":
            faults.note(
                Code.STAKE_IS_FIXED,
                clause,
                where,
                "its stake is one chip",
                "write progressive.stake instead",
                "X-11",
            )
        elif wager == "five_card" and {limit.minimum, limit.maximum, limit.increment} - {None, 100}:
            faults.note(
                Code.STAKE_IS_FIXED, _FIVE_CARD, where, "its awards are for $1 staked", "take it out", "L-04"
            )
        _order(limit, clause, where, faults)


def _order(limit: Limit, clause: str, where: str, faults: Faults) -> None:
    low, high, step = limit.minimum, limit.maximum, limit.increment
    if low is not None and high is not None and low > high:
        faults.note(
            Code.LIMITS_CROSSED,
            clause,
            where,
            f"the minimum of {written(low)} is above the maximum of {written(high)}",
            "write a maximum of at least the minimum",
            "X-32",
        )
    for name, amount in (("minimum", low), ("maximum", high)):
        if step is not None and amount is not None and amount % step:
            faults.note(
                Code.INCREMENT_DOES_NOT_FIT,
                clause,
                f"{where}.{name}",
                f"{written(amount)} is not a multiple of the increment of {written(step)}",
                f"write a {name} that the increment divides",
                "X-32",
            )


def _readings(draft: Draft, sheet: Sheet, faults: Faults) -> None:
    for reading_id, choice in draft.readings.items():
        entry = reading(reading_id)
        where = f"readings.{reading_id}"
        clause = next((c for c in entry.clauses if c.startswith(f"{sheet.game}/")), "")
        if not entry.bears_on(sheet.game):
            faults.note(
                Code.READING_OF_ANOTHER_GAME,
                entry.clauses[0] if entry.clauses else "",
                where,
                "this reading is of another game",
                "take it out",
                reading_id,
            )
        elif choice != entry.default and choice not in entry.choices:
            options = " or ".join(entry.choices or (entry.default,))
            faults.note(
                Code.READING_FIXED,
                clause,
                where,
                f"{choice} cannot be chosen",
                f"write {options}, or leave it out",
                reading_id,
            )
