"""Safe access to regular files.

Writes never follow links, create files that only this user can access, and sync them.

Croupier reads every path and writes every file through this module.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from croupier.errors import BadInput

PRIVATE = 0o600
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # opening a FIFO without a writer would block forever
BLOCK = 1 << 16


def printable(text: str, most: int = 300) -> str:
    """Return the text as one line with control characters escaped, safe to print on a terminal."""
    line = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[: most + 1])
    return line if len(line) <= most else line[:most] + "…"


def open_to_read(path: str | Path) -> int:
    """Open a regular file for reading. Raise ``BadInput`` immediately for a folder, a FIFO or a device."""
    return _regular(path, os.O_RDONLY | _AT_ONCE, "read")


def open_to_write(path: str | Path) -> int:
    """Open an existing regular file for writing. Opening does not change its content."""
    return _regular(path, os.O_RDWR | _AT_ONCE | _NO_LINK, "written")


def _regular(path: str | Path, flags: int, verb: str) -> int:
    name = printable(str(path))
    try:
        descriptor = os.open(path, flags | _PLAIN)
    except FileNotFoundError:
        raise BadInput(f"{name}: no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{name}: a folder, not a file; name the file inside it") from None
    except PermissionError:
        raise BadInput(f"{name}: permission is denied; it cannot be {verb}") from None
    except OSError as fault:
        if os.path.islink(path):
            raise BadInput(f"{name}: a link; name the file itself") from None
        raise BadInput(f"{name}: cannot be {verb} ({fault.strerror or type(fault).__name__})") from None
    except ValueError:
        raise BadInput(f"{name}: not a valid file name") from None
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
    os.close(descriptor)
    if folder:
        raise BadInput(f"{name}: a folder, not a file; name the file inside it")
    raise BadInput(f"{name}: not a regular file; save it as a file first")


def read_some(path: str | Path, most: int) -> bytes:
    """Read at most ``most`` bytes of a regular file."""
    with os.fdopen(open_to_read(path), "rb") as file:
        try:
            return file.read(most)
        except OSError as fault:
            raise BadInput(f"{printable(str(path))}: cannot be read ({fault.strerror})") from None


def lines_of(path: str | Path, offset: int = 0, longest: int = 1 << 20) -> Iterator[bytes]:
    """Yield the lines of a file with their line ends, starting at an offset.

    A line longer than ``longest`` bytes is truncated and ends the iteration, so that memory use stays
    bounded.
    """
    with os.fdopen(open_to_read(path), "rb", buffering=BLOCK) as file:
        file.seek(offset)
        while line := file.readline(longest):
            yield line
            if len(line) == longest and not line.endswith(b"\n"):
                return


def write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def sync_folder(folder: Path) -> None:
    """Sync a folder. Before the sync, a crash can remove a file that was just created in the folder."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def temporary_beside(path: Path) -> tuple[Path, int]:
    """Create an owner-only temporary file with an unpredictable name in the same folder."""
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(16)}")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_LINK | _PLAIN
    return temporary, os.open(temporary, flags, PRIVATE)


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file atomically, and sync the new content to disk."""
    temporary, descriptor = temporary_beside(path)
    try:
        try:
            write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(path.parent)


def claim(temporary: Path, path: Path) -> None:
    """Give a finished temporary file its final name.

    Raises ``FileExistsError`` instead of overwriting another file.
    """
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # fallback for file systems without hard links
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        os.rename(temporary, path)
        return
    os.unlink(temporary)
