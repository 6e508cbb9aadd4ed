"""Compute the value of seeing the dealer's cards or other players' cards in Dragon Poker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.hands import HandValue, dragon_hand
from croupier.hands.dragon import CHARACTER_OF, CHARACTERS, GOLD
from croupier.maths.dragon.enumeration import FOLD, HAND, KINDS, LOST, bonus, hand_classes, pack
from croupier.maths.protection.seen_cards import InformedPlay
from croupier.maths.results import Result, distribution
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable


def _ways(counts: Mapping[Card, int], free: Mapping[Card, int]) -> int:
    return prod(comb(free[kind], copies) for kind, copies in counts.items())


def _sets(size: int, free: Mapping[Card, int]) -> Iterator[tuple[Mapping[Card, int], int]]:
    for cards in combinations_with_replacement(KINDS, size):
        counts = Counter(cards)
        if ways := _ways(counts, free):
            yield counts, ways


def _less(free: Mapping[Card, int], counts: Mapping[Card, int]) -> dict[Card, int]:
    return {kind: copies - counts.get(kind, 0) for kind, copies in free.items()}


def dealer(terms: Terms, table: Paytable, cards: int) -> InformedPlay:
    """Solve the game for a player who sees ``cards`` of the dealer's three cards before deciding."""
    full = pack(terms)
    found: Counter[Fraction] = Counter()
    by_card: dict[str, list[Fraction]] = {}
    total = played = 0
    for hand in hand_classes():
        dealt = hand.ways(full)
        if not dealt:
            continue
        free = _less(full, hand.counts)
        gain = terms.odds("ante") + terms.odds("play") + bonus(table, hand.value)
        for dealers_cards, ways in _sets(cards, free):
            results = _results(hand.value, dealers_cards, _less(free, dealers_cards), HAND - cards)
            deals = dealt * ways * sum(results)
            worth = gain * results[2] + LOST * results[0]
            plays = worth > FOLD * sum(results)
            if plays:
                for net, count in (
                    (Fraction(LOST), results[0]),
                    (Fraction(0), results[1]),
                    (gain, results[2]),
                ):
                    found[net] += dealt * ways * count
                played += deals
            else:
                found[Fraction(FOLD)] += deals
                worth = Fraction(FOLD * sum(results))
            total += deals
            if cards == 1:
                tally = by_card.setdefault(_name_kind(next(iter(dealers_cards))), [Fraction(0), Fraction(0)])
                tally[0] += dealt * ways * worth
                tally[1] += deals
    result = Result("main", table.letter, "ante", distribution(found, total), {})
    return InformedPlay(
        result.ev,
        2 + Fraction(played, total),
        {card: worth / deals for card, (worth, deals) in by_card.items()},
        {"play": Fraction(played, total), "fold": 1 - Fraction(played, total)},
        result,
    )


def _results(
    value: HandValue, dealers_cards: Mapping[Card, int], free: Mapping[Card, int], more: int
) -> tuple[int, int, int]:
    """Count the dealer's hands that beat, tie with and lose to the player's hand, given some dealer cards."""
    counts = [0, 0, 0]
    known = tuple(Counter(dealers_cards).elements())
    for rest, ways in _sets(more, free):
        theirs = dragon_hand((*known, *Counter(rest).elements()))
        counts[(value >= theirs) + (value > theirs)] += ways
    return counts[0], counts[1], counts[2]


def _name_kind(kind: Card) -> str:
    return "gold dragon" if kind == GOLD else CHARACTERS[CHARACTER_OF[kind]]


