"""Private files of this user, with seals that prove who wrote them.

A file that another user could have written must not change a result and must never be executed. Therefore
cached files are in folders that only this user can access, and each cached result has a seal made with a key
that is stored elsewhere. If there is no such folder or key, nothing is cached, which is slower but safe.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import stat
import tempfile
from functools import cache
from pathlib import Path

KEY_BYTES = 32
SEAL_BYTES = hashlib.sha256().digest_size


def cache_folder() -> Path:
    """Return ``$CROUPIER_CACHE``, else ``$XDG_CACHE_HOME/croupier``, else ``~/.cache/croupier``."""
    if own := os.environ.get("CROUPIER_CACHE"):
        return Path(own)
    return _home("XDG_CACHE_HOME", ".cache") / "croupier"


def own_folder(path: Path) -> Path | None:
    """Return the folder and create it if needed. Return None if other users can access the folder.

    The content of a folder that is open to others cannot be trusted.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
        if _ours_alone(path, stat.S_ISDIR):
            return path
    return None


def seal(name: str, content: bytes) -> bytes | None:
    """Return a seal for a name and content that only this user can produce, or None without a key."""
    key = _key(_key_file())
    return hmac.digest(key, name.encode() + b"\0" + content, "sha256") if key else None


def genuine(name: str, content: bytes, sealed: bytes) -> bool:
    mark = seal(name, content)
    return mark is not None and hmac.compare_digest(mark, sealed)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically, first under a temporary name that others cannot predict."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _home(variable: str, otherwise: str) -> Path:
    return Path(os.environ.get(variable) or os.path.join(os.path.expanduser("~"), otherwise))


def _key_file() -> Path:
    """Return the path of the key file.

    The key is outside the cache folder, so that an attacker's cache folder cannot contain its own key.
    """
    return _home("XDG_STATE_HOME", ".local/state") / "croupier" / "seal"


@cache
def _key(path: Path) -> bytes | None:
    if own_folder(path.parent) is None:
        return None
    with contextlib.suppress(OSError):
        with contextlib.suppress(FileExistsError):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
        if _ours_alone(path, stat.S_ISREG):
            key = path.read_bytes()
            return key if len(key) == KEY_BYTES else None
    return None


def _ours_alone(path: Path, kind: object) -> bool:
    """Return whether a path has the given file type, is not a link, and is accessible only to this user."""
    if not hasattr(os, "geteuid"):
        return False
    found = os.lstat(path)
    assert callable(kind)
    return bool(kind(found.st_mode)) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
