"""``croupier submission new GAME`` and ``croupier submission schema GAME``."""

from __future__ import annotations

import sys
from collections.abc import Callable


def new(game: str) -> int:
    """Prints a commented submission to start from, ready to be sent to a file."""
    from croupier.submission import template

    return _print(lambda: template(game))


def schema(game: str) -> int:
    """Prints the JSON Schema of a game's submission for an editor."""
    import json

    from croupier.submission import schema as schema_of

    return _print(lambda: json.dumps(schema_of(game), indent=2, ensure_ascii=False) + "\n")


def _print(document: Callable[[], str]) -> int:
    from croupier.errors import BadInput

    try:
        print(document(), end="")
    except BadInput as fault:
        print(fault, file=sys.stderr)
        return 2
    return 0
