"""Represent a game under one set of terms and one strategy as arrays.

A ``Play`` can play any number of dealt rounds. It can also count exactly how many deals lead to each ending.
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

SEAT = "seat"  # name of the player's own cards in ``places``


class Ending(msgspec.Struct, frozen=True):
    """One way a round can end: the result of the main wagers, in units of the first main wager."""

    decisions: tuple[str, ...]  # choices made, in order
    staked: Mapping[str, int]  # units at risk on each wager
    net: Mapping[str, Fraction]  # net result of each wager

    @property
    def total(self) -> Fraction:
        return sum(self.net.values(), Fraction(0))

    @property
    def folded(self) -> bool:
        return self.decisions[-1:] == ("fold",)

    @property
    def at_risk(self) -> int:
        return sum(self.staked.values())


class LazyTitles(Mapping[str, tuple[Titles, ...]]):
    """Title sets by column, computed on first access."""

    def __init__(self, find: Callable[[], Mapping[str, tuple[Titles, ...]]]) -> None:
        self._found = cache(find)

    def __getitem__(self, name: str) -> tuple[Titles, ...]:
        return self._found()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found())

    def __len__(self) -> int:
        return len(self._found())


Labels = Mapping[str, NDArray[np.int64]]  # for each column, the label (0, 1, ...) of each result code


class PlayTally(msgspec.Struct, frozen=True):
    """The number of deals by the round's ending and by labels.

    The same combination of ending and labels may have several entries.
    """

    ending: NDArray[np.int64]
    labels: Labels  # the label of each entry, by column
    deals: NDArray[np.int64]

    @staticmethod
    def of(ending: NDArray[np.int64], codes: Labels, deals: NDArray[np.int64], labels: Labels) -> PlayTally:
        """Build a tally from the codes of every column, with labels for the requested columns only."""
        return PlayTally(ending, {column: names[codes[column]] for column, names in labels.items()}, deals)


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds as arrays of card numbers. Each row has the cards of ``places``, in that order.

    The result of a round is a list of codes. The first code is the index of the ending in ``endings``. Each
    other code is an index into the titles of one column. One column settles each bonus wager.
    """

    places: tuple[tuple[str, int], ...]
    names: tuple[Card, ...]  # the cards in the order of their numbers
    pack: int  # total number of cards
    endings: tuple[Ending, ...]
    columns: Mapping[str, tuple[Titles, ...]]
    column_of: Callable[[str, Paytable], str]
    # takes the cards of rounds, returns codes indexed by [round, column]
    codes: Callable[[NDArray[np.uint8]], NDArray[np.int16]]
    # takes random words and a number of rounds, returns the number of rounds indexed by [column, code]
    count: Callable[[NDArray[np.uint64], int], NDArray[np.int64]]
    ways: Callable[[], Sequence[int]]  # returns the exact number of deals with each ending
    # bonus wagers that the ending settles, with the titles of each ending
    ending_titles: Mapping[str, tuple[Titles, ...]] = {}
    # columns that ``tally`` can enumerate jointly with the ending and with each other
    joint_columns: frozenset[str] = frozenset()
    tally: Callable[[Labels], PlayTally] | None = None

    @property
    def cards(self) -> int:
        return sum(count for _, count in self.places)

    @property
    def widths(self) -> tuple[int, ...]:
        """Return the number of codes in each column, endings first."""
        return (len(self.endings), *(len(titles) for titles in self.columns.values()))

    def result(self, table: Paytable | None, unit: str) -> Result:
        """Return the exact result of the main game under this strategy."""
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
