"""Interface between seen-card questions and a game's solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from croupier.maths.results import Result
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable

DEALER, COMMUNITY, BURN, PLAYERS = "dealer", "community", "burn", "players"
WHAT = (DEALER, COMMUNITY, BURN, PLAYERS)


class InformedPlay(msgspec.Struct, frozen=True):
    """The main game with the best play of a player who sees cards before every decision. In units."""

    ev: Fraction
    average_wager: Fraction
    by_card: Mapping[str, Fraction] = {}  # the value of the game for each card, if one card is seen
    decisions: Mapping[str, Fraction] = {}  # how often a round ends with each answer
    result: Result | None = None  # the complete distribution, if it was counted
    square: Fraction | None = None  # the mean square of a round's result, if only that was counted …
    hits: Fraction | None = None  # … and how often a round ends with a gain


class SeenCardKind(msgspec.Struct, frozen=True):
    """Cards of one kind that can be seen: the largest number of them, and their value."""

    most: int
    solve: Callable[[Terms, Paytable | None, int, Callable[[float], None] | None], InformedPlay]
