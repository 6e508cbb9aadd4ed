"""``croupier layout`` and ``croupier signs``: the felt to scale, and what stands beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.output import run

layout_app = typer.Typer(rich_markup_mode=None)

SubmissionFile = Annotated[Path, typer.Argument(metavar="SUBMISSION", help="A Rules Submission in TOML.")]
Approved = Annotated[
    str, typer.Option("--approved", metavar="DATE", help="The day of approval; a draft if left out.")
]


@layout_app.command()
def layout(
    submission: SubmissionFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="layout.svg (full size), .pdf or .html.")
    ],
    whole: Annotated[bool, typer.Option("--full-size", help="A PDF page as large as the table.")] = False,
    approved: Approved = "",
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="letter or a4.")] = "letter",
) -> None:
    """The felt of chapter 2, drawn to scale: every area and inscription in its place."""

    def work() -> int:
        from croupier.errors import BadInput
        from croupier.papers.filed import read_filed
        from croupier.papers.layout.paper import write_layout

        if paper not in ("letter", "a4"):
            raise BadInput(f"--paper {paper!r:.40}: there is letter and a4")
        write_layout(read_filed(submission, approved), output, "a4" if paper == "a4" else "letter", whole)
        return 0

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
) -> None:
    """Signs for the table: limits, paytables, progressive, Envy, and notices that are not on the felt."""

    def work() -> int:
        from croupier.papers.filed import read_filed
        from croupier.papers.signs.making import write_signs

        write_signs(read_filed(submission, approved), output, size, tuple(sign or ()))
        return 0

    run(work)
