"""Fixtures that install and register a third-party game package. Nothing in ``src/`` refers to it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.rulebook import registry

PROJECT = Path(__file__).parent / "project"
Croupier = Callable[..., subprocess.CompletedProcess[str]]


def write_dist_info(site: Path, folder: Path = PROJECT) -> None:
    """Write the metadata that an installer would write: the package's name and its entry points."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()) for group, points in groups]
    (info / "entry_points.txt").write_text("".join(lines), encoding="utf-8")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write_dist_info(folder)
    return folder


@pytest.fixture
def registered(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the game in this process while the test runs."""
    monkeypatch.syspath_prepend(str(PROJECT / "src"))
    monkeypatch.syspath_prepend(str(site))
    registry.forget()
    yield
    monkeypatch.undo()
    registry.forget()
    for name in [each for each in sys.modules if each.partition(".")[0] == "lucky_nines"]:
        del sys.modules[name]


@pytest.fixture
def croupier(site: Path, tmp_path: Path) -> Croupier:
    """Run the command line with the game installed."""
    import croupier as package

    paths = [str(Path(package.__file__).parents[1]), str(site), str(PROJECT / "src")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "NO_COLOR": "1"}

    def run(
        *words: str | Path, typed: str = "", beside: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "croupier", *map(str, words)]
        more = [str(beside)] if beside else []
        where = {**environment, "PYTHONPATH": os.pathsep.join(paths + more)}
        return subprocess.run(
            command, input=typed, cwd=tmp_path, env=where, capture_output=True, text=True, timeout=120
        )

    return run
