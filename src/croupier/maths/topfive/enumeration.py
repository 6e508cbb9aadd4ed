"""Solve the play-or-fold decision of Top Five Poker exactly, by counts of ranks.

Only tens, jacks, queens, kings and aces count (topfive/6.A), so the number of cards of each of these ranks
describes a hand. There are 687 combinations of such numbers. Suits matter only for the royal (6.C.1), and a
royal matters only between hands with the same number of top cards, at least five. For a hand of five or more
top cards, the class therefore also records whether the hand contains a royal, and in how many suits it has no
top card. The number of ways to deal each hand to the dealer is then a product of binomial coefficients.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.cards.deck import SUITS
from croupier.hands import top_five, top_five_qualifies
from croupier.maths.results import Result, decision, distribution
from croupier.maths.terms import Terms

TOP = "AKQJT"
BLANKS = 32  # number of cards below ten
HAND = 7
FOLD = -1  # loss of the Ante (topfive/11.B.2.a)
BLANK_CARDS = tuple(Card(rank + suit) for rank in "98765432" for suit in SUITS)

RankCounts = tuple[int, ...]  # number of cards of each rank, ace first


class TopFiveHandClass(msgspec.Struct, frozen=True):
    """A class of hands that the rules rank equally and against which the dealer has the same chances."""

    counts: RankCounts
    royal: bool
    free_suits: int  # number of suits in which the hand has no top card, so that the dealer can have a royal
    ways: int
    cards: tuple[Card, ...]  # top cards of an example hand

    @property
    def count(self) -> int:
        return sum(self.counts)


@cache
def list_rank_counts() -> tuple[RankCounts, ...]:
    return tuple(counts for counts in product(range(5), repeat=5) if sum(counts) <= HAND)


@cache
def _suitings(groups: tuple[int, ...]) -> Mapping[tuple[bool, int], int]:
    """Count suit assignments by whether they make a royal, and by the number of suits without a card.

    ``groups`` gives the number of cards of each rank.
    """
    # A state has the suits in which every rank so far has a card, and those in which any rank has one.
    states = Counter({(frozenset(SUITS), frozenset[str]()): 1})
    for size in groups:
        grown: Counter[tuple[frozenset[str], frozenset[str]]] = Counter()
        for (every, some), ways in states.items():
            for chosen in combinations(SUITS, size):
                grown[every & set(chosen), some | set(chosen)] += ways
        states = grown
    found: Counter[tuple[bool, int]] = Counter()
    for (every, some), ways in states.items():
        found[bool(every), 4 - len(some)] += ways
    return found


def _cards(rank_counts: RankCounts, royal: bool) -> tuple[Card, ...]:
    return tuple(
        Card(rank + SUITS[(place if royal else place + first) % 4])
        for first, (rank, copies) in enumerate(zip(TOP, rank_counts, strict=True))
        for place in range(copies)
    )


@cache
def hand_classes() -> tuple[TopFiveHandClass, ...]:
    """Return the classes of all 133,784,560 hands of seven cards."""
    found = []
    for rank_counts in list_rank_counts():
        blanks = comb(BLANKS, HAND - sum(rank_counts))
        if sum(rank_counts) < 5:
            # If the dealer has a royal, the dealer has more top cards, so suits without a top card make no
            # difference.
            ways = prod(comb(4, copies) for copies in rank_counts)
            found.append(TopFiveHandClass(rank_counts, False, 0, ways * blanks, _cards(rank_counts, False)))
            continue
        for (royal, whole), ways in sorted(_suitings(tuple(sorted(rank_counts))).items()):
            found.append(
                TopFiveHandClass(rank_counts, royal, whole, ways * blanks, _cards(rank_counts, royal))
            )
    return tuple(found)


@cache
def ladder(reading: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each hand's strength under a reading of T-03, as two arrays: without a royal, and with one.

    The strength of an impossible royal is -1.
    """
    plain = [top_five(_cards(rank_counts, False), reading).strength for rank_counts in list_rank_counts()]
    royal = [
        top_five(_cards(rank_counts, True), reading).strength if min(rank_counts) else -1
        for rank_counts in list_rank_counts()
    ]
    return np.array(plain), np.array(royal)


