"""The same rows in the forms people put elsewhere: CSV for a spreadsheet, Markdown for a page."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from croupier.errors import BadInput

FORMATS = ("text", "json", "csv", "markdown")


def chosen_format(written: str | None, as_json: bool) -> str:
    """What --format says; --json is short for the one that scripts read."""
    if written is None:
        return "json" if as_json else "text"
    if written not in FORMATS:
        raise BadInput(f"--format: no format {written!r:.40}; there is {', '.join(FORMATS)}")
    if as_json and written != "json":
        raise BadInput(f"--json and --format {written} contradict each other; choose one")
    return written


def as_csv(rows: Sequence[Mapping[str, object]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_markdown(rows: Sequence[Mapping[str, object]]) -> str:
    names = list(rows[0])
    lines: list[Sequence[object]] = [names, ["---"] * len(names)]
    lines += [[row[name] for name in names] for row in rows]
    return "".join(f"| {' | '.join(_cell(value) for value in line)} |\n" for line in lines)


def _cell(value: object) -> str:
    return "" if value is None else str(value).replace("|", "\\|")
