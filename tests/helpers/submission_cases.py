"""Valid submissions of every game, and functions that change one key for a test."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

from croupier.submission import SubmissionReport, check, template

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
OUT = object()  # marks a key to be removed


def good(game: str) -> dict[str, Any]:
    return tomllib.loads(template(game))


def everything(game: str) -> dict[str, Any]:
    """Return a submission with every option of the game and no fault."""
    if game in ("uth", "letitride"):
        return tomllib.loads((EXAMPLES / f"{game}-everything.toml").read_text(encoding="utf-8"))
    return changed(good(game), adjacent_boxes=2)


def changed(mapping: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a changed submission.

    ``progressive__reset__main=1`` sets mapping["progressive"]["reset"]["main"] to 1.
    """
    copy = deepcopy(mapping)
    for path, value in changes.items():
        *tables, key = path.split("__")
        table = copy
        for name in tables:
            table = table.setdefault(name, {})
        if value is OUT:
            del table[key]
        else:
            table[key] = value
    return copy


def without(mapping: dict[str, Any], path: str, name: str) -> dict[str, Any]:
    """Return the submission with `name` removed from a list such as layout.areas."""
    table, key = path.split(".")
    return changed(mapping, **{f"{table}__{key}": [n for n in mapping[table][key] if n != name]})


def added(mapping: dict[str, Any], path: str, name: str) -> dict[str, Any]:
    table, key = path.split(".")
    return changed(mapping, **{f"{table}__{key}": [*mapping[table][key], name]})


def faults(mapping: object) -> list[tuple[str, str]]:
    return [(v.code, v.clause) for v in check(mapping).violations]


def warnings(mapping: object) -> list[tuple[str, str]]:
    report: SubmissionReport = check(mapping)
    assert report.violations == ()
    return [(v.code, v.clause) for v in report.warnings]