@cache
def short(reading: str) -> NDArray[np.bool_]:
    """Return a mask of the dealer's hands that do not qualify under a reading of T-02 (topfive/11.C.2)."""
    return np.array(
        [not top_five_qualifies(_cards(rank_counts, False), reading) for rank_counts in list_rank_counts()]
    )


CHOOSE = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(53)], dtype=np.int64)


def _dealt(
    free: NDArray[np.int64], blanks: NDArray[np.int64], whole: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the dealer's hands of each class, without and with a royal, with one row per player's hand.

    ``free`` is the number of unseen top cards of each rank, ``blanks`` is the number of other unseen cards,
    and ``whole`` is the number of suits without a top card in the player's hand.
    """
    dealer = np.array(list_rank_counts())
    # Compute the binomials once per number of unseen cards, then select one row per player's hand.
    others = CHOOSE[:, HAND - dealer.sum(axis=1)][blanks]
    every, royal = others.copy(), others * whole[:, None]
    unseen = np.arange(5)
    for rank in range(5):
        taken = dealer[:, rank]
        every *= CHOOSE[unseen[:, None], taken][free[:, rank]]
        # The royal uses one card of each rank. The dealer's other cards of the rank are chosen from those
        # that remain.
        more = CHOOSE[np.maximum(unseen - 1, 0)[:, None], np.maximum(taken - 1, 0)] * (taken > 0)
        royal *= more[free[:, rank]]
    return every - royal, royal


def _against(
    strength: NDArray[np.int64],
    free: NDArray[np.int64],
    blanks: NDArray[np.int64],
    whole: NDArray[np.int64],
    qualifying: str,
    ranking: str,
) -> NDArray[np.int64]:
    """Count results as ``compare_hands`` does, with the dealer's seven cards drawn from all unseen cards."""
    return compare_hands(strength, *_dealt(free, blanks, whole), qualifying, ranking)


def compare_hands(
    strength: NDArray[np.int64],
    plain: NDArray[np.int64],
    royal: NDArray[np.int64],
    qualifying: str,
    ranking: str,
) -> NDArray[np.int64]:
    """Count the dealer's hands by whether they qualify and by result, with one row per player's hand.

    The second axis is 0 if the dealer qualifies and 1 if not. The third axis is the player's result: 0 for
    a loss, 1 for a tie and 2 for a win. ``plain`` and ``royal`` give the number of ways to deal each hand to
    the dealer, without and with a royal.
    """
    falls_short = short(qualifying)
    plain_strength, royal_strength = ladder(ranking)
    counts = np.zeros((len(strength), 2, 3), np.int64)
    for ways, standing in ((plain, plain_strength), (royal, royal_strength)):
        for falls in (0, 1):
            here = np.flatnonzero(falls_short == bool(falls))
            weakest_first = here[np.argsort(standing[here], kind="stable")]
            summed = np.zeros((len(strength), len(here) + 1), np.int64)
            np.cumsum(ways[:, weakest_first], axis=1, out=summed[:, 1:])
            beaten = np.searchsorted(standing[weakest_first], strength, side="left")
            not_better = np.searchsorted(standing[weakest_first], strength, side="right")
            rows = np.arange(len(strength))
            wins, no_loss = summed[rows, beaten], summed[rows, not_better]
            counts[:, falls] += np.stack([summed[:, -1] - no_loss, no_loss - wins, wins], axis=1)
    return counts


def nets(terms: Terms) -> list[list[Fraction]]:
    """Return the combined net result of Ante and Play in units, indexed like the counts of ``compare_hands``.

    The Ante pushes if the dealer does not qualify (11.C.2, T-04).
    """
    ante, play = terms.odds("ante"), terms.odds("play")
    lost, tied = Fraction(-1), Fraction(0)
    return [[lost + lost, tied, ante + play], [lost, tied, play]]


def worth(nets: list[list[Fraction]], counts: list[list[int]]) -> Fraction:
    return sum(
        (
            net * count
            for row, ways in zip(nets, counts, strict=True)
            for net, count in zip(row, ways, strict=True)
        ),
        Fraction(0),
    )


@cache
def outcomes(qualifying: str, ranking: str) -> list[list[list[int]]]:
    """Count the results of every class of hands against all dealer hands, before any payouts are applied."""
    hands = hand_classes()
    plain, royal = ladder(ranking)
    place = {rank_counts: number for number, rank_counts in enumerate(list_rank_counts())}
    counts = _against(
        np.array([(royal if each.royal else plain)[place[each.counts]] for each in hands]),
        4 - np.array([each.counts for each in hands]),
        np.array([BLANKS - (HAND - each.count) for each in hands]),
        np.array([each.free_suits for each in hands]),
        qualifying,
        ranking,
    )
    assert (counts.sum(axis=(1, 2)) == comb(52 - HAND, HAND)).all()
    return counts.tolist()


def solve(terms: Terms) -> Result:
    dealt = comb(52 - HAND, HAND)
    counts = outcomes(terms.reading("T-02"), terms.reading("T-03"))
    paid = nets(terms)
    found: Counter[Fraction] = Counter()
    played = indifferent = 0
    for each, table in zip(hand_classes(), counts, strict=True):
        value = worth(paid, table)
        if value > FOLD * dealt:
            played += each.ways
            for falls in (0, 1):
                for result in range(3):
                    found[paid[falls][result]] += each.ways * table[falls][result]
        else:
            found[Fraction(FOLD)] += each.ways * dealt
            indifferent += each.ways if value == FOLD * dealt else 0
    total = comb(52, HAND)
    return Result(
        "main",
        None,
        "ante",
        distribution(found, total * dealt),
        terms.taken("T-01", "T-02", "T-03", "T-04"),
        1 + Fraction(played, total),
        {
            "decisions": [
                decision("play or fold", [("play", played), ("fold", total - played)], total, indifferent)
            ]
        },
    )


def values(terms: Terms, hand: tuple[Card, ...], dead: Collection[Card] = ()) -> dict[str, Fraction]:
    """Return the values of playing and folding in units of the Ante.

    ``dead`` lists further cards known to be out of play.
    """
    known = {*hand, *dead}
    free = [4 - sum(card[0] == rank for card in known) for rank in TOP]
    whole = sum(all(Card(rank + suit) not in known for rank in TOP) for suit in SUITS)
    blanks = BLANKS - sum(card[0] not in TOP for card in known)
    value = top_five(hand, terms.reading("T-03"))
    counts = _against(
        np.array([value.strength]),
        np.array([free]),
        np.array([blanks]),
        np.array([whole]),
        terms.reading("T-02"),
        terms.reading("T-03"),
    )[0].tolist()
    value_of_play = worth(nets(terms), counts)
    return {"fold": Fraction(FOLD), "play": value_of_play / comb(sum(free) + blanks, HAND)}


def best_play(terms: Terms) -> Iterator[tuple[TopFiveHandClass, Fraction]]:
    """Yield every class of hands, worst first, with the value of playing it in units of the Ante."""
    ranking = terms.reading("T-03")
    counts, paid = outcomes(terms.reading("T-02"), ranking), nets(terms)
    strengths = [top_five(each.cards, ranking).strength for each in hand_classes()]
    for place in sorted(range(len(strengths)), key=strengths.__getitem__):
        yield hand_classes()[place], worth(paid, counts[place]) / comb(52 - HAND, HAND)
