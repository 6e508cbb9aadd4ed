"""The command ``croupier drill``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands.options import AsJson, GameId, Submission
from croupier.cli.commands.papers import PaperSize
from croupier.cli.output import run

drill_app = typer.Typer(rich_markup_mode=None)


@drill_app.command()
def drill(
    game: GameId,
    kind: Annotated[
        str | None, typer.Argument(metavar="KIND", help="Kind of question. --list shows all kinds.")
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", help="Number of questions.")] = 10,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="SEED", help="Repeat the questions of this seed.")
    ] = None,
    submission: Submission = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="Write the questions with answers to FILE (.pdf, .html or .json).",
        ),
    ] = None,
    paper: PaperSize = "letter",
    listed: Annotated[bool, typer.Option("--list", help="List the kinds of questions.")] = False,
    as_json: AsJson = False,
) -> None:
    """Drill a dealer: hands, payouts, procedure and irregularities, with the clause of each answer."""

    def work() -> int:
        from croupier.cli.drill import drill as ask

        return ask(game, kind, count, seed, submission, export, paper, listed, as_json)

    run(work, as_json)
