"""Compiled code kept on disk: used when it is good, as good as absent when it is not."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import numba
import pytest

from croupier.maths.engine import kernel

CALLED = (
    "from croupier.maths.engine.kernel import kernel\nADDEND = {addend}\n"
    "@kernel\ndef add(x):\n    return x + ADDEND\n"
)
CALLER = (
    "from croupier.maths.engine.kernel import kernel\nfrom called import ADDEND, add\n"
    "@kernel\ndef both(x):\n    return add(x) + 100 * ADDEND\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "caller.py").write_text(CALLER)
    os.utime(tmp_path / "caller.py", (1, 1))
    return tmp_path


def load(folder: Path, addend: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The caller as a new process would see it, with this version of the file it calls."""
    (folder / "called.py").write_text(CALLED.format(addend=addend))
    os.utime(folder / "called.py", (addend, addend))
    modules = []
    for name in ("called", "caller"):
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(__import__("sys").modules, name, module)
        spec.loader.exec_module(module)
        modules.append(module)
    return modules[1].both


def test_kept_code_is_used_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(folder, 7, monkeypatch)(1) == 708
    again = load(folder, 7, monkeypatch)
    assert again(1) == 708
    assert sum(again.stats.cache_hits.values()) == 1


def test_kept_code_is_stale_when_what_it_calls_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(folder, 7, monkeypatch)(1) == 708
    assert load(folder, 8, monkeypatch)(1) == 809


@pytest.mark.parametrize("pattern", ["*.nbi", "*.nbc"])
def test_damaged_code_is_compiled_anew(folder: Path, monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    assert load(folder, 7, monkeypatch)(1) == 708
    damaged = list((folder / "cache").rglob(pattern))
    assert damaged
    for path in damaged:
        path.write_bytes(b"")
    assert load(folder, 7, monkeypatch)(1) == 708
    whole = load(folder, 7, monkeypatch)
    assert whole(1) == 708
    assert sum(whole.stats.cache_hits.values()) == 1


def test_kernels_compile_where_no_folder_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = numba.njit

    def nowhere(**options: bool) -> object:
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return compiled(**options)

    monkeypatch.setattr(kernel.numba, "njit", nowhere)

    @kernel.kernel
    def double(number: int) -> int:
        return 2 * number

    assert double(21) == 42


def test_work_is_spread_over_the_whole_range_once() -> None:
    told: list[float] = []
    parts = kernel.spread(lambda start, stop: list(range(start, stop)), 1000, pieces=7, progress=told.append)
    assert [number for part in parts for number in part] == list(range(1000))
    assert told == sorted(told)
    assert told[-1] == 1
    assert kernel.spread(lambda start, stop: (start, stop), 1) == [(0, 1)]
