"""Build workbook sheets whose formulas recompute the house advantage when a payment changes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.documents.report.sensitivity import CONFIDENCE
from croupier.documents.xlsx import FormulaSheet
from croupier.hands.words import title_words
from croupier.maths.analyze import MAIN

FIRST = 4  # the row of the first figures in a sheet


def formula_sheets(data: dict[str, Any]) -> Iterator[FormulaSheet]:
    """Yield a sheet for each wager. Counts and net payments are numbers. All other figures are formulas."""
    for each in data["wagers"].values():
        yield _sheet(each)


def _sheet(each: dict[str, Any]) -> FormulaSheet:
    rows = each["rows"]
    last = FIRST + len(rows) - 1
    total = last + 1

    def span(column: str) -> str:
        return f"{column}{FIRST}:{column}{last}"

    body: list[tuple[str | int | float, ...]] = []
    for number, row in enumerate(rows, FIRST):
        net = Fraction(row["net"])
        body.append(
            (
                title_words(row["outcome"]) if each["wager"] != MAIN else "net result",
                row["count"],
                int(net) if net.denominator == 1 else float(net),
                f"=B{number}/B${total}",
                f"=C{number}*D{number}",
                f"=D{number}*(C{number}-E${total})^2",
                f"=-D{number}",
            )
        )
    body += [
        (
            "Sum",
            f"=SUM({span('B')})",
            "",
            f"=SUM({span('D')})",
            f"=SUM({span('E')})",
            f"=SUM({span('F')})",
            "",
        ),
        (),
        ("House advantage", f"=-E{total}"),
        ("Standard deviation", f"=SQRT(F{total})"),
        ("Volatility index, 90 %", f"={CONFIDENCE}*SQRT(F{total})"),
        ("Hit frequency", f'=SUMIF({span("C")},">0",{span("D")})'),
    ]
    letter = f" {each['paytable']}" if each["paytable"] else ""
    return FormulaSheet(
        f"Formulas {each['label']}{letter}",
        "Change a count or a net payment, and the formulas recompute the other cells",
        ("Row", "Count", "Net payment", "Probability", "Contribution", "Variance", "Effect of one more unit"),
        tuple(body),
    )
