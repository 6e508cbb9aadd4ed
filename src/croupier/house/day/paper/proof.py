"""How the day foots: every total with its second way, and the entries that all of it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.house.day.footing import Check
from croupier.house.day.paper.amounts import dollars
from croupier.house.day.report import DayBooks
from croupier.papers.blocks import (
    RIGHT,
    Block,
    Cell,
    Column,
    Command,
    Heading,
    Paragraph,
    count,
    table,
)


def footing_page(books: DayBooks) -> Iterator[Block]:
    yield Heading("Footing", new_page=True)
    yield Paragraph(
        f"Each total is found twice: from the events of the {books.day.span}, and from postings and balances "
        "that the store keeps apart from them, or from the other stream that has the same movement. They "
        "agree to the cent, meters to the fraction of a cent."
    )
    where = ""
    rows: list[list[Cell]] = []
    for check in books.checks:
        if check.where != where and rows:
            yield _checked(where, rows)
            rows = []
        where = check.where
        apart: Cell = "agrees" if check.agrees else f"APART by {dollars(check.one - check.other)}"
        one, other = (_shown(check, each) for each in (check.one, check.other))
        rows.append([check.what, one, check.one_by, other, check.other_by, apart])
    if rows:
        yield _checked(where, rows)


def _shown(check: Check, value: Fraction | int) -> Cell:
    return dollars(value) if check.money else count(int(value))


def _checked(where: str, rows: list[list[Cell]]) -> Block:
    columns: list[Column | str] = [
        Column("Total", width=4), Column("One way", RIGHT), Column("by", width=4), Column("The other", RIGHT),
        Column("by", width=3), "",
    ]  # fmt: skip
    return table(columns, rows, where, (), f"Footing {where}")


def heads_page(books: DayBooks) -> Iterator[Block]:
    yield Heading("The entries that this rests on")
    yield Paragraph(
        f"Every stream up to its last entry of the {books.day.span}. Whoever has the store finds these "
        "hashes in it again: they stand for all entries before them."
    )
    yield table(
        ["Stream", "Kind", Column("Entries", RIGHT), Column("Hash of the last", width=1, small=True)],
        [[head.stream, head.kind, count(head.entries), head.hash] for head in books.heads],
        "",
        (),
        "Entries",
    )
    hours, minutes = divmod(books.day.begins // 60, 60)
    when = f"--date {books.day.name} --gaming-day {hours:02}:{minutes:02}"
    yield Command(("croupier audit DATA", f"croupier day DATA -o day.pdf {when}"))
