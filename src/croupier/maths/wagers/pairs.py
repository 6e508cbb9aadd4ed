"""Joint counts of the bettor's hand and another player's hand that earns Envy.

Players share community cards and never hold the same card, so their hands are correlated. For example, a
royal flush on the board belongs to every player. For any number of players, the variance that Envy adds
follows from the joint counts of two players. The counts are stored, and ``count_pairs`` computes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import msgspec

from croupier.maths.stored import read
from croupier.maths.wagers.frequencies import Titles


class Pairs(msgspec.Struct, frozen=True):
    """Number of deals by the titles of the bettor's hand and those of another hand that may earn Envy."""

    counts: Mapping[tuple[Titles, Titles], int]
    total: int

    def mean(self, mine: Callable[[Titles], Fraction], theirs: Callable[[Titles], Fraction]) -> Fraction:
        """Return the mean over all deals of ``mine(bettor's hand) * theirs(other hand)``."""
        whole = sum(
            (mine(one) * theirs(two) * count for (one, two), count in self.counts.items()), Fraction(0)
        )
        return whole / self.total


class StoredPairs(msgspec.Struct):
    """The stored form of ``Pairs``."""

    total: int
    counts: list[tuple[list[str], list[str], int]]

    @classmethod
    def of(cls, found: Pairs) -> StoredPairs:
        lines = ((sorted(one), sorted(two), count) for (one, two), count in found.counts.items())
        return cls(found.total, sorted(lines))

    def pairs(self) -> Pairs:
        return Pairs({(frozenset(one), frozenset(two)): count for one, two, count in self.counts}, self.total)


@cache
def pairs(name: str) -> Pairs:
    """Load the stored counts for one of ``flop``, ``ride``, ``three`` and ``seven``."""
    return msgspec.json.decode(read(f"pairs_{name}.json"), type=StoredPairs).pairs()
