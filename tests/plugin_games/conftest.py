"""Install third-party games for one test, with edits to their files."""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.rulebook import registry
from tests.fifth_game.conftest import write_dist_info

TESTS = Path(__file__).parents[1]
NINES = TESTS / "fifth_game" / "project"
PAIR_UP = TESTS / "sixth_game" / "project"
WAR = TESTS / "seventh_game" / "project"

Edit = tuple[str, str, str]  # a file of the package, the text to replace, and the replacement
Install = Callable[..., Path]


def edited(project: Path, target: Path, *edits: Edit) -> Path:
    """Copy a project, apply the edits to its package, and return the package's folder."""
    shutil.copytree(project, target, ignore=shutil.ignore_patterns("__pycache__"))
    (package,) = (each for each in (target / "src").iterdir() if each.joinpath("game.toml").is_file())
    for name, old, new in edits:
        file = package / name
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} does not contain {old!r}"
        file.write_text(text.replace(old, new), encoding="utf-8")
    return package


def rename(project: Path, package: Path, game: str) -> None:
    """Give a project's game a different id."""
    toml = project / "pyproject.toml"
    (was,) = tomllib.loads(toml.read_text())["project"]["entry-points"]["croupier.games"]
    toml.write_text(toml.read_text().replace(f"\n{was} = ", f"\n{game} = "))
    for file in package.glob("*.*"):
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace(f'"{was}"', f'"{game}"').replace(f"{was}/", f"{game}/"), encoding="utf-8"
        )


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a copy of a project with each call, until the test ends."""
    packages: list[str] = []

    def add(project: Path, *edits: Edit, as_: str = "") -> Path:
        target = tmp_path / f"project{len(packages)}"
        package = edited(project, target, *edits)
        packages.append(package.name)
        if as_:
            rename(target, package, as_)
        write_dist_info(target / "site", target)
        monkeypatch.syspath_prepend(str(target / "src"))
        monkeypatch.syspath_prepend(str(target / "site"))
        registry.forget()
        return package

    yield add
    monkeypatch.undo()
    registry.forget()
    for name in [each for each in sys.modules if each.partition(".")[0] in packages]:
        del sys.modules[name]
