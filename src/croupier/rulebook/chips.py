"""Chip denominations and their colors (COMAR 36.05.02.03)."""

from __future__ import annotations

COLOURS = {  # by denomination in cents
    100: "white",
    200: "blue",
    250: "pink",
    500: "red",
    2_000: "yellow",
    2_500: "green",
    10_000: "black",
    50_000: "purple",
    100_000: "orange",
    500_000: "brown",
    1_000_000: "silver",
    2_500_000: "gold",
}
DENOMINATIONS = tuple(COLOURS)
USUAL = (100, 250, 500, 2_500, 10_000, 50_000, 100_000)  # for a tray with unknown contents
