"""Test that the wheel contains its data files and works in an empty environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


@pytest.mark.long
def test_the_wheel_works_outside_the_clone(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    source = tmp_path / "source"  # without the `build` folder, because its old modules would be packed too
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, source)
    shutil.copytree(
        PROJECT / "src", source / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__")
    )
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(tmp_path), str(source)], check=True)
    (wheel,) = tmp_path.glob("croupier-*.whl")
    home = tmp_path / "empty"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    constraints = PROJECT / "constraints.txt"
    # PYTHONPATH would make the cloned package importable.
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    subprocess.run(
        [python, *pip[1:], "install", "-c", str(constraints), f"croupier[cli] @ {wheel.as_uri()}"],
        check=True,
        env=clean,
    )

    def croupier(*words: str) -> str:
        done = subprocess.run(
            [home / "bin" / "croupier", *words],
            cwd=tmp_path,
            env=clean,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "The Blind is returned" in croupier("rules", "uth/11.H.3.c")
    assert "U-02" in croupier("rules", "U-02")
    assert '"leaves": 1161' in croupier("rules", "--coverage", "--json")
    record = tmp_path / "round.toml"
    record.write_text('game = "topfive"\n[[seats]]\nseat = 1\nwagers = { ante = 5 }\ndecisions = ["play"]\n')
    assert '"net"' in croupier("round", str(record), "--json")
