"""Write a table's forms, blank or filled in from a journal, for ``croupier forms``."""

from __future__ import annotations

from pathlib import Path

import msgspec

from croupier.documents.blocks import Block
from croupier.documents.filed_submission import FiledSubmission, PageHead
from croupier.documents.forms.entries import form_events, origin
from croupier.documents.forms.forms import FORMS, Form, blocks
from croupier.documents.html import html
from croupier.documents.output import write_paper
from croupier.documents.pdf import Size, pdf
from croupier.documents.xlsx import xlsx
from croupier.errors import BadInput
from croupier.journal import Store
from croupier.rulebook import declaration

TITLE = "Forms"


def choose_forms(names: tuple[str, ...], game: str) -> tuple[Form, ...]:
    """Return the named forms, or all forms that the game uses.

    A game without a progressive has no jackpot form.
    """
    metered = declaration(game).metered is not None
    known = {form.name: form for form in FORMS if metered or form.name != "jackpot"}
    for name in names:
        if name not in known:
            raise BadInput(f"no form {name!r:.40} for {game}; choose from {', '.join(known)}")
    return tuple(form for form in known.values() if not names or form.name in names)


def journal_head(head: PageHead, filed: FiledSubmission, journal: Path, stream: str) -> PageHead:
    """Return the page head with the journal's hash, and with the facility's name if it is certain.

    A journal file does not name the facility. The submission names it, but the journal may come from a
    different facility unless its table opened with the choices of this submission.
    """
    found = origin(journal, stream)
    head = msgspec.structs.replace(head, hash=found.hash, hash_of="Journal, first entry SHA-256")
    if found.choices == filed.choices:
        return head
    return msgspec.structs.replace(
        head, facility="facility not stated in the journal", version="not stated in the journal"
    )


def write_forms(
    filed: FiledSubmission,
    path: Path,
    size: Size,
    names: tuple[str, ...] = (),
    journal: Path | Store | None = None,
    stream: str = "",
    number: int | None = None,
    by: str = "",
    begins: int = 0,
) -> None:
    """Write forms as one document.

    With `by`, the forms contain only entries that this person may see. `begins` is the start of a gaming day
    in seconds after midnight, UTC.
    """
    forms = choose_forms(names, filed.game)
    if journal is None and number is not None:
        raise BadInput("--round needs a journal: give --journal FILE")
    entries = None if journal is None else list(form_events(journal, filed.game, stream, number, by))
    told_by: list[Block] = []
    for form in forms:
        told_by += blocks(form, filed, entries, number, begins)
    # Forms are never marked as drafts, because they do not depend on the submission's approval.
    head = msgspec.structs.replace(filed.head(TITLE), draft=False, standing="For the table's records")
    if isinstance(journal, Path):
        head = journal_head(head, filed, journal, stream)
    whole = tuple(told_by)
    write_paper(
        path,
        {
            "pdf": lambda: pdf(whole, head, size),
            "html": lambda: html(whole, head),
            "xlsx": lambda: xlsx(whole, head),
        },
    )
