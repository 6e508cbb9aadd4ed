"""Test the sections of the mathematics report, from the game description to the formula sheets."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from openpyxl import load_workbook

from croupier.documents.blocks import Bullets, Facts, Heading, TableBlock
from croupier.documents.report.worksheets import formula_sheets
from croupier.documents.xlsx import xlsx
from tests.documents.conftest import blocks_of, example, gathered

pytestmark = pytest.mark.long
FAST = "dragon"


def test_the_report_describes_the_game_and_the_method() -> None:
    blocks = blocks_of(FAST)
    titles = [each.text for each in blocks if isinstance(each, Heading)]
    assert titles.index("The game") < titles.index("Method") < titles.index("Assumptions")
    listed = [" ".join(each.items) for each in blocks if isinstance(each, Bullets)]
    assert any("Put the same amount on Ante and Ante Bonus" in each for each in listed)
    assert any("Volatility index" in each and "1.645" in each for each in listed)


def test_sensitivity_is_the_effect_of_one_more_unit() -> None:
    """The test recomputes the house advantage from the counts, with one payment raised by one unit."""
    for each in gathered(FAST)["wagers"].values():
        if each["wager"] == "main":
            continue
        assert each["sensitivity"]
        for found in each["sensitivity"]:
            raised = sum(
                Fraction(row["count"], each["total"])
                * (Fraction(row["net"]) + (row["outcome"] == found["outcome"]))
                for row in each["rows"]
            )
            assert Fraction(found["house_edge_one_more"]) == -raised
            assert Fraction(found["one_more"]) == -raised - Fraction(each["house_edge_exact"])
            even = sum(
                Fraction(row["count"], each["total"])
                * Fraction(found["break_even"] if row["outcome"] == found["outcome"] else row["net"])
                for row in each["rows"]
            )
            assert even == 0
    names = [each.name for each in blocks_of(FAST) if isinstance(each, TableBlock)]
    assert {"Three Card Bonus sensitivity", "Dragon Wager sensitivity", "Ante Bonus sensitivity"} <= {*names}


def test_volatility_index_is_on_each_wagers_page() -> None:
    for each in gathered(FAST)["wagers"].values():
        assert each["volatility_index"] == pytest.approx(1.645 * each["sd"])
    facts = [dict(each.rows) for each in blocks_of(FAST) if isinstance(each, Facts)]
    label = "Volatility index (1.645 SD, 90 %), units"
    assert sum(label in each for each in facts) == len(gathered(FAST)["wagers"])


def value(sheet: Any, cell: str) -> float:
    """Evaluate a cell of a formula sheet. Only the operations that the sheets use are supported."""
    found = sheet[cell].value
    if not isinstance(found, str) or not found.startswith("="):
        return float(found)
    text = found[1:].replace("$", "").replace("^", "**")

    def numbers(span: str) -> list[float]:
        return [value(sheet, each.coordinate) for (each,) in sheet[span]]

    def positive(match: re.Match[str]) -> str:
        pairs = zip(numbers(match[1]), numbers(match[2]), strict=True)
        return repr(sum(part for test, part in pairs if test > 0))

    text = re.sub(r'SUMIF\(([A-Z]\d+:[A-Z]\d+),">0",([A-Z]\d+:[A-Z]\d+)\)', positive, text)
    text = re.sub(r"SUM\(([A-Z]\d+:[A-Z]\d+)\)", lambda found: repr(sum(numbers(found[1]))), text)
    text = text.replace("SQRT", "sqrt")
    text = re.sub(r"\b[A-F]\d+\b", lambda found: f"({value(sheet, found[0])!r})", text)
    return float(eval(text, {"__builtins__": {}, "sqrt": sqrt}))


def test_formulas_of_the_workbook_give_the_printed_figures() -> None:
    data = gathered(FAST)
    made = xlsx(blocks_of(FAST), example(FAST).head("Mathematics report"), formula_sheets(data))
    book = load_workbook(io.BytesIO(made))
    sheets = [book[name] for name in book.sheetnames if name.startswith("Formulas")]
    assert len(sheets) == len(data["wagers"])
    for each, sheet in zip(data["wagers"].values(), sheets, strict=True):
        results = {
            row[0].value: row[1].coordinate for row in sheet.iter_rows() if row[0].value and row[1].value
        }
        edge = value(sheet, results["House advantage"])
        assert edge == pytest.approx(float(Fraction(each["house_edge_exact"])), abs=1e-12)
        assert value(sheet, results["Standard deviation"]) == pytest.approx(each["sd"])
        assert value(sheet, results["Volatility index, 90 %"]) == pytest.approx(each["volatility_index"])
        hits = float(Fraction(each["hit_frequency"]))
        assert value(sheet, results["Hit frequency"]) == pytest.approx(hits)
        sheet["C4"].value += 1  # raise the payment of the first row by one unit
        often = each["rows"][0]["count"] / each["total"]
        assert value(sheet, results["House advantage"]) == pytest.approx(edge - often)
