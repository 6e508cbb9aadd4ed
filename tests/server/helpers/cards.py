"""Simulate the physical cards in a dealer's hands, with their order and the place of each dealt card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Order = Callable[[], tuple[str, ...]]


class Pack:
    """A simulated pack that follows a live table's events and knows the real cards."""

    def __init__(self, order: Order) -> None:
        self._order = order  # the card order of the next loaded deck
        self.deck: list[str] = []
        self.places: dict[str, list[str]] = {}
        self.misread: dict[str, str] = {}  # real card -> the card that the dealer names instead, once

    def follow(self, entries: Iterable[Iterable[dict[str, Any]]]) -> None:
        for event in (event for entry in entries for event in entry):
            kind = event["type"].partition("@")[0]
            if kind == "deck_loaded":
                self.deck, self.places = list(self._order()), {}
            elif kind == "cards_dealt":
                for place, count in event["deliveries"]:
                    self.places.setdefault(place, []).extend(self.take(count))
            elif kind == "face_up_found":
                self.take(len(event["cards"]))
            elif kind == "round_ended":
                self.places = {}

    def take(self, count: int) -> list[str]:
        taken, self.deck = self.deck[:count], self.deck[count:]
        return taken

    def seen(self, place: str, first: int, count: int) -> list[str]:
        """Return the cards that the dealer names when turning them up. Some may be misread."""
        cards = self.places[place][first : first + count]
        return [self.misread.pop(card, card) for card in cards]

    def give(self, place: str, cards: Iterable[str]) -> None:
        """Replace the unknown cards at a position with these cards."""
        for index, card in enumerate(cards):
            for lying in (self.deck, *self.places.values()):
                if card in lying:
                    at = lying.index(card)
                    lying[at], self.places[place][index] = self.places[place][index], lying[at]
                    break

    def falling(self, deliveries: Iterable[dict[str, Any]]) -> list[str]:
        """Return the face-up cards of the next deal."""
        at, seen = 0, list[str]()
        for one in deliveries:
            cards, at = self.deck[at : at + one["count"]], at + one["count"]
            seen += cards if one["face_up"] else []
        return [self.misread.pop(card, card) for card in seen]
