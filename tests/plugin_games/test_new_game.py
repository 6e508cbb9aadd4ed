"""Test that `croupier game new NAME` writes a package that works and passes its own tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli.app import app
from croupier.cli.skeleton_writer import write_skeleton
from croupier.errors import BadInput
from tests.fifth_game.conftest import write_dist_info

SOURCES = Path(croupier.__file__).parents[1]


def test_the_new_package_passes_its_own_tests(tmp_path: Path) -> None:
    folder = tmp_path / "high_card"
    done = CliRunner().invoke(
        app, ["game", "new", "high_card", "--into", str(folder), "--title", "High Card"]
    )
    assert done.exit_code == 0, done.output
    assert "pip install --no-deps -e" in done.output
    write_dist_info(tmp_path / "site", folder)
    paths = [str(SOURCES), str(tmp_path / "site"), str(folder / "src")]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "5 passed" in ran.stdout


def test_files_are_complete_and_have_no_placeholder(tmp_path: Path) -> None:
    written = write_skeleton("high_card", tmp_path / "new")
    names = {file.name for file in written}
    assert {
        "pyproject.toml",
        "clauses.csv",
        "game.toml",
        "game.py",
        "solver.py",
        "test_high_card_game.py",
    } <= names
    for file in written:
        assert "@" not in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize("name", ["uth", "High", "class", "../x", "a b"])
def test_impossible_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput):
        write_skeleton(name, tmp_path / "new")


def test_files_are_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadInput, match="already exists"):
        write_skeleton("high_card", tmp_path)


def test_a_title_cannot_break_the_files(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="without quotes"):
        write_skeleton("high_card", tmp_path / "new", 'a"\nb')
