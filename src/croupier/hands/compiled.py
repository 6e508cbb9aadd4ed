"""Compiled loops: declared here, compiled when they are first called.

Importing the compiler takes longer than most answers, so nothing imports it before a loop is really run.
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
    """Compile a loop over arrays. Tables are arguments, never globals: code that is kept must not hold a copy
    of what may change.
    """
    return cast(F, Kernel(function))


class Kernel:
    """A loop that waits for its first call. Then it and the loops that it calls take their compiled form,
    under the same names: the compiler looks for them there.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._loop: Any = None

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.loop()(*given, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.loop(), name)

    def loop(self) -> Any:
        if self._loop is None:
            with _loading:
                compiled = _compiler()
                names = self.py_func.__globals__
                for (
                    name
                ) in self.py_func.__code__.co_names:  # an attribute may be called as the loop itself is
                    if isinstance(names.get(name), Kernel) and names[name] is not self:
                        names[name] = names[name].loop()
                if self._loop is None:
                    self._loop = compiled(self.py_func)
        return self._loop


def _compiler() -> Callable[[Callable[..., Any]], Any]:
    began = time.perf_counter()
    if not installed("numba"):
        raise BadInput("this is computed by loops that need numba; install croupier[maths]")
    from croupier.hands.kept import compiled

    _load_seconds[0] += time.perf_counter() - began
    return compiled


def seconds_waiting() -> float:
    """How long this process has waited for the compiler so far: to load it, and for its work."""
    if "croupier.hands.kept" not in sys.modules:
        return 0.0
    from croupier.hands.kept import seconds_compiling

    return _load_seconds[0] + seconds_compiling()
