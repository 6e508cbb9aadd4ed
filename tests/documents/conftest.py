"""Fixtures for the command line and for reports. Each report is computed once per run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.documents.blocks import Blocks
from croupier.documents.filed_submission import FiledSubmission, read_filed
from croupier.documents.report.figures import gather
from croupier.documents.report.pages import report_blocks

PROJECT = Path(__file__).parents[2]
EXAMPLES = PROJECT / "examples" / "submissions"
APPROVED = "2026-11-15"

Run = Callable[..., subprocess.CompletedProcess[str]]


@cache
def example(name: str, approved: str = APPROVED) -> FiledSubmission:
    return read_filed(EXAMPLES / f"{name}.toml", approved)


@cache
def gathered(name: str) -> dict[str, Any]:
    """Return the figures of an example's report. Callers must not modify them."""
    return gather(example(name))


@cache
def blocks_of(name: str) -> Blocks:
    return report_blocks(gathered(name))


@pytest.fixture
def croupier(tmp_path: Path) -> Run:
    def run(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "croupier", *map(str, words)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(PROJECT / "src"), **environment},
        )

    return run
