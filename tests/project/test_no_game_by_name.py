"""Shared code knows no game, no reading's letter and no wager by name: a further game needs no edit there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import croupier
from croupier.rulebook import declaration, games

SOURCE = Path(croupier.__file__).parent
OWN = re.compile(rf"(rulebook|games|maths)/({'|'.join(games())})|hands/")

# Words of the outside interface that a wager happens to share: a command, a choice in a document, the table
# of a submission and of its summary.
SHARED = {
    "play": (
        "cli/play/__init__.py",
        "maths/strategy.py",
        "cli/play/coach.py",
        "house/cage/commands.py",  # play money
        "house/cage/ledger.py",
        "house/cage/stream.py",
    ),
    "progressive": (
        "submission/shape.py",
        "submission/rules.py",
        "submission/checking.py",
        "cli/check.py",
    ),
}


def quoted(names: set[str]) -> list[str]:
    """Where shared code says one of the names; what a docstring shows as an example does not count."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if OWN.match(name):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if node.value in names and name not in SHARED.get(node.value, ()):
                found.append(f"{name}:{node.lineno}: {node.value}")
    return found


def test_no_shared_code_names_a_game() -> None:
    assert quoted(set(games())) == []


def test_no_shared_code_names_a_wager() -> None:
    assert quoted({rule.name for game in games() for rule in declaration(game).wagers}) == []
