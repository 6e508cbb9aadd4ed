"""The parts of a document: headings, paragraphs, facts, tables and pictures.

A document is built once from blocks, and the PDF, HTML and workbook writers each render them. Numbers keep
their exact values, so a workbook shows a number with the exact fraction next to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal

import msgspec

Align = Literal["left", "right", "center"]
RIGHT: Align = "right"


class Number(msgspec.Struct, frozen=True):
    """An exact value and its printed form.

    ``form`` is the spreadsheet's number format. A value that is known only with limited precision, such as a
    square root, is a float.
    """

    value: Fraction | int | float
    shown: str
    form: str = "General"

    def __str__(self) -> str:
        return self.shown


Cell = str | Number


class Column(msgspec.Struct, frozen=True):
    title: str
    align: Align = "left"
    width: int = 0  # share of the remaining width, or 0 for a column that is as wide as its content
    small: bool = False  # small type for long exact values, with line breaks anywhere
    typed: bool = False  # monospaced, for terminal input


class Heading(msgspec.Struct, frozen=True, tag="heading"):
    text: str
    level: int = 1
    new_page: bool = False


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    text: str
    strong: str = ""  # a bold lead-in
    small: bool = False


class NoticeBlock(msgspec.Struct, frozen=True, tag="notice"):
    """A framed notice that must not be overlooked."""

    title: str
    text: str = ""


class Bullets(msgspec.Struct, frozen=True, tag="bullets"):
    items: tuple[str, ...]


class CommandLine(msgspec.Struct, frozen=True, tag="command"):
    """A command to type, formatted for copying."""

    lines: tuple[str, ...]


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """Labels with their values."""

    rows: tuple[tuple[str, Cell], ...]
    by_hand: bool = False  # whether to print blank lines for a handwritten answer


class TableBlock(msgspec.Struct, frozen=True, tag="table"):
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    total: tuple[Cell, ...] = ()
    name: str = ""  # name of the workbook sheet; the default is the caption
    abreast: int = 1  # number of parts that are printed side by side
    printed: tuple[int, int] | None = (
        None  # range of the rows to print of a very long table; a workbook has all rows
    )
    beside: bool = False  # whether to print consecutive narrow tables side by side
    by_hand: bool = False  # whether to print rows that are high enough to write in


class PictureBlock(msgspec.Struct, frozen=True, tag="picture"):
    svg: str
    caption: str
    says: str  # alternative text for readers who cannot see the picture
    width: int = 100  # percent of the column width


class Signatures(msgspec.Struct, frozen=True, tag="signatures"):
    """Lines for names, signatures and dates."""

    roles: tuple[str, ...]


class Contents(msgspec.Struct, frozen=True, tag="contents"):
    """The table of contents with page numbers."""


class KeepTogether(msgspec.Struct, frozen=True, tag="together"):
    """Blocks that must be printed on the same page. The group cannot contain pictures."""

    parts: tuple[Heading | Paragraph | NoticeBlock | Facts | TableBlock | Signatures, ...]


class NewPage(msgspec.Struct, frozen=True, tag="new_page"):
    """A page break."""


Block = (
    Heading
    | Paragraph
    | NoticeBlock
    | Bullets
    | CommandLine
    | Facts
    | TableBlock
    | PictureBlock
    | Signatures
    | Contents
    | KeepTogether
    | NewPage
)
Blocks = tuple[Block, ...]


def single_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield every single block. A ``KeepTogether`` group is replaced by the blocks in it."""
    for each in blocks:
        yield from each.parts if isinstance(each, KeepTogether) else (each,)


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
) -> TableBlock:
    """Build a ``TableBlock``. A string in ``columns`` is the title of a plain column."""
    titled = tuple(each if isinstance(each, Column) else Column(each) for each in columns)
    cells = tuple(tuple(row) for row in rows)
    whole = TableBlock(titled, cells, caption, tuple(total), name, abreast, printed, beside, by_hand)
    assert all(len(row) == len(titled) for row in whole.rows), (
        f"a row has the wrong number of cells: {caption}"
    )
    assert len(whole.total) in (0, len(titled)), f"the total row has the wrong number of cells: {caption}"
    return whole


def in_words(cell: Cell) -> str:
    """Format a cell as text. A rounded number is followed by its exact value."""
    if not isinstance(cell, Number) or isinstance(cell.value, float) or Fraction(cell.value).denominator == 1:
        return str(cell)
    return f"{cell.shown}, exactly {str(Fraction(cell.value)).replace('-', '−')}"


def for_readers(block: TableBlock) -> TableBlock:
    """Shorten a very long table for print, and say so in its caption. Workbooks contain every row."""
    if block.printed is None:
        return block
    first, last = block.printed
    rows = block.rows[first:last]
    caption = (
        f"{block.caption} ({len(rows)} of {len(block.rows):,}; the workbook and the JSON contain all rows)"
    )
    return msgspec.structs.replace(block, rows=rows, caption=caption, printed=None)


# --- numbers formatted for print


def _minus(text: str) -> str:
    return text.replace("-", "−")


def round_decimal(value: Fraction | int, digits: int) -> str:
    """Round to ``digits`` decimals without using floats. Halves are rounded away from zero."""
    scaled = abs(Fraction(value)) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{whole // 10**digits:,}" + (f".{whole % 10**digits:0{digits}d}" if digits else "")
    return f"−{text}" if value < 0 and whole else text


def count(value: int) -> Number:
    return Number(value, _minus(f"{value:,}"), "#,##0")


def decimal(value: Fraction | int, digits: int = 6) -> Number:
    return Number(value, round_decimal(value, digits), "#,##0." + "0" * digits if digits else "#,##0")


def percent(value: Fraction | int, digits: int = 4) -> Number:
    return Number(
        value, f"{round_decimal(Fraction(value) * 100, digits)} %", f"0.{'0' * digits}%" if digits else "0%"
    )


def money(cents: Fraction | int) -> Number:
    """Format cents as an amount in dollars. The cell's value is in dollars, not cents."""
    value = Fraction(cents, 100)
    digits = 0 if value.denominator == 1 else 2
    sign = "−" if value < 0 else ""
    return Number(value, f"{sign}${round_decimal(abs(value), digits)}", "$#,##0.00")


def to_one(value: Fraction | int, digits: int = 2) -> Number:
    """Format odds against an event, such as "4.5 to 1"."""
    number = round_decimal(value, 0 if Fraction(value).denominator == 1 else digits)
    return Number(value, f"{number} to 1", "#,##0.00")
