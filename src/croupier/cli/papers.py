"""The commands that write papers. Each says in one line where it put them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.output import run

if TYPE_CHECKING:
    from croupier.papers.filed import Filed

paper_app = typer.Typer(rich_markup_mode=None)

SubmissionFile = Annotated[
    Path,
    typer.Argument(metavar="SUBMISSION", help="A Rules Submission in TOML; with --data its name there."),
]
Approved = Annotated[
    str,
    typer.Option("--approved", metavar="DATE", help="The day of approval, 2026-11-15; a draft if left out."),
]
Data = Annotated[
    str,
    typer.Option(
        "--data",
        metavar="FOLDER-OR-ADDRESS",
        help="A house's data folder or its database: submission and approval are read there.",
    ),
]
KeptVersion = Annotated[
    int, typer.Option("--version", min=0, help="With --data: which version; the one in force if left out.")
]
GamingDayBegins = Annotated[
    str, typer.Option("--gaming-day", metavar="HH:MM", help="When a gaming day begins, UTC.")
]
PaperSize = Annotated[str, typer.Option("--paper", metavar="SIZE", help="letter or a4.")]


def say_written(path: Path) -> int:
    """Where the paper is; the exit code of a command that is done."""
    from croupier.files import printable

    print(f"croupier: {printable(str(path))} is written", file=sys.stderr)
    return 0


def filed_by(submission: Path, approved: str, data: str, version: int) -> tuple[Filed, Filed | None]:
    """The submission of a file; or of a house's desk, with the version that was approved before it."""
    from croupier.errors import BadInput
    from croupier.papers.filed import read_filed

    if not data:
        if version:
            raise BadInput("--version: a version of which house? give --data FOLDER")
        return read_filed(submission, approved), None
    if approved:
        raise BadInput("--approved: with --data the desk says what was approved, and when; leave it out")
    from croupier.cli.stores import open_database

    with open_database(data) as store:
        from croupier.house.filing import stored_versions

        return stored_versions(store, str(submission), version)


@paper_app.command()
def report(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="report.pdf, .xlsx, .html or .json.")
    ],
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
    paper: PaperSize = "letter",
) -> None:
    """The maths report of a submission: every figure, exactly."""

    def work() -> int:
        from croupier.cli.analyze import progress_bar
        from croupier.extras import need_maths
        from croupier.papers.press import size_named
        from croupier.papers.writing import FORMS, check_place

        need_maths()
        check_place(output, FORMS)
        size = size_named(paper)
        filed, _ = filed_by(submission, approved, data, version)
        with progress_bar("the maths report") as tell:
            from croupier.papers.report.making import write_report

            write_report(filed, output, size, tell)
        return say_written(output)

    run(work)


@paper_app.command()
def document(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="submission.pdf, .xlsx, .html or .json.")
    ],
    since: Annotated[
        Path | None,
        typer.Option(
            "--since",
            metavar="FILE",
            help="The last approved version: what changed stands first; --data finds it.",
        ),
    ] = None,
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
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
        filed, approved_before = filed_by(submission, approved, data, version)
        before = read_filed(since) if since is not None else approved_before
        write_document(filed, before, output, size)
        return say_written(output)

    run(work)
