"""Test that compiled code on disk is used if it is valid, and otherwise ignored."""

from __future__ import annotations

import importlib.util
import os
import pickle
from pathlib import Path
from typing import Any

import numba
import pytest

from croupier import private_files
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
    monkeypatch.setenv("CROUPIER_COMPILED", str(tmp_path / "cache"))
    (tmp_path / "caller.py").write_text(CALLER)
    os.utime(tmp_path / "caller.py", (1, 1))
    return tmp_path


def load(folder: Path, addend: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load the caller as a new process would, with this version of the file it calls."""
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


def test_cached_code_is_reused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(folder, 7, monkeypatch)(1) == 708
    again = load(folder, 7, monkeypatch)
    assert again(1) == 708
    assert sum(again.stats.cache_hits.values()) == 1


def test_cached_code_is_stale_when_a_callee_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(folder, 7, monkeypatch)(1) == 708
    assert load(folder, 8, monkeypatch)(1) == 809


@pytest.mark.parametrize("pattern", ["*.nbi", "*.nbc"])
def test_damaged_code_is_recompiled(folder: Path, monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    assert load(folder, 7, monkeypatch)(1) == 708
    damaged = list((folder / "cache").rglob(pattern))
    assert damaged
    for path in damaged:
        path.write_bytes(b"")
    assert load(folder, 7, monkeypatch)(1) == 708
    whole = load(folder, 7, monkeypatch)
    assert whole(1) == 708
    assert sum(whole.stats.cache_hits.values()) == 1


def test_kernels_compile_where_no_folder_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in the way").write_text("")
    monkeypatch.setenv("CROUPIER_COMPILED", str(tmp_path / "in the way" / "cache"))

    @kernel.kernel
    def double(number: int) -> int:
        return 2 * number

    assert double(21) == 42
    assert double(number=21) == 42


class Bomb:
    """An object that writes a file when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Any, ...]:
        return (open, (str(self.trace), "w"))


@pytest.mark.parametrize("pattern", ["*.nbi", "*.nbc"])
def test_planted_code_is_not_run(folder: Path, monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    """Check that planted code does not run, even under the name and the seal of the replaced file."""
    assert load(folder, 7, monkeypatch)(1) == 708
    trace = folder / "trace"
    planted = list((folder / "cache").rglob(pattern))
    assert planted
    for path in planted:
        path.write_bytes(path.read_bytes()[: private_files.SEAL_BYTES] + pickle.dumps(Bomb(trace)))
    assert load(folder, 7, monkeypatch)(1) == 708
    for path in planted:
        path.write_bytes(pickle.dumps(Bomb(trace)))
    assert load(folder, 7, monkeypatch)(1) == 708
    assert not trace.exists()


def test_code_of_one_function_is_not_taken_for_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seal covers the name, so two genuine files that were swapped are rejected."""
    assert load(folder, 7, monkeypatch)(1) == 708
    add, both = (next((folder / "cache").rglob(f"{name}*.nbc")) for name in ("called", "caller"))
    add_bytes, both_bytes = add.read_bytes(), both.read_bytes()
    add.write_bytes(both_bytes)
    both.write_bytes(add_bytes)
    again = load(folder, 7, monkeypatch)
    assert again(1) == 708
    assert not again.stats.cache_hits


def test_ignores_a_folder_open_to_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that no code is loaded from or saved to a folder that others may write to."""
    assert load(folder, 7, monkeypatch)(1) == 708
    (folder / "cache").chmod(0o777)
    again = load(folder, 7, monkeypatch)
    assert again(1) == 708
    assert not again.stats.cache_hits
    (folder / "cache").chmod(0o700)
    elsewhere = folder / "elsewhere"
    elsewhere.symlink_to(folder / "cache")
    monkeypatch.setenv("CROUPIER_COMPILED", str(elsewhere))
    linked = load(folder, 7, monkeypatch)
    assert linked(1) == 708
    assert not linked.stats.cache_hits


def test_does_not_read_the_compilers_own_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(folder / "foreign"))
    assert load(folder, 7, monkeypatch)(1) == 708
    assert not list(folder.rglob("__pycache__/*.nb?"))
    assert not (folder / "foreign").exists()


def test_work_is_spread_over_the_whole_range_once() -> None:
    told: list[float] = []
    parts = kernel.spread(lambda start, stop: list(range(start, stop)), 1000, pieces=7, progress=told.append)
    assert [number for part in parts for number in part] == list(range(1000))
    assert told == sorted(told)
    assert told[-1] == 1
    assert kernel.spread(lambda start, stop: (start, stop), 1) == [(0, 1)]
