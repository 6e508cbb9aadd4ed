"""Make the other seats' decisions by the game's simple strategy, with only the cards that each seat sees."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games import game as game_of

Hand = tuple[Card, ...]


def choose(game: str, hand: Hand, board: Hand, choices: tuple[str, ...]) -> str:
    """Return the strategy's choice, or the cheapest legal choice if the seat has too few chips."""
    way = game_of(game).simple_play
    wish = way(hand, board) if way is not None else choices[-1]
    return wish if wish in choices else choices[0]
