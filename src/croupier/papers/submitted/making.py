"""``croupier document``: the submission in the form that the name of the file asks for."""

from __future__ import annotations

from pathlib import Path

from croupier.papers.filed import Filed
from croupier.papers.press import Size
from croupier.papers.submitted.gather import gather
from croupier.papers.submitted.paper import document_blocks
from croupier.papers.writing import write_blocks

TITLE = "Rules Submission"


def write_document(filed: Filed, before: Filed | None, path: Path, size: Size) -> None:
    write_blocks(path, filed.head(TITLE), size, lambda: gather(filed, before), document_blocks)
