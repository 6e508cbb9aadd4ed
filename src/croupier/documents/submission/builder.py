"""Write the submission document in the format that the file name selects, for ``croupier document``."""

from __future__ import annotations

from pathlib import Path

from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.output import write_blocks
from croupier.documents.pdf import Size
from croupier.documents.submission.contents import gather
from croupier.documents.submission.pages import document_blocks

TITLE = "Rules Submission"


def write_document(filed: FiledSubmission, before: FiledSubmission | None, path: Path, size: Size) -> None:
    write_blocks(path, filed.head(TITLE), size, lambda: gather(filed, before), document_blocks)
