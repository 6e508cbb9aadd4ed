"""Find best play for a player who knows one more card before the first decision.

The known card is either the dealer's or out of play. Without loss of generality, it is of suit 0. Relative
to suit 0, it is a card of the suit. Relative to any other suit, it is an *other* card. Each rank therefore
needs two passes over the boards. The dealer has 946 possible holdings if the card is out of play, and 44 if
it is the dealer's. ``inform`` sums the states to the Flops and makes the decisions there, for 391 classes of
holdings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.maths.engine.kernel import Progress, spread
from croupier.maths.uth.boards import WITH_CARD, WITHOUT_CARD, ladders
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.seen import InformedGame, InformedQuestion, inform, mean_square, question

RANKS = 13


class KnownCardGame(NamedTuple):
    """The game's value to a player who knows one card, averaged over all ranks of that card, in Antes."""

    by_rank: tuple[Fraction, ...]  # value of the game by rank of the known card
    decisions: Mapping[str, Fraction]
    hits: Fraction  # probability that a round ends with a gain
    square: Fraction | None  # mean square of a round's result

    @property
    def ev(self) -> Fraction:
        return sum(self.by_rank, Fraction(0)) / RANKS


def with_card(rank: int, question: InformedQuestion) -> InformedGame:
    return inform((rank,), question)


def card_question(
    blind: Mapping[str, Fraction], dealers_card: bool, rules: MainRules = AS_PRINTED
) -> InformedQuestion:
    return question(WITH_CARD if dealers_card else WITHOUT_CARD, blind, rules)


def solve_known(
    blind: Mapping[str, Fraction],
    dealers_card: bool,
    progress: Progress | None = None,
    rules: MainRules = AS_PRINTED,
) -> KnownCardGame:
    """Solve the game for a player who sees one of the dealer's cards, or one card that is out of play."""
    question = card_question(blind, dealers_card, rules)
    ladders(question.how, rules.qualifier)  # Fill the cache before the work is split among threads.
    parts = spread(lambda rank, _: with_card(rank, question), RANKS, pieces=RANKS, progress=progress)
    tally: Counter[str] = Counter()
    for each in parts:
        tally.update(each.ends)
    return KnownCardGame(
        tuple(each.value for each in parts),
        {name: Fraction(count, tally.total()) for name, count in tally.items()},
        sum((each.hits for each in parts), Fraction(0)) / RANKS,
        mean_square([(each.square, 1) for each in parts]),
    )
