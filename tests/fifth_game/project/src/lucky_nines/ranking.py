"""Rank the hands by chapter 6, with three of a rank above points."""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards import Card
from croupier.cards.deck import RANKS

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

TITLES = frozenset({"three_of_a_rank", *(f"{word}_points" for word in WORDS)})  # used in paytable rows


class Nines(NamedTuple):
    """A hand, compared by the rank of a triple (-1 without a triple), then by points."""

    triple: int
    points: int

    @property
    def titles(self) -> frozenset[str]:
        """Return the titles of the hand, which are in TITLES."""
        triple = {"three_of_a_rank"} if self.triple >= 0 else set()
        return frozenset({f"{WORDS[self.points]}_points", *triple})

    @property
    def category(self) -> str:
        return "three_of_a_rank" if self.triple >= 0 else f"{WORDS[self.points]}_points"

    def announce(self) -> str:
        if self.triple >= 0:
            return "three of a rank"
        return "one point" if self.points == 1 else f"{WORDS[self.points]} points"


def pips(rank: int) -> int:
    """Return the points of a card. An ace counts one; tens and face cards count zero."""
    return {12: 1}.get(rank, rank + 2 if rank < 8 else 0)


def value_of(ranks: tuple[int, ...]) -> Nines:
    triple = ranks[0] if len(set(ranks)) == 1 else -1
    return Nines(triple, sum(map(pips, ranks)) % 10)


def nines(cards: tuple[Card, ...]) -> Nines:
    return value_of(tuple(RANKS.index(card[0]) for card in cards))
