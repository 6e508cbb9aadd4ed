"""Amounts for accounting, always to the cent."""

from __future__ import annotations

from fractions import Fraction

from croupier.documents.blocks import Number, rounded


def dollars(cents: Fraction | int) -> Number:
    """Format an exact amount to the cent, halves away from zero."""
    value = Fraction(cents, 100)
    shown = rounded(abs(value), 2)
    minus = "−" if value < 0 and shown.strip("0.") else ""
    return Number(value, f"{minus}${shown}", "$#,##0.00")
