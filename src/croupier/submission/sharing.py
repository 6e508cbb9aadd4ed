"""The terms that tables must have in common to share meters: chance of winning, wager and meter rate.

The regulation lets tables share a progressive if players at all these tables have the same chance of winning
for the same wager, and if all the tables add to the meters at the same rate.
"""

from __future__ import annotations

from croupier.rulebook import declaration, readings
from croupier.submission.money import format_dollars
from croupier.submission.rules import Rules


def group_of(rules: Rules, table: str) -> str:
    """Return a table's meter group: the group that its submission names, or else the table itself.

    A table without a progressive has no group, so the result is empty.
    """
    if rules.progressive is None:
        return ""
    return rules.progressive.group or table


def terms(rules: Rules) -> dict[str, str]:
    """Return the terms that all tables of a group must share, or an empty mapping without a group."""
    progressive = rules.progressive
    if progressive is None or not progressive.group:
        return {}
    facts = declaration(rules.game)
    options = {id_: rules.reading(id_) for id_ in deciding(rules)}
    return {
        "game": facts.title,
        "paytable": progressive.paytable,
        "wager": " or ".join(map(format_dollars, progressive.stakes)),
        **{f"rate of {meter}": progressive.rates.get(meter, "0") for meter in progressive.initial},
        **{f"reset of {meter}": format_dollars(progressive.resets[meter]) for meter in progressive.initial},
        **{f"reading {id_}": taken for id_, taken in options.items()},
    }


def deciding(rules: Rules) -> tuple[str, ...]:
    """Return the selectable readings that affect the wins of the wager, its payments, or the growth of
    meters.
    """
    facts = declaration(rules.game)
    clauses, wager = facts.progressive, facts.metered
    assert clauses is not None and wager is not None
    table = rules.paytable(wager.name).clause
    about = (wager.section, clauses.paytable, clauses.rate, clauses.meters, table, *clauses.read)
    return tuple(
        entry.id
        for entry in readings().values()
        if entry.choices_in(rules.game)
        and any(under(cited, part) for cited in entry.clauses for part in about)
    )


def under(clause: str, part: str) -> bool:
    """Return whether `part` is `clause` or belongs to it. A reading may cite a whole section."""
    return clause == part or clause.startswith(f"{part}.") or part.startswith(f"{clause}.")
