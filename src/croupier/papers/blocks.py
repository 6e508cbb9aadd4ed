"""What a paper is made of: headings, paragraphs, facts, tables and pictures, whatever it is printed on.

A paper is written once, as blocks; the press (PDF), the web page and the workbook each set it in their own
way. A number keeps its exact value: a workbook's cell is a number, with the fraction beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal

import msgspec

Align = Literal["left", "right", "center"]
RIGHT: Align = "right"


class Number(msgspec.Struct, frozen=True):
    """An exact value and how a person reads it; ``form`` is the spreadsheet's number format. A float is
    what is known to so many digits alone, such as a root."""

    value: Fraction | int | float
    shown: str
    form: str = "General"

    def __str__(self) -> str:
        return self.shown


Cell = str | Number


class Column(msgspec.Struct, frozen=True):
    title: str
    align: Align = "left"
    width: int = 0  # a share of what the others leave; 0: as wide as what stands in it
    small: bool = False  # long exact values, in small type that may break anywhere
    typed: bool = False  # what is typed at a terminal


class Heading(msgspec.Struct, frozen=True, tag="heading"):
    text: str
    level: int = 1
    new_page: bool = False


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    text: str
    strong: str = ""  # a lead-in before it
    small: bool = False


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """What must not be overlooked, in a frame."""

    title: str
    text: str = ""


class Bullets(msgspec.Struct, frozen=True, tag="bullets"):
    items: tuple[str, ...]


class Command(msgspec.Struct, frozen=True, tag="command"):
    """A line to type, set so that it can be copied."""

    lines: tuple[str, ...]


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """Labels and what stands behind them."""

    rows: tuple[tuple[str, Cell], ...]
    by_hand: bool = False  # in print, lines to write on


class Table(msgspec.Struct, frozen=True, tag="table"):
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    total: tuple[Cell, ...] = ()
    name: str = ""  # of the sheet in a workbook; the caption if left out
    abreast: int = 1  # in print, so many stretches of it stand side by side
    printed: tuple[int, int] | None = (
        None  # of a very long table, the rows that a reader sees; a workbook has all
    )
    beside: bool = False  # narrow: in print, stands beside others of its kind
    by_hand: bool = False  # in print, rows high enough to write in


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    svg: str
    caption: str
    says: str  # what it shows, for who cannot see it
    width: int = 100  # per cent of the column


class Signatures(msgspec.Struct, frozen=True, tag="signatures"):
    """Lines for names, signatures and dates."""

    roles: tuple[str, ...]


class Contents(msgspec.Struct, frozen=True, tag="contents"):
    """The headings of the paper with their pages."""


class Together(msgspec.Struct, frozen=True, tag="together"):
    """Blocks that stand on one page: no pictures among them."""

    parts: tuple[Heading | Paragraph | Notice | Facts | Table | Signatures, ...]


class NewPage(msgspec.Struct, frozen=True, tag="new_page"):
    """What follows begins on a page of its own."""


Block = (
    Heading
    | Paragraph
    | Notice
    | Bullets
    | Command
    | Facts
    | Table
    | Picture
    | Signatures
    | Contents
    | Together
    | NewPage
)
Blocks = tuple[Block, ...]


def apart(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every block by itself, where nothing has to stand on one page."""
    for each in blocks:
        yield from each.parts if isinstance(each, Together) else (each,)


def table(
    columns: Iterable[Column | str],
    rows: Iterable[Iterable[Cell]],
    caption: str = "",
    total: Iterable[Cell] = (),
    name: str = "",
    abreast: int = 1,
    printed: tuple[int, int] | None = None,
    *,
    beside: bool = False,
    by_hand: bool = False,
) -> Table:
    """As ``Table``; a column may be its title alone."""
    titled = tuple(each if isinstance(each, Column) else Column(each) for each in columns)
    told = tuple(tuple(row) for row in rows)
    whole = Table(titled, told, caption, tuple(total), name, abreast, printed, beside, by_hand)
    assert all(len(row) == len(titled) for row in whole.rows), f"a row does not fit: {caption}"
    assert len(whole.total) in (0, len(titled)), f"the total does not fit: {caption}"
    return whole


def in_words(cell: Cell) -> str:
    """A fact as a reader sees it: a number with its exact value, where a decimal is not it."""
    if not isinstance(cell, Number) or isinstance(cell.value, float) or Fraction(cell.value).denominator == 1:
        return str(cell)
    return f"{cell.shown}, exactly {str(Fraction(cell.value)).replace('-', '−')}"


def for_readers(given: Table) -> Table:
    """Without the rows of a very long table that only a workbook holds; the caption says so."""
    if given.printed is None:
        return given
    first, last = given.printed
    kept = given.rows[first:last]
    caption = f"{given.caption} ({len(kept)} of {len(given.rows):,}; the workbook and the JSON have all)"
    return msgspec.structs.replace(given, rows=kept, caption=caption, printed=None)


# --- numbers as a person reads them; signs and spaces of print


def _minus(text: str) -> str:
    return text.replace("-", "−")


def rounded(value: Fraction | int, digits: int) -> str:
    """To so many decimals, halves away from zero, exactly: no float is asked."""
    scaled = abs(Fraction(value)) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{whole // 10**digits:,}" + (f".{whole % 10**digits:0{digits}d}" if digits else "")
    return f"−{text}" if value < 0 and whole else text


def count(value: int) -> Number:
    return Number(value, _minus(f"{value:,}"), "#,##0")


def decimal(value: Fraction | int, digits: int = 6) -> Number:
    return Number(value, rounded(value, digits), "#,##0." + "0" * digits if digits else "#,##0")


def percent(value: Fraction | int, digits: int = 4) -> Number:
    return Number(
        value, f"{rounded(Fraction(value) * 100, digits)} %", f"0.{'0' * digits}%" if digits else "0%"
    )


def money(cents: Fraction | int) -> Number:
    """Dollars; the value of the cell is in dollars too."""
    value = Fraction(cents, 100)
    digits = 0 if value.denominator == 1 else 2
    sign = "−" if value < 0 else ""
    return Number(value, f"{sign}${rounded(abs(value), digits)}", "$#,##0.00")


def to_one(value: Fraction | int, digits: int = 2) -> Number:
    """Odds against, so many to 1."""
    shown = rounded(value, 0 if Fraction(value).denominator == 1 else digits)
    return Number(value, f"{shown} to 1", "#,##0.00")
