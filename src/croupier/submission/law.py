"""Check the choices of a submission against the rules, with one function per subject.

Each function notes every fault it finds. The checks apply to a whole submission and to the partial submission
in a round record. The checks ignore missing keys. A record uses the house defaults for them, and ``complete``
reports them for a submission.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction

from croupier.rulebook import (
    Declaration,
    MeterMinimum,
    Odds,
    Paytable,
    Wager,
    defaults,
    envy_schedule,
    meter_minimums,
    metered_paytables,
    paytable,
    reading,
    under,
)
from croupier.submission.faults import FaultCode, Faults
from croupier.submission.money import format_dollars, short_text
from croupier.submission.reader import Draft, ProgressiveDraft
from croupier.submission.rules import Limit
from croupier.submission.shape import PROGRESSIVE

GROUP = re.compile(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")


def judge(draft: Draft, facts: Declaration, dealing: str | None, faults: Faults) -> None:
    _dealing(draft, facts, dealing, faults)
    _seats(draft, facts, faults)
    _payout_limit(draft, facts, faults)
    _progressive(draft, facts, faults)
    _limits(draft, facts, faults)
    _readings(draft, facts, faults)


def shuffler_of(draft: Draft) -> str:
    """Return the stated shuffler or its default.

    The default is a counting shuffler, or a reshuffling one if the community stack has three cards
    (letitride/10.H).
    """
    return draft.shuffler or ("reshuffling" if draft.community_stack == 3 else "counting")


def _dealing(draft: Draft, facts: Declaration, dealing: str | None, faults: Faults) -> None:
    shuffler = shuffler_of(draft)
    if dealing == "hand" and shuffler == "none":
        faults.note(
            FaultCode.HAND_NEEDS_SHUFFLER,
            facts.care.by_machine[0],
            "shuffler",
            "cards dealt from the hand must come out of a shuffler",
            'name the shuffler ("plain", "counting" or "reshuffling"), or deal from a shoe',
        )
    if dealing == "automated" and shuffler == "none" and facts.care.machine_shuffles:
        faults.note(
            FaultCode.MACHINE_NEEDS_SHUFFLER,
            facts.care.machine_shuffles[0],
            "shuffler",
            "automated dealing uses a combined dealing shoe and shuffler",
            'name the shuffler ("plain", "counting" or "reshuffling")',
        )
    if draft.decks == 2 and shuffler == "none":
        faults.note(
            FaultCode.TWO_DECKS_NEED_SHUFFLER,
            facts.care.two_decks[0],
            "decks",
            "two decks may alternate only if a machine shuffles one while the other is in play",
            "use one deck, or name the shuffler",
        )
    backs = draft.cards.backs
    if draft.decks == 2 and backs and (len(backs) != 2 or len({b.casefold() for b in backs}) != 2):
        faults.note(
            FaultCode.DECK_BACKS_ALIKE,
            facts.care.other_back[0],
            "cards.backs",
            "two decks need backs of different colors",
            'write two colors, such as ["red", "blue"]',
        )
    _check_held_cards(draft, facts, dealing, faults)
    _stack(draft, facts, dealing, faults)
    _only_dealt(draft, facts, dealing, faults)


def _only_dealt(draft: Draft, facts: Declaration, dealing: str | None, faults: Faults) -> None:
    """Report wagers that the chosen readings do not allow with this way of dealing."""
    for rule in facts.wagers:
        for reading_id, options in rule.only_dealt.items():
            lawful = options.get(draft.readings.get(reading_id, ""))
            if lawful is None or dealing is None or dealing in lawful or rule.name not in draft.paytables:
                continue
            faults.note(
                FaultCode.WAGER_NEEDS_DEALING,
                rule.entry,
                f"paytables.{rule.table}",
                f"under this reading of {reading_id}, this wager cannot be offered with {dealing} dealing",
                f"deal {' or '.join(lawful)}, take the wager out, or choose another reading of {reading_id}",
                reading_id,
            )


def _check_held_cards(draft: Draft, facts: Declaration, dealing: str | None, faults: Faults) -> None:
    if draft.dealer_cards != "held":
        return
    if facts.held is None:
        faults.note(
            FaultCode.NOT_IN_THIS_GAME,
            facts.automated_clause,
            "dealer_cards",
            "this game has no dealer's hand",
            "take it out",
        )
    elif dealing != "automated" or shuffler_of(draft) == "none":
        faults.note(
            FaultCode.HELD_NEEDS_AUTOMATED,
            facts.held.clause,
            "dealer_cards",
            "the dealer's cards can be held only in a device that shuffles and deals",
            'write dealer_cards = "delivered", or dealing = "automated"',
            *facts.held.readings,
        )


def _stack(draft: Draft, facts: Declaration, dealing: str | None, faults: Faults) -> None:
    if draft.community_stack is None:
        return
    if facts.three_card_stack is None:
        if draft.community_stack == 3:
            faults.note(
                FaultCode.NOT_IN_THIS_GAME,
                facts.automated_clause,
                "community_stack",
                "the rules of this game have no three-card community stack",
                "take it out",
            )
    elif draft.community_stack == 3 and (dealing != "automated" or shuffler_of(draft) != "reshuffling"):
        faults.note(
            FaultCode.STACK_NEEDS_RESHUFFLING,
            facts.three_card_stack.clause,
            "community_stack",
            "three community cards may be dispensed only by an automated shoe that reshuffles",
            'write community_stack = 2, or dealing = "automated" with shuffler = "reshuffling"',
            *facts.three_card_stack.readings,
        )


def most_seats(draft: Draft, facts: Declaration) -> int:
    return facts.electronic.seats if draft.electronic and facts.electronic else facts.seats


def _seats(draft: Draft, facts: Declaration, faults: Faults) -> None:
    if draft.electronic and facts.electronic is None:
        faults.note(
            FaultCode.NOT_IN_THIS_GAME,
            facts.seats_clause,
            "electronic",
            "the rules of this game have no dealer-controlled electronic version",
            "take it out",
        )
    most = most_seats(draft, facts)
    if draft.seats is not None and draft.seats > most:
        electronic = facts.electronic.readings if draft.electronic and facts.electronic else ()
        faults.note(
            FaultCode.TOO_MANY_SEATS,
            facts.seats_clause,
            "seats",
            f"{draft.seats} betting positions; at most {most} are allowed",
            f"write {most} or fewer",
            *electronic,
            "X-07",
        )
    boxes = min(facts.most_positions, draft.seats or most)
    if draft.adjacent_boxes is not None and draft.adjacent_boxes > boxes:
        faults.note(
            FaultCode.TOO_MANY_BOXES,
            facts.positions_clause,
            "adjacent_boxes",
            f"{draft.adjacent_boxes} positions for one player; at most {boxes} can be allowed",
            f"write {boxes}" + (" or fewer" if boxes > 1 else ", or leave it out"),
            "X-24",
        )


def _payout_limit(draft: Draft, facts: Declaration, faults: Faults) -> None:
    if draft.payout_limit is None:
        return
    if not facts.payout_limit.reaches:
        faults.note(
            FaultCode.NOT_IN_THIS_GAME,
            facts.payout_limit.clause,
            "payout_limit",
            "the rules of this game do not allow a payout limit",
            "take it out; every win is paid in full",
            *facts.payout_limit.readings,
        )
        return
    floor = payout_floor(draft, facts)
    if draft.payout_limit < floor:
        faults.note(
            FaultCode.PAYOUT_LIMIT_BELOW_FLOOR,
            facts.payout_limit.clause,
            "payout_limit",
            f"{format_dollars(draft.payout_limit)} is below {format_dollars(floor)}, the lowest "
            f"limit allowed",
            f"write {format_dollars(floor)[1:].replace(',', '')} or more, or lower the minimum wagers",
            *facts.payout_limit.readings,
        )


def payout_floor(draft: Draft, facts: Declaration) -> int:
    """Return the lowest payout limit that the rules allow: their fixed amount, or the largest win on
    minimum wagers.
    """
    letters = {**facts.house_paytables, **draft.paytables}
    limit = under(facts.payout_limit, {**defaults(), **draft.readings})
    reached = [rule for rule in facts.wagers if rule.name in limit.reaches]
    most = sum(
        (_least_stake(rule, draft, facts) * _best(rule, letters, facts) for rule in reached), Fraction()
    )
    return max(facts.payout_limit.floor, -(-most.numerator // most.denominator))


def _least_stake(rule: Wager, draft: Draft, facts: Declaration) -> int:
    """Return a wager's minimum in cents. It may follow from the minimum of a different wager."""
    base = rule.equal_to or rule.multiple_of or rule.name
    alike = [base, *(other.name for other in facts.wagers if other.equal_to == base)]
    posted = next((draft.limits[name] for name in alike if name in draft.limits), Limit())
    return (posted.minimum or 0) * rule.most_times


