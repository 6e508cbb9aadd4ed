"""Declare the columns of the gaming-day report once, with key, title, format and value.

The JSON document and the printed report both use these columns. To add a column, declare it here, and count a
new figure in the module that reads its events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from croupier.casino.gaming_day.tables import Account, TableSpan
from croupier.casino.gaming_day.trays import TrayDay
from croupier.meters.reconciliation import MeterDay

Row = TypeVar("Row")
ColumnFormat = Literal["count", "cents", "exact_cents", "share"]


@dataclass(frozen=True)
class ReportColumn(Generic[Row]):
    key: str  # key in the JSON document
    title: str  # printed heading, with a line break where the heading may wrap
    format: ColumnFormat
    value: Callable[[Row], Fraction | int | None]
    missing: str = ""  # printed text for a missing value

    def plain(self, row: Row) -> int | str | None:
        """Convert a value for JSON. Whole numbers stay numbers, and exact fractions become text."""
        value = self.value(row)
        if value is None:
            return None
        return int(value) if self.format in ("count", "cents") else str(value)


def plain_columns(columns: Iterable[ReportColumn[Row]], row: Row) -> dict[str, int | str | None]:
    return {column.key: column.plain(row) for column in columns}


def hold(span: TableSpan) -> Fraction | None:
    """Return win divided by drop, or None without a drop."""
    total = span.total
    return Fraction(total.win, total.deposits) if total.deposits else None


def combined(spans: Iterable[tuple[str, TableSpan]]) -> TableSpan:
    """Return the sum of the spans of several tables, each with its name."""
    total = TableSpan()
    for name, span in spans:
        total.of(name).add(span.total)
        total.rounds += span.rounds
        total.voided += span.voided
    return total


# Columns for a table in a span.
TABLE_COLUMNS: tuple[ReportColumn[TableSpan], ...] = (
    ReportColumn("rounds", "Rounds", "count", lambda span: span.rounds),
    ReportColumn("voided", "Void", "count", lambda span: span.voided),
    ReportColumn("drop", "Drop", "cents", lambda span: span.total.deposits),
    ReportColumn("win", "Win", "cents", lambda span: span.total.win),
    ReportColumn("hold", "Hold", "share", hold, "no drop"),
)

# Columns for a player at a table. The numbers refer to the nine required reports.
PLAYER_COLUMNS: tuple[ReportColumn[Account], ...] = (
    ReportColumn("deposits", "1 Deposits", "cents", lambda account: account.deposits),
    ReportColumn("brought", "Chips\nbrought", "cents", lambda account: account.brought),
    ReportColumn("winnings", "3 Winnings\npaid", "cents", lambda account: account.winnings),
    ReportColumn("losing", "5 Losing\nwagers", "cents", lambda account: account.losing),
    ReportColumn("withdrawals", "7 With-\ndrawals", "cents", lambda account: account.withdrawals),
    ReportColumn("carried", "Carried\naway", "cents", lambda account: account.carried),
    ReportColumn("tokes", "Tokes", "cents", lambda account: account.tokes),
    ReportColumn("tax", "Tax\nwithheld", "cents", lambda account: account.tax),
    ReportColumn("win", "Table win", "cents", lambda account: account.win),
)


def _meter_column(key: str, title: str) -> ReportColumn[MeterDay]:
    def value(day: MeterDay) -> Fraction:
        amount: Any = getattr(day, key)
        return Fraction(amount.value)

    return ReportColumn(key, title, "exact_cents", value)


METER_COLUMNS: tuple[ReportColumn[MeterDay], ...] = (
    _meter_column("opening", "Opening"),
    _meter_column("put_in", "Put in"),
    _meter_column("contributions", "Contri-\nbutions"),
    _meter_column("payouts", "Payouts"),
    _meter_column("resets", "Resets"),
    _meter_column("adjustments", "Adjust-\nments"),
    _meter_column("closing", "Closing"),
    ReportColumn("difference", "Difference", "exact_cents", lambda day: day.difference),
    ReportColumn("hits", "Hits", "count", lambda day: day.hits),
)

NOT_COUNTED = "not counted"
TRAY_COLUMNS: tuple[ReportColumn[TrayDay], ...] = (
    ReportColumn(
        "opener", "Opener", "cents", lambda tray: tray.opener.cents if tray.opener else None, NOT_COUNTED
    ),
    ReportColumn("fills", "Fills", "cents", lambda tray: tray.fills),
    ReportColumn("credits", "Credits", "cents", lambda tray: tray.credits),
    ReportColumn("sold", "Sold for\ncash", "cents", lambda tray: tray.sold),
    ReportColumn("tax", "Tax not\npaid out", "cents", lambda tray: tray.tax),
    ReportColumn(
        "closer", "Closer", "cents", lambda tray: tray.closer.cents if tray.closer else None, NOT_COUNTED
    ),
    ReportColumn("over_or_short", "Over or\nshort", "cents", lambda tray: tray.differences),
)
