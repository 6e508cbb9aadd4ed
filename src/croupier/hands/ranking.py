"""Declare rankings of hands, and define the properties of a ranked hand.

A ranking is a list of rows, best first, as chapter 6 of a game prints them. A row requires *groups* and
*features*. A group is a number of cards of the same rank: a full house has a group of three and a group of
two. The features are "suited", "sequence" and "ace-high". The category of a hand is the first row that the
hand satisfies. Within a category, hands are compared by their *leaders*: the ranks, ordered by group size and
then from high to low. All hands with the same category and leaders share one *rung* of the ladder and tie.

The strength of a hand is the number of rungs below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec

from croupier.cards import Card

Leaders = tuple[int, ...]


@dataclass(frozen=True)
class RankingRow:
    """One category of hands, as chapter 6 declares it."""

    category: str
    groups: tuple[int, ...]
    features: frozenset[str]
    clauses: tuple[str, ...]


def row(category: str, groups: Iterable[int] = (), features: str = "", *clauses: str) -> RankingRow:
    return RankingRow(category, tuple(groups), frozenset(features.split()), clauses)


class Rung(NamedTuple):
    """All hands that tie with each other."""

    row: RankingRow
    leaders: Leaders
    counted: int | None = None  # number of top cards, only in Top Five Poker


class Shape(NamedTuple):
    """The groups, leaders and features of a set of cards, which a row requires."""

    groups: tuple[int, ...]
    leaders: Leaders
    features: frozenset[str]


def shape_of(ranks: Sequence[int], suited: bool, ace: int = 12, straight_of: int = 5) -> Shape:
    """Return the shape of a hand.

    ``straight_of`` is the number of cards that a sequence needs. ``ace`` is the rank that can also be below
    the deuce.
    """
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    leaders = tuple(rank for rank, _ in groups)
    features = set()
    if suited:
        features.add("suited")
    if len(leaders) == len(ranks) == straight_of:
        low_ace = (ace, *range(straight_of - 2, -1, -1))
        if leaders == low_ace:
            # An ace below 2-3-4-5 (or 2-3) makes the lowest sequence. Its top card is the five (or three).
            leaders = (*leaders[1:], ace)
            features.add("sequence")
        elif leaders[0] - leaders[-1] == straight_of - 1:
            features.add("sequence")
            if leaders[0] == ace:
                features.add("ace-high")
    return Shape(tuple(size for _, size in groups), leaders, frozenset(features))


def first_row(rows: Iterable[RankingRow], hand: Shape) -> RankingRow:
    for each in rows:
        if hand.groups[: len(each.groups)] == each.groups and each.features <= hand.features:
            return each
    raise LookupError(f"no row for {hand}")


def rank_sets(ranks: int, size: int, copies: int = 4) -> Iterator[tuple[int, ...]]:
    """Yield every multiset of ranks that ``size`` cards can have."""
    for chosen in combinations_with_replacement(range(ranks), size):
        if all(chosen[i] != chosen[i + copies] for i in range(size - copies)):
            yield chosen


@dataclass(frozen=True, eq=False)
class Ranking:
    """All rungs of one kind of hand, worst first, with the titles and announcements of the hands."""

    name: str
    rows: tuple[RankingRow, ...]
    climb: Callable[[], Iterable[Rung]]
    titles: Callable[[Rung, tuple[Card, ...]], frozenset[str]]
    announce: Callable[[Rung, tuple[Card, ...]], str]
    used: Callable[[Rung, tuple[Card, ...]], tuple[Card, ...]]
    # clauses about the whole ranking, such as those on the order of cards, on suits and on ties
    clauses: tuple[str, ...] = ()

    @cached_property
    def rungs(self) -> tuple[Rung, ...]:
        standing = {each: place for place, each in enumerate(reversed(self.rows))}
        return tuple(
            sorted(set(self.climb()), key=lambda rung: (rung.counted or 0, standing[rung.row], rung.leaders))
        )

    @cached_property
    def strengths(self) -> Mapping[Rung, int]:
        return {rung: strength for strength, rung in enumerate(self.rungs)}

    @cached_property
    def categories(self) -> tuple[str, ...]:
        return tuple(rung.row.category for rung in self.rungs)

    def __repr__(self) -> str:
        return f"<{self.name} ranking>"


class HandValue(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The position of a hand in its ranking. Hands of the same ranking can be compared.

    Hands of equal strength tie.
    """

    ranking: Ranking
    strength: int
    source: tuple[Card, ...]

    @property
    def rung(self) -> Rung:
        return self.ranking.rungs[self.strength]

    @property
    def category(self) -> str:
        return self.ranking.categories[self.strength]

    @property
    def count(self) -> int | None:
        """Return the number of cards from ten to ace in Top Five Poker, or None in all other rankings."""
        return self.rung.counted

    @property
    def clauses(self) -> tuple[str, ...]:
        """Return the clauses of chapter 6 that name this category of hands."""
        return self.rung.row.clauses

    @property
    def titles(self) -> frozenset[str]:
        """Return every paytable condition that the hand satisfies."""
        return self.ranking.titles(self.rung, self.source)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards that make the hand, most important first."""
        return self.ranking.used(self.rung, self.source)

    def announce(self) -> str:
        return self.ranking.announce(self.rung, self.source)

    def __str__(self) -> str:
        return self.announce()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandValue):
            return NotImplemented
        return self.strength == other.strength and self.ranking.name == other.ranking.name

    def __hash__(self) -> int:
        return hash((self.ranking.name, self.strength))

    def __lt__(self, other: HandValue) -> bool:
        return self._against(other) < 0

    def __le__(self, other: HandValue) -> bool:
        return self._against(other) <= 0

    def __gt__(self, other: HandValue) -> bool:
        return self._against(other) > 0

    def __ge__(self, other: HandValue) -> bool:
        return self._against(other) >= 0

    def _against(self, other: HandValue) -> int:
        if self.ranking.name != other.ranking.name:
            raise TypeError(f"a {self.ranking.name} hand cannot be compared with a {other.ranking.name} hand")
        return self.strength - other.strength
