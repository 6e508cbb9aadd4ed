"""Imports point one way: a package imports only packages above it in the list."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import croupier

ROOT = Path(croupier.__file__).parent
ROOMS = [
    "rulebook",
    "cards",
    "hands",
    "submission",
    "games",
    "meters",
    "table",
    "journal",
    "records",
    "maths",
    "protocol",
    "client",
    "felt",
    "papers",
    "house",
    "cli",
]
CORE = ROOMS[: ROOMS.index("maths")]
CORE_MAY_USE = {"msgspec", "tomli_w"}
# The only places below maths that may use NumPy and Numba.
ARRAYS = {"hands/arrays.py", "hands/compiled.py", "hands/kept.py"}


def modules() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT)


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found.add(node.module or "")
            if node.module == "croupier":
                found |= {f"croupier.{name.name}" for name in node.names}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_up(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    assert room in ROOMS, f"{room} is not a room of the house"
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "croupier" and len(parts) > 1 and parts[1] in ROOMS:
            assert ROOMS.index(parts[1]) <= ROOMS.index(room), f"{path.name} imports {name} from below"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_core_needs_msgspec_and_tomli_w_alone(path: Path) -> None:
    import sys

    relative = path.relative_to(ROOT)
    if relative.parts[0] not in CORE or str(relative) in ARRAYS:
        return
    for name in imports(path):
        first = name.split(".")[0]
        assert first in sys.stdlib_module_names or first == "croupier" or first in CORE_MAY_USE, name


def test_the_core_has_no_clock_chance_or_files_in_games_and_table() -> None:
    forbidden = {"random", "secrets", "time", "datetime", "uuid", "socket", "pathlib"}
    for room in ("games", "table"):
        for path in (ROOT / room).rglob("*.py"):
            used = {name.split(".")[0] for name in imports(path)} & forbidden
            assert not used, f"{path}: {used}"
    # Card sources are the one door to the operating system's generator.
    users = [p.name for p in (ROOT / "table").rglob("*.py") if "os" in imports(p)]
    assert users == ["sources.py"]
