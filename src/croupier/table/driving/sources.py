"""Card sources, which provide the machine with cards.

A source shows its next cards and advances only when an entry is stored, so a refused or failed command draws
no cards.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Protocol

from croupier.cards import Card, Deck, complete
from croupier.table import events as ev
from croupier.table.commands import TableCommand
from croupier.table.driving.shoe import NO_SHOES, Shoe, Shoes, follow, seal, seal_shoe
from croupier.table.state import TableState

SYSTEM = os.urandom  # the operating system's random generator


class CardSource(Protocol):
    live: bool  # True for a real deck, whose cards people name
    secret: bool  # True for a sealed shoe, whose cards people neither name nor see early

    def proposes(self, state: TableState) -> TableCommand | None:
        """Return a command of the source that must come before the table continues, usually None."""

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        """Return the next cards of the loaded deck without advancing."""

    def sealed_with(self, loaded: str | None, events: Iterable[ev.TableEvent]) -> bytes | None:
        """Return the data to seal in an entry, or None for most entries."""

    def follow(self, loaded: str | None, events: Iterable[ev.TableEvent], sealed: bytes | None) -> None:
        """Advance after a stored entry in which cards were dealt, cut or shuffled."""


class SealedShoe:
    """A virtual deck, shuffled without bias from the operating system's generator."""

    live, secret = False, True

    def __init__(
        self,
        deck: Deck,
        random_bytes: Callable[[int], bytes] = SYSTEM,
        shoes: Shoes = NO_SHOES,  # shoes that were rebuilt after a restart
    ) -> None:
        self._deck, self._random_bytes = deck, random_bytes
        self.shoes = shoes
        self._unstored: dict[str, Shoe] = {}  # shoes that are shuffled but not stored yet

    def proposes(self, state: TableState) -> TableCommand | None:
        return None

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        return () if deck is None else self._shoe(deck).next_cards(count)

    def _shoe(self, deck: str) -> Shoe:
        shoe = self.shoes.get(deck)
        if shoe is None:
            shoe = self._unstored.get(deck)
            if shoe is None:
                shoe = self._unstored[deck] = seal_shoe(self._deck, self._random_bytes)
        return shoe

    def sealed_with(self, loaded: str | None, events: Iterable[ev.TableEvent]) -> bytes | None:
        for event in events:
            if isinstance(event, ev.DeckShuffled):
                return seal({event.deck: seal_shoe(self._deck, self._random_bytes)})
            if isinstance(event, ev.CardsDealt | ev.FaceUpFound) and loaded in self._unstored:
                return seal({loaded: self._unstored[loaded]})
        return None

    def follow(self, loaded: str | None, events: Iterable[ev.TableEvent], sealed: bytes | None) -> None:
        self.shoes = follow(self.shoes, loaded, events, sealed)
        if sealed is not None:
            self._unstored = {back: shoe for back, shoe in self._unstored.items() if back not in self.shoes}


class StackedDeck:
    """Cards in a given dealing order, for records, tests and training. Unlisted cards follow in deck order.

    None in the list is a card that was never seen. It stands for one of the unlisted cards.
    """

    live, secret = False, False

    def __init__(self, deck: Deck, listed: Iterable[Card | None] = ()) -> None:
        first = tuple(listed)
        known = tuple(card for card in first if card is not None)
        self._cards: tuple[Card | None, ...] = (first + complete(deck, known)[len(known) :])[
            : len(deck.order)
        ]
        self._next = 0

    def proposes(self, state: TableState) -> TableCommand | None:
        return None

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        return self._cards[self._next : self._next + count]

    def sealed_with(self, loaded: str | None, events: Iterable[ev.TableEvent]) -> bytes | None:
        return None

    def follow(self, loaded: str | None, events: Iterable[ev.TableEvent], sealed: bytes | None) -> None:
        for event in events:
            if isinstance(event, ev.CardsDealt):
                self._next += sum(count for _, count in event.deliveries)
            elif isinstance(event, ev.FaceUpFound):
                self._next += len(event.cards)
            elif isinstance(event, ev.DeckLoaded):  # a different deck may be shuffled meanwhile
                self._next = 0


class LiveCards:
    """A real deck, whose cards are dealt unseen and named by people as they are turned up."""

    live, secret = True, False

    def proposes(self, state: TableState) -> TableCommand | None:
        return None

    def next_cards(self, deck: str | None, count: int) -> tuple[Card | None, ...]:
        return (None,) * count

    def sealed_with(self, loaded: str | None, events: Iterable[ev.TableEvent]) -> bytes | None:
        return None

    def follow(self, loaded: str | None, events: Iterable[ev.TableEvent], sealed: bytes | None) -> None:
        pass
