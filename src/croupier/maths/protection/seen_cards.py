"""The interface between ``croupier analyze --seen`` and a game's solver."""

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
    """The results of the main game, in units, for a player who sees cards before deciding and plays
    optimally.
    """

    ev: Fraction
    average_wager: Fraction
    # value of the game for each card that the player may see, if the player sees a single card
    by_card: Mapping[str, Fraction] = {}
    decisions: Mapping[str, Fraction] = {}  # fraction of rounds that end with each decision
    result: Result | None = None  # complete distribution, if it was counted
    # mean square of the result of a round, if the distribution was not counted
    square: Fraction | None = None
    # probability that a round ends with a gain, if the distribution was not counted
    hits: Fraction | None = None


class SeenCardKind(msgspec.Struct, frozen=True):
    """One kind of card that can be seen: the maximum number of such cards, and the solver for it."""

    most: int
    solve: Callable[[Terms, Paytable | None, int, Callable[[float], None] | None], InformedPlay]
