"""The commands of ``croupier reader``, which connect a card reader to a live table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.output import run

reader_app = typer.Typer(
    rich_markup_mode=None, no_args_is_help=True, help="Connect a card reader to a live table."
)
KeyFile = Annotated[Path, typer.Option("--key", metavar="FILE", help="File with the device's secret key.")]
Port = Annotated[int, typer.Option("--port", help="Port on the loopback address.")]


@reader_app.command()
def key(file: Annotated[Path, typer.Argument(metavar="FILE", help="New file for the secret key.")]) -> None:
    """Create a device's secret key, and print the public key that two people register."""
    from croupier.cli import readers

    run(lambda: readers.create_key(file))


@reader_app.command()
def bridge(
    table: Annotated[str, typer.Option("--table", help="Table at which the device reads cards.")],
    device: Annotated[str, typer.Option("--device", help="Name under which the device is registered.")],
    key: KeyFile,
    server: Annotated[
        str, typer.Option("--server", metavar="URL", help="Address of the server.")
    ] = "http://127.0.0.1:8000",
    port: Port = 7700,
) -> None:
    """Take lines of cards from a device on a local port, sign them and send them to the table."""
    from croupier.cli import readers

    run(lambda: readers.run_bridge(server, table, device, key, port))


@reader_app.command()
def simulate(
    lines: Annotated[
        list[str], typer.Argument(metavar="CARDS...", help='Cards of each reading, such as "as kd 7h".')
    ],
    port: Port = 7700,
) -> None:
    """Act as a device: send lines of cards to a running bridge, and print its answers."""
    from croupier.cli import readers

    run(lambda: readers.simulate(port, lines))
