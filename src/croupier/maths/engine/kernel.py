"""Compiled loops: how they are compiled, cached and spread over the processor's cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])
Progress = Callable[[float], None]


def kernel(function: F) -> F:
    """Compile a loop over arrays. The machine code is kept on disk where some folder can be written, beside
    the source or in the user's cache; where none can, it is compiled anew in each process. Tables are
    arguments, never globals: code that is kept must not hold a copy of what may change.
    """
    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder can be written
        return cast(F, numba.njit(nogil=True)(function))
    _keep_true(compiled, function)
    return cast(F, compiled)


def _keep_true(compiled: Any, function: Callable[..., Any]) -> None:
    """Code on disk that is stale, that cannot be read, or no longer be written (a full disk), is as good as
    absent. The compiler looks only at the age of the function's own file; what the code took from elsewhere,
    constants and other kernels, belongs to its stamp too.
    """
    kept = compiled._cache
    taken: list[Any] = [kept._cache_file._source_stamp]
    for name in sorted(set(function.__code__.co_names)):
        value: Any = function.__globals__.get(name)
        if isinstance(value, (int, str, tuple)):
            taken.append((name, value))
        elif hasattr(value, "py_func"):
            taken.append((name, getattr(getattr(value._cache, "_cache_file", None), "_source_stamp", None)))
    kept._cache_file._source_stamp = tuple(taken)
    load, save = kept.load_overload, kept.save_overload

    def load_or_compile(*call: Any) -> Any:
        try:
            return load(*call)
        except Exception:
            with suppress(Exception):
                kept.flush()
            return None

    def save_if_possible(*call: Any) -> None:
        with suppress(Exception):
            save(*call)

    kept.load_overload, kept.save_overload = load_or_compile, save_if_possible


@cache
def _crew(process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=cores(), thread_name_prefix="maths")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[int, int], Any], size: int, *, pieces: int = 0, progress: Progress | None = None
) -> list[Any]:
    """``work(start, stop)`` over the whole range in pieces, on all cores: kernels let go of the interpreter.

    Threads of our own and not the compiler's: those may not be entered from two threads at once, and a
    server does. A crew for each process: threads do not survive a fork.
    """
    pieces = min(size, pieces or 8 * cores())
    bounds = [size * piece // pieces for piece in range(pieces + 1)]
    waiting = [_crew(os.getpid()).submit(work, start, stop) for start, stop in pairwise(bounds)]
    done = []
    for number, future in enumerate(waiting, 1):
        done.append(future.result())
        if progress:
            progress(number / pieces)
    return done
