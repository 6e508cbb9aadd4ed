"""Write a gaming day's report as PDF, XLSX, HTML or JSON, for ``croupier day`` and the print shop."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import sqlalchemy as sa

from croupier import __version__
from croupier.casino.gaming_day.calendar import GamingDay
from croupier.casino.gaming_day.document import document
from croupier.casino.gaming_day.report import DayBooks
from croupier.documents.filed_submission import PageHead
from croupier.documents.gaming_day.pages import blocks
from croupier.documents.html import html
from croupier.documents.output import FORMS, check_place, write_paper
from croupier.documents.pdf import Size, pdf
from croupier.documents.xlsx import xlsx
from croupier.errors import BadInput
from croupier.store import schema as db
from croupier.store.database import SqlStore
from croupier.store.day_reader import read_day_books


def head_of(books: DayBooks, facility: str) -> PageHead:
    """Return the page header. Its hash is over all stream heads, so it identifies the source data."""
    if not books.foots:
        standing = "DOES NOT FOOT"
    else:
        word = books.day.span
        standing = f"{word.capitalize()} closed" if books.over else f"DRAFT: the {word} may not be over"
    return PageHead(
        title=f"Gaming {books.day.span}",
        game=books.day.title,
        facility=facility,
        version=__version__,
        standing=standing,
        draft=not (books.over and books.foots),
        hash=books.hash,
        date=books.day.date,
        numbered="croupier",
        hash_of="Entries SHA-256",
    )


def facility_of(store: SqlStore) -> str:
    """Return the facility's name from the stored submissions."""
    with store.snapshot() as snapshot:
        texts = [row.text for row in snapshot._rows(sa.select(db.documents.c.text))]
    facilities = set()
    for text in texts:
        try:
            facilities.add(tomllib.loads(text).get("facility"))
        except tomllib.TOMLDecodeError:
            continue
    names = sorted(each for each in facilities if isinstance(each, str) and each)
    return " / ".join(names) or "facility not stated"


def write_day(store: SqlStore, day: GamingDay, path: Path, size: Size) -> DayBooks:
    """Write the file atomically, and return the books, which show whether all totals match."""
    check_place(path, FORMS)
    books = read_day_books(store, day)
    if not books.heads:
        raise BadInput(f"nothing was stored by the end of the gaming {day.span} {day.name}")
    head = head_of(books, facility_of(store))
    write_paper(
        path,
        {
            "pdf": lambda: pdf(blocks(books), head, size),
            "xlsx": lambda: xlsx(blocks(books), head),
            "html": lambda: html(blocks(books), head),
            "json": lambda: msgspec.json.format(msgspec.json.encode(document(books)), indent=1) + b"\n",
        },
    )
    return books
