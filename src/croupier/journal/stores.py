"""Stores for streams, with a small interface for reading and writing bytes.

`FileStore` is a journal in one file, `FolderStore` is a folder with one such file per stream, and
`MemoryStore` stores nothing on disk. A segment begins at its opening line, within the same file. A journal is
therefore a single file that can be sent and verified as a whole. The current segment is found by searching
from the end of the file.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Protocol

from croupier.errors import BadInput
from croupier.files import (
    BLOCK,
    claim,
    lines_of,
    open_to_read,
    open_to_write,
    printable,
    sync_folder,
    temporary_beside,
    write_all,
)
from croupier.journal.entries import LONGEST, OPENING

NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")  # name of a stream, also used as a file name
ENDING = ".journal"


class Writer(Protocol):
    """A stream's only writer. A line is stored if and only if `append` returns without an exception."""

    def append(self, line: bytes) -> None:
        """Store a line. This overwrites an incomplete line that a crash left."""

    def close(self) -> None: ...


class Store(Protocol):
    # True if streams are found by name; False for a single file, whose name does not matter
    named: ClassVar[bool]

    def streams(self) -> tuple[str, ...]: ...

    def segments(self, stream: str) -> int:
        """Return the number of segments. The last segment is the current one."""

    def read(self, stream: str, segment: int | None = None) -> Iterator[bytes]:
        """Yield the lines of one segment, by default the current one, starting with the opening."""

    def create(self, stream: str, opening: bytes) -> Writer:
        """Create a stream. Never overwrites one. The opening is stored when this method returns."""

    def resume(self, stream: str) -> Writer:
        """Return the writer of an existing stream. Does not change the stream."""


class FileStore:
    """A journal in a single file. The file is the stream, whatever its file name."""

    named: ClassVar[bool] = False

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._offsets: tuple[int, ...] = ()  # start offsets of the segments found so far

    def __str__(self) -> str:
        return printable(str(self.path))

    def streams(self) -> tuple[str, ...]:
        return (self.path.name,)

    def segments(self, stream: str) -> int:
        self._offsets = tuple(openings(self.path))
        return len(self._offsets)

    def read(self, stream: str, segment: int | None = None) -> Iterator[bytes]:
        if segment is None:
            offset = last_opening(self.path)
        else:
            if not self._offsets[segment - 1 :]:  # the start of this segment has not been found yet
                self.segments(stream)
            offset = self._offsets[segment - 1]
        for number, line in enumerate(lines_of(self.path, offset, LONGEST)):
            if number and _opens(line):
                return
            yield line

    def create(self, stream: str, opening: bytes) -> Writer:
        return FileWriter.create(self.path, opening)

    def resume(self, stream: str) -> Writer:
        return FileWriter(self.path, open_to_write(self.path))


def whole_lines(descriptor: int) -> int:
    """Return the number of bytes in complete lines."""
    end = os.fstat(descriptor).st_size
    while end > 0:
        start = max(0, end - BLOCK)
        if (found := os.pread(descriptor, end - start, start).rfind(b"\n")) >= 0:
            return start + found + 1
        end = start
    return 0


def _opens(line: bytes) -> bool:
    """Return whether a line is an opening, and not one that a crash cut short."""
    return line.startswith(OPENING) and line.endswith(b"\n")


def openings(path: Path) -> Iterator[int]:
    """Yield the offset of each segment in a file. The first line always begins a segment."""
    offset = 0
    for line in lines_of(path, 0, LONGEST):
        if not offset or _opens(line):
            yield offset
        offset += len(line)


def last_opening(path: Path) -> int:
    """Return the offset of the last segment. The search starts from the end of the file, so it is fast."""
    mark = b"\n" + OPENING
    descriptor = open_to_read(path)
    try:
        end, later = whole_lines(descriptor), b""
        while end > 0:
            start = max(0, end - BLOCK)
            block = os.pread(descriptor, end - start, start)
            if (found := (block + later).rfind(mark)) >= 0:
                return start + found + 1
            end, later = start, block[: len(mark) - 1]
        return 0
    finally:
        os.close(descriptor)


