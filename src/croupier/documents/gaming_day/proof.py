"""The footing pages of the gaming-day report, where every total is computed by two independent methods."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.casino.gaming_day.footing import Check
from croupier.casino.gaming_day.report import DayBooks
from croupier.documents.blocks import (
    RIGHT,
    Block,
    Cell,
    Column,
    CommandLine,
    Heading,
    Paragraph,
    count,
    table,
)
from croupier.documents.gaming_day.amounts import dollars


def footing_page(books: DayBooks) -> Iterator[Block]:
    yield Heading("Footing", new_page=True)
    yield Paragraph(
        f"Each total is computed twice. The first value is from the events of the {books.day.span}. The "
        "second value is from postings and balances that are stored separately, or from a different stream "
        "that records the same movement. Amounts must agree to the cent, and meters to the fraction of a "
        "cent."
    )
    where = ""
    rows: list[list[Cell]] = []
    for check in books.checks:
        if check.where != where and rows:
            yield _check_table(where, rows)
            rows = []
        where = check.where
        apart: Cell = "agrees" if check.agrees else f"DIFFERS by {dollars(check.one - check.other)}"
        one, other = (_cell(check, each) for each in (check.one, check.other))
        rows.append([check.what, one, check.one_by, other, check.other_by, apart])
    if rows:
        yield _check_table(where, rows)


def _cell(check: Check, value: Fraction | int) -> Cell:
    return dollars(value) if check.money else count(int(value))


def _check_table(where: str, rows: list[list[Cell]]) -> Block:
    columns: list[Column | str] = [
        Column("Total", width=4), Column("First value", RIGHT), Column("from", width=4),
        Column("Second value", RIGHT), Column("from", width=3), "",
    ]  # fmt: skip
    return table(columns, rows, where, (), f"Footing {where}")


def heads_page(books: DayBooks) -> Iterator[Block]:
    yield Heading("Source entries")
    yield Paragraph(
        f"The table lists every stream up to its last entry of the {books.day.span}. The store contains "
        "these hashes, and each hash covers all entries before it."
    )
    yield table(
        ["Stream", "Kind", Column("Entries", RIGHT), Column("Hash of the last entry", width=1, small=True)],
        [[head.stream, head.kind, count(head.entries), head.hash] for head in books.heads],
        "",
        (),
        "Entries",
    )
    hours, minutes = divmod(books.day.begins // 60, 60)
    when = f"--date {books.day.name} --gaming-day {hours:02}:{minutes:02}"
    yield CommandLine(("croupier audit DATA", f"croupier day DATA -o day.pdf {when}"))
