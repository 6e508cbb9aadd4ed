"""Check that a submission is complete: choices, approvals, and the layout and equipment of chapter 2."""

from __future__ import annotations

from collections.abc import Collection

from croupier.rulebook import Attestation, Declaration, LayoutRequirement, defaults, meter_minimums, under
from croupier.submission.faults import NOT_UNDERSTOOD, FaultCode, Faults
from croupier.submission.law import offered_wagers
from croupier.submission.money import format_dollars
from croupier.submission.reader import Draft

PENDING = "pending"
OPERATOR = "operator_name"  # id of the inscription that shows the operator's name


def complete(draft: Draft, facts: Declaration, faults: Faults) -> dict[str, str]:
    """Note everything that is missing. Return the operator's attestations by clause."""
    wagers = offered_wagers(draft, facts, draft.paytables)
    _choices(draft, facts, faults)
    _facility(draft, facts, faults)
    _check_required_wagers(draft, facts, wagers, faults)
    _check_guesses(draft, facts, wagers, faults)
    if draft.progressive is not None and facts.progressive is not None:
        _progressive(draft, facts, faults)
        _progressive_system(draft, facts, faults)
    _layout(draft, facts, wagers, faults)
    return {**_equipment(draft, facts, faults), **_approvals(draft, facts, faults)}


def _check_required_wagers(draft: Draft, facts: Declaration, wagers: set[str], faults: Faults) -> None:
    """Note offered wagers that no player can make, because they require a wager that is not offered."""
    for rule in facts.wagers:
        if rule.name not in wagers or rule.needs is None:
            continue
        needs = under(rule.needs, {**defaults(), **draft.readings})
        missing = " and ".join(wager for wager in needs.wagers if wager not in wagers)
        if missing:
            otherwise = "".join(f", or choose another reading of {each}" for each in rule.needs.under)
            faults.note(
                FaultCode.PREREQUISITE_NOT_OFFERED,
                needs.clauses[0],
                f"paytables.{rule.table}",
                f"this wager may only be made together with {missing}, which the table does not offer",
                f"offer {missing} as well{otherwise}",
                *needs.readings,
            )


def _check_guesses(draft: Draft, facts: Declaration, wagers: set[str], faults: Faults) -> None:
    """Note readings without a choice whose default is only a guess, because these need a choice."""
    for choice in facts.must_choose:
        if choice.wager not in wagers or f"readings.{choice.reading}" in draft.stated:
            continue
        options = " or ".join(f'"{option}" ({says})' for option, says in choice.options.items())
        faults.note(
            FaultCode.READING_NOT_CHOSEN,
            choice.clause,
            f"readings.{choice.reading}",
            f"{choice.question} is not chosen",
            f'write "{choice.reading}" = {options} under [readings]',
            choice.reading,
        )


def paytables_chosen(draft: Draft, facts: Declaration, faults: Faults, taken: Collection[str] = ()) -> None:
    """Note required paytables that are not chosen, except those in `taken`, which have a house default."""
    for name in facts.required_paytables:
        if f"paytables.{name}" not in draft.stated and name not in taken:
            faults.note(
                FaultCode.PAYTABLE_NOT_CHOSEN,
                facts.paytables[name].clause,
                f"paytables.{name}",
                "no paytable is chosen",
                'write its letter, such as "A"',
            )


def _choices(draft: Draft, facts: Declaration, faults: Faults) -> None:
    if "dealing" not in draft.stated:
        *others, last = (f'"{way}"' for way in facts.close)
        ways = f"{', '.join(others)} or {last}" if others else last
        faults.note(
            FaultCode.MISSING_KEY,
            facts.dealing_clause,
            "dealing",
            "the way of dealing is not stated",
            f"write dealing = {ways}",
        )
    if "shuffler" not in draft.stated:
        faults.note(
            FaultCode.MISSING_KEY,
            facts.care.feeds_shoe[0],
            "shuffler",
            "the shuffler is not stated",
            'write shuffler = "none", "plain", "counting" or "reshuffling"',
        )
    if not _unread("paytables", faults):
        paytables_chosen(draft, facts, faults)
    if facts.positions_must_be_stated and "adjacent_boxes" not in draft.stated:
        faults.note(
            FaultCode.BOXES_NOT_STATED,
            facts.positions_clause,
            "adjacent_boxes",
            "the number of adjacent positions for one player is not stated",
            "write a number, such as 1",
            "X-24",
        )
    if draft.decks == 2 and "cards.backs" not in draft.stated:
        faults.note(
            FaultCode.DECK_BACKS_ALIKE,
            facts.care.other_back[0],
            "cards.backs",
            "the back colors of the two decks are not stated",
            'write two colors, such as ["red", "blue"]',
        )


