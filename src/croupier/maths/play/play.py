"""One game under one set of terms and one plan, as arrays: any number of dealt rounds, and the exact count of
how they end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.maths.results import Result, distribution
from croupier.maths.wagers.frequencies import Titles
from croupier.rulebook import Paytable

SEAT = "seat"  # the player's own cards, among the places of a round


class Ending(msgspec.Struct, frozen=True):
    """What a round comes to for the main wagers, in units of the first of them."""

    decisions: tuple[str, ...]  # the answers given, in the order they are asked
    staked: Mapping[str, int]  # units at risk on each wager
    net: Mapping[str, Fraction]  # what each is up or down by

    @property
    def total(self) -> Fraction:
        return sum(self.net.values(), Fraction(0))

    @property
    def folded(self) -> bool:
        return self.decisions[-1:] == ("fold",)

    @property
    def at_risk(self) -> int:
        return sum(self.staked.values())


class Later(Mapping[str, tuple[Titles, ...]]):
    """Titles that are found when somebody first looks at them."""

    def __init__(self, find: Callable[[], Mapping[str, tuple[Titles, ...]]]) -> None:
        self._found = cache(find)

    def __getitem__(self, name: str) -> tuple[Titles, ...]:
        return self._found()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found())

    def __len__(self) -> int:
        return len(self._found())


Labels = Mapping[str, NDArray[np.int64]]  # by column: what to call each of its codes, from 0 up


class Tally(msgspec.Struct, frozen=True):
    """Deals that end alike and show alike: one entry a combination, some of them in several entries."""

    ending: NDArray[np.int64]
    labels: Labels  # by column, an entry each
    deals: NDArray[np.int64]

    @staticmethod
    def of(ending: NDArray[np.int64], codes: Labels, deals: NDArray[np.int64], asked: Labels) -> Tally:
        """Codes of every column, of which some are asked for under labels."""
        return Tally(ending, {column: names[codes[column]] for column, names in asked.items()}, deals)


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds as arrays of card numbers, ``places`` after one another in a row.

    A round is told by codes: the first is the place of its ending in ``endings``, the others are the places
    of what each column shows among that column's titles. A bonus wager is decided by one of the columns.
    """

    places: tuple[tuple[str, int], ...]
    names: tuple[Card, ...]  # the card that a number stands for
    pack: int  # cards in all
    endings: tuple[Ending, ...]
    columns: Mapping[str, tuple[Titles, ...]]
    column_of: Callable[[str, Paytable], str]
    codes: Callable[[NDArray[np.uint8]], NDArray[np.int16]]  # rounds -> round, code
    count: Callable[[NDArray[np.uint64], int], NDArray[np.int64]]  # words, rounds -> column, code: rounds
    ways: Callable[[], Sequence[int]]  # deals that end so, exactly
    determined: Mapping[str, tuple[Titles, ...]] = {}  # bonus wagers that the ending decides: titles of each
    # Columns that are counted exactly together with the ending and with each other, and the count.
    counted: frozenset[str] = frozenset()
    tally: Callable[[Labels], Tally] | None = None

    @property
    def cards(self) -> int:
        return sum(count for _, count in self.places)

    @property
    def widths(self) -> tuple[int, ...]:
        """How many codes each column has, the endings first."""
        return (len(self.endings), *(len(titles) for titles in self.columns.values()))

    def result(self, table: Paytable | None, unit: str) -> Result:
        """The main game under this plan, exactly."""
        ways = self.ways()
        total = sum(ways)
        nets: dict[Fraction, int] = {}
        wagered = 0
        for ending, deals in zip(self.endings, ways, strict=True):
            nets[ending.total] = nets.get(ending.total, 0) + deals
            wagered += ending.at_risk * deals
        letter = table.letter if table else None
        outcomes = distribution(nets, total)
        return Result("main", letter, unit, outcomes, {}, Fraction(wagered, total))


NO_CARDS = np.empty((0, 0), np.uint8)
NO_WORDS = np.empty(0, np.uint64)