def _best(rule: Wager, letters: dict[str, str], facts: Declaration) -> Fraction:
    """Return the best odds that a wager pays: the best row of its paytable, or even money without one."""
    if rule.table not in facts.paytables:
        return Fraction(1)
    if rule.table not in letters:
        return Fraction(0)
    rows = paytable(facts.id, rule.table, letters[rule.table]).rows
    return max(Fraction(row.pays.num, row.pays.den) for row in rows if isinstance(row.pays, Odds))


def _progressive(draft: Draft, facts: Declaration, faults: Faults) -> None:
    progressive = draft.progressive
    if progressive is None:
        return
    if facts.progressive is None:
        if facts.undefined_progressive is None:
            faults.note(
                FaultCode.NOT_IN_THIS_GAME,
                facts.wagers[0].entry,
                PROGRESSIVE,
                "this game has no Progressive Wager",
                "take the table out",
            )
        else:
            faults.note(
                FaultCode.PROGRESSIVE_UNDEFINED,
                facts.undefined_progressive.clause,
                PROGRESSIVE,
                "the rules name a Progressive Wager but define no hand, paytable or meter for it",
                "take the table out",
                *facts.undefined_progressive.readings,
            )
        return
    _stake(draft, progressive, facts, faults)
    _meters(progressive, facts, faults)
    _group(progressive, facts, faults)
    if progressive.paytable is not None:
        _envy(progressive, facts, faults)


