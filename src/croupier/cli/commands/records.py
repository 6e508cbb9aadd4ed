"""Commands that read round records, journals and stores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.commands.options import AsJson
from croupier.cli.output import run

records_app = typer.Typer(rich_markup_mode=None)


@records_app.command("round")
def round_(
    file: Annotated[Path, typer.Argument(help="A round record in TOML.")], as_json: AsJson = False
) -> None:
    """Play a round record under the rules and show every payment with its clauses."""

    def work() -> int:
        from croupier.cli.rounds import play_round

        return play_round(file, as_json)

    run(work, as_json)


JournalOrStore = Annotated[
    str,
    typer.Argument(
        metavar="JOURNAL", help="A journal file, a folder of journals, or a server's data folder or database."
    ),
]
Stored = Annotated[
    str, typer.Argument(metavar="FOLDER-OR-ADDRESS", help="The server's data folder, or its database.")
]


@records_app.command()
def replay(
    journal: JournalOrStore,
    round_number: Annotated[int | None, typer.Option("--round", help="Show only this round.")] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Print the round as a round record in TOML.")
    ] = False,
    stream: Annotated[
        str,
        typer.Option(
            "--stream", metavar="NAME", help="Name of the journal, if the folder or store has several."
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print every event of a journal with its clauses."""

    def work() -> int:
        from croupier.cli.journals import replay_journal

        return replay_journal(journal, round_number, record, as_json, stream)

    run(work, as_json)


@records_app.command()
def verify(
    journal: JournalOrStore,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", help="Compare with a saved checkpoint, to detect a truncated journal."),
    ] = None,
    head: Annotated[
        str | None, typer.Option("--head", metavar="HASH", help="Compare with a saved head hash.")
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--all/--running", help="Check every segment, or only the current one (faster)."),
    ] = True,
    stream: Annotated[
        str,
        typer.Option(
            "--stream", metavar="NAME", help="Name of the journal, if the folder or store has several."
        ),
    ] = "",
    deal: Annotated[
        bool,
        typer.Option(
            "--deal",
            help="Check the table's deal commitments, or a file with the openings of one person's cards.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a journal's hash chain and replay every entry under the rules."""

    def work() -> int:
        from croupier.cli.journals import verify_journal

        if deal:
            from croupier.cli.deals import verify_deals

            return verify_deals(journal, as_json, stream)
        return verify_journal(journal, checkpoint, as_json, head=head, everything=everything, stream=stream)

    run(work, as_json)


@records_app.command()
def audit(
    where: Stored,
    heads: Annotated[
        Path | None,
        typer.Option(
            "--heads", metavar="FILE", help="Compare with saved head hashes, to detect a rewritten store."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check that the journals, ledgers and balances in a server's store agree."""

    def work() -> int:
        from croupier.cli.stores import audit_store

        return audit_store(where, heads, as_json)

    run(work, as_json)


@records_app.command()
def backup(
    where: Stored,
    file: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The backup file to create.")],
    as_json: AsJson = False,
) -> None:
    """Back up a server's store to one file, even while the server runs."""

    def work() -> int:
        from croupier.cli.stores import backup_store

        return backup_store(where, file, as_json)

    run(work, as_json)


@records_app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup file.")],
    where: Annotated[
        str, typer.Argument(metavar="FOLDER-OR-ADDRESS", help="An empty data folder or database.")
    ],
    as_json: AsJson = False,
) -> None:
    """Restore a backup into an empty database or data folder."""

    def work() -> int:
        from croupier.cli.stores import restore_store

        return restore_store(file, where, as_json)

    run(work, as_json)
