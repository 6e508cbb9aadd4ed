"""Read the ``[submission]`` table of a round record: a partial submission, completed with house defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput, Refused
from croupier.rulebook import Declaration, declaration, defaults, games, meter_minimums
from croupier.submission.complete import paytables_chosen
from croupier.submission.faults import FaultCode, Faults, Violation
from croupier.submission.law import judge, offered_wagers, shuffler_of
from croupier.submission.money import short_text
from croupier.submission.reader import Draft, ProgressiveDraft, read
from croupier.submission.rules import OperatorChoices, ProgressiveTerms, Rules
from croupier.submission.shape import record_shape


def partial(mapping: object, game: str, dealing: str | None = None) -> Rules:
    """Return the rules for one round. By default, the cards are dealt in the game's usual way.

    Raises ``BadInput`` if the ``[submission]`` table is not understood, and ``Refused`` if it breaks the
    rules.
    """
    if not isinstance(game, str) or game not in games():
        raise BadInput(f"game: no game {short_text(game)}; write one of {', '.join(games())}")
    facts = declaration(str(game))
    dealing = facts.usual_dealing if dealing is None else dealing
    if not isinstance(dealing, str) or dealing not in facts.close:
        known = ", ".join(facts.close)
        raise BadInput(f"dealing: {short_text(dealing)} is not a dealing method; write one of {known}")
    game, dealing = str(game), str(dealing)  # a data frame may have its own string types
    faults = Faults()
    draft = read(record_shape(game), mapping if mapping is not None else {}, faults)
    paytables = {**facts.house_paytables, **draft.paytables}
    paytables_chosen(draft, facts, faults, paytables)
    if facts.progressive and draft.progressive and "progressive.paytable" not in draft.stated:
        faults.note(
            FaultCode.MISSING_KEY,
            facts.progressive.paytable,
            "progressive.paytable",
            "the paytable is not named",
            'write its letter, such as paytable = "A"',
        )
    judge(draft, facts, dealing, faults)
    not_offered(draft, facts, paytables, faults)
    _raise(faults)
    return Rules(choices(draft, facts, dealing, paytables))


def _raise(faults: Faults) -> None:
    if (fault := faults.first(understood=False)) is not None:
        raise BadInput(f"{_with_place(fault)}; {fault.remedy}")
    if (fault := faults.first(understood=True)) is not None:
        clauses = (fault.clause,) if fault.clause else ()
        raise Refused(fault.code, _with_place(fault), clauses, fault.remedy, fault.readings)


def _with_place(fault: Violation) -> str:
    return f"submission.{fault.message}" if fault.where else fault.message


def not_offered(draft: Draft, facts: Declaration, paytables: dict[str, str], faults: Faults) -> None:
    """Report the limits of wagers that are not offered."""
    for wager in draft.limits.keys() - offered_wagers(draft, facts, paytables):
        faults.note(
            FaultCode.LIMIT_NOT_OFFERED,
            facts.entry(wager),
            f"limits.{wager}",
            "the wager is not offered",
            f"take the limits out, or offer {wager}",
        )


def choices(draft: Draft, facts: Declaration, dealing: str, paytables: dict[str, str]) -> OperatorChoices:
    # If a reading's default is only a guess, keep the choice even if it equals the default.
    guessed = {choice.reading for choice in facts.must_choose}
    departures = {
        k: v for k, v in sorted(draft.readings.items()) if v != defaults().get(k, v) or k in guessed
    }
    words: dict[str, Any] = {  # values that passed the reader
        "dealing": dealing,
        "dealer_cards": draft.dealer_cards or "delivered",
        "community_stack": draft.community_stack or 2,
        "decks": draft.decks or 1,
        "shuffler": shuffler_of(draft),
    }
    return OperatorChoices(
        game=facts.id,
        paytables=paytables,
        progressive=_progressive(draft.progressive, facts) if draft.progressive else None,
        readings=departures,
        adjacent_boxes=draft.adjacent_boxes or min(facts.positions, draft.seats or facts.positions),
        payout_limit=draft.payout_limit,
        limits=draft.limits,
        electronic=bool(draft.electronic),
        seats=draft.seats,
        **words,
    )


def _progressive(draft: ProgressiveDraft, facts: Declaration) -> ProgressiveTerms:
    """Return the terms of the progressive. By default, meters start at their legal minimum and reset to it.

    After the payment of a share, a meter may still be below the minimum.
    """
    assert draft.paytable is not None
    least = {meter: m.cents for meter, m in meter_minimums(facts.id, draft.paytable).items()}
    rates: Mapping[str, str] = (
        draft.rate if isinstance(draft.rate, dict) else dict.fromkeys(least, draft.rate or "0")
    )
    own = draft.paytable if draft.envy in (None, True) else None
    return ProgressiveTerms(
        paytable=draft.paytable,
        stakes=tuple(sorted(set(draft.stake))) or (100,),
        rates={meter: rates.get(meter, "0") for meter in least},
        initial={
            meter: {**draft.initial, **draft.meters}.get(meter, cents) for meter, cents in least.items()
        },
        resets={meter: draft.reset.get(meter, cents) for meter, cents in least.items()},
        envy=draft.envy if isinstance(draft.envy, str) else own,
        envy_holder_must_bet=bool(draft.envy_holder_must_bet),
        group=draft.group or "",
    )
