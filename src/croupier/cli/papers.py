"""The commands that write papers. Each says in one line where it put them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.output import run

paper_app = typer.Typer(rich_markup_mode=None)

SubmissionFile = Annotated[Path, typer.Argument(metavar="SUBMISSION", help="A Rules Submission in TOML.")]
Approved = Annotated[
    str,
    typer.Option("--approved", metavar="DATE", help="The day of approval, 2026-11-15; a draft if left out."),
]
PaperSize = Annotated[str, typer.Option("--paper", metavar="SIZE", help="letter or a4.")]


@paper_app.command()
def report(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="report.pdf, .xlsx, .html or .json.")
    ],
    approved: Approved = "",
    paper: PaperSize = "letter",
) -> None:
    """The maths report of a submission: every figure, exactly."""

    def work() -> int:
        from croupier.cli.analyze import progress_bar
        from croupier.extras import need_maths
        from croupier.papers.filed import read_filed
        from croupier.papers.press import size_named
        from croupier.papers.writing import FORMS, check_place

        need_maths()
        check_place(output, FORMS)
        size = size_named(paper)
        filed = read_filed(submission, approved)
        with progress_bar("the maths report") as tell:
            from croupier.papers.report.making import write_report

            write_report(filed, output, size, tell)
        return 0

    run(work)


@paper_app.command()
def document(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="submission.pdf, .xlsx, .html or .json.")
    ],
    since: Annotated[
        Path | None,
        typer.Option("--since", metavar="FILE", help="The last approved version: what changed stands first."),
    ] = None,
    approved: Approved = "",
    paper: PaperSize = "letter",
) -> None:
    """The submission as a document: every option of every chapter with its clause."""

    def work() -> int:
        from croupier.papers.filed import read_filed
        from croupier.papers.press import size_named
        from croupier.papers.submitted.making import write_document
        from croupier.papers.writing import FORMS, check_place

        check_place(output, FORMS)
        size = size_named(paper)
        filed = read_filed(submission, approved)
        before = read_filed(since) if since is not None else None
        write_document(filed, before, output, size)
        return 0

    run(work)
