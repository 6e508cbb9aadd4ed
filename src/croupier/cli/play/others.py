"""How the other seats play: in the one simple way that their game knows, from the cards that seat can see."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games import game as game_of

Hand = tuple[Card, ...]


def choose(game: str, hand: Hand, board: Hand, choices: tuple[str, ...]) -> str:
    """One of the legal choices; where the chips do not cover the wish, the most modest one."""
    way = game_of(game).simple_play
    wish = way(hand, board) if way is not None else choices[-1]
    return wish if wish in choices else choices[0]
