"""The bettor's own hand beside another player's: how often both come together, where the other's earns Envy.

Players share community cards and never hold the same card, so their hands hang together: a royal flush on the
board is everybody's. What Envy adds to the spread of a wager follows from two players at a time, whatever
their number. The package brings the counts; ``count_company`` finds them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import msgspec

from croupier.maths.stored import read
from croupier.maths.wagers.frequencies import Titles


class Pairs(msgspec.Struct, frozen=True):
    """Deals by the titles of one player's hand and of another's that may earn Envy, of so many."""

    counts: Mapping[tuple[Titles, Titles], int]
    total: int

    def mean(self, mine: Callable[[Titles], Fraction], theirs: Callable[[Titles], Fraction]) -> Fraction:
        """Of the product of what the two hands are worth."""
        whole = sum(
            (mine(one) * theirs(two) * count for (one, two), count in self.counts.items()), Fraction(0)
        )
        return whole / self.total


class KeptPairs(msgspec.Struct):
    """As they are written down."""

    total: int
    counts: list[tuple[list[str], list[str], int]]

    @classmethod
    def of(cls, found: Pairs) -> KeptPairs:
        lines = ((sorted(one), sorted(two), count) for (one, two), count in found.counts.items())
        return cls(found.total, sorted(lines))

    def pairs(self) -> Pairs:
        return Pairs({(frozenset(one), frozenset(two)): count for one, two, count in self.counts}, self.total)


@cache
def pairs(name: str) -> Pairs:
    """As the package brings them."""
    return msgspec.json.decode(read(f"pairs_{name}.json"), type=KeptPairs).pairs()
