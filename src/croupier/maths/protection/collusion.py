"""Seats that tell each other their cards: what the best play with that knowledge is worth to each of them.

Exact where the game's solver can count it. Elsewhere deals are sampled, and each is worked out exactly: the
value of every seat's hand when the others' cards are known to be gone, less the value of the same hand when
nothing is known. The mean of the latter is the value of the game, which is known; so only the difference is
sampled, and it varies little.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random

import msgspec

from croupier.cards import Card, deck_of
from croupier.errors import BadInput
from croupier.maths.protection.sight import Seen
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable, declaration

DEALS = 100
SEED = "shared cards"


class Shared(msgspec.Struct, frozen=True):
    seen: Seen
    seats: int
    deals: int | None = None  # None: exact
    error: float | None = None  # standard error of the value

    def told(self) -> dict[str, object]:
        if self.deals is None:
            return {"seats": self.seats, "sampled": None}
        return {"seats": self.seats, "sampled": {"deals": self.deals, "standard_error": self.error}}


def shared(
    terms: Terms,
    table: Paytable | None,
    seats: int | None,
    deals: int,
    ev: Fraction,
    tell: Callable[[float], None],
) -> Shared:
    of = solver(terms.game)
    pack = deck_of(declaration(terms.game).pack)
    most = min(declaration(terms.game).seats, of.most_others(len(pack)) + 1)
    seats = most if seats is None else seats
    if not 2 <= seats <= most:
        raise BadInput(f"--seats is a number from 2 to {most}, not {seats}")
    if not 2 <= deals <= 1_000_000:
        raise BadInput(f"--deals is a number from 2 to 1,000,000, not {deals}")
    if of.shared is not None:
        return Shared(of.shared(terms, table, seats, tell), seats)
    random = Random(f"{SEED} {terms.game} {seats}")
    gains: list[Fraction] = []
    for deal in range(deals):
        cards = random.sample(list(pack.order), seats * of.in_hand)
        gains.append(_gain(terms, table, cards, seats))
        tell((deal + 1) / deals)
    mean = sum(gains, Fraction(0)) / deals
    spread = sum(float(each - mean) ** 2 for each in gains) / (deals - 1)
    # What is staked with such play was not counted: told as without it.
    staked = of.solve(terms, table, None).average_wager
    return Shared(Seen(ev + mean, staked), seats, deals, sqrt(spread / deals))


def _gain(terms: Terms, table: Paytable | None, cards: list[Card], seats: int) -> Fraction:
    """Of one deal, the mean over the seats."""
    of = solver(terms.game)
    total = Fraction(0)
    for seat in range(seats):
        hand = tuple(cards[seat * of.in_hand : (seat + 1) * of.in_hand])
        others = tuple(cards[: seat * of.in_hand] + cards[(seat + 1) * of.in_hand :])
        total += of.worth(terms, table, hand, others) - of.worth(terms, table, hand, ())
    return total / seats
