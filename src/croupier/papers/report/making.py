"""``croupier report``: the maths report in the form that the name of the file asks for."""

from __future__ import annotations

from pathlib import Path

from croupier.papers.filed import Filed
from croupier.papers.press import Size
from croupier.papers.report.gather import Tell, gather
from croupier.papers.report.paper import report_blocks
from croupier.papers.writing import write_blocks

TITLE = "Maths report"


def write_report(filed: Filed, path: Path, size: Size, tell: Tell) -> None:
    write_blocks(path, filed.head(TITLE), size, lambda: gather(filed, tell), report_blocks)
