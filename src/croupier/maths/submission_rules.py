"""Convert a Rules Submission, with the operator's wagers and readings, into the terms of an analysis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable, envy_schedule, metered_paytable, paytable, paytables
from croupier.submission import OperatorChoices, check
from croupier.submission.shape import PROGRESSIVE


def is_submission(document: Mapping[str, Any]) -> bool:
    """Return whether the document is a submission rather than a rules file.

    A rules file lists paytables row by row. A submission names paytables by letter and has more sections.
    """
    tables = document.get("paytables")
    lettered = isinstance(tables, Mapping) and any(isinstance(each, str) for each in tables.values())
    return lettered or any(key in document for key in ("dealing", "approvals", "layout", PROGRESSIVE))


def check_submission(document: Mapping[str, Any], game: str | None, name: str) -> OperatorChoices:
    """Check a submission and return the operator's choices.

    Raises ``BadInput`` if the submission breaks a rule or is for another game.
    """
    report = check(document)
    named = document.get("game")
    if game is not None and named != game and isinstance(named, str):
        raise BadInput(f"{name}: a submission for {named!r:.40}, not for {game}")
    if report.choices is None:
        first = report.violations[0]
        more = f" and {len(report.violations) - 1} more" if len(report.violations) > 1 else ""
        raise BadInput(
            f"{name}: the submission breaks the rules: {first.message}{more}; "
            f"croupier check {name} lists every fault"
        )
    return report.choices


def terms_of_choices(choices: OperatorChoices) -> Terms:
    """Return the terms of a submission. Wagers that it does not offer have no paytable in these terms."""
    game = choices.game
    tables: dict[str, dict[str, Paytable]] = {wager: {} for wager in paytables(game)}
    for wager, letter in choices.paytables.items():
        tables[wager] = {letter: paytable(game, wager, letter)}
    progressive = choices.progressive
    if progressive is None:
        return Terms(game, readings=choices.readings, tables=tables)
    chosen = metered_paytable(game, progressive.paytable)
    tables[chosen.wager] = {progressive.paytable: chosen}
    if progressive.envy is not None:
        for stake in progressive.stakes:
            schedule = envy_schedule(game, stake, progressive.envy)
            tables[schedule.wager] = {progressive.envy: schedule}
    return Terms(
        game,
        readings=choices.readings,
        tables=tables,
        meters=progressive.initial,
        progressive_stake=progressive.stake,
    )
