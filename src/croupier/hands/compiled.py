"""Declare compiled loops, which are compiled on their first call.

Importing the compiler takes longer than most answers, so it is imported only when a loop actually runs.
"""

from __future__ import annotations

import functools
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

from croupier.errors import BadInput
from croupier.extras import installed

F = TypeVar("F", bound=Callable[..., Any])

_loading = threading.RLock()
_load_seconds = [0.0]


def kernel(function: F) -> F:
    """Mark a loop over arrays to be compiled on its first call.

    Pass tables as arguments, never as globals, because cached code must not contain a copy of data that may
    change.
    """
    return cast(F, Kernel(function))


class Kernel:
    """A loop that is compiled on its first call.

    The loop and the loops that it calls are then replaced by their compiled form under the same names, where
    the compiler looks for them.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._loop: Any = None

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.loop()(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.loop(), name)

    def loop(self) -> Any:
        if self._loop is None:
            with _loading:
                compiled = _compiler()
                names = self.py_func.__globals__
                # An attribute name may equal the name of the loop itself.
                for name in self.py_func.__code__.co_names:
                    if isinstance(names.get(name), Kernel) and names[name] is not self:
                        names[name] = names[name].loop()
                if self._loop is None:
                    self._loop = compiled(self.py_func)
        return self._loop


def _compiler() -> Callable[[Callable[..., Any]], Any]:
    began = time.perf_counter()
    if not installed("numba"):
        raise BadInput("this computation needs numba; install croupier[maths]")
    from croupier.hands.code_cache import compile_loop

    _load_seconds[0] += time.perf_counter() - began
    return compile_loop


def seconds_waiting() -> float:
    """Return how many seconds this process has waited for the compiler to load and to compile."""
    if "croupier.hands.code_cache" not in sys.modules:
        return 0.0
    from croupier.hands.code_cache import seconds_compiling

    return _load_seconds[0] + seconds_compiling()
