"""Compiled loops, kept on disk between runs. Imported only when one is called: the compiler is slow to load.

What the compiler keeps is run when it is loaded. It is therefore loaded only from a folder that is this
user's alone, and only if it bears this user's seal; anything else is as good as absent, and compiled anew.
"""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, event

from croupier import private

compiling = event.TimingListener()
event.register("numba:compile", compiling)


def folder() -> Path:
    """``$CROUPIER_COMPILED``, else a folder beside the results."""
    return Path(os.environ.get("CROUPIER_COMPILED") or private.cache_folder() / "compiled")


def compiled(function: Callable[..., Any]) -> Any:
    """A loop over arrays, compiled when it is first called with arguments of a kind, and kept."""
    loop: Any = numba.njit(nogil=True)(function)
    # Without a folder of our own, or with a compiler that keeps code in another way, each process compiles.
    with suppress(RuntimeError, OSError, AttributeError, TypeError):
        loop._cache = KeptCode(function)
    return loop


def seconds_compiling() -> float:
    return float(compiling.duration) if compiling.done else 0.0


class OwnFolder(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
    """Where the code of one source file is kept."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._path = folder() / self.get_suitable_cache_subpath(file)

    def get_cache_path(self) -> str:
        return str(self._path)

    def ensure_cache_path(self) -> None:
        if private.own_folder(self._path.parent) is None or private.own_folder(self._path) is None:
            raise OSError(f"{self._path} is not ours alone")


class OwnCode(caching.CompileResultCacheImpl):
    def __init__(self, function: Callable[..., Any]) -> None:
        # As the compiler does it, with one place to look and no way to name others from outside.
        file = function.__code__.co_filename
        locator = OwnFolder.from_function(function, file)
        if locator is None:
            raise RuntimeError("no folder of our own")
        self._lineno = function.__code__.co_firstlineno
        self._locator = locator
        module = os.path.splitext(os.path.basename(file))[0]
        self._filename_base = self.get_filename_base(f"{module}.{function.__qualname__}", "")


class KeptCode(caching.FunctionCache):
    """The compiler's cache of one function, sealed. What is stale, damaged or foreign is compiled anew; a
    full disk keeps nothing.
    """

    _impl_class = OwnCode

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        plain = self._cache_file
        self._cache_file = SealedFiles(self._cache_path, self._impl.filename_base, plain._source_stamp)
        self._cache_file._source_stamp = _taken_from(function, plain._source_stamp)

    def load_overload(self, *call: Any) -> Any:
        try:
            return super().load_overload(*call)
        except Exception:  # of another version of the compiler, or damaged before it was sealed
            return None

    def save_overload(self, *call: Any) -> None:
        with suppress(Exception):  # keeping it is a convenience
            super().save_overload(*call)


class SealedFiles(caching.IndexDataCacheFile):
    """Every file begins with a seal over its name and content, checked before anything is unpacked."""

    def _load_index(self) -> dict[Any, Any]:
        content = self._content(self._index_path)
        if content is None:
            return {}
        stream = io.BytesIO(content)
        if pickle.load(stream) != self._version:
            return {}
        stamp, overloads = pickle.loads(stream.read())
        return overloads if stamp == self._source_stamp else {}

    def _load_data(self, name: str) -> Any:
        content = self._content(self._data_path(name))
        if content is None:
            raise OSError(f"{name} is not there, or not sealed by us")
        return pickle.loads(content)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        stream = io.BytesIO()
        yield stream
        content = stream.getvalue()
        mark = private.seal(filepath, content)
        if mark is None:
            raise OSError("no key to seal with")
        private.write_whole(Path(filepath), mark + content)

    def _content(self, path: str) -> bytes | None:
        if private.own_folder(Path(path).parent) is None:
            return None
        try:
            whole = Path(path).read_bytes()
        except OSError:
            return None
        mark, content = whole[: private.SEAL_BYTES], whole[private.SEAL_BYTES :]
        return content if private.genuine(path, content, mark) else None


def _taken_from(function: Callable[..., Any], stamp: Any) -> tuple[Any, ...]:
    """The compiler looks only at the function's own file; what the code took from elsewhere, constants and
    other kernels, belongs to its stamp too.
    """
    taken: list[Any] = [stamp]
    for name in sorted(set(function.__code__.co_names)):
        value: Any = function.__globals__.get(name)
        if isinstance(value, (int, str, tuple)):
            taken.append((name, value))
        elif hasattr(value, "py_func"):
            taken.append((name, getattr(getattr(value._cache, "_cache_file", None), "_source_stamp", None)))
    return tuple(taken)
