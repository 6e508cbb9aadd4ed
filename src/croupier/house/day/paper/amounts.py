"""Amounts as accountants read them: to the cent, always."""

from __future__ import annotations

from fractions import Fraction

from croupier.papers.blocks import Number, rounded


def dollars(cents: Fraction | int) -> Number:
    """Exact; shown to the cent, halves away from zero."""
    value = Fraction(cents, 100)
    shown = rounded(abs(value), 2)
    minus = "−" if value < 0 and shown.strip("0.") else ""
    return Number(value, f"{minus}${shown}", "$#,##0.00")
