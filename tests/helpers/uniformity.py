"""Chi-square tests of shuffled packs. A fair source fails each test about once in a million runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import sqrt

DEVIATIONS = 4.9  # a normal value exceeds this limit in either direction once in a million


def plausible(chi_square: float, freedom: int) -> bool:
    """Return whether a chi-square value is neither too high nor too low (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return abs((chi_square / freedom) ** (1 / 3) - (1 - spread)) < DEVIATIONS * sqrt(spread)


def even_cells(values: Sequence[int], cells: int) -> bool:
    """Test whether independent values are spread evenly over the cells."""
    counts, expected = Counter(values), len(values) / cells
    return plausible(sum((counts[cell] - expected) ** 2 / expected for cell in range(cells)), cells - 1)


def even_over_positions(packs: Sequence[Sequence[Hashable]]) -> bool:
    """Test whether each kind of card is equally likely in every position. A pack may contain a kind
    repeatedly.

    The totals for each position and kind are fixed, so the variance is that of drawing without replacement.
    """
    size, number = len(packs[0]), len(packs)
    kinds = Counter(packs[0])
    counts = Counter((place, card) for pack in packs for place, card in enumerate(pack))
    chi_square = sum(
        (counts[place, kind] - number * many / size) ** 2 / (number * many / (size - 1))
        for place in range(size)
        for kind, many in kinds.items()
    )
    return plausible(chi_square, (size - 1) * (len(kinds) - 1))
