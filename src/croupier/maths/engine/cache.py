"""Cache results on disk, so that the second call is instant.

The cache is never a source of truth. The cache ignores an entry that it cannot read, that lacks this user's
seal, or that comes from other code, another rule book or another request.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from croupier import __version__, private_files
from croupier.rulebook import book_hash, cache_per_registry, places

FORMAT = "croupier maths 2"
STORED = "maths/stored"  # The sums shipped with the package are hashed as code.
PACKAGES = ("cards", "hands", "maths", "rulebook", "submission")  # packages whose code can change a result


@cache_per_registry
def code_version() -> str:
    """Return a hash of the version and the code, including the code of games from other packages.

    The hash covers comments and docstrings too, so any edit of the code starts a new cache.
    """
    digest = hashlib.sha256(__version__.encode())
    folders = {package: files("croupier").joinpath(package) for package in PACKAGES}
    folders |= {f"games/{game}": found.folder for game, found in places().items()}
    for package, folder in folders.items():
        for name, content in sorted(_sources(folder, package)):
            digest.update(f"{name}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{name}/{entry.name}")
        elif entry.name.endswith(".py") or name.endswith(STORED):
            yield f"{name}/{entry.name}", entry.read_bytes()


def key_of(request: Any) -> str:
    """Return the cache key of a request. The request can be any JSON value."""
    whole = {"book": book_hash(), "code": code_version(), "request": request}
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def load(key: str) -> Any:
    """Return the value saved under a key, or None."""
    path = _path(key)
    if path is None:
        return None
    try:
        entry = json.loads(path.read_bytes())
        if entry["format"] == FORMAT and entry["key"] == key:
            mark = bytes.fromhex(entry["seal"])
            return entry["value"] if private_files.genuine(key, _content(entry["value"]), mark) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return None


def save(key: str, value: Any) -> None:
    """Save a value under a key. Without a private folder or a key to seal with, this does nothing."""
    path, mark = _path(key), private_files.seal(key, _content(value))
    if path is None or mark is None:
        return
    entry = {"format": FORMAT, "key": key, "seal": mark.hex(), "value": value}
    with contextlib.suppress(OSError):
        private_files.write_whole(path, json.dumps(entry).encode())


def _path(key: str) -> Path | None:
    folder = private_files.own_folder(private_files.cache_folder() / "results")
    return folder / f"{key}.json" if folder else None


def _content(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True).encode()
