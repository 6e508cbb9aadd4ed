"""The best play when one more card is known from the start: the dealer's, or one out of play.

The known card has some rank in suit 0. Seen from suit 0 it is of the suit, from any other suit it is *other*:
two passes over the boards for each rank. The card changes the dealer's possible hands: if it is out of play,
the dealer has 946 holdings; if it is the dealer's, 44 (``facing``). ``informed`` sums the states to the Flops
and decides there, for 391 holdings that differ by more than the names of the other suits.
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
    """The game with one card known, over all ranks of that card. Values are in Antes."""

    by_rank: tuple[Fraction, ...]  # the value of the game when the card is of this rank
    decisions: Mapping[str, Fraction]
    hits: Fraction  # how often a round ends with a gain
    square: Fraction | None  # the mean square of a round's result

    @property
    def ev(self) -> Fraction:
        return sum(self.by_rank, Fraction(0)) / RANKS


def with_card(rank: int, asked: InformedQuestion) -> InformedGame:
    return inform((rank,), asked)


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
    """The best play when one of the dealer's cards, or one out of play, is seen before the first decision."""
    asked = card_question(blind, dealers_card, rules)
    ladders(asked.how, rules.qualifier)  # computed once, before the work is split among cores
    parts = spread(lambda rank, _: with_card(rank, asked), RANKS, pieces=RANKS, progress=progress)
    tally: Counter[str] = Counter()
    for each in parts:
        tally.update(each.ends)
    return KnownCardGame(
        tuple(each.value for each in parts),
        {name: Fraction(count, tally.total()) for name, count in tally.items()},
        sum((each.hits for each in parts), Fraction(0)) / RANKS,
        mean_square([(each.square, 1) for each in parts]),
    )
