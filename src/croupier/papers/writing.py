"""A paper goes to its place whole, or not at all; the ending of the name chooses its form."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.extras import need_papers
from croupier.files import printable, replace_file
from croupier.papers.blocks import Blocks
from croupier.papers.filed import Head
from croupier.papers.press import Size, pdf
from croupier.papers.webpage import html
from croupier.papers.workbook import xlsx

READABLE = 0o644  # a paper is for others to read


def form_of(path: Path, forms: Iterable[str]) -> str:
    """``pdf`` of ``report.pdf``; BadInput where the ending is none of the forms."""
    ending = path.suffix.lower().removeprefix(".")
    known = tuple(forms)
    if ending not in known:
        told = " or ".join(f".{each}" for each in known)
        raise BadInput(f"-o {printable(str(path))}: the ending chooses the form; write {told}")
    return ending


def write_paper(path: Path, forms: Mapping[str, Callable[[], bytes]]) -> None:
    """The form that the name asks for. Whether the place can be written is asked before the work."""
    made = forms[check_place(path, forms)]
    place(path, made())


FORMS = ("pdf", "xlsx", "html", "json")  # of a paper of blocks


def write_blocks(
    path: Path,
    head: Head,
    size: Size,
    gather: Callable[[], dict[str, Any]],
    blocks: Callable[[dict[str, Any]], Blocks],
) -> None:
    """A paper of blocks in each form: what was gathered is the JSON, exactly; the others are set from it. A
    library that is missing is named before the work.
    """
    if check_place(path, FORMS) != "json":
        need_papers()
    write_paper(
        path,
        {
            "pdf": lambda: pdf(blocks(gather()), head, size),
            "xlsx": lambda: xlsx(blocks(gather()), head),
            "html": lambda: html(blocks(gather()), head),
            "json": lambda: msgspec.json.format(msgspec.json.encode(gather()), indent=1) + b"\n",
        },
    )


def check_place(path: Path, forms: Iterable[str]) -> str:
    """The form that the name asks for, if it can be put there."""
    form = form_of(path, forms)
    writable(path)
    return form


def writable(path: Path) -> None:
    """One clear line for a place where no file can be put, before anything is computed."""
    name = printable(str(path))
    if path.is_dir():
        raise BadInput(f"{name}: a folder, not a file; name the file inside it")
    if path.exists() and not path.is_file():
        raise BadInput(f"{name}: not a regular file; name another place")
    if not path.parent.is_dir():
        raise BadInput(f"{name}: there is no folder {printable(str(path.parent))}; make it first")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise BadInput(f"{name}: permission is denied; it cannot be written")


def place(path: Path, data: bytes) -> None:
    """The whole file, or the place as it was."""
    try:
        replace_file(path, data)
        os.chmod(path, READABLE)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "not a possible file name"
        raise BadInput(f"{printable(str(path))}: cannot be written ({reason})") from None
