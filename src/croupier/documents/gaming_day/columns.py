"""Build headings and cells of the gaming-day report from its declared columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

from croupier.casino.gaming_day.columns import ColumnFormat, ReportColumn
from croupier.documents.blocks import RIGHT, Cell, Column, Number, count, percent
from croupier.documents.gaming_day.amounts import dollars

Row = TypeVar("Row")

FORMATS: dict[ColumnFormat, Callable[[Fraction | int], Number]] = {
    "count": lambda value: count(int(value)),
    "cents": dollars,
    "exact_cents": dollars,
    "share": lambda value: percent(value, 2),
}


def headings(columns: Iterable[ReportColumn[Row]]) -> list[Column]:
    return [Column(column.title, RIGHT) for column in columns]


def cells(columns: Iterable[ReportColumn[Row]], row: Row) -> list[Cell]:
    found: list[Cell] = []
    for column in columns:
        value = column.value(row)
        found.append(column.missing if value is None else FORMATS[column.format](value))
    return found
