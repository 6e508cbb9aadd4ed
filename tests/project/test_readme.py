"""Run the README's Python examples as doctests and compare the output of its console commands."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.M | re.S)


def test_python_examples() -> None:
    text = "\n".join(blocks("python"))
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.summarize().failed == 0
    assert runner.tries > 5


def test_refusals_in_the_readme_read_as_shown() -> None:
    import croupier

    with pytest.raises(croupier.Refused) as refused:
        croupier.play_record(
            {"game": "uth", "seats": [{"seat": 1, "wagers": {"ante": 10, "blind": 5}, "decisions": []}]}
        )
    assert f"croupier.errors.Refused: {refused.value}" in README


@pytest.mark.parametrize("block", blocks("console"))
def test_console_examples(block: str) -> None:
    first, expected = block.split("\n", 1)
    assert first.startswith("$ croupier ")
    command = f"{sys.executable} -m {first[2:]}"
    done = subprocess.run(
        command, shell=True, cwd=PROJECT, capture_output=True, text=True, env={**os.environ, "COLUMNS": "200"}
    )
    assert done.stdout == expected, done.stderr


def test_the_record_shown_is_the_one_played() -> None:
    import croupier

    (record,) = blocks("toml")
    assert croupier.play_record(tomllib.loads(record))["seats"][0]["net"] == 252_000


def test_commands_named_in_the_readme_exist() -> None:
    named = set(re.findall(r"croupier ([a-z]+)", README)) - {"verify", "replay"} | {"verify", "replay"}
    listed = subprocess.run(
        [sys.executable, "-m", "croupier", "--help"], capture_output=True, text=True, check=True
    ).stdout
    for command in named:
        assert f"  {command} " in listed, command


COMMANDS = ["rules", "check", "submission", "round", "replay", "verify", "play", "demo"]
COMMANDS += ["analyze", "strategy"]


@pytest.mark.parametrize("words", [[], *([command] for command in COMMANDS)], ids=str)
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    """Help is fast because NumPy, Numba and Rich's tables are imported only when needed."""
    code = (
        "import sys; from croupier.cli.app import app\n"
        f"try: app({[*words, '--help']!r})\n"
        "except SystemExit as end: code = end.code\n"
        "heavy = {'numpy', 'numba', 'croupier.maths', 'croupier.table', 'rich.table'} & set(sys.modules)\n"
        "assert not code and not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout


def test_tests_readme_names_every_folder() -> None:
    page = (PROJECT / "tests" / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `(\w+)` \|", page, flags=re.M))
    here = {path.name for path in (PROJECT / "tests").iterdir() if any(path.glob("*.py"))}
    assert named == here


def test_architecture_page_names_every_package_and_module() -> None:
    page = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    root = PROJECT / "src" / "croupier"
    for room in (path.name for path in root.iterdir() if (path / "__init__.py").exists()):
        assert f"| `croupier.{room}` |" in page, room
    for file in root.glob("*.py"):
        assert file.name in page or file.name == "__main__.py", file.name
