"""Compile loops and cache their code on disk between runs.

This module is imported only when a loop is called, because the compiler is slow to load. Loading cached code
executes it, so code is loaded only from a folder that no other user can access.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import event
from numba.extending import typeof_impl

from croupier import private_files
from croupier.hands.compiled import Kernel

# Compiled loops contain constants and loops of these packages, so the name of the cache folder is a hash of
# their code.
PACKAGES = tuple(Path(__file__).parents[1] / name for name in ("cards", "hands", "maths"))
UNUSED_SECONDS = 30 * 24 * 3600  # after this time, the folder of an earlier version is deleted

settings: Any = numba.config
compiling = event.TimingListener()
event.register("numba:compile", compiling)


@typeof_impl.register(Kernel)
def _type_of_kernel(loop: Kernel, _context: Any) -> Any:
    """Give the compiler the compiled form of a loop that another loop calls."""
    return numba.typeof(loop.loop())


def compile_loop(function: Callable[..., Any], *, cached: bool) -> Any:
    """Compile a loop over arrays for each combination of argument types, and cache the result."""
    folder = _folder() if cached and _is_covered(function) else None
    if folder is not None:
        with contextlib.suppress(RuntimeError, OSError), _caching_in(folder):
            loop = numba.njit(nogil=True, cache=True)(function)
            # The compiler may have chosen a different folder, which other users can write to.
            if Path(str(loop.stats.cache_path)).is_relative_to(folder):
                return loop
    return numba.njit(nogil=True)(function)


def has_compiled(loop: Any, arguments: tuple[Any, ...]) -> bool:
    """Return whether a loop is already compiled for arguments of these types."""
    return tuple(numba.typeof(each) for each in arguments) in loop.signatures


def delete_cache() -> None:
    if (folder := _folder()) is not None:
        for each in folder.iterdir():
            shutil.rmtree(each, ignore_errors=True)


def seconds_compiling() -> float:
    return float(compiling.duration) if compiling.done else 0.0


def _folder() -> Path | None:
    """Return the private cache folder for this version of the sources and the compiler, or None.

    The compiler itself checks only the file of each loop, not the files of the loops that it calls.
    """
    root = Path(os.environ.get("CROUPIER_COMPILED") or private_files.cache_folder() / "compiled")
    if private_files.own_folder(root) is None:
        return None
    folder = root / code_version()
    if not folder.exists():
        _delete_unused(root)
    return private_files.own_folder(folder)


def _delete_unused(root: Path) -> None:
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > UNUSED_SECONDS:
                shutil.rmtree(folder)


@cache
def code_version() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            digest.update(f"{path.relative_to(package.parent)}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _is_covered(function: Callable[..., Any]) -> bool:
    return any(Path(function.__code__.co_filename).is_relative_to(package) for package in PACKAGES)


@contextlib.contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before
