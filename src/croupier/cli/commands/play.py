"""The commands ``croupier play`` and ``croupier demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands.options import MaybeGame, Submission
from croupier.cli.output import run

play_app = typer.Typer(rich_markup_mode=None)


@play_app.command()
def play(
    game: MaybeGame = None,
    seats: Annotated[int, typer.Option("--seats", help="Number of seats in play, including yours.")] = 1,
    submission: Submission = None,
    journal: Annotated[Path | None, typer.Option("--journal", help="Record a journal in this file.")] = None,
    advice: Annotated[
        bool, typer.Option("--advice", help="Show the exact value of each choice before every decision.")
    ] = False,
    side_bets: Annotated[
        str | None,
        typer.Option(
            "--side-bets",
            metavar="NAMES",
            help="Side bets to offer (all, or names such as six_card,bad_beat).",
        ),
    ] = None,
) -> None:
    """Play a game at the terminal."""

    def work() -> int:
        from croupier.cli.play import choose_and_play
        from croupier.cli.play import play as play_game

        if game is None:
            return choose_and_play(seats, submission, journal, advice, side_bets)
        return play_game(game, seats, submission, journal, advice, side_bets)

    run(work)


@play_app.command()
def demo() -> None:
    """Show a demonstration round of each game."""

    def work() -> int:
        from croupier.cli.play import demo as play_demo

        return play_demo()

    run(work)
