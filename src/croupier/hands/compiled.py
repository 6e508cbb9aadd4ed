"""Declare loops that are compiled on their first call.

Importing the compiler takes longer than most computations, so it is imported only when a loop actually runs.
"""

from __future__ import annotations

import functools
import sys
import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar, cast
from weakref import WeakSet

from croupier.errors import BadInput
from croupier.extras import installed

F = TypeVar("F", bound=Callable[..., Any])

_loading = threading.RLock()
_load_seconds = [0.0]
_kernels: WeakSet[Kernel] = WeakSet()
_cached = [True]


def kernel(function: F) -> F:
    """Mark a loop over arrays to be compiled on its first call.

    Pass tables as arguments, not as globals. Cached code contains a copy of each global, and the copy may
    become stale.
    """
    return cast(F, Kernel(function))


class Kernel:
    """A loop that is compiled on its first call, together with the loops that it calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._loop: Any = None
        _kernels.add(self)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        loop = self.loop()
        try:
            return loop(*arguments, **named)
        except Exception:
            # The cached code may be damaged, or the disk may be full.
            if _compiler().has_compiled(loop, arguments) or not self._leaves_cache(loop):
                raise
        return self.loop()(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.loop(), name)

    def loop(self) -> Any:
        if self._loop is None:
            with _loading:
                if self._loop is None:
                    self._loop = self._compile()
        return self._loop

    def _compile(self) -> Any:
        return _compiler().compile_loop(self.py_func, cached=_cached[0])

    def _leaves_cache(self, loop: Any) -> bool:
        """Delete the cache, and compile without it from now on. Return False if it was already deleted."""
        with _loading:
            if self._loop is not loop:
                return True  # another thread has already done this
            if not _cached[0]:
                return False
            _cached[0] = False
            _compiler().delete_cache()
            for each in _kernels:
                each._loop = None
            return True


def _compiler() -> ModuleType:
    began = time.perf_counter()
    if not installed("numba"):
        raise BadInput("this computation needs numba; install croupier[maths]")
    from croupier.hands import code_cache

    _load_seconds[0] += time.perf_counter() - began
    return code_cache


def seconds_waiting() -> float:
    """Return how many seconds this process has spent on loading the compiler and compiling."""
    if "croupier.hands.code_cache" not in sys.modules:
        return 0.0
    from croupier.hands.code_cache import seconds_compiling

    return _load_seconds[0] + seconds_compiling()
