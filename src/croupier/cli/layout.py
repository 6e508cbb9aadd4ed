"""``croupier layout``, ``signs`` and ``forms``: the felt to scale, what stands beside it, what is written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.output import run
from croupier.cli.papers import (
    Approved,
    Data,
    GamingDayBegins,
    KeptVersion,
    PaperSize,
    SubmissionFile,
    filed_by,
    say_written,
)

layout_app = typer.Typer(rich_markup_mode=None)


@layout_app.command()
def layout(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="layout.svg (full size), .pdf or .html.")
    ],
    whole: Annotated[bool, typer.Option("--full-size", help="A PDF page as large as the table.")] = False,
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
    paper: PaperSize = "letter",
) -> None:
    """The felt of chapter 2, drawn to scale: every area and inscription in its place."""

    def work() -> int:
        from croupier.papers.layout.paper import write_layout
        from croupier.papers.press import size_named

        filed, _ = filed_by(submission, approved, data, version)
        write_layout(filed, output, size_named(paper), whole)
        return say_written(output)

    run(work)


@layout_app.command()
def signs(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="signs.pdf, or .svg for one sign.")
    ],
    sign: Annotated[
        list[str] | None, typer.Option("--sign", metavar="NAME", help="Only this one; several may be given.")
    ] = None,
    size: Annotated[str, typer.Option("--size", help="stand, letter, a4 or screen.")] = "stand",
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
) -> None:
    """Signs for the table: limits, paytables, progressive, Envy, and notices that are not on the felt."""

    def work() -> int:
        from croupier.papers.signs.making import write_signs

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
        list[str] | None, typer.Option("--form", metavar="NAME", help="Only this one; several may be given.")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option("--journal", metavar="FILE", help="Fill them from this journal or store.")
    ] = None,
    stream: Annotated[str, typer.Option("--stream", help="Which table of a store.")] = "",
    number: Annotated[int | None, typer.Option("--round", help="Only what happened in this round.")] = None,
    gaming_day: GamingDayBegins = "06:00",
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
    paper: PaperSize = "letter",
) -> None:
    """The table's forms: deck inspection, discrepancy, stub counts, rulings, jackpots, disputes."""

    def work() -> int:
        from croupier.cli.stores import is_database, open_database
        from croupier.house.gaming_days import day_begins
        from croupier.papers.forms.making import write_forms
        from croupier.papers.press import size_named

        filed, _ = filed_by(submission, approved, data, version)
        size, names, begins = size_named(paper), tuple(form or ()), day_begins(gaming_day)
        if journal is not None and is_database(journal):
            with open_database(journal) as store:
                write_forms(filed, output, size, names, store, stream, number, begins=begins)
        else:
            write_forms(filed, output, size, names, journal, stream, number, begins=begins)
        return say_written(output)

    run(work)
