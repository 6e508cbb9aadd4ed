"""The command ``croupier day``, which writes the reports of a gaming day."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands.papers import GamingDayBegins, say_written
from croupier.cli.output import run

day_app = typer.Typer(rich_markup_mode=None)


@day_app.command()
def day(
    where: Annotated[
        str, typer.Argument(metavar="FOLDER-OR-ADDRESS", help="The server's data folder, or its database.")
    ] = "",
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="day.pdf, .xlsx, .html or .json.")
    ] = Path("day.pdf"),
    date: Annotated[
        str,
        typer.Option(
            "--date",
            metavar="DATE",
            help="Gaming day (2026-11-15), month (2026-11) or year (2026).",
        ),
    ] = "",
    gaming_day: GamingDayBegins = "06:00",
    database: Annotated[
        str,
        typer.Option(
            "--database", metavar="ADDRESS", help="PostgreSQL database to use instead of the folder."
        ),
    ] = "",
    paper: Annotated[
        str, typer.Option("--paper", metavar="SIZE", help="Paper size: letter or a4.")
    ] = "letter",
) -> None:
    """Write the reports of a gaming day, month or year, with drop, win, meters, trays, cage and payouts."""

    def work() -> int:
        from croupier.cli.stores import open_database
        from croupier.errors import BadInput
        from croupier.extras import need_house
        from croupier.files import printable

        need_house()
        from croupier.casino.gaming_day.boundaries import day_begins
        from croupier.casino.gaming_day.calendar import gaming_day_of
        from croupier.server.gaming_day_files import write_day

        if paper not in ("letter", "a4"):
            raise BadInput(f"--paper {paper!r:.40}: choose letter or a4")
        if not date:
            raise BadInput("--date is missing: give a gaming day (2026-11-15), a month or a year")
        if bool(where) is bool(database):
            raise BadInput("give either the data folder or --database")
        gaming_date = gaming_day_of(date, day_begins(gaming_day))
        with open_database(database or where) as store:
            books = write_day(store, gaming_date, output, "a4" if paper == "a4" else "letter")
        if not books.foots:
            apart = sum(not check.agrees for check in books.checks)
            warning = f"{apart} totals do not agree with the ledger; run croupier audit for details"
            print(f"croupier: {printable(str(output))}: {warning}", file=sys.stderr)
            return 1
        return say_written(output)

    run(work)
