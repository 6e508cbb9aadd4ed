"""Write a document atomically, in the format that the file extension selects."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from croupier.documents.blocks import Blocks
from croupier.documents.filed_submission import PageHead
from croupier.documents.html import html
from croupier.documents.pdf import Size, pdf
from croupier.documents.xlsx import FormulaSheet, xlsx
from croupier.errors import BadInput
from croupier.extras import need_papers
from croupier.files import printable, replace_file

READABLE = 0o644  # permissions of a document, which other users must be able to read


def form_of(path: Path, forms: Iterable[str]) -> str:
    """Return the format that a file name selects, such as ``pdf``. Raises ``BadInput`` if it is not known."""
    ending = path.suffix.lower().removeprefix(".")
    known = tuple(forms)
    if ending not in known:
        extensions = " or ".join(f".{each}" for each in known)
        raise BadInput(f"-o {printable(str(path))}: unknown format; use the extension {extensions}")
    return ending


def write_paper(path: Path, forms: Mapping[str, Callable[[], bytes]]) -> None:
    """Check that the file can be written, then write the document in the format that its name selects."""
    made = forms[check_place(path, forms)]
    place(path, made())


FORMS = ("pdf", "xlsx", "html", "json")  # formats of documents that are built from blocks


def _workbook(
    data: dict[str, Any],
    head: PageHead,
    blocks: Callable[[dict[str, Any]], Blocks],
    formulas: Callable[[dict[str, Any]], Iterable[FormulaSheet]],
) -> bytes:
    return xlsx(blocks(data), head, formulas(data))


def write_blocks(
    path: Path,
    head: PageHead,
    size: Size,
    gather: Callable[[], dict[str, Any]],
    blocks: Callable[[dict[str, Any]], Blocks],
    formulas: Callable[[dict[str, Any]], Iterable[FormulaSheet]] = lambda data: (),
) -> None:
    """Write a document that is built from blocks.

    The JSON file contains the collected data. The other formats are rendered from it. If a library is
    missing, the error comes before the work starts.
    """
    if check_place(path, FORMS) != "json":
        need_papers()
    write_paper(
        path,
        {
            "pdf": lambda: pdf(blocks(gather()), head, size),
            "xlsx": lambda: _workbook(gather(), head, blocks, formulas),
            "html": lambda: html(blocks(gather()), head),
            "json": lambda: msgspec.json.format(msgspec.json.encode(gather()), indent=1) + b"\n",
        },
    )


def check_place(path: Path, forms: Iterable[str]) -> str:
    """Return the format that the file name selects. Raises ``BadInput`` if the file cannot be written."""
    form = form_of(path, forms)
    writable(path)
    return form


def writable(path: Path) -> None:
    """Raise ``BadInput`` if no file can be written at the path."""
    name = printable(str(path))
    if path.is_dir():
        raise BadInput(f"{name}: a folder, not a file; add a file name")
    if path.exists() and not path.is_file():
        raise BadInput(f"{name}: not a regular file; choose a different path")
    if not path.parent.is_dir():
        raise BadInput(f"{name}: there is no folder {printable(str(path.parent))}; create it first")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise BadInput(f"{name}: permission denied")


def place(path: Path, data: bytes) -> None:
    """Write the file atomically, replacing any earlier version."""
    try:
        replace_file(path, data)
        os.chmod(path, READABLE)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "not a valid file name"
        raise BadInput(f"{printable(str(path))}: cannot be written ({reason})") from None
