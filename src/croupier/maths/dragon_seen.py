"""Dragon Poker for somebody who sees cards: the dealer's, or those of other players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.hands import HandValue, dragon_hand
from croupier.hands.dragon import CHARACTER_OF, CHARACTERS, GOLD
from croupier.maths.dragon import FOLD, HAND, KINDS, LOST, HandClass, bonus, hand_classes, pack
from croupier.maths.protection.sight import Seen
from croupier.maths.results import Result, distribution
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable


def _ways(held: Mapping[Card, int], free: Mapping[Card, int]) -> int:
    return prod(comb(free[kind], copies) for kind, copies in held.items())


def _sets(size: int, free: Mapping[Card, int]) -> Iterator[tuple[Mapping[Card, int], int]]:
    for cards in combinations_with_replacement(KINDS, size):
        held = Counter(cards)
        if ways := _ways(held, free):
            yield held, ways


def _less(free: Mapping[Card, int], held: Mapping[Card, int]) -> dict[Card, int]:
    return {kind: copies - held.get(kind, 0) for kind, copies in free.items()}


def dealer(terms: Terms, table: Paytable, cards: int) -> Seen:
    """So many of the dealer's three cards seen before the decision."""
    full = pack(terms)
    found: Counter[Fraction] = Counter()
    by_card: dict[str, list[Fraction]] = {}
    total = played = 0
    for hand in hand_classes():
        dealt = hand.ways(full)
        if not dealt:
            continue
        free = _less(full, hand.held)
        gain = terms.odds("ante") + terms.odds("play") + bonus(table, hand.value)
        for seen, ways in _sets(cards, free):
            results = _results(hand.value, seen, _less(free, seen), HAND - cards)
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
                tally = by_card.setdefault(_called(next(iter(seen))), [Fraction(0), Fraction(0)])
                tally[0] += dealt * ways * worth
                tally[1] += deals
    result = Result("main", table.letter, "ante", distribution(found, total), {})
    return Seen(
        result.ev,
        2 + Fraction(played, total),
        {card: worth / deals for card, (worth, deals) in by_card.items()},
        {"play": Fraction(played, total), "fold": 1 - Fraction(played, total)},
        result,
    )


def _results(
    value: HandValue, seen: Mapping[Card, int], free: Mapping[Card, int], more: int
) -> tuple[int, int, int]:
    """Dealers that beat, tie with and lose to a hand, some of their cards being known."""
    counts = [0, 0, 0]
    known = tuple(Counter(seen).elements())
    for rest, ways in _sets(more, free):
        theirs = dragon_hand((*known, *Counter(rest).elements()))
        counts[(value >= theirs) + (value > theirs)] += ways
    return counts[0], counts[1], counts[2]


def _called(kind: Card) -> str:
    return "gold dragon" if kind == GOLD else CHARACTERS[CHARACTER_OF[kind]]


def shared(terms: Terms, table: Paytable, seats: int, tell: Callable[[float], None]) -> Seen:
    """Seats that share their cards, exactly: by how many cards of each kind the others hold together."""
    full = pack(terms)
    size = sum(full.values())
    gone = HAND * (seats - 1)
    others = np.array(list(_held_by_others(tuple(full.values()), gone)), np.int64)
    choose = np.array([[comb(n, k) for k in range(41)] for n in range(max(full.values()) + 1)], object)
    small = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(max(full.values()) + 1)], np.int64)
    classes = hand_classes()
    dealers = np.array([[hand.held.get(kind, 0) for kind in KINDS] for hand in classes], np.int64)
    left = comb(size - HAND - gone, HAND)
    total, staked = Fraction(0), Fraction(0)
    for number, hand in enumerate(classes):
        tell(number / len(classes))
        dealt = hand.ways(full)
        if not dealt:
            continue
        free = np.array([full[kind] - hand.held.get(kind, 0) for kind in KINDS])
        held = others[(others <= free).all(axis=1)]
        weight = np.prod([choose[free[k], held[:, k]] for k in range(len(KINDS))], axis=0)
        won, lost = _against(hand.value, classes, dealers, free - held, small)
        gain = terms.odds("ante") + terms.odds("play") + bonus(table, hand.value)
        scale = gain.denominator
        worth = gain.numerator * won + scale * LOST * lost
        plays = worth > scale * FOLD * left
        best = np.where(plays, worth, scale * FOLD * left).astype(object)
        total += Fraction(dealt * int((weight * best).sum()), scale)
        staked += dealt * int((weight * np.where(plays, 3, 2).astype(object)).sum())
    deals = comb(size, HAND) * comb(size - HAND, gone)
    return Seen(total / (deals * left), staked / deals)


def _against(
    value: HandValue,
    classes: list[HandClass],
    dealers: NDArray[np.int64],
    free: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    won = np.zeros(len(free), np.int64)
    lost = np.zeros(len(free), np.int64)
    for other, held in zip(classes, dealers, strict=True):
        if other.value == value:
            continue
        ways = np.ones(len(free), np.int64)
        for kind in np.flatnonzero(held):
            ways *= choose[free[:, kind], held[kind]]
        if value > other.value:
            won += ways
        else:
            lost += ways
    return won, lost


def _held_by_others(copies: tuple[int, ...], cards: int) -> Iterator[tuple[int, ...]]:
    if len(copies) == 1:
        if cards <= copies[0]:
            yield (cards,)
        return
    for held in range(min(copies[0], cards) + 1):
        for rest in _held_by_others(copies[1:], cards - held):
            yield held, *rest
