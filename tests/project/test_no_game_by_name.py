"""Test that shared code names no game, reading or wager, so that adding a game requires no edits."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import croupier
from croupier.rulebook import declaration, games

SOURCE = Path(croupier.__file__).parent
OWN = re.compile(rf"(rulebook/maryland|games|maths)/({'|'.join(games())})|hands/")

# Some words in public interfaces happen to be wager names: a command, a choice in a document, and a table in
# submissions and their summary.
SHARED = {
    "play": (
        "cli/play/__init__.py",
        "maths/strategy/thresholds.py",
        "cli/play/coach.py",
        "casino/cage/commands.py",  # play money
        "casino/cage/ledger.py",
        "casino/cage/stream.py",
    ),
    "progressive": (
        "submission/shape.py",
        "submission/rules.py",
        "submission/checking.py",
        "cli/check.py",
    ),
}


def quoted(names: set[str]) -> list[str]:
    """List the places where shared code contains one of the names. Docstring examples do not count."""
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