def _facility(draft: Draft, facts: Declaration, faults: Faults) -> None:
    """Note a missing operator's name, which the layout must show."""
    name = next((item for item in facts.felt if item.name == OPERATOR), None)
    if name is not None and "facility" not in draft.stated:
        faults.note(
            FaultCode.MISSING_KEY,
            name.clause,
            "facility",
            "the operator's name is not stated, and the layout must show it",
            'write facility = "…", as it is to be printed',
        )


def _progressive(draft: Draft, facts: Declaration, faults: Faults) -> None:
    progressive, terms = draft.progressive, facts.progressive
    assert progressive is not None
    assert terms is not None

    def is_stated(key: str) -> bool:
        return f"progressive.{key}" in draft.stated

    if not is_stated("paytable"):
        faults.note(
            FaultCode.PAYTABLE_NOT_CHOSEN,
            terms.paytable,
            "progressive.paytable",
            "no paytable is chosen",
            'write its letter, such as paytable = "A"',
        )
    if not is_stated("stake"):
        faults.note(
            FaultCode.MISSING_KEY,
            terms.stake,
            "progressive.stake",
            "the stake is not stated",
            "write " + " or ".join(f"stake = {format_dollars(cents)[1:]}" for cents in terms.stakes),
            "X-11",
        )
    minimums = meter_minimums(facts.id, progressive.paytable) if progressive.paytable else {}
    missing = [] if is_stated("rate") else ["progressive.rate"]
    if isinstance(progressive.rate, dict):
        missing = [f"progressive.rate.{meter}" for meter in minimums if meter not in progressive.rate]
    for where in missing:
        if not _unread(where, faults):
            faults.note(
                FaultCode.RATE_NOT_STATED,
                terms.rate,
                where,
                "the meter's rate of growth is not stated",
                'write the share of each wager added to it, such as "0.15"',
                "X-12",
            )
    for table in ("initial", "reset"):
        if _unread(f"progressive.{table}", faults):
            continue
        if progressive.paytable is None and not is_stated(
            table
        ):  # the paytable determines which meters exist
            faults.note(
                FaultCode.METER_NOT_STATED,
                terms.meters,
                f"progressive.{table}",
                "the amounts are not stated",
                "write dollars for each meter of the paytable",
            )
        for meter, minimum in minimums.items():
            if not is_stated(f"{table}.{meter}"):
                faults.note(
                    FaultCode.METER_NOT_STATED,
                    minimum.clause,
                    f"progressive.{table}.{meter}",
                    "the amount is not stated",
                    f"write dollars, {minimum.cents // 100} or more",
                )
    if progressive.envy is False and draft.readings.get("N-02") != "R2":
        faults.note(
            FaultCode.ENVY_LEFT_OUT,
            terms.envy_paid,
            "progressive.envy",
            "the Progressive requires an Envy Bonus",
            'write envy = true, or "N-02" = "R2" under [readings]',
            "N-02",
            "X-10",
        )
    if not is_stated("envy"):
        faults.note(
            FaultCode.ENVY_NOT_STATED,
            terms.envy,
            "progressive.envy",
            "no Envy schedule is chosen",
            "write envy = true, or the letter of a schedule",
        )
    if terms.holder_must_be_stated and not is_stated("envy_holder_must_bet"):
        faults.note(
            FaultCode.ENVY_HOLDER_NOT_STATED,
            terms.holder,
            "progressive.envy_holder_must_bet",
            "the submission does not state whether the holder of an Envy hand must have bet",
            "write true or false",
            *terms.holder_readings,
        )


def _progressive_system(draft: Draft, facts: Declaration, faults: Faults) -> None:
    assert facts.progressive is not None
    positions = draft.seats or facts.seats
    sensors = draft.equipment.progressive_sensors
    if not _unread("equipment.progressive_sensors", faults) and (sensors or 0) < positions:
        faults.note(
            FaultCode.EQUIPMENT_MISSING,
            facts.progressive.sensors,
            "equipment.progressive_sensors",
            f"{sensors or 'no'} wagering devices for {positions} betting positions",
            f"write {positions}: one at each position",
        )
    if not _unread("equipment.progressive_lock_out", faults) and not draft.equipment.progressive_lock_out:
        faults.note(
            FaultCode.EQUIPMENT_MISSING,
            facts.progressive.lock_out,
            "equipment.progressive_lock_out",
            "the system has no lock-out for Progressive Wagers after betting closes",
            "write true when the system has one",
        )


