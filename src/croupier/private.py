"""What is kept on disk for this user alone, and how to know it again.

A file that somebody else could have written must not change an answer, and must never be run. So what is kept
lies in folders that belong to this user and open to nobody else, and carries a seal made with a key that lies
apart from it. Without such a folder or such a key nothing is kept: slower, never wrong.
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
    """``$CROUPIER_CACHE``, else ``$XDG_CACHE_HOME/croupier``, else ``~/.cache/croupier``."""
    if own := os.environ.get("CROUPIER_CACHE"):
        return Path(own)
    return _home("XDG_CACHE_HOME", ".cache") / "croupier"


def own_folder(path: Path) -> Path | None:
    """The folder, made if it is not there; None unless it is this user's alone. A folder that stands open is
    not closed: nobody knows what was put there before.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
        if _ours_alone(path, stat.S_ISDIR):
            return path
    return None


def seal(name: str, content: bytes) -> bytes | None:
    """What only this user can have written under a name; None where no key can be kept."""
    key = _key(_key_file())
    return hmac.digest(key, name.encode() + b"\0" + content, "sha256") if key else None


def genuine(name: str, content: bytes, sealed: bytes) -> bool:
    mark = seal(name, content)
    return mark is not None and hmac.compare_digest(mark, sealed)


def write_whole(path: Path, content: bytes) -> None:
    """Whole or not at all: written beside its place under a name that nobody can guess, and moved there."""
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
    """Apart from the cache: who brings a folder of cached files must not bring the key to them as well."""
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
    """Of that kind and no link, owned by this user, closed to all others."""
    if not hasattr(os, "geteuid"):
        return False
    found = os.lstat(path)
    assert callable(kind)
    return bool(kind(found.st_mode)) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
