"""Positions on a table of 72 by 48 inches (1,200 by 800 units), with the dealer's side up.

Seats are on an arc from the dealer's left (seat 1, on the right from the players' side) to the dealer's
right. They face the dealer, as on the game page.
"""

from __future__ import annotations

from itertools import pairwise
from math import copysign, cos, hypot, radians, sin
from typing import NamedTuple

INCH = 1200 / 72  # units per inch
WIDE, HIGH = 1200, 800
CLOTH = "M66 44H1134Q1156 44 1156 68C1154 540 992 758 600 758C208 758 46 540 44 68Q44 44 66 44Z"
RAIL = "M58 16H1142Q1184 16 1184 60C1184 560 1010 788 600 788C190 788 16 560 16 60Q16 16 58 16Z"
CARD_WIDE, CARD_HIGH = 2.5 * INCH, 3.5 * INCH
AREA = 80  # width of a betting area in units at scale 1
SPREAD = 80.0  # degrees from the middle of the arc to an outermost seat
ACROSS, DOWN, TOP, BEND = 408, 444, 184, 0.74  # dimensions of the arc of seats
TURN = 0.52
LARGEST, SMALLEST = 0.54, 0.38
ROOM = 178  # distance between neighboring seats at the largest scale


class SeatPosition(NamedTuple):
    number: int
    x: float
    y: float
    turn: float  # degrees, clockwise
    scale: float


def seats(count: int) -> tuple[SeatPosition, ...]:
    angles = [0.0] if count == 1 else [SPREAD - 2 * SPREAD * n / (count - 1) for n in range(count)]
    places = [_place(angle) for angle in angles]
    gaps = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(places)]
    scale = max(SMALLEST, min(LARGEST, LARGEST * min(gaps, default=ROOM) / ROOM))
    return tuple(
        SeatPosition(number, x, y, -TURN * angle, scale)
        for number, (angle, (x, y)) in enumerate(zip(angles, places, strict=True), 1)
    )


def _place(angle: float) -> tuple[float, float]:
    across, along = sin(radians(angle)), cos(radians(angle))
    return 600 + copysign(ACROSS * abs(across) ** BEND, across), TOP + DOWN * along**BEND


def inches(units: float) -> float:
    return units / INCH
