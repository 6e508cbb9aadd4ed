"""The best play when both of the dealer's cards are seen before the first decision.

The player is compared with a single known hand, so a River state is a certain win, loss or tie. Only the
community cards are random. ``informed`` sums the states to the Flops and decides there, once for each of the
169 hands that differ by more than the names of suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.deck import RANKS
from croupier.maths.engine.kernel import Progress, spread
from croupier.maths.uth.boards import ONE_HAND, ladders
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.seen import Hole, InformedGame, InformedQuestion, inform, mean_square, question


class DealerHandGame(NamedTuple):
    """The value of the game to a player who sees the dealer's hand. Values are in Antes."""

    ev: Fraction
    decisions: Mapping[str, Fraction]
    by_hand: Mapping[str, Fraction]  # "AKs": the value of the game against it
    hits: Fraction  # how often a round ends with a gain
    square: Fraction | None  # the mean square of a round's result


def with_hand(hand: Hole, asked: InformedQuestion) -> InformedGame:
    """Solve against one hand, which must use only the first suit, or the first two."""
    return inform(hand, asked)


def hand_question(blind: Mapping[str, Fraction], rules: MainRules = AS_PRINTED) -> InformedQuestion:
    return question(ONE_HAND, blind, rules)


def dealers_hands() -> list[tuple[str, Hole, int]]:
    """The 169 hands: name, an example, and the number of hands it represents."""
    found = [(2 * RANKS[rank], (rank, 13 + rank), 6) for rank in reversed(range(13))]
    for high in reversed(range(13)):
        for low in reversed(range(high)):
            name = RANKS[high] + RANKS[low]
            found += [(f"{name}s", (low, high), 4), (f"{name}o", (low, 13 + high), 12)]
    return found


def solve_against(
    blind: Mapping[str, Fraction], progress: Progress | None = None, rules: MainRules = AS_PRINTED
) -> DealerHandGame:
    asked, hands = hand_question(blind, rules), dealers_hands()
    ladders(asked.how, rules.qualifier)  # computed once, before the work is split among cores
    parts = spread(
        lambda place, _: with_hand(hands[place][1], asked), len(hands), pieces=len(hands), progress=progress
    )
    total, hits, tally = Fraction(0), Fraction(0), Counter[str]()
    for (_, _, ways), found in zip(hands, parts, strict=True):
        total += ways * found.value
        hits += ways * found.hits
        tally.update({end: ways * count for end, count in found.ends.items()})
    often = sum(ways for *_, ways in hands)
    return DealerHandGame(
        total / often,
        {end: Fraction(count, tally.total()) for end, count in tally.items()},
        {name: found.value for (name, _, _), found in zip(hands, parts, strict=True)},
        hits / often,
        mean_square([(found.square, ways) for (_, _, ways), found in zip(hands, parts, strict=True)]),
    )
