"""Test the tool that runs the fast tests with the oldest versions that pyproject.toml allows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = str(ROOT / "tools" / "oldest_versions.py")


def test_every_dependency_has_a_lower_bound_that_can_be_pinned() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--list"], capture_output=True, text=True, check=True)
    pinned = done.stdout.splitlines()
    assert all("==" in line for line in pinned)
    names = {line.partition("==")[0] for line in pinned}
    assert {"msgspec", "uvicorn", "websockets", "litestar", "numpy", "typst"} <= names
    assert len(names) == len(pinned)  # a library has the same bound in every extra


@pytest.mark.long
@pytest.mark.whole
def test_house_and_client_work_with_the_oldest_versions() -> None:
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
