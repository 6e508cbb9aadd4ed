"""Format probabilities, net results and odds for the report."""

from __future__ import annotations

from fractions import Fraction

from croupier.documents.blocks import Cell, Number, count, decimal, percent, round_decimal, to_one

NONE = "–"


def fraction(written: str | None) -> Fraction:
    return Fraction(written or 0)


def chance(written: str) -> Number:
    """Format a probability with enough decimals that a rare hand does not show as zero."""
    value = Fraction(written)
    digits = 8 if value < Fraction(1, 1000) else 6
    return decimal(value, digits)


def one_in(written: str) -> Cell:
    value = Fraction(written)
    return (
        Number(1 / value, f"1 in {round_decimal(1 / value, 1 if 1 / value < 1000 else 0)}", "#,##0.0")
        if value
        else NONE
    )


def true_odds(written: str | None) -> Cell:
    return to_one(Fraction(written)) if written is not None else NONE


def edge(written: str | None, digits: int = 4) -> Cell:
    return percent(Fraction(written), digits) if written is not None else NONE


def units(written: str | None, digits: int = 6) -> Cell:
    return decimal(Fraction(written), digits) if written is not None else NONE


def net(written: str) -> Number:
    """Format a player's net result with its sign."""
    value = Fraction(written)
    digits = 0 if value.denominator == 1 else 1 if (value * 10).denominator == 1 else 4
    sign = "+" if value > 0 else ""
    return Number(value, f"{sign}{round_decimal(value, digits)}", "+#,##0.####;-#,##0.####;0")


def about(value: float, digits: int) -> Number:
    """Format a value known only as a decimal, such as a band or a standard deviation."""
    number = decimal(Fraction(value), digits)
    return Number(value, number.shown, number.form)


def about_percent(value: float, digits: int = 3) -> Number:
    number = percent(Fraction(value), digits)
    return Number(value, number.shown, number.form)


def deals(value: int) -> Number:
    return count(value)
