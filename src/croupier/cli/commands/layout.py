"""The commands ``croupier layout``, ``signs`` and ``forms``, which print material for a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands.papers import (
    Approved,
    Data,
    GamingDayBegins,
    KeptVersion,
    PaperSize,
    SubmissionFile,
    filed_by,
    say_written,
)
from croupier.cli.output import run

layout_app = typer.Typer(rich_markup_mode=None)


@layout_app.command()
def layout(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="layout.svg (full size), .pdf or .html.")
    ],
    whole: Annotated[
        bool, typer.Option("--full-size", help="Write a PDF page that is as large as the table.")
    ] = False,
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
    paper: PaperSize = "letter",
) -> None:
    """Draw the table layout to scale, with every area and inscription of chapter 2."""

    def work() -> int:
        from croupier.documents.layout.pages import write_layout
        from croupier.documents.pdf import find_size

        filed, _ = filed_by(submission, approved, data, version)
        write_layout(filed, output, find_size(paper), whole)
        return say_written(output)

    run(work)


@layout_app.command()
def signs(
    submission: SubmissionFile,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The file signs.pdf, or an .svg file for one sign."
        ),
    ],
    sign: Annotated[
        list[str] | None,
        typer.Option("--sign", metavar="NAME", help="Write only this sign. May be repeated."),
    ] = None,
    size: Annotated[str, typer.Option("--size", help="Size: stand, letter, a4 or screen.")] = "stand",
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
) -> None:
    """Write the table signs with limits, paytables, progressive, Envy Bonus and other notices."""

    def work() -> int:
        from croupier.documents.signs.builder import write_signs

        filed, _ = filed_by(submission, approved, data, version)
        write_signs(filed, output, size, tuple(sign or ()))
        return say_written(output)

    run(work)


@layout_app.command()
def forms(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="forms.pdf, .html or .xlsx.")
    ],
    form: Annotated[
        list[str] | None,
        typer.Option("--form", metavar="NAME", help="Write only this form. May be repeated."),
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option("--journal", metavar="FILE", help="Fill in the forms from this journal or store."),
    ] = None,
    stream: Annotated[str, typer.Option("--stream", help="Name of the table in the store.")] = "",
    number: Annotated[int | None, typer.Option("--round", help="Use only events of this round.")] = None,
    gaming_day: GamingDayBegins = "06:00",
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
    paper: PaperSize = "letter",
) -> None:
    """Write a table's forms, such as deck inspections, stub counts, rulings, jackpots and disputes."""

    def work() -> int:
        from croupier.casino.gaming_day.boundaries import day_begins
        from croupier.cli.stores import is_database, open_database
        from croupier.documents.forms.builder import write_forms
        from croupier.documents.pdf import find_size

        filed, _ = filed_by(submission, approved, data, version)
        size, names, begins = find_size(paper), tuple(form or ()), day_begins(gaming_day)
        if journal is not None and is_database(journal):
            from croupier.server.submission_versions import check_table_submission

            with open_database(journal) as store:
                check_table_submission(store, stream, filed)
                write_forms(filed, output, size, names, store, stream, number, begins=begins)
        else:
            write_forms(filed, output, size, names, journal, stream, number, begins=begins)
        return say_written(output)

    run(work)
