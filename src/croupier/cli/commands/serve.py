"""The command ``croupier serve`` and its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.output import run

serve_app = typer.Typer(rich_markup_mode=None)


@serve_app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="Port to listen on, or 0 for any free port.")] = 8000,
    data: Annotated[
        Path, typer.Option("--data", metavar="FOLDER", help="Folder of the server's store.")
    ] = Path("croupier-data"),
    database: Annotated[
        str,
        typer.Option(
            "--database", metavar="ADDRESS", help="PostgreSQL database to use instead of the folder."
        ),
    ] = "",
    submission: Annotated[
        list[Path] | None,
        typer.Option(
            "--submission",
            metavar="FILE",
            help="Open a table for this submission. May be repeated. By default, there is one table per "
            "game.",
        ),
    ] = None,
    gaming_day: Annotated[
        str, typer.Option("--gaming-day", metavar="HH:MM", help="Start of the gaming day, UTC.")
    ] = "06:00",
    company: Annotated[int, typer.Option("--company", metavar="N", help="Number of bots at each table.")] = 0,
    links: Annotated[
        bool,
        typer.Option(
            "--links", help="Print one-time login links for staff. A new server always prints these links."
        ),
    ] = False,
    metrics_port: Annotated[
        int, typer.Option("--metrics-port", help="Port for Prometheus metrics, on the loopback address only.")
    ] = 0,
    heads: Annotated[
        str,
        typer.Option("--heads", metavar="FILE", help="Write the head hashes of all streams to this file."),
    ] = "",
    node: Annotated[
        str,
        typer.Option("--node", metavar="URL", help="Address of this node, if several share one database."),
    ] = "",
    migrate: Annotated[
        bool,
        typer.Option("--migrate", help="Migrate an older PostgreSQL database. Back up the database first."),
    ] = False,
    betting: Annotated[
        float | None,
        typer.Option("--betting", metavar="SECONDS", help="Betting time from the first wager. Default: 30."),
    ] = None,
    decision: Annotated[
        float | None,
        typer.Option("--decision", metavar="SECONDS", help="Time for each decision. Default: 30."),
    ] = None,
    grace: Annotated[
        float | None,
        typer.Option(
            "--grace",
            metavar="SECONDS",
            help="Extra time, once a round, for a player who lost the connection. Default: 30.",
        ),
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option(
            "--settings", metavar="FILE", help="Settings file with times and limits (docs/server.md)."
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="Public address of a server behind a proxy, such as https://casino.example.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="Address of a proxy whose X-Forwarded headers are trusted."
        ),
    ] = None,
) -> None:
    """Start the casino server."""

    def work() -> int:
        from croupier.cli.serve import serve as open_house

        return open_house(
            host,
            port,
            data,
            database,
            tuple(submission or ()),
            gaming_day,
            company,
            links,
            metrics_port,
            heads,
            node,
            migrate,
            settings,
            {"betting": betting, "decision": decision, "grace": grace},
            tuple(origin or ()),
            tuple(proxy or ()),
        )

    run(work)
