"""The four games: one file each, which reads like that game's chapters."""

from __future__ import annotations

from functools import cache

from croupier.errors import BadInput
from croupier.games.game import Game, Phase
from croupier.rulebook import GAMES
from croupier.submission import Rules

__all__ = ["Game", "Phase", "game", "script"]


@cache
def game(game_id: str) -> Game:
    # Imported when first asked for: a table plays one game and need not load the others.
    from importlib import import_module

    if game_id not in GAMES:
        raise BadInput(f"no game {game_id!r}; the games are {', '.join(GAMES)}")
    found: Game = import_module(f"croupier.games.{game_id}").GAME
    return found


def script(rules: Rules) -> tuple[Phase, ...]:
    """The phases of a round under these rules; worked out once."""
    if not rules.phases:
        rules.phases = game(rules.game).script(rules)
    return rules.phases
