"""Compute the exact value of every legal choice, given the cards that a player sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from types import MappingProxyType

import numpy as np

from croupier.cards import STANDARD, Card, parse_cards
from croupier.errors import BadInput
from croupier.maths.uth.completion import SeenCards, first_sums, flop_sums, river_sums
from croupier.maths.uth.rules import AS_PRINTED, MainRules
from croupier.maths.uth.solution import StartingHandValue, solve, whole_pays
from croupier.maths.uth.strength import BLIND_ROWS

DECISIONS = {0: "first", 3: "flop", 5: "river"}
NUMBER = {card: number for number, card in enumerate(STANDARD.order)}
TO_COME = {0: 7, 3: 4, 5: 2}  # cards still to be dealt to board and dealer, by number of cards on the board


@dataclass(frozen=True)
class Position:
    """The cards that a player sees at a decision.

    A position has two hole cards, a board of zero, three or five cards, and any dead cards, which are known
    to be out of play.
    """

    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()

    @classmethod
    def of(
        cls, hole: str | Iterable[str], board: str | Iterable[str] = (), dead: str | Iterable[str] = ()
    ) -> Position:
        position = cls(parse_cards(hole), parse_cards(board), parse_cards(dead))
        parse_cards(position.cards)  # Reject a card that occurs twice.
        if len(position.hole) != 2:
            raise BadInput(f"a hand is two cards, not {len(position.hole)}")
        if len(position.board) not in DECISIONS:
            raise BadInput(
                f"the board has {len(position.board)} cards; a decision needs a board of zero, three or five"
            )
        need = TO_COME[len(position.board)]
        most = 52 - len(position.hole) - len(position.board) - need
        if len(position.dead) > most:
            raise BadInput(
                f"there are {len(position.dead)} dead cards, but {need} cards must still be dealt, "
                f"so there can be at most {most}"
            )
        return position

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*self.hole, *self.board, *self.dead)

    @property
    def decision(self) -> str:
        return DECISIONS[len(self.board)]

    @property
    def hand_class(self) -> str:
        """Return the name of the starting hand, such as AA, AKs or AKo."""
        high, low = sorted(self.hole, key=lambda card: -(NUMBER[card] % 13))
        name = high[0] + low[0]
        return name if high[0] == low[0] else name + ("s" if high[1] == low[1] else "o")


@dataclass(frozen=True)
class DecisionValues:
    """The value of every legal choice at a decision, in Antes, smallest wager first."""

    position: Position
    values: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """Return the best choice, or the smallest wager if several choices are equally good."""
        return max(self.values, key=self.values.__getitem__)

    @property
    def cost(self) -> Mapping[str, Fraction]:
        """Return how much less each choice is worth than the best choice, in Antes."""
        return {choice: self.values[self.best] - value for choice, value in self.values.items()}

    @property
    def indifferent(self) -> bool:
        return sorted(self.cost.values())[1] == 0


def choices(
    position: Position, blind: Mapping[str, Fraction], rules: MainRules = AS_PRINTED
) -> DecisionValues:
    """Return the exact value of every choice under a Blind paytable, assuming best play afterwards."""
    pays, scale = whole_pays(blind)
    if position.decision == "first" and not position.dead and rules == AS_PRINTED:
        hand = _first_decisions(tuple(Fraction(blind.get(row, 0)) for row in BLIND_ROWS))[position.hand_class]
        return DecisionValues(position, MappingProxyType(dict(hand.choices)))
    gone = np.zeros(52, np.bool_)
    gone[[NUMBER[card] for card in (*position.hole, *position.dead)]] = True
    seen = SeenCards(np.array([NUMBER[card] for card in position.hole]), gone, pays, scale, rules)
    board = tuple(NUMBER[card] for card in position.board)
    unseen = 52 - len(position.cards)
    if position.decision == "first":
        best, play, rest = first_sums(seen)
        ways = comb(unseen, 3) * comb(unseen - 3, 2) * comb(unseen - 5, 2) * scale
        sums = {"check": best, **{f"{size}x": size * play + rest for size in sorted(rules.first)}}
    elif position.decision == "flop":
        best, play, rest = flop_sums(seen, board)
        ways = comb(unseen, 2) * comb(unseen - 2, 2) * scale
        sums = {"check": best, f"{rules.flop}x": rules.flop * play + rest}
    else:
        _, play, rest = river_sums(seen, board)
        ways = comb(unseen, 2) * scale
        sums = {"fold": -2 * ways, f"{rules.river}x": rules.river * play + rest}
    return DecisionValues(
        position, MappingProxyType({name: Fraction(total, ways) for name, total in sums.items()})
    )


@lru_cache(maxsize=16)
def _first_decisions(rows: tuple[Fraction, ...]) -> Mapping[str, StartingHandValue]:
    solution = solve(dict(zip(BLIND_ROWS, rows, strict=True)))
    return {hand.name: hand for hand in solution.hands}
