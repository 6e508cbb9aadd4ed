"""What the games are played with: the two decks, how cards are written, shuffled and cut."""

from croupier.cards.deck import (
    DRAGON,
    STANDARD,
    Card,
    Deck,
    complete,
    parse_card,
    parse_cards,
    parse_layout,
    show_cards,
)
from croupier.cards.shuffle import CUT_CLAUSES, LEAST_CUT, cut, shuffle

__all__ = [
    "CUT_CLAUSES",
    "DRAGON",
    "LEAST_CUT",
    "STANDARD",
    "Card",
    "Deck",
    "complete",
    "cut",
    "parse_card",
    "parse_cards",
    "parse_layout",
    "show_cards",
    "shuffle",
]
