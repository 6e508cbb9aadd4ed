"""``croupier report``: the maths report in the form that the name of the file asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from croupier.papers.filed import Filed
from croupier.papers.press import Size, pdf
from croupier.papers.report.gather import Tell, gather
from croupier.papers.report.paper import report_blocks
from croupier.papers.webpage import html
from croupier.papers.workbook import xlsx
from croupier.papers.writing import write_paper

TITLE = "Maths report"


def write_report(filed: Filed, path: Path, size: Size, tell: Tell) -> None:
    head = filed.head(TITLE)

    def data() -> dict[str, Any]:
        return gather(filed, tell)

    write_paper(
        path,
        {
            "pdf": lambda: pdf(report_blocks(data()), head, size),
            "xlsx": lambda: xlsx(report_blocks(data()), head),
            "html": lambda: html(report_blocks(data()), head),
            "json": lambda: as_json(data()),
        },
    )


def as_json(document: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
