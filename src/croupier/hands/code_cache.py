"""Cache compiled loops on disk between runs.

The module is imported only when a loop is called, because the compiler is slow to load. Loading cached code
executes it. Code is therefore loaded only from a folder that only this user can write, and only with this
user's seal. Any other code is ignored and compiled again.
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

from croupier import private_files

compiling = event.TimingListener()
event.register("numba:compile", compiling)


def folder() -> Path:
    """Return ``$CROUPIER_COMPILED``, or a folder next to the cached results."""
    return Path(os.environ.get("CROUPIER_COMPILED") or private_files.cache_folder() / "compiled")


def compile_loop(function: Callable[..., Any]) -> Any:
    """Compile a loop over arrays for each combination of argument types, and cache the result."""
    loop: Any = numba.njit(nogil=True)(function)
    # Without a private folder, or with a compiler that caches differently, each process compiles.
    with suppress(RuntimeError, OSError, AttributeError, TypeError):
        loop._cache = CodeCache(function)
    return loop


def seconds_compiling() -> float:
    return float(compiling.duration) if compiling.done else 0.0


class OwnFolder(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
    """The cache folder of one source file."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._path = folder() / self.get_suitable_cache_subpath(file)

    def get_cache_path(self) -> str:
        return str(self._path)

    def ensure_cache_path(self) -> None:
        if (
            private_files.own_folder(self._path.parent) is None
            or private_files.own_folder(self._path) is None
        ):
            raise OSError(f"{self._path} is not private to this user")


class OwnCode(caching.CompileResultCacheImpl):
    def __init__(self, function: Callable[..., Any]) -> None:
        # This code copies the compiler's own constructor, but allows only this user's folder as cache
        # location.
        file = function.__code__.co_filename
        locator = OwnFolder.from_function(function, file)
        if locator is None:
            raise RuntimeError("no private folder")
        self._lineno = function.__code__.co_firstlineno
        self._locator = locator
        module = os.path.splitext(os.path.basename(file))[0]
        self._filename_base = self.get_filename_base(f"{module}.{function.__qualname__}", "")


class CodeCache(caching.FunctionCache):
    """The compiler's cache of one function, with a seal.

    Stale, damaged or foreign code is compiled again. If the disk is full, no code is cached.
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
        # The code is from another version of the compiler, or was damaged before it was sealed.
        except Exception:
            return None

    def save_overload(self, *call: Any) -> None:
        with suppress(Exception):  # Caching is optional, so a failure is ignored.
            super().save_overload(*call)


class SealedFiles(caching.IndexDataCacheFile):
    """Files that begin with a seal over name and content, which is checked before anything is unpacked."""

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
            raise OSError(f"{name} is missing or not sealed by this user")
        return pickle.loads(content)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        stream = io.BytesIO()
        yield stream
        content = stream.getvalue()
        mark = private_files.seal(filepath, content)
        if mark is None:
            raise OSError("no key to seal with")
        private_files.write_whole(Path(filepath), mark + content)

    def _content(self, path: str) -> bytes | None:
        if private_files.own_folder(Path(path).parent) is None:
            return None
        try:
            whole = Path(path).read_bytes()
        except OSError:
            return None
        mark, content = whole[: private_files.SEAL_BYTES], whole[private_files.SEAL_BYTES :]
        return content if private_files.genuine(path, content, mark) else None


def _taken_from(function: Callable[..., Any], stamp: Any) -> tuple[Any, ...]:
    """Return the stamp of a function, including constants and other kernels that the function uses.

    The compiler's own stamp covers only the file of the function.
    """
    taken: list[Any] = [stamp]
    for name in sorted(set(function.__code__.co_names)):
        value: Any = function.__globals__.get(name)
        if isinstance(value, (int, str, tuple)):
            taken.append((name, value))
        elif hasattr(value, "py_func"):
            taken.append((name, getattr(getattr(value._cache, "_cache_file", None), "_source_stamp", None)))
    return tuple(taken)
