"""Write the mathematics report in the format that the file name selects, for ``croupier report``."""

from __future__ import annotations

from pathlib import Path

from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.output import write_blocks
from croupier.documents.pdf import Size
from croupier.documents.report.figures import Tell, gather
from croupier.documents.report.pages import report_blocks
from croupier.documents.report.worksheets import formula_sheets

TITLE = "Mathematics report"


def write_report(filed: FiledSubmission, path: Path, size: Size, tell: Tell) -> None:
    write_blocks(path, filed.head(TITLE), size, lambda: gather(filed, tell), report_blocks, formula_sheets)
