"""What a game's solver says of cards that were seen, and what somebody asks about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from croupier.maths.results import Result
from croupier.maths.terms import Terms
from croupier.rulebook import Paytable

DEALER, COMMUNITY, BURN, PLAYERS = "dealer", "community", "burn", "players"
WHAT = (DEALER, COMMUNITY, BURN, PLAYERS)


class Seen(msgspec.Struct, frozen=True):
    """The main game with the best play of somebody who sees cards before every decision; in units."""

    ev: Fraction
    average_wager: Fraction
    by_card: Mapping[str, Fraction] = {}  # the value of the game when this is the card; for one card seen
    decisions: Mapping[str, Fraction] = {}  # how often a round ends with each answer
    result: Result | None = None  # the whole distribution, where it was counted
    square: Fraction | None = None  # the mean square of a round's result, where that alone was …
    hits: Fraction | None = None  # … and how often a round ends with a gain


class Sight(msgspec.Struct, frozen=True):
    """Cards of one kind that can be seen: how many at most, and what they are worth."""

    most: int
    solve: Callable[[Terms, Paytable | None, int, Callable[[float], None] | None], Seen]
