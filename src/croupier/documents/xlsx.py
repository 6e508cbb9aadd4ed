"""Write a document as a workbook, with one sheet per table and exact values next to rounded numbers."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.documents.blocks import (
    Block,
    Blocks,
    Bullets,
    Cell,
    CommandLine,
    Facts,
    Heading,
    NoticeBlock,
    Number,
    Paragraph,
    TableBlock,
    single_blocks,
)
from croupier.documents.filed_submission import PageHead
from croupier.documents.pdf import UNDATED
from croupier.extras import need_papers

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

LARGEST_WHOLE = 1 << 53  # the largest whole number that a spreadsheet cell holds exactly
WIDEST = 60
_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")
_DATED = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class FormulaSheet(msgspec.Struct, frozen=True):
    """A sheet whose cells may be formulas. It never contains text from a user."""

    name: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float, ...], ...]


def xlsx(blocks: Blocks, head: PageHead, formulas: Iterable[FormulaSheet] = ()) -> bytes:
    need_papers()
    from openpyxl import Workbook

    book = Workbook()
    book.properties.creator = head.facility
    book.properties.title = f"{head.title}, {head.game}"
    front = book.active
    assert front is not None
    front.title = "Read first"
    single = tuple(single_blocks(blocks))
    _front(front, single, head)
    for each in single:
        if isinstance(each, TableBlock):
            _sheet(book, each, head)
    for sheet in formulas:
        _formulas(book, sheet, head)
    return _with_fixed_dates(book, head.date or UNDATED)


def _whose(head: PageHead) -> str:
    return f"{head.game}, {head.facility}, {head.numbered.lower()} {head.version}"


def _front(sheet: Worksheet, blocks: Blocks, head: PageHead) -> None:
    """Write the first sheet: everything except the tables, with references to their sheets."""
    from openpyxl.styles import Alignment, Font

    for line in (
        (head.title,),
        (_whose(head),),
        (head.standing,),
        (head.hash_of, head.hash),
        (),
    ):
        sheet.append(line)
    sheet["A1"].font = Font(bold=True, size=16)
    sheet["A3"].font = Font(bold=True, color="A32A1E" if head.draft else "1B5E43")
    for block in blocks:
        for label, value in _rows_of(block):
            sheet.append([safe(label), *_cells(value)])
            row = sheet.max_row
            if isinstance(block, Heading):
                sheet.cell(row, 1).font = Font(bold=True, size=14 - block.level)
            if isinstance(value, Number):
                sheet.cell(row, 2).number_format = value.form
            sheet.cell(row, 1).alignment = Alignment(wrap_text=True, vertical="top")
            sheet.cell(row, 2).alignment = Alignment(wrap_text=True, vertical="top", horizontal="left")
    sheet.column_dimensions["A"].width = 70
    sheet.column_dimensions["B"].width = WIDEST
    sheet.column_dimensions["C"].width = 40


def _rows_of(block: Block) -> Iterator[tuple[str, Cell]]:
    match block:
        case Heading(text):
            yield text, ""
        case Paragraph(text, strong):
            yield f"{strong} {text}".strip(), ""
        case NoticeBlock(title, text):
            yield title, text
        case Bullets(items) | CommandLine(items):
            for each in items:
                yield each, ""
        case Facts(rows):
            yield from rows
        case TableBlock():
            yield f"Table: {block.caption or block.name}", ""


def _cells(cell: Cell) -> list[Any]:
    """Return the workbook cells for a value. A rounded number is followed by its exact value."""
    if not isinstance(cell, Number):
        return [safe(cell)] if cell else []
    return [value_of(cell), exactly(cell)] if exactly(cell) else [value_of(cell)]


def value_of(number: Number) -> int | float:
    if isinstance(number.value, float):
        return number.value
    value = Fraction(number.value)
    return value.numerator if value.denominator == 1 and abs(value) < LARGEST_WHOLE else float(value)


def exactly(number: Number) -> str:
    """Return the exact value as text, or an empty string if the cell's number is already exact."""
    if isinstance(number.value, float):
        return ""
    value = Fraction(number.value)
    return "" if value.denominator == 1 and abs(value) < LARGEST_WHOLE else str(value)


def safe(text: str) -> str:
    """Remove characters that a workbook cannot contain."""
    return _CONTROL.sub("\ufffd", text)


