"""Run the commands of each tutorial in order and compare their output with the page."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fifth_game.conftest import write_dist_info

PROJECT = Path(__file__).parents[2]
PAGES = sorted((PROJECT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(toml|text|python|console)\n(.*?)^```$", flags=re.M | re.S)
FILE = re.compile(r"`((?:src/)?[\w/]+\.(?:toml|csv|py))`")
MATCHES = doctest.OutputChecker().check_output


@pytest.fixture
def shell(tmp_path: Path) -> Path:
    """Return an empty folder with a `croupier` command that runs this code."""
    command = tmp_path / "bin" / "croupier"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m croupier "$@"\n')
    command.chmod(0o755)
    return tmp_path


def run(command: str, folder: Path) -> str:
    """Run a page's command. A package that the page has already built counts as installed."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
    if (folder / "pyproject.toml").exists():
        if not (folder / "site").exists():
            write_dist_info(folder / "site", folder)
        environment["PYTHONPATH"] = f"{folder / 'site'}{os.pathsep}{folder / 'src'}"
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, env=environment)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tutorial_commands_print_what_the_page_shows(page: Path, shell: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        language, block = found.groups()
        if language != "console":
            for name in FILE.findall(text[: found.start()].rsplit("\n\n", 2)[-2]):
                (shell / name).parent.mkdir(parents=True, exist_ok=True)
                (shell / name).write_text(block, encoding="utf-8")
            continue
        for example in block.split("$ ")[1:]:
            command, expected = example.split("\n", 1)
            printed = run(command, shell)
            assert MATCHES(expected, printed, doctest.ELLIPSIS), f"{command}\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_examples_of_a_tutorial(page: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_index_lists_every_tutorial() -> None:
    index = (PROJECT / "docs" / "README.md").read_text(encoding="utf-8")
    assert all(f"(tutorials/{page.name})" in index for page in PAGES)
