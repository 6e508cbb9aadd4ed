"""Solve the play-or-fold decision of Dragon Poker exactly, by counts of characters.

The 53 cards are of seven kinds: Dragon, Gold Dragon and five other characters. Colors never affect the rank
of a hand (dragon/6.A, D-20). A hand is a combination of three kinds, which may repeat. The number of ways to
deal each hand to the dealer is a product of binomial coefficients over the cards outside the player's hand.
The unit is the Ante. The Ante Bonus and the Play are one unit each (dragon/7.F, 11.B).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

import msgspec

from croupier.cards import Card
from croupier.hands import HandValue, dragon_hand
from croupier.hands.dragon import DRAGON
from croupier.maths.results import Result, decision, distribution
from croupier.maths.terms import Terms, net_of
from croupier.rulebook import Paytable

HAND = 3
FOLD = -2  # loss of Ante and Ante Bonus (dragon/11.B)
LOST = -3  # loss of Ante, Ante Bonus and Play (dragon/11.D.3.h)

RED, BLUE = Card("Dr"), Card("Db")
KINDS = tuple(card for card in DRAGON.counts if card != BLUE)  # The red dragon represents both plain dragons.


class DragonHandClass(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]  # an example of a hand in this class
    counts: Mapping[Card, int]
    value: HandValue

    def ways(self, free: Mapping[Card, int]) -> int:
        return prod(comb(free[kind], copies) for kind, copies in self.counts.items())


def kinds(cards: Collection[Card]) -> Mapping[Card, int]:
    return Counter(RED if card == BLUE else card for card in cards)


def pack(terms: Terms) -> dict[Card, int]:
    """Return the number of cards of each kind."""
    return {
        kind: terms.copies(RED) + terms.copies(BLUE) if kind == RED else terms.copies(kind) for kind in KINDS
    }


@cache
def hand_classes() -> tuple[DragonHandClass, ...]:
    hands = (cards for cards in combinations_with_replacement(KINDS, HAND) if cards.count(Card("Dg")) < 2)
    return tuple(DragonHandClass(cards, Counter(cards), dragon_hand(cards)) for cards in hands)


def bonus(table: Paytable, value: HandValue) -> Fraction:
    """Return the Ante Bonus's net result in units if the player beats the dealer (dragon/11.D.3.g, D-13)."""
    row = table.row_for(value.titles)
    return Fraction(-1) if row is None else net_of(row.pays)


def _compute_win(terms: Terms, table: Paytable, value: HandValue) -> Fraction:
    return terms.odds("ante") + terms.odds("play") + bonus(table, value)


def against(
    value: HandValue, dealers: Sequence[DragonHandClass], free: Mapping[Card, int]
) -> tuple[int, int, int]:
    """Count the dealer's hands that beat, tie with and lose to the player's hand, in this order."""
    counts = [0, 0, 0]
    for dealer in dealers:
        ways = dealer.ways(free)
        if ways:
            counts[(value >= dealer.value) + (value > dealer.value)] += ways
    return counts[0], counts[1], counts[2]


def solve(terms: Terms, table: Paytable) -> Result:
    full = pack(terms)
    size = sum(full.values())
    hands = hand_classes()
    total, dealt = comb(size, HAND), comb(size - HAND, HAND)
    found: Counter[Fraction] = Counter()
    played = indifferent = 0
    for hand in hands:
        ways = hand.ways(full)
        if not ways:
            continue
        free = {kind: copies - hand.counts.get(kind, 0) for kind, copies in full.items()}
        lost, tied, won = against(hand.value, hands, free)
        gain = _compute_win(terms, table, hand.value)
        value = gain * won + LOST * lost
        if value > FOLD * dealt:
            played += ways
            found[gain] += ways * won
            found[Fraction(0)] += ways * tied
            found[Fraction(LOST)] += ways * lost
        else:
            found[Fraction(FOLD)] += ways * dealt
            indifferent += ways if value == FOLD * dealt else 0
    return Result(
        "main",
        table.letter,
        "ante",
        distribution(found, total * dealt),
        terms.taken("D-01", "D-03", "D-13"),
        2 + Fraction(played, total),
        {
            "decisions": [
                decision("play or fold", [("play", played), ("fold", total - played)], total, indifferent)
            ]
        },
    )


def values(
    terms: Terms, table: Paytable, hand: tuple[Card, ...], dead: Collection[Card] = ()
) -> dict[str, Fraction]:
    """Return the values of playing and folding in units of the Ante.

    ``dead`` lists further cards known to be out of play.
    """
    known = kinds((*hand, *dead))
    free = {kind: copies - known.get(kind, 0) for kind, copies in pack(terms).items()}
    value = dragon_hand(hand)
    lost, _, won = against(value, hand_classes(), free)
    dealt = comb(sum(free.values()), HAND)
    return {"fold": Fraction(FOLD), "play": (_compute_win(terms, table, value) * won + LOST * lost) / dealt}


def best_play(terms: Terms, table: Paytable) -> Iterator[tuple[DragonHandClass, Fraction]]:
    """Yield every class of hands, worst first, with the value of playing it in units of the Ante."""
    full = pack(terms)
    for hand in sorted(hand_classes(), key=lambda each: each.value):
        if hand.ways(full):
            yield hand, values(terms, table, hand.cards)["play"]
