"""The staff and the submissions that a new casino starts with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from croupier.casino.administration import commands as desk_do
from croupier.errors import BadInput
from croupier.files import printable, read_some
from croupier.rulebook import games
from croupier.rulebook.registry import read
from croupier.server.sessions.tokens import new_person
from croupier.table.roles import STAFF_ROLES, role_title

EXAMPLE = "example.toml"  # name of the default submission in each game's folder
LARGEST = 32_768  # maximum bytes of a submission file


def first_staff() -> tuple[desk_do.Founder, ...]:
    """Return one founder for each role, so that no one holds two roles that must be separate."""
    return tuple(desk_do.Founder(new_person(), role_title(role).capitalize(), role) for role in STAFF_ROLES)


def first_submissions(paths: Sequence[Path]) -> list[tuple[str, str, str]]:
    """Return the name, text and approval reference of each submission from the command line, or of every
    game's example.
    """
    if not paths:
        games_with_example = [game for game in games() if has_example(game)]
        return [
            (game, read(game, EXAMPLE), "Example rules that come with the software")
            for game in games_with_example
        ]
    return [(submission_id(path), read_text(path), f"given as {path.name}") for path in paths]


def has_example(game: str) -> bool:
    try:
        return bool(read(game, EXAMPLE))
    except BadInput:
        return False


def read_text(path: Path) -> str:
    try:
        return read_some(path, LARGEST).decode()
    except UnicodeDecodeError:
        raise BadInput(f"{printable(str(path))}: not a UTF-8 text file") from None


def submission_id(path: Path) -> str:
    """Make a submission id from the file name, with ASCII letters, digits and hyphens."""
    signs = (sign if sign.isalnum() and sign.isascii() else "-" for sign in path.stem.lower())
    return ("".join(signs).strip("-") or "submission")[:38]
