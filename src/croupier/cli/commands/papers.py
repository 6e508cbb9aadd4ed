"""Commands that write documents. Each command prints the path of the file that it wrote."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.output import one_line, run

if TYPE_CHECKING:
    from croupier.documents.filed_submission import FiledSubmission

paper_app = typer.Typer(rich_markup_mode=None)

SubmissionFile = Annotated[
    Path,
    typer.Argument(
        metavar="SUBMISSION",
        help="A Rules Submission in TOML. With --data, the submission's name in the store.",
    ),
]
Approved = Annotated[
    str,
    typer.Option(
        "--approved",
        metavar="DATE",
        help="Approval date, such as 2026-11-15. Without a date, the document is a draft.",
    ),
]
Data = Annotated[
    str,
    typer.Option(
        "--data",
        metavar="FOLDER-OR-ADDRESS",
        help="Read the submission and its approval from this data folder or database.",
    ),
]
KeptVersion = Annotated[
    int,
    typer.Option(
        "--version", min=0, help="Version number, only with --data. By default, the version in force is used."
    ),
]
GamingDayBegins = Annotated[
    str, typer.Option("--gaming-day", metavar="HH:MM", help="Start of the gaming day, UTC.")
]
PaperSize = Annotated[str, typer.Option("--paper", metavar="SIZE", help="Paper size: letter or a4.")]


def say_written(path: Path) -> int:
    """Print the path of the document and return exit code 0."""
    from croupier.files import printable

    print(f"croupier: wrote {printable(str(path))}", file=sys.stderr)
    return 0


def filed_by(
    submission: Path, approved: str, data: str, version: int
) -> tuple[FiledSubmission, FiledSubmission | None]:
    """Load a submission from a file or a store, with the previously approved version."""
    from croupier.documents.filed_submission import read_filed
    from croupier.errors import BadInput

    if not data:
        if version:
            raise BadInput("--version needs --data FOLDER")
        return read_filed(submission, approved), None
    if approved:
        raise BadInput(
            "the option --approved cannot be used with --data, because the store records the approval"
        )
    from croupier.cli.stores import open_database

    with open_database(data) as store:
        from croupier.server.submission_versions import stored_versions

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
    """Write the mathematics report of a submission, with exact figures."""

    def work() -> int:
        from croupier.cli.analyze import progress_bar
        from croupier.documents.output import FORMS, check_place
        from croupier.documents.pdf import find_size
        from croupier.extras import need_maths

        need_maths()
        check_place(output, FORMS)
        size = find_size(paper)
        filed, _ = filed_by(submission, approved, data, version)
        with progress_bar("the mathematics report") as tell:
            from croupier.documents.report.builder import write_report
            from croupier.documents.report.checks import ReportDisagreement

            try:
                write_report(filed, output, size, tell)
            except ReportDisagreement as fault:
                print(f"croupier: {one_line(str(fault))}", file=sys.stderr)
                return 1
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
            help="Last approved version, for a list of changes. With --data, the store provides this "
            "version.",
        ),
    ] = None,
    approved: Approved = "",
    data: Data = "",
    version: KeptVersion = 0,
    paper: PaperSize = "letter",
) -> None:
    """Write the submission as a document that lists every option with its clause."""

    def work() -> int:
        from croupier.documents.filed_submission import read_filed
        from croupier.documents.output import FORMS, check_place
        from croupier.documents.pdf import find_size
        from croupier.documents.submission.builder import write_document

        check_place(output, FORMS)
        size = find_size(paper)
        filed, approved_before = filed_by(submission, approved, data, version)
        before = read_filed(since) if since is not None else approved_before
        write_document(filed, before, output, size)
        return say_written(output)

    run(work)
