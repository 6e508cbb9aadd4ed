"""Test that packages import only from higher packages, that there are no cycles, and that class names are
unique.
"""

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
    "training",
    "casino",
    "documents",
    "store",
    "protocol",
    "client",
    "pages",
    "server",
    "cli",
]
CORE = ROOMS[: ROOMS.index("maths")]
CORE_MAY_USE = {"msgspec", "tomli_w"}
# The only modules outside maths that may use NumPy and Numba.
ARRAYS = {"hands/arrays.py", "hands/compiled.py", "hands/code_cache.py"}


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
    assert room in ROOMS, f"{room} is not a known package"
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "croupier" and len(parts) > 1 and parts[1] in ROOMS:
            assert ROOMS.index(parts[1]) <= ROOMS.index(room), f"{path.name} imports {name} from below"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_core_needs_only_msgspec_and_tomli_w(path: Path) -> None:
    import sys

    relative = path.relative_to(ROOT)
    if relative.parts[0] not in CORE or str(relative) in ARRAYS:
        return
    for name in imports(path):
        first = name.split(".")[0]
        assert first in sys.stdlib_module_names or first == "croupier" or first in CORE_MAY_USE, name


def test_games_and_table_use_no_clock_randomness_or_files() -> None:
    forbidden = {"random", "secrets", "time", "datetime", "uuid", "socket", "pathlib"}
    for room in ("games", "table"):
        for path in (ROOT / room).rglob("*.py"):
            used = {name.split(".")[0] for name in imports(path)} & forbidden
            assert not used, f"{path}: {used}"
    # Only card sources may use the operating system's random number generator.
    users = [p.name for p in (ROOT / "table").rglob("*.py") if "os" in imports(p)]
    assert users == ["sources.py"]


def test_no_modules_import_each_other_in_a_cycle() -> None:
    names = {_module_name(path): path for path in ROOT.rglob("*.py")}
    graph = {name: _imported_at_load(path, names) - {name} for name, path in names.items()}
    state: dict[str, str] = {}

    def visit(name: str, trail: tuple[str, ...]) -> None:
        state[name] = "open"
        for other in graph[name]:
            assert state.get(other) != "open", f"import cycle: {' -> '.join((*trail, name, other))}"
            if other not in state:
                visit(other, (*trail, name))
        state[name] = "done"

    for name in graph:
        if name not in state:
            visit(name, ())


def _module_name(path: Path) -> str:
    parts = ("croupier", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported_at_load(path: Path, known: dict[str, Path]) -> set[str]:
    """Return the modules that a module imports when it loads.

    Imports inside functions or only for type checkers do not count.
    """
    found: set[str] = set()
    pending: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = {f"{node.module}.{name.name}" for name in node.names}
            found |= (below & known.keys()) or {node.module}
        pending += ast.iter_child_nodes(node)
    return found & known.keys()


def test_every_class_name_is_used_once() -> None:
    seen: dict[str, Path] = {}
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                assert node.name not in seen, f"{node.name} is defined in {seen[node.name]} and in {path}"
                seen[node.name] = path
