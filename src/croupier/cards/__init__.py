"""Cards and decks: parsing, formatting, shuffling and cutting."""

from croupier.cards.deck import (
    STANDARD,
    Card,
    Deck,
    complete,
    deck_of,
    parse_card,
    parse_cards,
    parse_layout,
    show_cards,
)
from croupier.cards.shuffle import LEAST_CUT, cut, shuffle

__all__ = [
    "LEAST_CUT",
    "STANDARD",
    "Card",
    "Deck",
    "complete",
    "cut",
    "deck_of",
    "parse_card",
    "parse_cards",
    "parse_layout",
    "show_cards",
    "shuffle",
]
