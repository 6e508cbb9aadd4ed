"""Count dealt hands, grouped by the paytable conditions that they satisfy.

One enumeration serves every paytable of a wager. Frequencies are stored by *titles* (the set of conditions
that a hand satisfies), and a paytable pays the first of its rows that is among them (X-03). The counts for
the standard deck are stored. The ``count_...`` functions compute them.

Poker hands are counted in classes of equivalent hands. If the cards cannot make a flush, only their ranks
matter, and one hand represents every way to assign suits to the ranks. If they make a flush, only the ranks
of the flush suit matter, because a flush together with four of a kind or a full house would need more than
seven cards. The 133,784,560 hands of seven cards form 68,081 classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import combinations
from math import comb, prod

import msgspec

from croupier.cards import STANDARD, Card
from croupier.cards.deck import RANKS, SUITS
from croupier.hands import (
    FIVE,
    HandValue,
    hole_pair_titles,
    poker_strength,
    six_card,
    three_card,
)
from croupier.hands.ranking import rank_sets
from croupier.hands.words import many
from croupier.maths.stored import read

Titles = frozenset[str]

# Paytable conditions, best first. The first condition that a hand satisfies pays.
MADE_ROWS = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
    "two_pair",
)  # fmt: skip
FIVE_ROWS = (
    *MADE_ROWS,
    *(f"pair_of_{many(rank)}_or_better" for rank in range(12, -1, -1)),
    "pair",
    "high_card",
)
THREE_ROWS = (
    "akq_of_spades", "akq_suited_other", "straight_flush", "three_of_a_kind", "straight", "flush", "pair",
    "high_card",
)  # fmt: skip
SIX_ROWS = ("super_royal_diamonds", "super_royal_other", "super_royal", *MADE_ROWS, "pair", "high_card")


class Frequencies(msgspec.Struct, frozen=True):
    counts: Mapping[Titles, int]
    total: int


def gather(hands: Iterable[tuple[Titles, int]], total: int) -> Frequencies:
    counts: Counter[Titles] = Counter()
    for titles, weight in hands:
        counts[titles] += weight
    assert sum(counts.values()) == total, "the classes must cover all hands"
    return Frequencies(dict(counts), total)


# --- poker hands of three, five, six and seven cards


@cache
def suitings(groups: tuple[int, ...], flush: int) -> int:
    """Count the ways to assign suits to rank groups so that no suit has ``flush`` cards or more."""
    in_suit = [1]  # number of ways, indexed by the number of cards in one fixed suit
    for size in groups:
        without, within = comb(3, size), comb(3, size - 1)
        longer = [0] * (len(in_suit) + 1)
        for cards, ways in enumerate(in_suit):
            longer[cards] += ways * without
            longer[cards + 1] += ways * within
        in_suit = longer
    # A flush takes more than half of the cards, so two suits cannot make a flush at the same time.
    return prod(comb(4, size) for size in groups) - 4 * sum(in_suit[flush:])


def classes(size: int, flush: int = 5) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield one hand from each class of hands of ``size`` cards, and the number of hands in the class."""
    for ranks in rank_sets(13, size):
        groups = tuple(Counter(ranks).values())
        ways = suitings(groups, flush)
        if ways:
            # The suits are assigned in rotation, so that no suit makes a flush and no card occurs twice.
            yield tuple(Card(RANKS[rank] + SUITS[place % 4]) for place, rank in enumerate(ranks)), ways
    for suit, filler in zip(SUITS, "dhsc", strict=True):
        for of_suit in range(flush, size + 1):
            others = tuple(Card(rank + filler) for rank in RANKS[: size - of_suit])
            for chosen in combinations(RANKS, of_suit):
                yield (*(Card(rank + suit) for rank in chosen), *others), comb(39, size - of_suit)


def pair_titles(rank: int) -> Titles:
    """Return a pair's titles such as ``pair_of_jacks_or_better``. Custom paytables can use them."""
    return frozenset(f"pair_of_{many(low)}_or_better" for low in range(rank + 1))


@cache
def strength_titles(strength: int) -> Titles:
    hand = HandValue(FIVE, strength, ())
    return hand.titles | (pair_titles(hand.rung.leaders[0]) if hand.category == "pair" else frozenset())


def poker_titles(cards: tuple[Card, ...]) -> Titles:
    return strength_titles(poker_strength(cards))


def count_poker(size: int) -> Frequencies:
    return gather(((poker_titles(cards), ways) for cards, ways in classes(size)), comb(52, size))


def count_six_cards() -> Frequencies:
    return gather(((six_card(cards).titles, ways) for cards, ways in classes(6)), comb(52, 6))


def count_three_cards() -> Frequencies:
    return gather(((three_card(cards).titles, ways) for cards, ways in classes(3, flush=3)), comb(52, 3))


def count_hole_pairs() -> Frequencies:
    def hands() -> Iterator[tuple[Titles, int]]:
        aces = [card for card in STANDARD.order if card[0] == "A"]
        for hole in combinations(STANDARD.order, 2):
            if hole[0][0] == hole[1][0] == "A":
                dealer = [ace for ace in aces if ace not in hole]
                yield hole_pair_titles(hole, dealer), 1
                yield hole_pair_titles(hole), comb(50, 2) - 1
            else:
                yield hole_pair_titles(hole), comb(50, 2)

    return gather(hands(), comb(52, 2) * comb(50, 2))


# --- stored counts


COUNTS: dict[str, Callable[[], Frequencies]] = {
    **{f"poker_{size}": partial(count_poker, size) for size in (5, 6, 7)},
    "six_cards": count_six_cards,
    "three_cards": count_three_cards,
    "hole_pairs": count_hole_pairs,
}


@cache
def read_frequencies(name: str) -> Frequencies:
    return msgspec.json.decode(read(f"{name}.json"), type=StoredFrequencies).frequencies()


class StoredFrequencies(msgspec.Struct):
    """The stored form of frequencies. Titles are sorted, so that the same counts give the same file."""

    total: int
    counts: list[tuple[list[str], int]]

    @classmethod
    def of(cls, found: Frequencies) -> StoredFrequencies:
        return cls(found.total, sorted((sorted(titles), count) for titles, count in found.counts.items()))

    def frequencies(self) -> Frequencies:
        return Frequencies({frozenset(titles): count for titles, count in self.counts}, self.total)


def poker(size: int) -> Frequencies:
    """Return the stored counts of the best five-card hand from five, six or seven cards."""
    return read_frequencies(f"poker_{size}")


def six_cards() -> Frequencies:
    """Return the stored counts of six-card hands (uth/7.F.4.a, letitride/6.E)."""
    return read_frequencies("six_cards")


def three_cards() -> Frequencies:
    return read_frequencies("three_cards")


def hole_pairs() -> Frequencies:
    """Return the stored counts of the player's two hole cards.

    The dealer's hole cards matter only if the player has a pair of aces (uth/12.E'2.2.a).
    """
    return read_frequencies("hole_pairs")
