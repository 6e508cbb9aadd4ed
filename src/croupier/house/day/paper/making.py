"""``croupier day``: a gaming day written in the form that the name of the file asks for."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import msgspec
import sqlalchemy as sa

from croupier import __version__
from croupier.errors import BadInput
from croupier.house.day.calendar import GamingDay
from croupier.house.day.document import document
from croupier.house.day.paper.pages import blocks
from croupier.house.day.report import DayBooks, day_books
from croupier.house.store import schema as db
from croupier.house.store.sql import SqlStore
from croupier.papers.filed import Head
from croupier.papers.press import Size, pdf
from croupier.papers.webpage import html
from croupier.papers.workbook import xlsx
from croupier.papers.writing import FORMS, check_place, write_paper


def head_of(books: DayBooks, facility: str) -> Head:
    """What stands on every page; the hash is over all heads, so it names what the day was made from."""
    heads = "".join(f"{head.stream} {head.entries} {head.hash}\n" for head in books.heads)
    if not books.foots:
        standing = "DOES NOT FOOT"
    else:
        word = books.day.span
        standing = f"{word.capitalize()} closed" if books.over else f"DRAFT: the {word} may not be over"
    return Head(
        title=f"Gaming {books.day.span}",
        game=books.day.title,
        facility=facility,
        version=__version__,
        standing=standing,
        draft=not (books.over and books.foots),
        hash=hashlib.sha256(heads.encode()).hexdigest(),
        date=books.day.date,
        numbered="croupier",
        hash_of="Entries SHA-256",
    )


def facility_of(store: SqlStore) -> str:
    """As the submissions that the house holds name it."""
    with store.snapshot() as then:
        texts = [row.text for row in then._rows(sa.select(db.documents.c.text))]
    found = set()
    for text in texts:
        try:
            found.add(tomllib.loads(text).get("facility"))
        except tomllib.TOMLDecodeError:
            continue
    named = sorted(each for each in found if isinstance(each, str) and each)
    return " / ".join(named) or "facility not stated"


def write_day(store: SqlStore, day: GamingDay, path: Path, size: Size) -> DayBooks:
    """The file, whole or not at all; and the books, which say whether they foot."""
    check_place(path, FORMS)
    books = day_books(store, day)
    if not books.heads:
        raise BadInput(f"nothing had been stored by the end of the gaming {day.span} {day.name}")
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