def solve_shared(terms: Terms, table: Paytable, seats: int, tell: Callable[[float], None]) -> InformedPlay:
    """Return the exact value of the game when the players at ``seats`` seats show each other their cards."""
    full = pack(terms)
    size = sum(full.values())
    gone = HAND * (seats - 1)
    left = comb(size - HAND - gone, HAND)
    total, staked = Fraction(0), 0
    for number, hand in enumerate(hand_classes()):
        tell(number / len(hand_classes()))
        dealt = hand.ways(full)
        if not dealt:
            continue
        weight, won, lost = _met(tuple(full.values()), gone, number)
        gain = terms.odds("ante") + terms.odds("play") + bonus(table, hand.value)
        plays = gain.numerator * won + gain.denominator * LOST * lost > gain.denominator * FOLD * left
        wins, losses = (int((weight * each)[plays].sum()) for each in (won, lost))
        played, folded = int(weight[plays].sum()), int(weight[~plays].sum())
        total += dealt * (gain * wins + LOST * losses + FOLD * left * folded)
        staked += dealt * (3 * played + 2 * folded)
    deals = comb(size, HAND) * comb(size - HAND, gone)
    return InformedPlay(total / (deals * left), Fraction(staked, deals))


Counts = NDArray[Any]  # an array of 64-bit integers if all sums fit, otherwise of Python integers


@lru_cache(maxsize=100)
def _met(full: tuple[int, ...], gone: int, number: int) -> tuple[Counts, Counts, Counts]:
    """For one class of hands, return three arrays over all sets of cards that the other players can hold.

    For each set, the first array has the number of ways to deal it. The second has the number of dealer's
    hands that lose to the player's hand, and the third has the number that beat it. These numbers depend on
    no paytable.
    """
    hand, size = hand_classes()[number], sum(full)
    fits = comb(size - HAND, gone) * comb(size - HAND - gone, HAND) < 1 << 62
    choose = np.array(
        [[comb(n, k) for k in range(gone + 1)] for n in range(max(full) + 1)], np.int64 if fits else object
    )
    mine = np.array([hand.counts.get(kind, 0) for kind in KINDS])
    free, others = np.array(full) - mine, _out(full, gone)
    others_cards = others[(others <= free).all(axis=1)]
    weight = np.prod([choose[free[k], others_cards[:, k]] for k in range(len(KINDS))], axis=0)
    codes, below = _dealers(full, gone + HAND)
    row = np.searchsorted(codes, _codes(others_cards + mine, full))
    weaker = sum(each.value < hand.value for each in hand_classes())
    not_stronger = sum(each.value <= hand.value for each in hand_classes())
    return weight, below[row, weaker], below[row, -1] - below[row, not_stronger]


@lru_cache(maxsize=1)
def _dealers(full: tuple[int, ...], gone: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the code of every set of ``gone`` cards missing from the deck, and the dealer's hands for each.

    The hands are cumulative counts: column ``n`` counts the hands in the ``n`` weakest classes.
    """
    out = _out(full, gone)
    small = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(max(full) + 1)], np.int64)
    free = np.array(full) - out
    below = np.zeros((len(out), len(hand_classes()) + 1), np.int64)
    for place, hand in enumerate(sorted(hand_classes(), key=lambda each: each.value)):
        ways = np.ones(len(out), np.int64)
        for kind, copies in hand.counts.items():
            ways *= small[free[:, KINDS.index(kind)], copies]
        below[:, place + 1] = below[:, place] + ways
    return _codes(out, full), below


@lru_cache(maxsize=2)
def _out(full: tuple[int, ...], cards: int) -> NDArray[np.int64]:
    """Return every combination of ``cards`` cards that can be missing from the deck, as counts by kind."""
    return np.array(list(_list_counts(full, cards)), np.int64)


def _codes(counts: NDArray[np.int64], full: tuple[int, ...]) -> NDArray[np.int64]:
    """Encode the number of cards of each kind as one integer.

    The codes ascend in the order in which ``_list_counts`` yields the counts.
    """
    return np.ravel_multi_index(list(counts.T), [copies + 1 for copies in full])


def _list_counts(copies: tuple[int, ...], cards: int) -> Iterator[tuple[int, ...]]:
    if len(copies) == 1:
        if cards <= copies[0]:
            yield (cards,)
        return
    for count in range(min(copies[0], cards) + 1):
        for rest in _list_counts(copies[1:], cards - count):
            yield count, *rest
