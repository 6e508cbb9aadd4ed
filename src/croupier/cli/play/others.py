"""Play of the other seats: the game's simple strategy, with the cards that the seat sees."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games import game as game_of

Hand = tuple[Card, ...]


def choose(game: str, hand: Hand, board: Hand, choices: tuple[str, ...]) -> str:
    """Return a legal choice; the cheapest one if the chips do not cover the intended one."""
    way = game_of(game).simple_play
    wish = way(hand, board) if way is not None else choices[-1]
    return wish if wish in choices else choices[0]
