"""Collect the content of the submission document. ``-o submission.json`` writes it as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.documents.cover import cover
from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.submission.options import NOT_STATED, SubmissionOption, felt, format_value, options
from croupier.documents.submission.paytable_changes import paytable_changes
from croupier.documents.text import plain
from croupier.errors import BadInput
from croupier.hands.words import title_words
from croupier.rulebook import (
    CHAPTERS,
    Paytable,
    declaration,
    envy_schedule,
    metered_paytable,
    paytable,
    readings,
)
from croupier.submission.money import format_dollars
from croupier.submission.rules import ENVY
from croupier.submission.shape import Leaf, SubmissionTable, shape

FORMAT = "croupier submission document 1"


def gather(filed: FiledSubmission, before: FiledSubmission | None) -> dict[str, Any]:
    if before is not None and before.game != filed.game:
        raise BadInput(f"--since {before.name}: a submission for {before.game}, not for {filed.game}")
    return {
        "format": FORMAT,
        "cover": cover(filed),
        "since": _since(filed, before),
        "chapters": _chapters(filed),
        "felt": felt(filed),
        "wagers": _wagers(filed),
        "paytables": [_paytable(filed, each) for each in _tables(filed)],
        "readings": _readings(filed),
        "attested": dict(filed.report.attested),
    }


def _chapters(filed: FiledSubmission) -> list[dict[str, Any]]:
    found = options(filed)
    return [
        {
            "chapter": number,
            "about": about,
            "options": [msgspec.to_builtins(each) for each in found if each.chapter == number],
        }
        for number, about in CHAPTERS.items()
    ]


def _wagers(filed: FiledSubmission) -> list[dict[str, Any]]:
    """Return every wager of chapter 7, whether offered or not, with its paytable and limits."""
    says, facts = filed.says, declaration(filed.game)
    lines = []
    for rule in facts.wagers:
        letter = says.paytables.get(rule.table)
        if rule.paid_from == "meters":
            letter = says.progressive.paytable if says.progressive else None
        limit = says.limits.get(rule.name) or says.limits.get(rule.equal_to or "")
        parts: dict[str, int | None] = {"minimum": None, "maximum": None, "increment": None}
        if limit is not None:
            parts = {"minimum": limit.minimum, "maximum": limit.maximum, "increment": limit.increment}
        stakes = says.progressive.stake if says.progressive and rule.paid_from == "meters" else ()
        if rule.fixed or stakes:
            parts |= {"minimum": rule.fixed or min(stakes), "maximum": rule.fixed or max(stakes)}
        lines.append(
            {
                "wager": rule.name,
                "label": rule.label,
                "clause": rule.entry,
                "offered": rule.kind != "optional" or letter is not None,
                "paytable": letter,
                "follows": rule.multiple_of,  # the wager whose size determines the size of this one
                **parts,
            }
        )
    return lines


def _tables(filed: FiledSubmission) -> list[Paytable]:
    """Return every chosen paytable, with the Envy schedules of a progressive."""
    says, game = filed.says, filed.game
    found = [paytable(game, wager, letter) for wager, letter in says.paytables.items()]
    progressive = filed.choices.progressive if filed.choices else None
    if progressive is not None:
        found.append(metered_paytable(game, progressive.paytable))
        if progressive.envy is not None:
            found += [envy_schedule(game, stake, progressive.envy) for stake in progressive.stakes]
    return found


def _paytable(filed: FiledSubmission, table: Paytable) -> dict[str, Any]:
    return {
        "wager": table.wager,
        "label": _label(filed, table),
        "letter": table.letter,
        "clause": table.clause,
        "rows": [
            {"hand": title_words(row.hand), "pays": str(row.pays), "clause": row.clause} for row in table.rows
        ],
        "minimums": {
            name: {"least": format_dollars(least.cents), "clause": least.clause}
            for name, least in table.minimums.items()
        },
    }


def _label(filed: FiledSubmission, table: Paytable) -> str:
    """Return the labels of the wagers that a paytable pays. The label of an Envy schedule has its stake."""
    wager, _, stake = table.wager.partition("_")
    if wager == ENVY and stake.isdecimal():
        return f"Envy Bonus with a ${stake} stake"
    section = declaration(filed.game).paytables.get(table.wager)
    if section is not None and section.label:
        return section.label
    labels = [rule.label for rule in declaration(filed.game).wagers if rule.table == table.wager]
    return ", ".join(labels) or plain(table.wager).capitalize()


def _readings(filed: FiledSubmission) -> list[dict[str, Any]]:
    """Return every reading that a submission for this game may choose."""
    entries = []
    for entry in readings().values():
        if not entry.choices_in(filed.game):
            continue
        taken = filed.says.readings.get(entry.id, entry.default)
        entries.append(
            {
                "id": entry.id,
                "question": entry.question,
                "taken": taken,
                "says": entry.options.get(taken, ""),
                "default": taken == entry.default,
                "clauses": [each for each in entry.clauses if each.startswith(f"{filed.game}/")],
            }
        )
    return entries


# --- changes


def _since(filed: FiledSubmission, before: FiledSubmission | None) -> dict[str, Any] | None:
    if before is None:
        return None
    return {
        "file": before.name.replace("\\", "/").rpartition("/")[2],
        "version": before.version,
        "standing": before.standing if before.decided else "",
        "sha256": before.sha256,
        "faults": len(before.faults),
        "changes": changes(filed, before),
        "paytables": paytable_changes(filed, before),
    }


def changes(filed: FiledSubmission, before: FiledSubmission) -> list[dict[str, str]]:
    """Return every key whose value changed, in submission order. Equivalent spellings are not changes."""
    now, then = _flat(filed), _flat(before)
    lines = []
    for key in dict.fromkeys((*now, *then)):
        was, this = then.get(key), now.get(key)
        if (was and was.chosen) != (this and this.chosen):
            entry = this or was
            assert entry is not None
            lines.append(
                {
                    "key": key,
                    "says": entry.says,
                    "clause": entry.clause,
                    "was": was.chosen if was else NOT_STATED,
                    "now": this.chosen if this else NOT_STATED,
                }
            )
    return lines


def _flat(filed: FiledSubmission) -> dict[str, SubmissionOption]:
    found: dict[str, SubmissionOption] = {}

    def walk(table: SubmissionTable, values: Mapping[str, Any], path: str) -> None:
        for key, value in values.items():
            node = table.keys.get(key)
            where = f"{path}.{key}" if path else key
            if isinstance(node, SubmissionTable) and isinstance(value, Mapping):
                walk(node, value, where)
            elif isinstance(node, Leaf):
                found[where] = SubmissionOption(
                    where, node.says, node.clause, format_value(node, value), True
                )
            else:
                found[where] = SubmissionOption(where, "not understood", "", str(value)[:60], True)

    walk(shape(filed.game), filed.document, "")
    order = {where: place for place, where in enumerate(_order(shape(filed.game), ""))}
    return dict(sorted(found.items(), key=lambda each: order.get(each[0], len(order))))


def _order(table: SubmissionTable, path: str) -> list[str]:
    keys: list[str] = []
    for key, node in table.keys.items():
        where = f"{path}.{key}" if path else key
        keys += _order(node, where) if isinstance(node, SubmissionTable) else [where]
    return keys