def _sheet(book: Workbook, table: TableBlock, head: PageHead) -> None:
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(_name(book, table.name or table.caption or "Table"))
    sheet.append(
        [safe(f"{head.game}, {head.facility}, {head.numbered.lower()} {head.version}: {head.standing}")]
    )
    sheet.append([safe(table.caption)])
    sheet["A1"].font = Font(italic=True, color="A32A1E" if head.draft else "5B6672")
    sheet["A2"].font = Font(bold=True)
    rows = [*table.rows, *([table.total] if table.total else [])]
    beside = [
        any(isinstance(cell, Number) and exactly(cell) for cell in column)
        for column in zip(*rows, strict=True)
    ]
    beside = beside or [False] * len(table.columns)
    titles: list[str] = []
    for column, more in zip(table.columns, beside, strict=True):
        plain = column.title.replace("\n", " ")
        titles += [plain, f"{plain}, exactly"] if more else [plain]
    sheet.append([safe(each) for each in titles])
    widths = [len(each) for each in titles]
    for number, row in enumerate(rows, 4):
        place = 0
        for cell, more in zip(row, beside, strict=True):
            found = sheet.cell(number, place + 1)
            text = _put(found, cell)
            widths[place] = max(widths[place], len(text))
            if more and isinstance(cell, Number) and not isinstance(cell.value, float):
                fraction = str(Fraction(cell.value))
                _put(sheet.cell(number, place + 2), fraction)
                widths[place + 1] = max(widths[place + 1], len(fraction))
            place += 1 + more
    for number, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(number)].width = min(WIDEST, width + 2)
    for found in sheet[3]:
        found.font = Font(bold=True)
        found.fill = PatternFill("solid", fgColor="E8EEEB")
        found.alignment = Alignment(wrap_text=True, vertical="bottom")
    if table.total:
        for found in sheet[sheet.max_row]:
            found.font = Font(bold=True)
            found.border = Border(top=Side(style="thin"))
    sheet.freeze_panes = "A4"
    sheet.print_title_rows = "1:3"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def _formulas(book: Workbook, sheet_data: FormulaSheet, head: PageHead) -> None:
    from openpyxl.styles import Font, PatternFill
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(_name(book, sheet_data.name))
    sheet.append([safe(f"{_whose(head)}: {head.standing}")])
    sheet.append([sheet_data.caption])
    sheet.append(list(sheet_data.columns))
    for row in sheet_data.rows:
        sheet.append(list(row))
    sheet["A1"].font = Font(italic=True, color="A32A1E" if head.draft else "5B6672")
    sheet["A2"].font = Font(bold=True)
    for found in sheet[3]:
        found.font = Font(bold=True)
        found.fill = PatternFill("solid", fgColor="E8EEEB")
    for number, title in enumerate(sheet_data.columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = max(16, len(title) + 2)
    sheet.column_dimensions["A"].width = 34
    sheet.freeze_panes = "A4"


def _put(found: Any, cell: Cell) -> str:
    if isinstance(cell, Number):
        found.value = value_of(cell)
        found.number_format = cell.form
        return cell.shown
    found.value = safe(cell)
    found.data_type = "s"  # store as text, so that a text that starts with = does not become a formula
    return max(cell.split("\n"), key=len) if cell else ""


def _name(book: Workbook, title: str) -> str:
    """Return a unique sheet name of at most 31 characters, all of them allowed."""
    plain = _FORBIDDEN.sub(" ", safe(title)).strip()[:31].strip() or "Table"
    name, number = plain, 1
    while name.casefold() in {each.casefold() for each in book.sheetnames}:
        number += 1
        name = f"{plain[: 30 - len(str(number))]} {number}"
    return name


EARLIEST, LATEST = datetime.date(1980, 1, 1), datetime.date(2107, 12, 31)  # dates that a ZIP file can have


def _with_fixed_dates(book: Workbook, day: datetime.date) -> bytes:
    """Replace the current timestamps that the library writes with the document's date."""
    first, last = io.BytesIO(), io.BytesIO()
    book.save(first)
    packed = min(max(day, EARLIEST), LATEST)
    stamp = (packed.year, packed.month, packed.day, 0, 0, 0)
    with zipfile.ZipFile(first) as source, zipfile.ZipFile(last, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename == "docProps/core.xml":
                data = _DATED.sub(rb"\g<1>" + f"{day.isoformat()}T00:00:00Z".encode(), data)
            fixed = zipfile.ZipInfo(entry.filename, stamp)
            fixed.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(fixed, data)
    return last.getvalue()
