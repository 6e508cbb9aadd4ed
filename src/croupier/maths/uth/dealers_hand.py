"""Find best play for a player who sees both of the dealer's cards before the first decision.

The player plays against one known hand, so every River state is a certain win, loss or tie. Only the
community cards are random. ``inform`` sums the states to the Flops and makes the decisions there, once for
each of the 169 kinds of dealer hand.
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
    """The value of the game to a player who sees the dealer's hand, in Antes."""

    ev: Fraction
    decisions: Mapping[str, Fraction]
    by_hand: Mapping[str, Fraction]  # value of the game against each kind of dealer hand, such as "AKs"
    hits: Fraction  # probability that a round ends with a gain
    square: Fraction | None  # mean square of a round's result


def with_hand(hand: Hole, question: InformedQuestion) -> InformedGame:
    """Solve the game against one dealer hand. The hand may use only the first two suits."""
    return inform(hand, question)


def hand_question(blind: Mapping[str, Fraction], rules: MainRules = AS_PRINTED) -> InformedQuestion:
    return question(ONE_HAND, blind, rules)


def dealers_hands() -> list[tuple[str, Hole, int]]:
    """Return the name, an example and the number of hands for each of the 169 kinds of dealer hand."""
    found = [(2 * RANKS[rank], (rank, 13 + rank), 6) for rank in reversed(range(13))]
    for high in reversed(range(13)):
        for low in reversed(range(high)):
            name = RANKS[high] + RANKS[low]
            found += [(f"{name}s", (low, high), 4), (f"{name}o", (low, 13 + high), 12)]
    return found


def solve_against(
    blind: Mapping[str, Fraction], progress: Progress | None = None, rules: MainRules = AS_PRINTED
) -> DealerHandGame:
    question, hands = hand_question(blind, rules), dealers_hands()
    ladders(question.how, rules.qualifier)  # Fill the cache before the work is split among threads.
    parts = spread(
        lambda place, _: with_hand(hands[place][1], question),
        len(hands),
        pieces=len(hands),
        progress=progress,
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
