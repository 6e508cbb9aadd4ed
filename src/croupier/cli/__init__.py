"""The command line. Commands import heavy modules only when they run."""

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
    try:
        code = app(prog_name="croupier", standalone_mode=False)
    except Exception as wrong:
        raise SystemExit(say_what_was_wrong(wrong)) from None
    raise SystemExit(code)


def say_what_was_wrong(wrong: Exception) -> int:
    """Print one line about invalid arguments and return exit code 2."""
    message = getattr(wrong, "format_message", None)
    if message is None:
        raise wrong
    context = getattr(wrong, "ctx", None)
    path = context.command_path if context is not None else "croupier"
    if type(wrong).__name__ == "NoArgsIsHelpError":
        print(message())
        return 2
    text = " ".join(str(message()).split()).rstrip(".")
    print(f"croupier: {text}; see {path} --help", file=sys.stderr)
    return 2
