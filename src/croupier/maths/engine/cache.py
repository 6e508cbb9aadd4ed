"""Results kept on disk, so that the second call is instant. Never a source of truth: what cannot be read,
or was not written by this code for this rule book and this request, is as good as absent.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from croupier import __version__
from croupier.rulebook import book_hash

FORMAT = "croupier maths 1"
PACKAGES = ("cards", "hands", "maths", "maths/uth", "rulebook")  # whatever can change a number


def folder() -> Path:
    if own := os.environ.get("CROUPIER_CACHE"):
        return Path(own)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "croupier"


@cache
def code_version() -> str:
    """The version, and a hash of the code itself: a change without a new number must not find old results."""
    digest = hashlib.sha256(__version__.encode())
    root = files("croupier")
    for package in PACKAGES:
        for entry in sorted(root.joinpath(*package.split("/")).iterdir(), key=lambda each: each.name):
            if entry.name.endswith(".py"):
                digest.update(f"{package}/{entry.name}\n".encode())
                digest.update(entry.read_bytes())
    return digest.hexdigest()


def key_of(request: Any) -> str:
    """One name for one question. The request is anything JSON can hold."""
    whole = {"book": book_hash(), "code": code_version(), "request": request}
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def load(key: str) -> Any:
    """What was saved under a key, or None."""
    try:
        entry = json.loads(_path(key).read_bytes())
        if entry["format"] == FORMAT and entry["key"] == key and entry["seal"] == _seal(key, entry["value"]):
            return entry["value"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return None


def save(key: str, value: Any) -> None:
    """Whole or not at all: written beside its place and moved there. Without a writable folder nothing is
    kept.
    """
    path = _path(key)
    entry = {"format": FORMAT, "key": key, "seal": _seal(key, value), "value": value}
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(entry, file)
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


def _path(key: str) -> Path:
    return folder() / "maths" / f"{key}.json"


def _seal(key: str, value: Any) -> str:
    return hashlib.sha256((key + json.dumps(value, sort_keys=True)).encode()).hexdigest()
