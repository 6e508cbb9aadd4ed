"""``croupier forms``: one form or all of them, blank or filled from a journal."""

from __future__ import annotations

from pathlib import Path

import msgspec

from croupier.errors import BadInput
from croupier.journal import Store
from croupier.papers.blocks import Block
from croupier.papers.filed import Filed
from croupier.papers.forms.entries import told
from croupier.papers.forms.forms import FORMS, Form, blocks
from croupier.papers.press import Size, pdf
from croupier.papers.webpage import html
from croupier.papers.workbook import xlsx
from croupier.papers.writing import write_paper

TITLE = "Forms"


def chosen(names: tuple[str, ...]) -> tuple[Form, ...]:
    known = {form.name: form for form in FORMS}
    for name in names:
        if name not in known:
            raise BadInput(f"no form {name!r:.40}; there is {', '.join(known)}")
    return tuple(form for form in FORMS if not names or form.name in names)


def write_forms(
    filed: Filed,
    path: Path,
    size: Size,
    names: tuple[str, ...] = (),
    journal: Path | Store | None = None,
    stream: str = "",
    number: int | None = None,
    by: str = "",
    begins: int = 0,
) -> None:
    """`by`: whose eyes they are for, where not everything of the journal is. `begins`: how many seconds after
    midnight, UTC, a gaming day does."""
    forms = chosen(names)
    if journal is None and number is not None:
        raise BadInput("--round: a round of which journal? give --journal FILE")
    entries = None if journal is None else list(told(journal, filed.game, stream, number, by))
    told_by: list[Block] = []
    for form in forms:
        told_by += blocks(form, filed, entries, number, begins)
    # A form is good whatever becomes of the submission: it is never a draft.
    head = msgspec.structs.replace(filed.head(TITLE), draft=False, standing="For the table's files")
    whole = tuple(told_by)
    write_paper(
        path,
        {
            "pdf": lambda: pdf(whole, head, size),
            "html": lambda: html(whole, head),
            "xlsx": lambda: xlsx(whole, head),
        },
    )
