"""Where cards come from. Chance is an input: a source sits outside the machine.

A source shows its next cards and moves only when an entry is stored: what was refused or could not be stored
has drawn nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Protocol

from croupier.cards import Card, Deck, complete
from croupier.table import events as ev
from croupier.table.commands import Command
from croupier.table.driving.shoe import NO_SHOES, Shoe, Shoes, fixed, follow, seal
from croupier.table.state import TableState

SYSTEM = os.urandom  # the operating system's generator


class CardSource(Protocol):
    live: bool  # a real deck, whose cards people name
    secret: bool  # the table deals by itself: nobody at it names a card or learns of one

    def proposes(self, state: TableState) -> Command | None:
        """What the source itself has to do before the table goes on; nothing for most."""

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        """The next cards of the loaded deck, in the order they leave it; nothing moves."""

    def sealed_with(self, loaded: str | None, events: Iterable[ev.Event]) -> bytes | None:
        """What an entry fixes for good and keeps sealed; None for most."""

    def follow(self, loaded: str | None, events: Iterable[ev.Event], sealed: bytes | None) -> None:
        """An entry is stored: cards were dealt, cut or shuffled."""


class SealedShoe:
    """A virtual deck, shuffled without bias from the operating system's generator."""

    live, secret = False, True

    def __init__(
        self,
        deck: Deck,
        random_bytes: Callable[[int], bytes] = SYSTEM,
        shoes: Shoes = NO_SHOES,  # as found again after a restart
    ) -> None:
        self._deck, self._random_bytes = deck, random_bytes
        self.shoes = shoes
        self._unstored: dict[str, Shoe] = {}  # shuffled when it arrived; stored with its first card

    def proposes(self, state: TableState) -> Command | None:
        return None

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        return () if deck is None else self._shoe(deck).next_cards(count)

    def _shoe(self, deck: str) -> Shoe:
        shoe = self.shoes.get(deck)
        if shoe is None:
            shoe = self._unstored.get(deck)
            if shoe is None:
                shoe = self._unstored[deck] = fixed(self._deck, self._random_bytes)
        return shoe

    def sealed_with(self, loaded: str | None, events: Iterable[ev.Event]) -> bytes | None:
        for event in events:
            if isinstance(event, ev.DeckShuffled):
                return seal({event.deck: fixed(self._deck, self._random_bytes)})
            if isinstance(event, ev.CardsDealt | ev.FaceUpFound) and loaded in self._unstored:
                return seal({loaded: self._unstored[loaded]})
        return None

    def follow(self, loaded: str | None, events: Iterable[ev.Event], sealed: bytes | None) -> None:
        self.shoes = follow(self.shoes, loaded, events, sealed)
        if sealed is not None:
            self._unstored = {back: shoe for back, shoe in self._unstored.items() if back not in self.shoes}


class StackedDeck:
    """Cards in the order they leave the deck, after shuffle and cut; those not listed follow in deck order.
    For records, tests and training.

    A listed None is a card that nobody ever saw: it takes the place of one of those not listed.
    """

    live, secret = False, False

    def __init__(self, deck: Deck, listed: Iterable[Card | None] = ()) -> None:
        first = tuple(listed)
        seen = tuple(card for card in first if card is not None)
        self._cards: tuple[Card | None, ...] = (first + complete(deck, seen)[len(seen) :])[: len(deck.order)]
        self._next = 0

    def proposes(self, state: TableState) -> Command | None:
        return None

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        return self._cards[self._next : self._next + count]

    def sealed_with(self, loaded: str | None, events: Iterable[ev.Event]) -> bytes | None:
        return None

    def follow(self, loaded: str | None, events: Iterable[ev.Event], sealed: bytes | None) -> None:
        for event in events:
            if isinstance(event, ev.CardsDealt):
                self._next += sum(count for _, count in event.deliveries)
            elif isinstance(event, ev.FaceUpFound):
                self._next += len(event.cards)
            elif isinstance(event, ev.DeckLoaded):  # the other deck may be shuffled while this one is dealt
                self._next = 0


class LiveCards:
    """A real deck: nobody has seen the cards when they are dealt; people name them as they are turned."""

    live, secret = True, False

    def proposes(self, state: TableState) -> Command | None:
        return None

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        return (None,) * count

    def sealed_with(self, loaded: str | None, events: Iterable[ev.Event]) -> bytes | None:
        return None

    def follow(self, loaded: str | None, events: Iterable[ev.Event], sealed: bytes | None) -> None:
        pass
