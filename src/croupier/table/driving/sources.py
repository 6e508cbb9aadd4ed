"""Where cards come from. Chance is an input: a source sits outside the machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Protocol

from croupier.cards import Card, Deck, complete, shuffle


class CardSource(Protocol):
    def fresh(self) -> None:
        """A newly shuffled deck for the next round."""

    def draw(self, count: int) -> tuple[Card | None, ...]:
        """The next cards, in the order they leave the deck."""


class SealedShoe:
    """A virtual deck, shuffled without bias from the operating system's generator and drawn from the top."""

    def __init__(self, deck: Deck, random_bytes: Callable[[int], bytes] = os.urandom) -> None:
        self._deck, self._random_bytes = deck, random_bytes
        self._cards: tuple[Card, ...] = ()
        self._next = 0
        self.fresh()

    def fresh(self) -> None:
        self._cards = shuffle(self._deck.order, self._random_bytes)
        self._next = 0

    def draw(self, count: int) -> tuple[Card | None, ...]:
        drawn = self._cards[self._next : self._next + count]
        self._next += count
        return drawn


class StackedDeck:
    """Cards in a given order; those not listed follow in deck order. For records, tests and training.

    A listed None is a card that nobody ever saw: it takes the place of one of those not listed.
    """

    def __init__(self, deck: Deck, listed: Iterable[Card | None] = ()) -> None:
        first = tuple(listed)
        seen = tuple(card for card in first if card is not None)
        self._cards: tuple[Card | None, ...] = (first + complete(deck, seen)[len(seen) :])[: len(deck.order)]
        self._next = 0

    def fresh(self) -> None:
        self._next = 0

    def draw(self, count: int) -> tuple[Card | None, ...]:
        drawn = self._cards[self._next : self._next + count]
        self._next += count
        return drawn


class LiveCards:
    """A real deck: nobody has seen the cards when they are dealt; people name them as they are turned."""

    def fresh(self) -> None:
        pass

    def draw(self, count: int) -> tuple[Card | None, ...]:
        return (None,) * count
