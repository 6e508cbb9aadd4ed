"""Test when the compiled code of an earlier version is deleted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier.hands import code_cache


@pytest.mark.parametrize(("seconds", "remains"), [(0, True), (1, False)])
def test_deletes_code_that_was_unused_for_more_than_thirty_days(
    seconds: int, remains: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "version"
    folder.mkdir()
    os.utime(folder, (1_000, 1_000))
    monkeypatch.setattr("time.time", lambda: 1_000 + 30 * 24 * 3600 + seconds)
    code_cache._delete_unused(tmp_path)
    assert folder.exists() is remains
