"""The ``croupier`` command, assembled from the command modules in the order that the help lists them."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.commands.day import day_app
from croupier.cli.commands.drill import drill_app
from croupier.cli.commands.layout import layout_app
from croupier.cli.commands.maths import maths_app
from croupier.cli.commands.papers import paper_app
from croupier.cli.commands.play import play_app
from croupier.cli.commands.readers import reader_app
from croupier.cli.commands.records import records_app
from croupier.cli.commands.rulebook import game_app, rulebook_app, submission_app
from croupier.cli.commands.serve import serve_app

app = typer.Typer(
    name="croupier",
    help="Run casino table games by the regulator's rule book.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(rulebook_app)
app.add_typer(records_app)
app.add_typer(play_app)
app.add_typer(drill_app)
app.add_typer(maths_app)
app.add_typer(serve_app)
app.add_typer(reader_app, name="reader")
app.add_typer(submission_app, name="submission")
app.add_typer(game_app, name="game")
app.add_typer(layout_app)
app.add_typer(day_app)
app.add_typer(paper_app)


def say_version(requested: bool) -> None:
    if requested:
        from croupier import __version__

        print(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=say_version, help="Show the version and exit."),
    ] = False,
) -> None:
    """Run casino table games by the regulator's rule book."""
