"""Test that the JSON document and the printed gaming-day report share one declaration of each column."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier.casino.gaming_day import columns as declared
from croupier.casino.gaming_day import document
from croupier.casino.gaming_day.columns import ReportColumn, combined, plain_columns
from croupier.casino.gaming_day.tables import Account, TableSpan
from croupier.documents.gaming_day import columns as paper

SPAN = TableSpan(players={"ann": Account(deposits=300_00, winnings=20_00, losing=50_00)}, rounds=7, voided=1)
BETS = ReportColumn[TableSpan]("bets", "Bets", "count", lambda span: 42)


def test_a_declared_column_is_in_the_json_and_on_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (*declared.TABLE_COLUMNS, BETS)
    monkeypatch.setattr(document, "TABLE_COLUMNS", columns)
    span: Any = document._span(SPAN)
    assert span["bets"] == 42
    assert [str(cell) for cell in paper.cells(columns, SPAN)] == [
        "7",
        "1",
        "$300.00",
        "$30.00",
        "10.00 %",
        "42",
    ]
    assert [column.title for column in paper.headings(columns)][-1] == "Bets"


def test_values_are_integers_or_exact_fractions() -> None:
    assert plain_columns(declared.TABLE_COLUMNS, SPAN) == {
        "rounds": 7, "voided": 1, "drop": 300_00, "win": 30_00, "hold": "1/10",
    }  # fmt: skip
    assert plain_columns(declared.TABLE_COLUMNS, TableSpan())["hold"] is None
    assert str(paper.cells(declared.TABLE_COLUMNS, TableSpan())[-1]) == "no drop"


def test_totals_add_up_all_tables() -> None:
    total = combined([("one", SPAN), ("two", SPAN)])
    assert (total.rounds, total.voided, total.total.deposits) == (14, 2, 600_00)
    assert declared.hold(total) == Fraction(1, 10)


@pytest.mark.parametrize(
    "columns",
    [declared.TABLE_COLUMNS, declared.PLAYER_COLUMNS, declared.METER_COLUMNS, declared.TRAY_COLUMNS],
)
def test_keys_and_titles_are_unique(columns: tuple[ReportColumn[object], ...]) -> None:
    assert (
        len({column.key for column in columns}) == len({column.title for column in columns}) == len(columns)
    )
