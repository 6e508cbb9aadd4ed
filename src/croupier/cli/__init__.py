"""The commands. Each is a thin line to a function; heavy imports wait until needed."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        from croupier.cli.app import app
    except ModuleNotFoundError as missing:
        if missing.name not in ("typer", "rich"):
            raise
        print(f"croupier: the command line needs {missing.name}; install croupier[cli]", file=sys.stderr)
        raise SystemExit(2) from None
    app()
