"""Check a Rules Submission against the rule book for ``croupier check``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from croupier.submission import SubmissionReport, Violation


def check(file: Path, json: bool) -> int:
    """Return exit code 0 if the submission is valid, or 1 if it has violations.

    Raise BadInput for an unreadable file.
    """
    from croupier.cli.output import print_json
    from croupier.submission import check as check_submission
    from croupier.submission import read_toml, report_document

    report = check_submission(read_toml(file))
    if json:
        print_json(report_document(report))
    else:
        sys.stdout.write(_readable(file, report))
    return 1 if report.violations else 0


def _readable(file: Path, report: SubmissionReport) -> str:
    from rich.console import Console

    from croupier.cli.output import color_system

    console = Console(color_system=color_system(), highlight=False)
    with (
        console.capture() as page
    ):  # print all text at once, so that a closed pipe does not change the exit code
        _show(console, file, report)
    return page.get()


def _show(console: Console, file: Path, report: SubmissionReport) -> None:
    from rich.markup import escape

    for heading, style, findings in (
        ("violation", "bold red", report.violations),
        ("warning", "bold yellow", report.warnings),
    ):
        if findings:
            plural = "s" if len(findings) > 1 else ""
            console.print(f"[{style}]{len(findings)} {heading}{plural}[/]")
            console.print(_findings(findings))
    if report.choices is not None:
        _show_choices(console, report)
        console.print(f"[bold green]{escape(str(file))} follows the rules.[/]", soft_wrap=True)
    else:
        console.print(f"[bold red]{escape(str(file))} does not follow the rules.[/]", soft_wrap=True)


def _findings(findings: Sequence[Violation]) -> Table:
    from rich.markup import escape
    from rich.table import Table

    table = Table(show_lines=True)
    table.add_column("clause", no_wrap=True)
    table.add_column("what and where")
    table.add_column("what to do")
    for finding in findings:
        cited = "\n".join((finding.clause or "–", *finding.readings))
        table.add_row(
            escape(cited), f"{escape(finding.message)}\n[dim]{finding.code}[/]", escape(finding.remedy)
        )
    return table


def said_of(choice: str, usual: str) -> str:
    return "the default" if choice == usual else f"instead of the default {usual}"


def _show_choices(console: Console, report: SubmissionReport) -> None:
    from rich.table import Table

    from croupier.rulebook import defaults
    from croupier.submission import format_dollars, summary

    assert report.choices is not None
    facts = summary(report.choices)
    dealt = {"shoe": "from a manual shoe", "hand": "from the hand", "automated": "by a device"}
    console.print(
        f"[bold]{facts['title']}[/], dealt {dealt[facts['dealing']]}; decks: {facts['decks']}; shuffler:"
        f" {facts['shuffler']}; positions: {facts['seats']}, at most {facts['adjacent_boxes']} per player"
    )

    def money(cents: int | None) -> str:
        return "–" if cents is None else format_dollars(cents)

    table = Table("wager", "paytable", "clause", "minimum", "maximum", "increment")
    for wager in facts["wagers"]:
        amounts = [money(wager[key]) for key in ("minimum", "maximum", "increment")]
        table.add_row(wager["wager"], wager["paytable"] or "–", wager["clause"], *amounts)
    console.print(table)
    if facts["progressive"]:
        progressive = facts["progressive"]
        meters = ", ".join(
            f"{meter} {format_dollars(progressive['initial'][meter])} (reset {format_dollars(cents)}, rate"
            f" {progressive['rates'][meter]})"
            for meter, cents in progressive["resets"].items()
        )
        envy = f"Envy schedule {progressive['envy']}" if progressive["envy"] else "no Envy"
        stake = progressive["stake"]
        stakes = " or ".join(map(format_dollars, stake if isinstance(stake, list) else [stake]))
        group = f"; shared by the tables of {progressive['group']}" if progressive["group"] else ""
        console.print(f"Progressive of {stakes}: {meters}; {envy}{group}")
    if facts["payout_limit"]:
        console.print(f"Payout limit {format_dollars(facts['payout_limit'])} per hand")
    for reading, choice in facts["readings"].items():
        usual = defaults()[reading]
        console.print(f"Reading {reading}: {choice}, {said_of(choice, usual)}")
    pending = [clause for clause, reference in report.attested.items() if reference == "pending"]
    if pending:
        console.print(f"Approvals pending: {', '.join(pending)}")
