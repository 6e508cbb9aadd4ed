"""Write rows as CSV or Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from croupier.errors import BadInput

FORMATS = ("text", "json", "csv", "markdown")


def chosen_format(written: str | None, as_json: bool) -> str:
    """Return the chosen format. The option --json means --format json."""
    if written is None:
        return "json" if as_json else "text"
    if written not in FORMATS:
        raise BadInput(f"--format: unknown format {written!r:.40}; choose {', '.join(FORMATS)}")
    if as_json and written != "json":
        raise BadInput(f"--json and --format {written} conflict; choose one")
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
