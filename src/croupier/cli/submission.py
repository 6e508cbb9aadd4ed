"""Implement ``croupier submission new`` and ``croupier submission schema``."""

from __future__ import annotations


def new(game: str) -> int:
    """Print a commented submission to start from."""
    from croupier.submission import template

    print(template(game), end="")
    return 0


def schema(game: str) -> int:
    from croupier.cli.output import print_json
    from croupier.submission import schema as schema_of

    print_json(schema_of(game))
    return 0