def _stake(draft: Draft, progressive: ProgressiveDraft, facts: Declaration, faults: Faults) -> None:
    assert facts.progressive is not None
    if len(set(progressive.stake)) > 1 and draft.readings.get("X-11") == "R1":
        faults.note(
            FaultCode.TWO_STAKES_ON_ONE_METER,
            facts.progressive.stake,
            "progressive.stake",
            "the chosen reading allows only one stake per table",
            f"write one stake, {_stakes(facts)}, or leave X-11 at its default",
            "X-11",
        )
    for stake in dict.fromkeys(progressive.stake):
        if stake not in facts.progressive.stakes:
            faults.note(
                FaultCode.STAKE_NOT_ALLOWED,
                facts.progressive.stake,
                "progressive.stake",
                f"{format_dollars(stake)} has no Envy schedule; there are schedules only for"
                f" {' and '.join(format_dollars(cents) for cents in facts.progressive.stakes)}",
                f"write {_stakes(facts)}",
                "X-11",
            )


def _stakes(facts: Declaration) -> str:
    assert facts.progressive is not None
    return " or ".join(format_dollars(cents)[1:] for cents in facts.progressive.stakes)


def least_lawful(game: str, letter: str | None) -> dict[str, MeterMinimum]:
    """Return each meter's minimum under a paytable, or the lowest of all paytables if none is chosen."""
    if letter is not None:
        return meter_minimums(game, letter)
    least: dict[str, MeterMinimum] = {}
    for table in metered_paytables(game).values():
        for meter, minimum in table.minimums.items():
            if meter not in least or minimum.cents < least[meter].cents:
                least[meter] = minimum
    return least


def _meters(progressive: ProgressiveDraft, facts: Declaration, faults: Faults) -> None:
    assert facts.progressive is not None
    minimums = least_lawful(facts.id, progressive.paytable)
    which = f"paytable {progressive.paytable}" if progressive.paytable else "no paytable of this game"
    has = "has no such meter" if progressive.paytable else "has such a meter"
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
                    FaultCode.UNKNOWN_METER,
                    facts.progressive.meters,
                    f"progressive.{table}.{meter}",
                    f"{which} {has}",
                    f"write {' and '.join(minimums)}",
                )
    for table, cents in (("initial", progressive.initial), ("reset", progressive.reset)):
        for meter, minimum in minimums.items():
            if meter in cents and cents[meter] < minimum.cents:
                faults.note(
                    FaultCode.METER_BELOW_MINIMUM,
                    minimum.clause,
                    f"progressive.{table}.{meter}",
                    f"{format_dollars(cents[meter])} is below the minimum of {format_dollars(minimum.cents)}",
                    f"write {minimum.cents // 100} or more",
                    *minimum.readings,
                )


def _group(progressive: ProgressiveDraft, facts: Declaration, faults: Faults) -> None:
    """Check the group name. It becomes part of the name of the meters' stream."""
    assert facts.progressive is not None
    if progressive.group is not None and not GROUP.fullmatch(progressive.group):
        faults.note(
            FaultCode.BAD_TEXT,
            facts.progressive.meters,
            "progressive.group",
            f"{short_text(progressive.group)} is not a valid name for a group of tables",
            'write at most 40 lowercase letters, digits and hyphens, such as "main-floor"',
        )


