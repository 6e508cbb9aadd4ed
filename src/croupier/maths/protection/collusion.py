"""Compute the value of collusion between players who show each other their cards and play optimally.

The value is exact if the game's solver can compute it. For other games, deals are sampled. In each sampled
deal, the exact value of every seat's hand is computed twice: with the other seats' cards known, and without.
The mean of the second value is the known value of the game, so only the difference is sampled. The variance
of this difference is small.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random

import msgspec

from croupier.cards import Card, deck_of
from croupier.errors import BadInput
from croupier.maths.protection.seen_cards import InformedPlay
from croupier.maths.solver import solver
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable, declaration

DEALS = 100
FEWEST = 30  # With fewer deals, the standard error would not be reliable.
SEED = "shared cards"


class CollusionValue(msgspec.Struct, frozen=True):
    play: InformedPlay
    seats: int
    deals: int | None = None  # number of sampled deals, or None if the value is exact
    error: float | None = None  # standard error of the value

    def fields(self, chance: Fraction) -> dict[str, object]:
        """Return the extra fields of the document. ``chance`` is the fraction of rounds with shared cards.

        A sample estimates only the value, so the fields that need the average stake are null.
        """
        if self.deals is None or self.error is None:
            return {"seats": self.seats, "sampled": None}
        unknown = ("house_edge_exact", "element_of_risk", "element_of_risk_exact", "average_wager")
        return {
            **dict.fromkeys(unknown),
            "seats": self.seats,
            "sampled": {"deals": self.deals, "standard_error": self.error * float(chance)},
        }


def solve_shared(
    terms: Terms,
    table: Paytable | None,
    seats: int | None,
    deals: int,
    ev: Fraction,
    tell: Callable[[float], None],
) -> CollusionValue:
    of = solver(terms.game)
    pack = deck_of(declaration(terms.game).pack)
    most = min(declaration(terms.game).seats, of.most_others(len(pack)) + 1)
    seats = most if seats is None else seats
    if not 2 <= seats <= most:
        raise BadInput(f"--seats must be a number from 2 to {most}, not {seats}")
    if not FEWEST <= deals <= 1_000_000:
        raise BadInput(f"--deals must be a number from {FEWEST} to 1,000,000, not {deals}")
    if of.shared is not None:
        return CollusionValue(of.shared(terms, table, seats, tell), seats)
    random = Random(f"{SEED} {terms.game} {seats}")
    gains: list[Fraction] = []
    for deal in range(deals):
        cards = random.sample(list(pack.order), seats * of.in_hand)
        gains.append(_gain(terms, table, cards, seats))
        tell((deal + 1) / deals)
    mean = sum(gains, Fraction(0)) / deals
    spread = sum(float(each - mean) ** 2 for each in gains) / (deals - 1)
    # The average stake of players who share cards is not known, so this uses the average stake of ordinary
    # play.
    staked = of.solve(terms, table, None).average_wager
    return CollusionValue(InformedPlay(ev + mean, staked), seats, deals, sqrt(spread / deals))


def _gain(terms: Terms, table: Paytable | None, cards: list[Card], seats: int) -> Fraction:
    """Return the average gain per seat from sharing cards in one deal."""
    of = solver(terms.game)
    total = Fraction(0)
    for seat in range(seats):
        hand = tuple(cards[seat * of.in_hand : (seat + 1) * of.in_hand])
        others = tuple(cards[: seat * of.in_hand] + cards[(seat + 1) * of.in_hand :])
        total += of.worth(terms, table, hand, others) - of.worth(terms, table, hand, ())
    return total / seats
