"""Check a whole submission against the rule book, and report all faults at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

import msgspec

from croupier.rulebook import declaration, games, paytable
from croupier.submission.advice import advise
from croupier.submission.complete import PENDING, complete
from croupier.submission.faults import FaultCode, Faults, SubmissionReport, Violation
from croupier.submission.law import judge
from croupier.submission.reader import Draft, read
from croupier.submission.record import choices, not_offered
from croupier.submission.rules import OperatorChoices
from croupier.submission.shape import shape


def check(mapping: object) -> SubmissionReport:
    """Check a submission. Returns a report for any input, and never raises."""
    faults = Faults()
    named = mapping.get("game") if isinstance(mapping, Mapping) else None
    game = named if isinstance(named, str) and named in games() else None
    draft = read(shape(game), mapping, faults)
    if game is None:
        if isinstance(mapping, Mapping) and "game" not in draft.stated:
            faults.note(
                FaultCode.MISSING_KEY,
                "",
                "game",
                "the game is not stated",
                f"write one of {', '.join(games())}",
            )
        return SubmissionReport(tuple(faults.violations), (), None)
    facts = declaration(game)
    judge(draft, facts, draft.dealing, faults)
    not_offered(draft, facts, draft.paytables, faults)
    attested = complete(draft, facts, faults)
    advise(draft, facts, faults)
    chosen = None
    if not faults.violations:
        assert draft.dealing is not None
        chosen = msgspec.structs.replace(
            choices(draft, facts, draft.dealing, draft.paytables),
            approvals={
                key: approval for key, approval in sorted(draft.approvals.items()) if approval != PENDING
            },
        )
    return SubmissionReport(tuple(faults.violations), tuple(faults.warnings), chosen, attested)


def understand(mapping: Mapping[str, Any], game: str) -> tuple[Draft, OperatorChoices | None]:
    """Read as much of a submission as its faults allow, for documents that print it as a draft.

    The choices are None if too little is known to describe a table.
    """
    facts = declaration(game)
    faults = Faults()
    draft = read(shape(game), mapping, faults)
    progressive, terms = draft.progressive, facts.progressive
    if progressive is None or terms is None or progressive.paytable is None:
        without_progressive = msgspec.structs.replace(draft, progressive=None)
    else:
        stakes = tuple(stake for stake in progressive.stake if stake in terms.stakes)
        without_progressive = msgspec.structs.replace(
            draft, progressive=msgspec.structs.replace(progressive, stake=stakes)
        )
    if without_progressive.dealing is None:
        return draft, None
    return draft, choices(
        without_progressive, facts, without_progressive.dealing, without_progressive.paytables
    )


class CheckReport(TypedDict):
    """The JSON document of `croupier check`. It has no summary if there is a violation."""

    violations: list[Violation]
    warnings: list[Violation]
    summary: NotRequired[dict[str, Any]]


def report_document(report: SubmissionReport) -> CheckReport:
    """Return the JSON document that ``croupier check`` prints."""
    answer: CheckReport = {"violations": list(report.violations), "warnings": list(report.warnings)}
    if report.choices is not None:
        answer["summary"] = {**summary(report.choices), "attested": report.attested}
    return answer


def summary(chosen: OperatorChoices) -> dict[str, Any]:
    """Summarize what a table under these choices offers. Money is in cents."""
    facts = declaration(chosen.game)
    wagers = []
    for rule in facts.wagers:
        letter = chosen.paytables.get(rule.table)
        if rule.paid_from == "meters":
            letter = chosen.progressive.paytable if chosen.progressive else None
        if letter is None and rule.kind == "optional":
            continue
        limit = chosen.limits.get(rule.name) or chosen.limits.get(rule.equal_to or "")
        wagers.append(
            {
                "wager": rule.name,
                "paytable": letter,  # None for a wager that pays even money (12.A)
                "clause": paytable(chosen.game, rule.table, letter).clause if letter else rule.entry,
                "minimum": limit.minimum if limit else None,
                "maximum": limit.maximum if limit else None,
                "increment": limit.increment if limit else None,
            }
        )
    progressive = chosen.progressive
    return {
        "game": chosen.game,
        "title": facts.title,
        "dealing": chosen.dealing,
        "decks": chosen.decks,
        "shuffler": chosen.shuffler,
        "seats": chosen.seats or facts.seats,
        "adjacent_boxes": chosen.adjacent_boxes,
        "payout_limit": chosen.payout_limit,
        "wagers": wagers,
        "progressive": progressive
        and {
            "paytable": progressive.paytable,
            "stake": progressive.stake if len(progressive.stakes) == 1 else list(progressive.stakes),
            "rates": progressive.rates,
            "initial": progressive.initial,
            "resets": progressive.resets,
            "envy": progressive.envy,
            "envy_holder_must_bet": progressive.envy_holder_must_bet,
            "group": progressive.group,
        },
        "readings": chosen.readings,
    }