class FileWriter:
    """Appends whole lines to a locked file and syncs after each line. A failed write is rolled back."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor
        lock(descriptor, path)
        self._length = whole_lines(descriptor)
        self._failed = False

    @classmethod
    def create(cls, path: Path, opening: bytes) -> FileWriter:
        """Create the file with its opening atomically."""
        if os.path.lexists(path):
            raise BadInput(f"{printable(str(path))} already exists; choose a new file name")
        try:
            temporary, descriptor = temporary_beside(path)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or fault
            raise BadInput(f"{printable(str(path))}: the journal cannot be written ({reason})") from None
        try:
            writer = cls(path, descriptor)
            writer.append(opening)
            claim(temporary, path)
            sync_folder(path.parent)
        except BaseException as fault:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            if isinstance(fault, FileExistsError):
                message = f"{printable(str(path))} already exists; choose a new file name"
                raise BadInput(message) from None
            raise
        return writer

    def append(self, line: bytes) -> None:
        if self._failed:
            raise OSError(
                errno.EIO, "an earlier write failed and could not be rolled back; open the journal again"
            )
        try:
            os.ftruncate(self._descriptor, self._length)  # Remove a line that a crash cut short.
            os.lseek(self._descriptor, self._length, os.SEEK_SET)
            write_all(self._descriptor, line)
            os.fsync(self._descriptor)
        except BaseException:
            self._take_back()
            raise
        self._length += len(line)

    def _take_back(self) -> None:
        try:
            os.ftruncate(self._descriptor, self._length)
            os.fsync(self._descriptor)
        except OSError:
            self._failed = True  # The incomplete line is dropped when the journal is opened again.

    def close(self) -> None:
        if self._descriptor != -1:
            os.close(self._descriptor)
            self._descriptor = -1


def lock(descriptor: int, path: Path) -> None:
    """Lock the file. A second writer would break the hash chain."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ModuleNotFoundError:
        pass  # The system has no file locks. An audit would still detect a second writer by the broken links.
    except OSError:
        os.close(descriptor)
        message = f"{printable(str(path))}: another table is writing to this journal; choose another file"
        raise BadInput(message) from None


class FolderStore:
    """A folder with one file per stream. Each file is named after its stream."""

    named: ClassVar[bool] = True

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._files: dict[str, FileStore] = {}

    def __str__(self) -> str:
        return printable(str(self.folder))

    def _file(self, stream: str) -> FileStore:
        if not NAME.fullmatch(stream):
            raise BadInput(f"stream {printable(stream, 80)!r}: use only a-z, 0-9, dots, - and _")
        return self._files.setdefault(stream, FileStore(self.folder / f"{stream}{ENDING}"))

    def file_of(self, stream: str) -> Path:
        return self._file(stream).path

    def streams(self) -> tuple[str, ...]:
        try:
            names = sorted(os.listdir(self.folder))
        except OSError as fault:
            raise BadInput(f"{self}: {fault.strerror}") from None
        found = [name.removesuffix(ENDING) for name in names if name.endswith(ENDING)]
        return tuple(name for name in found if NAME.fullmatch(name))

    def segments(self, stream: str) -> int:
        return self._file(stream).segments(stream)

    def read(self, stream: str, segment: int | None = None) -> Iterator[bytes]:
        return self._file(stream).read(stream, segment)

    def create(self, stream: str, opening: bytes) -> Writer:
        return self._file(stream).create(stream, opening)

    def resume(self, stream: str) -> Writer:
        return self._file(stream).resume(stream)


class MemoryStore:
    """Streams in memory, for tests and for a table without a journal."""

    named: ClassVar[bool] = True

    def __init__(self) -> None:
        self._lines: dict[str, list[bytes]] = {}

    def __str__(self) -> str:
        return "memory"

    def streams(self) -> tuple[str, ...]:
        return tuple(sorted(self._lines))

    def _openings(self, stream: str) -> list[int]:
        if stream not in self._lines:
            raise BadInput(f"memory: no stream {printable(stream, 80)!r}")
        return [k for k, line in enumerate(self._lines[stream]) if line.startswith(OPENING)]

    def segments(self, stream: str) -> int:
        return len(self._openings(stream))

    def read(self, stream: str, segment: int | None = None) -> Iterator[bytes]:
        starts = self._openings(stream)
        first = (segment or len(starts)) - 1
        last = starts[first + 1] if first + 1 < len(starts) else None
        return iter(self._lines[stream][starts[first] : last])

    def create(self, stream: str, opening: bytes) -> Writer:
        if stream in self._lines:
            raise BadInput(f"stream {printable(stream, 80)!r} already exists; choose another name")
        self._lines[stream] = [opening]
        return self.resume(stream)

    def resume(self, stream: str) -> Writer:
        self._openings(stream)
        return _MemoryWriter(self._lines[stream])


class _MemoryWriter:
    def __init__(self, lines: list[bytes]) -> None:
        self._lines = lines

    def append(self, line: bytes) -> None:
        self._lines.append(line)

    def close(self) -> None:
        pass


def store_at(path: str | Path) -> Store:
    """Return the store for a journal file or for a folder of journals."""
    return FolderStore(path) if os.path.isdir(path) else FileStore(path)
