"""Commands that look up the rules, check a submission, and start a new submission or game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands.options import AsJson, GameId
from croupier.cli.output import run

rulebook_app = typer.Typer(rich_markup_mode=None)
submission_app = typer.Typer(help="Write a Rules Submission.", no_args_is_help=True, rich_markup_mode=None)
game_app = typer.Typer(help="Add a game of your own.", no_args_is_help=True, rich_markup_mode=None)


@rulebook_app.command()
def rules(
    wanted: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID]",
            help="Game, chapter, clause or reading, such as uth, uth/11, uth/11.H.3.c or U-02.",
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option("--search", metavar="WORDS", help="Find clauses and readings that contain these words."),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count enforced, recorded, informative and uncovered clauses.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look up a game, chapter, clause or reading, and the code and tests that cite it."""

    def work() -> int:
        from croupier.cli.rules import show_rules

        return show_rules(wanted or [], search, coverage, as_json)

    run(work, as_json)


@rulebook_app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A Rules Submission in TOML.")], as_json: AsJson = False
) -> None:
    """Check a Rules Submission and list every violation with its clause."""

    def work() -> int:
        from croupier.cli.check import check as check_file

        return check_file(file, as_json)

    run(work, as_json)


@game_app.command("new")
def new_game(
    name: Annotated[str, typer.Argument(help="Id of the game, such as high_card.")],
    into: Annotated[
        Path | None,
        typer.Option("--into", metavar="FOLDER", help="New folder for the package. Default: the game id."),
    ] = None,
    title: Annotated[str, typer.Option("--title", help="Title of the game.")] = "",
) -> None:
    """Write a package with a small working game and its tests."""

    def work() -> int:
        from croupier.cli.skeleton_writer import write_skeleton

        folder = into or Path(name)
        for file in write_skeleton(name, folder, title):
            print(file)
        print(f"\nNext: pip install --no-deps -e {folder} && python -m pytest {folder}")
        return 0

    run(work)


@submission_app.command()
def new(game: GameId) -> None:
    """Print a commented submission to start from."""

    def work() -> int:
        from croupier.cli.submission import new as new_submission

        return new_submission(game)

    run(work)


@submission_app.command()
def schema(game: GameId) -> None:
    """Print the JSON Schema of a submission, for editors."""

    def work() -> int:
        from croupier.cli.submission import schema as submission_schema

        return submission_schema(game)

    run(work)
