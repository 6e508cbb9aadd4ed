"""Test that compiled code on disk is used if it is valid and ignored otherwise."""

from __future__ import annotations

import errno
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from croupier.hands import code_cache, compiled
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
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CROUPIER_COMPILED", str(tmp_path / "cache"))
    monkeypatch.setattr(code_cache, "PACKAGES", (tmp_path,))
    (tmp_path / "caller.py").write_text(CALLER)
    os.utime(tmp_path / "caller.py", (1, 1))
    yield tmp_path
    code_cache.code_version.cache_clear()


def load(folder: Path, addend: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load the calling module as a new process would, with this version of the called module."""
    (folder / "called.py").write_text(CALLED.format(addend=addend))
    os.utime(folder / "called.py", (addend, addend))
    code_cache.code_version.cache_clear()
    monkeypatch.setattr(compiled, "_cached", [True])
    modules = []
    for name in ("called", "caller"):
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
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


@pytest.mark.parametrize("pattern", ["called*.nbi", "called*.nbc", "caller*.nbi", "caller*.nbc"])
@pytest.mark.parametrize("length", [0, 20])
def test_damaged_code_is_recompiled(
    folder: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, length: int
) -> None:
    assert load(folder, 7, monkeypatch)(1) == 708
    (damaged,) = (folder / "cache").rglob(pattern)
    damaged.write_bytes(damaged.read_bytes()[:length])
    assert load(folder, 7, monkeypatch)(1) == 708
    assert load(folder, 7, monkeypatch)(1) == 708
    whole = load(folder, 7, monkeypatch)
    assert whole(1) == 708
    assert sum(whole.stats.cache_hits.values()) == 1


def test_kernels_compile_when_the_disk_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_paths: Any) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert load(folder, 7, monkeypatch)(1) == 708
    assert not [*(folder / "cache").rglob("*.nb?")]


def test_an_error_inside_a_kernel_keeps_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "caller.py").write_text(CALLER + "@kernel\ndef divide(x):\n    return 100 // x\n")
    load(folder, 7, monkeypatch)
    divide = sys.modules["caller"].divide
    assert divide(7) == 14
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            divide(0)
    assert [*(folder / "cache").rglob("*divide*.nbc")]


def test_kernels_in_other_packages_are_not_cached(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "PACKAGES", ())
    assert load(folder, 7, monkeypatch)(1) == 708
    assert not [*folder.rglob("*.nb?")]


def test_unused_code_of_earlier_versions_is_deleted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(folder, 7, monkeypatch)(1) == 708
    (first,) = (folder / "cache").iterdir()
    assert load(folder, 8, monkeypatch)(1) == 809
    assert first.exists()
    os.utime(first, (1, 1))
    assert load(folder, 9, monkeypatch)(1) == 910
    assert not first.exists()
    assert len([*(folder / "cache").iterdir()]) == 2


def test_kernels_compile_without_a_writable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in the way").write_text("")
    monkeypatch.setenv("CROUPIER_COMPILED", str(tmp_path / "in the way" / "cache"))

    @kernel.kernel
    def double(number: int) -> int:
        return 2 * number

    assert double(21) == 42
    assert double(number=21) == 42


def test_ignores_a_folder_open_to_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code is neither loaded from nor saved to a folder that other users can write to."""
    assert load(folder, 7, monkeypatch)(1) == 708
    (version,) = (folder / "cache").iterdir()
    for closed in (folder / "cache", version):
        closed.chmod(0o777)
        again = load(folder, 7, monkeypatch)
        assert again(1) == 708
        assert not again.stats.cache_hits
        closed.chmod(0o700)
    elsewhere = folder / "elsewhere"
    elsewhere.symlink_to(folder / "cache")
    monkeypatch.setenv("CROUPIER_COMPILED", str(elsewhere))
    linked = load(folder, 7, monkeypatch)
    assert linked(1) == 708
    assert not linked.stats.cache_hits


def test_does_not_read_the_compilers_own_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = str(folder / "foreign")
    monkeypatch.setattr(numba.config, "CACHE_DIR", foreign)
    assert load(folder, 7, monkeypatch)(1) == 708
    assert not list(folder.rglob("__pycache__/*.nb?"))
    assert not Path(foreign).exists()
    assert foreign == code_cache.settings.CACHE_DIR


def test_parallel_work_covers_the_whole_range_exactly_once() -> None:
    told: list[float] = []
    parts = kernel.spread(lambda start, stop: list(range(start, stop)), 1000, pieces=7, progress=told.append)
    assert [number for part in parts for number in part] == list(range(1000))
    assert told == sorted(told)
    assert told[-1] == 1
    assert kernel.spread(lambda start, stop: (start, stop), 1) == [(0, 1)]
