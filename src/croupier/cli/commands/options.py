"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]


def games(typed: str) -> list[str]:
    """Complete a game id for the shell."""
    from croupier.rulebook import games

    return [game for game in games() if game.startswith(typed)]


GAME = typer.Argument(metavar="GAME", help="Game id. `croupier rules` lists them.", autocompletion=games)
GameId = Annotated[str, GAME]
MaybeGame = Annotated[str | None, GAME]
Submission = Annotated[
    Path | None, typer.Option("--submission", metavar="FILE", help="Use the rules of this Rules Submission.")
]


def strings(values: list[str] | None) -> list[str]:
    """Return the values of a repeatable option, or an empty list if the option is absent."""
    return list(values or ())
