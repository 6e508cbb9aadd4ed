"""Compile loops, and run them in parallel on the processor's cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar, cast

from croupier.hands.compiled import Kernel, kernel

__all__ = ["Progress", "cores", "inline", "kernel", "spread"]

F = TypeVar("F", bound=Callable[..., Any])

Progress = Callable[[float], None]


def inline(function: F) -> F:
    """Mark a function that the compiler inlines into the kernels that call it.

    Define the function in the same file as those kernels, because only the kernels are cached.
    """
    return cast(F, InlinedKernel(function))


class InlinedKernel(Kernel):
    def _compile(self) -> Any:
        import numba

        return numba.njit(inline="always")(self.py_func)


@cache
def _crew(process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=cores(), thread_name_prefix="maths")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[int, int], Any], size: int, *, pieces: int = 0, progress: Progress | None = None
) -> list[Any]:
    """Split ``range(size)`` into pieces and run ``work(start, stop)`` for each piece, on all cores.

    Kernels release the GIL. This module has its own thread pool. The compiler's pool does not allow calls
    from two threads at once, but a server makes such calls. Each process has its own pool, because threads do
    not survive a fork.
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
