"""Format amounts of money for accounting, always with cents."""

from __future__ import annotations

from fractions import Fraction

from croupier.documents.blocks import Number, round_decimal


def dollars(cents: Fraction | int) -> Number:
    """Format an exact amount to the cent. Half cents are rounded away from zero."""
    value = Fraction(cents, 100)
    text = round_decimal(abs(value), 2)
    minus = "−" if value < 0 and text.strip("0.") else ""
    return Number(value, f"{minus}${text}", "$#,##0.00")