def is_on_layout(item: LayoutRequirement, draft: Draft) -> bool:
    layout = draft.layout
    if item.kind == "area":
        return item.name in layout.areas
    return item.name in layout.inscriptions or (item.sign and item.name in layout.signs)


def is_required(item: LayoutRequirement, draft: Draft, wagers: set[str]) -> bool:
    if item.when == "payout_limit":
        return draft.payout_limit is not None
    return not item.when or item.when in wagers


def _layout(draft: Draft, facts: Declaration, wagers: set[str], faults: Faults) -> None:
    if _unread("layout", faults):
        return
    for item in facts.felt:
        if item.advised or not is_required(item, draft, wagers) or is_on_layout(item, draft):
            continue
        # The payout limit itself has already been reported.
        if item.when == "payout_limit" and not facts.payout_limit.reaches:
            continue
        key = "areas" if item.kind == "area" else "inscriptions"
        if _unread(f"layout.{key}", faults):
            continue
        sign = f", or to layout.signs ({item.sign_clause or item.clause})" if item.sign else ""
        faults.note(
            FaultCode.LAYOUT_AREA_MISSING if item.kind == "area" else FaultCode.INSCRIPTION_MISSING,
            item.clause,
            f"layout.{key}",
            f'"{item.name}" is missing: {item.says}',
            f'add "{item.name}" to layout.{key}{sign}',
            *item.readings,
        )


def _equipment(draft: Draft, facts: Declaration, faults: Faults) -> dict[str, str]:
    if _unread("equipment", faults):
        return {}
    attested = {}
    for item in facts.equipment:
        if getattr(draft.equipment, item.key):
            attested[item.clause] = item.says
        elif not _unread(f"equipment.{item.key}", faults):
            faults.note(
                FaultCode.EQUIPMENT_MISSING,
                item.clause,
                f"equipment.{item.key}",
                f"the table needs {item.says}",
                "write true when it is in place",
            )
    boxes = next(a for a in facts.approvals if a.key == "drop_and_tip_box")
    for key in ("drop_box", "tip_box"):
        if getattr(draft.equipment, key) is None and not _unread(f"equipment.{key}", faults):
            faults.note(
                FaultCode.EQUIPMENT_MISSING,
                boxes.clause,
                f"equipment.{key}",
                f"the place of the {key.replace('_', ' ')} is not stated",
                'write "left" or "right" of the dealer',
            )
    if draft.equipment.drop_box is not None and draft.equipment.drop_box == draft.equipment.tip_box:
        faults.note(
            FaultCode.BOXES_SAME_SIDE,
            boxes.clause,
            "equipment.tip_box",
            "the drop box and the tip box are on the same side of the dealer",
            'put them on opposite sides, or write tip_box = "alternative" with its approval',
        )
    return attested


def _approvals(draft: Draft, facts: Declaration, faults: Faults) -> dict[str, str]:
    if _unread("approvals", faults):
        return {}
    attested = {}
    for item in facts.approvals:
        if item.key in draft.approvals:
            attested[item.clause] = draft.approvals[item.key]
        elif _is_needed(item, draft) and f"approvals.{item.key}" not in draft.stated:
            faults.note(
                FaultCode.APPROVAL_MISSING,
                item.clause,
                f"approvals.{item.key}",
                f"the regulator must approve {item.says}",
                f'write the reference of the approval, or "{PENDING}"',
            )
    return attested


def _is_needed(item: Attestation, draft: Draft) -> bool:
    return {
        "always": True,
        "shoe": draft.dealing == "shoe",
        "reshuffling": draft.shuffler == "reshuffling",
        "alternative_tip_box": draft.equipment.tip_box == "alternative",
    }[item.when]


def _unread(where: str, faults: Faults) -> bool:
    """Return whether the file states a key that was not understood. Such a key already has a fault."""
    return any(v.where == where and FaultCode(v.code) in NOT_UNDERSTOOD for v in faults.violations)
