"""Files, safely: regular ones alone, no link followed when writing, for the owner's eyes, synced to the disk.

Everything that Croupier reads from a path it was given, and everything it keeps, goes through here.
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
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a FIFO without a writer would keep us waiting for ever
BLOCK = 1 << 16


def printable(text: str, most: int = 300) -> str:
    """One line, whatever the text held: nothing raw reaches a terminal."""
    line = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[: most + 1])
    return line if len(line) <= most else line[:most] + "…"


def open_to_read(path: str | Path) -> int:
    """A descriptor of a regular file. A folder, a FIFO or a device is one clear line, at once."""
    return _regular(path, os.O_RDONLY | _AT_ONCE, "read")


def open_to_write(path: str | Path) -> int:
    """An existing regular file that is ours to write; nothing in it changes by opening it."""
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
        raise BadInput(f"{name}: not a possible file name") from None
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
    os.close(descriptor)
    if folder:
        raise BadInput(f"{name}: a folder, not a file; name the file inside it")
    raise BadInput(f"{name}: not a regular file; save it as a file first")


def read_some(path: str | Path, most: int) -> bytes:
    """At most so many bytes of a regular file."""
    with os.fdopen(open_to_read(path), "rb") as file:
        try:
            return file.read(most)
        except OSError as fault:
            raise BadInput(f"{printable(str(path))}: cannot be read ({fault.strerror})") from None


def lines_of(path: str | Path, offset: int = 0, longest: int = 1 << 20) -> Iterator[bytes]:
    """The file's lines with their ends, from an offset. A line is cut after `longest` bytes, and then no more
    come: memory stays bounded whatever the file holds."""
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
    """A file's name is stored in its folder: until that is synced too, a new file may vanish."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def temporary_beside(path: Path) -> tuple[Path, int]:
    """A new file of ours alone beside another, by a name that nobody can foretell or have linked."""
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(16)}")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_LINK | _PLAIN
    return temporary, os.open(temporary, flags, PRIVATE)


def replace_file(path: Path, data: bytes) -> None:
    """The whole file or the file as it was, never a part; on the disk when this returns."""
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
    """Give a finished temporary file its name. Never over another file: raises `FileExistsError`."""
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file system without hard links
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        os.rename(temporary, path)
        return
    os.unlink(temporary)
