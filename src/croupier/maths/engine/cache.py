"""Results kept on disk, so that the second call is instant. Never a source of truth: what cannot be read,
does not bear this user's seal, or was not written by this code for this rule book and this request, is as
good as absent.
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

from croupier import __version__, private
from croupier.rulebook import book_hash, places, remembered

FORMAT = "croupier maths 2"
STORED = "maths/stored"  # sums that the package brings: they are as good as code
PACKAGES = ("cards", "hands", "maths", "rulebook", "submission")  # whatever can change a number


@remembered
def code_version() -> str:
    """The version, and a hash of the code itself, that of the games which other packages bring included: a
    change without a new number must not find old results.
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
    """One name for one question. The request is anything JSON can hold."""
    whole = {"book": book_hash(), "code": code_version(), "request": request}
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def load(key: str) -> Any:
    """What was saved under a key, or None."""
    path = _path(key)
    if path is None:
        return None
    try:
        entry = json.loads(path.read_bytes())
        if entry["format"] == FORMAT and entry["key"] == key:
            mark = bytes.fromhex(entry["seal"])
            return entry["value"] if private.genuine(key, _content(entry["value"]), mark) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return None


def save(key: str, value: Any) -> None:
    """Without a folder of our own, or a key to seal with, nothing is kept."""
    path, mark = _path(key), private.seal(key, _content(value))
    if path is None or mark is None:
        return
    entry = {"format": FORMAT, "key": key, "seal": mark.hex(), "value": value}
    with contextlib.suppress(OSError):
        private.write_whole(path, json.dumps(entry).encode())


def _path(key: str) -> Path | None:
    folder = private.own_folder(private.cache_folder() / "results")
    return folder / f"{key}.json" if folder else None


def _content(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True).encode()