def _envy(progressive: ProgressiveDraft, facts: Declaration, faults: Faults) -> None:
    """Check that the Envy schedule and the table's paytable pay on the same cards (N-03, L-02)."""
    assert progressive.paytable is not None
    assert facts.progressive is not None
    if not isinstance(progressive.envy, str):
        return
    stake = facts.progressive.stakes[0]
    own = _hands(envy_schedule(facts.id, stake, progressive.paytable))
    if _hands(envy_schedule(facts.id, stake, progressive.envy)) != own:
        faults.note(
            FaultCode.ENVY_ON_OTHER_CARDS,
            facts.progressive.envy,
            "progressive.envy",
            f"schedule {progressive.envy} covers different hands than paytable {progressive.paytable}",
            f'write envy = true, which takes schedule "{progressive.paytable}"',
            "N-03",
            "L-02",
        )


def _hands(table: Paytable) -> set[str]:
    return {row.hand for row in table.rows}


def offered_wagers(draft: Draft, facts: Declaration, paytables: dict[str, str]) -> set[str]:
    """Return the names, as in chapter 7, of the wagers that the table offers.

    A wager counts as offered even if its paytable is wrong.
    """
    named = {*paytables, *facts.required_paytables}
    named |= {table for table in facts.paytables if f"paytables.{table}" in draft.stated}
    return {rule.name for rule in facts.wagers if _is_offered(rule, draft, facts, named)}


def _is_offered(rule: Wager, draft: Draft, facts: Declaration, named: set[str]) -> bool:
    if rule.paid_from == "meters":
        return draft.progressive is not None
    return rule.table in named or rule.table not in facts.paytables


def _limits(draft: Draft, facts: Declaration, faults: Faults) -> None:
    for wager, limit in draft.limits.items():
        where = f"limits.{wager}"
        rule = facts.wager(wager)
        assert rule is not None, "limits use the wager names of chapter 7"
        clause = rule.entry
        if rule.multiple_of:
            faults.note(
                FaultCode.LIMIT_FOLLOWS_ANTE,
                clause,
                where,
                f"the rules derive the size of this wager from the {_label(facts, rule.multiple_of)}",
                "take it out",
            )
        elif rule.equal_to and limit != draft.limits.get(rule.equal_to, limit):
            twin = rule.equal_to
            faults.note(
                FaultCode.LIMIT_FOLLOWS_ANTE,
                clause,
                where,
                f"it must equal {twin}, so this wager cannot have different limits",
                f"take it out; limits.{twin} applies to both",
            )
        elif rule.paid_from == "meters":
            faults.note(
                FaultCode.STAKE_IS_FIXED,
                clause,
                where,
                "its stake is a single chip",
                "write progressive.stake instead",
                "X-11",
            )
        elif rule.fixed is not None and {limit.minimum, limit.maximum, limit.increment} - {None, rule.fixed}:
            faults.note(
                FaultCode.STAKE_IS_FIXED, clause, where, rule.fixed_why, "take it out", *rule.fixed_readings
            )
        _order(limit, clause, where, faults)


def _label(facts: Declaration, wager: str) -> str:
    return next(rule.label for rule in facts.wagers if rule.name == wager)


def _order(limit: Limit, clause: str, where: str, faults: Faults) -> None:
    low, high, step = limit.minimum, limit.maximum, limit.increment
    if low is not None and high is not None and low > high:
        faults.note(
            FaultCode.LIMITS_CROSSED,
            clause,
            where,
            f"the minimum of {format_dollars(low)} is above the maximum of {format_dollars(high)}",
            "write a maximum of at least the minimum",
            "X-32",
        )
    for name, amount in (("minimum", low), ("maximum", high)):
        if step is not None and amount is not None and amount % step:
            faults.note(
                FaultCode.INCREMENT_DOES_NOT_FIT,
                clause,
                f"{where}.{name}",
                f"{format_dollars(amount)} is not a multiple of the increment of {format_dollars(step)}",
                f"write a {name} that is a multiple of the increment",
                "X-32",
            )


def _readings(draft: Draft, facts: Declaration, faults: Faults) -> None:
    for reading_id, choice in draft.readings.items():
        entry = reading(reading_id)
        where = f"readings.{reading_id}"
        clause = next((c for c in entry.clauses if c.startswith(f"{facts.id}/")), "")
        if not entry.bears_on(facts.id):
            faults.note(
                FaultCode.READING_OF_ANOTHER_GAME,
                entry.clauses[0] if entry.clauses else "",
                where,
                "this reading belongs to another game",
                "take it out",
                reading_id,
            )
        elif choice != entry.default and choice not in entry.choices:
            options = " or ".join(entry.choices or (entry.default,))
            faults.note(
                FaultCode.READING_FIXED,
                clause,
                where,
                f"{choice} cannot be chosen",
                f"write {options}, or leave it out",
                reading_id,
            )
