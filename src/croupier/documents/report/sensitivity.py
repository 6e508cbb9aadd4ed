"""Compute the effect of each paytable row's payment on the house advantage.

The house advantage is linear in a row's payment: one unit more lowers it by the row's probability. In the
main game, this is true only for changes that are too small to change best play.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.maths.results import exact

CONFIDENCE = 1.645  # 90 % of a normal distribution is within this many standard deviations


def volatility_index(sd: float | None) -> float | None:
    """Return 1.645 standard deviations in units, which is half the width of a round's 90 % band."""
    return None if sd is None else CONFIDENCE * sd


def sensitivity(rows: list[dict[str, Any]], house_edge: Fraction) -> list[dict[str, Any]]:
    """Return the effect of each winning row's payment on the house advantage.

    `break_even` is the net payment for which the house advantage is zero.
    """
    found = []
    for row in rows:
        often, net = Fraction(row["probability"]), Fraction(row["net"])
        if net <= 0 or not often:
            continue
        found.append(
            {
                "outcome": row["outcome"],
                "pays": row["pays"],
                "net": row["net"],
                "one_more": exact(-often),
                "house_edge_one_more": exact(house_edge - often),
                "break_even": exact(net + house_edge / often),
            }
        )
    return found
