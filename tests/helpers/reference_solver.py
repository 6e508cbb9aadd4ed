"""Solve the main games independently by enumerating every deal, without any grouping.

This solver is slow. It shares only rankings and paytables with the fast solvers, and both must agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Card
from croupier.cards.deck import SUITS
from croupier.hands import FIVE, HandValue, dragon_hand, poker_strength, top_five, top_five_qualifies
from croupier.hands.dragon import DRAGON
from croupier.rulebook import Odds, Paytable, Push, Row

Net = dict[Fraction, int]  # net result in units -> number of deals


class ReferenceResult(msgspec.Struct, frozen=True):
    nets: Net
    deals: int
    wagered: int  # the total units staked in all deals
    first: int = 0  # in Let It Ride, the number of three-card hands that ride

    @property
    def ev(self) -> Fraction:
        return sum((net * count for net, count in self.nets.items()), Fraction(0)) / self.deals

    @property
    def average_wager(self) -> Fraction:
        return Fraction(self.wagered, self.deals)


def gain(row: Row | None) -> Fraction:
    if row is None:
        return Fraction(-1)
    if isinstance(row.pays, Push):
        return Fraction(0)
    assert isinstance(row.pays, Odds)
    return Fraction(row.pays.num, row.pays.den) - (1 if row.pays.word == "for" else 0)


# --- Let It Ride: 22,100 hands, then 49 fourth cards, then 48 fifth cards


def five_card_strengths() -> NDArray[np.int16]:
    """Return the strength of every five-card hand, in the order of ``combinations``."""
    count = comb(52, 5)
    hands = combinations(STANDARD.order, 5)
    return np.fromiter((poker_strength(hand) for hand in hands), np.int16, count)


def _places() -> Callable[[NDArray[np.int64]], NDArray[np.int64]]:
    """Return a function that maps five sorted card numbers to their index in ``combinations``."""
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(53)])

    def place(hands: NDArray[np.int64]) -> NDArray[np.int64]:
        hands = np.sort(hands, axis=-1)
        behind = sum(choose[51 - hands[..., k], 5 - k] for k in range(5))
        return comb(52, 5) - 1 - behind

    return place


def letitride(tables: Sequence[Paytable], strengths: NDArray[np.int16]) -> list[ReferenceResult]:
    """Evaluate several paytables in one pass over the deals, with separate decisions for each paytable."""
    every = [_whole_gains(table) for table in tables]
    nets: list[Counter[Fraction]] = [Counter() for _ in tables]
    wagered, first = [0] * len(tables), [0] * len(tables)
    place = _places()
    for hand in combinations(range(52), 3):
        rest = np.array([card for card in range(52) if card not in hand])
        fourth, fifth = np.meshgrid(rest, rest, indexing="ij")
        dealt = fourth != fifth
        five = np.stack([np.full_like(fourth, card) for card in hand] + [fourth, fifth], axis=-1)
        # Entries on the diagonal contain a card twice. They are not hands, and the code below skips them.
        made = strengths[place(five)]
        for number, (gains, scale) in enumerate(every):
            won = np.where(dealt, gains[made], 0)
            ride_first = won.sum() > 0
            ride_second = won.sum(axis=1) > 0  # one decision for each fourth card
            bets = 1 + int(ride_first) + ride_second[:, None].astype(int)
            first[number] += int(ride_first)
            wagered[number] += int((bets * dealt).sum())
            net, counts = np.unique((bets * won)[dealt], return_counts=True)
            for each, count in zip(net.tolist(), counts.tolist(), strict=True):
                nets[number][Fraction(each, scale)] += count
    deals = comb(52, 3) * 49 * 48
    return [ReferenceResult(dict(nets[n]), deals, wagered[n], first[n]) for n in range(len(tables))]


def _whole_gains(table: Paytable) -> tuple[NDArray[np.int64], int]:
    """Return the gain for each strength as an integer, and the scale to divide it by."""
    hands = (HandValue(FIVE, strength, ()) for strength in range(len(FIVE.rungs)))
    gains = [gain(table.row_for(hand.titles)) for hand in hands]
    scale = lcm(*(each.denominator for each in gains))
    return np.array([int(each * scale) for each in gains]), scale


# --- Dragon Poker: 23,426 player hands against 19,600 dealer hands each


def dragon(table: Paytable) -> ReferenceResult:
    triples = list(combinations(range(53), 3))
    values = [dragon_hand([DRAGON.order[card] for card in triple]) for triple in triples]
    strengths = np.array([value.strength for value in values])
    holds = np.zeros((53, len(triples)), bool)
    for number, triple in enumerate(triples):
        holds[list(triple), number] = True
    nets: Counter[Fraction] = Counter()
    wagered = 0
    dealers = comb(50, 3)
    for number, triple in enumerate(triples):
        against = strengths[~(holds[triple[0]] | holds[triple[1]] | holds[triple[2]])]
        won = int((against < strengths[number]).sum())
        lost = int((against > strengths[number]).sum())
        assert len(against) == dealers
        gained = 2 + gain(table.row_for(values[number].titles))
        if won * gained - 3 * lost > -2 * dealers:
            wagered += 3 * dealers
            nets[gained] += won
            nets[Fraction(-3)] += lost
            nets[Fraction(0)] += dealers - won - lost
        else:
            wagered += 2 * dealers
            nets[Fraction(-2)] += dealers
    return ReferenceResult(dict(nets), len(triples) * dealers, wagered)


# --- Top Five: every pair of top-card sets; cards below ten only fill each hand up to seven


def _top_sets() -> Iterator[tuple[int, tuple[Card, ...]]]:
    top = [Card(rank + suit) for suit in SUITS for rank in "AKQJT"]
    for size in range(8):
        for chosen in combinations(range(20), size):
            yield sum(1 << place for place in chosen), tuple(top[place] for place in chosen)


def _nameless(mask: int) -> tuple[int, ...]:
    """Return a canonical form of a set of top cards, with suits renamed."""
    return tuple(sorted((mask >> 5 * suit) & 31 for suit in range(4)))


def topfive(readings: Sequence[tuple[str, str]], every_suit: bool = False) -> list[ReferenceResult]:
    """Play 137,980 sets of top cards against every set that the dealer can have.

    ``readings`` contains pairs of T-02 and T-03 readings. Sets that differ only by a renaming of suits are
    evaluated once and weighted by their number. With ``every_suit``, every set is evaluated.
    """
    sets = list(_top_sets())
    masks = np.array([mask for mask, _ in sets])
    sizes = np.array([len(cards) for _, cards in sets])
    ladders = {
        ranking: np.array([top_five(cards, ranking).strength for _, cards in sets]) for _, ranking in readings
    }
    full = {
        qualifying: np.array([top_five_qualifies(cards, qualifying) for _, cards in sets])
        for qualifying, _ in readings
    }
    looked_at: dict[object, tuple[int, int]] = {}
    for number, (mask, _) in enumerate(sets):
        name: object = mask if every_suit else _nameless(mask)
        first, times = looked_at.get(name, (number, 0))
        looked_at[name] = (first, times + 1)

    dealers = comb(45, 7)
    nets: list[Counter[Fraction]] = [Counter() for _ in readings]
    wagered = [0] * len(readings)
    for number, times in looked_at.values():
        size = int(sizes[number])
        player_ways = times * comb(32, 7 - size)
        blanks = np.array([comb(32 - (7 - size), 7 - dealer) for dealer in range(8)])
        others = np.flatnonzero((masks & masks[number]) == 0)
        ways = blanks[sizes[others]]
        assert int(ways.sum()) == dealers
        for place, (qualifying, ranking) in enumerate(readings):
            play = np.sign(ladders[ranking][number] - ladders[ranking][others])
            # The Ante pushes if the dealer does not qualify.
            net = np.where(full[qualifying][others], 2 * play, play)
            counts = {each: int(ways[net == each].sum()) for each in range(-2, 3)}
            if sum(each * count for each, count in counts.items()) > -dealers:
                wagered[place] += 2 * player_ways * dealers
                for each, count in counts.items():
                    nets[place][Fraction(each)] += player_ways * count
            else:
                wagered[place] += player_ways * dealers
                nets[place][Fraction(-1)] += player_ways * dealers
    deals = comb(52, 7) * dealers
    return [ReferenceResult(dict(nets[n]), deals, wagered[n]) for n in range(len(readings))]
