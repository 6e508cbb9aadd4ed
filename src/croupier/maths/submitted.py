"""A Rules Submission as the terms of an analysis: what the operator offers, under the readings chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable, envy_schedule, metered_paytable, paytable, paytables
from croupier.submission import Choices, check
from croupier.submission.shape import PROGRESSIVE


def is_submission(document: Mapping[str, Any]) -> bool:
    """A rules file writes paytables out row by row; a submission names them by letter and says more."""
    tables = document.get("paytables")
    lettered = isinstance(tables, Mapping) and any(isinstance(each, str) for each in tables.values())
    return lettered or any(key in document for key in ("dealing", "approvals", "layout", PROGRESSIVE))


def checked(document: Mapping[str, Any], game: str | None, name: str) -> Choices:
    """The operator's choices, if the submission keeps to the rules and is for this game."""
    report = check(document)
    named = document.get("game")
    if game is not None and named != game and isinstance(named, str):
        raise BadInput(f"{name}: a submission for {named!r:.40}, not for {game}")
    if report.choices is None:
        first = report.violations[0]
        more = f" and {len(report.violations) - 1} more" if len(report.violations) > 1 else ""
        raise BadInput(
            f"{name}: the submission does not keep to the rules: {first.message}{more}; "
            f"croupier check {name} names every fault"
        )
    return report.choices


def terms_of_choices(choices: Choices) -> Terms:
    """Every wager offered under its own paytable; what is not offered has none."""
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
