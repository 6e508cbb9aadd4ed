"""Where streams lie: one small interface that takes and gives bytes.

`FileStore` is a journal in one file, `FolderStore` a folder with one such file a stream, `MemoryStore` keeps
nothing on disk. A segment of a file begins at its opening's line: a journal stays one file that can be sent
and verified whole, and the running segment is found from its end.
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

NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")  # of a stream: it becomes a file's name
ENDING = ".journal"


class Writer(Protocol):
    """The one writer of a stream. What `append` returned from is stored; what it raised from is not."""

    def append(self, line: bytes) -> None:
        """What a crash left of an earlier line, of which nobody was told, goes with the next one."""

    def close(self) -> None: ...


class Store(Protocol):
    named: ClassVar[bool]  # it calls a stream by its id; a single file may be called anything

    def streams(self) -> tuple[str, ...]: ...

    def segments(self, stream: str) -> int:
        """How many there are; the last one is running."""

    def read(self, stream: str, segment: int | None = None) -> Iterator[bytes]:
        """The lines of one segment, its opening first; of the running one if none is named."""

    def create(self, stream: str, opening: bytes) -> Writer:
        """A new stream, never over another; its opening is stored when this returns."""

    def resume(self, stream: str) -> Writer:
        """The writer of a stream that exists; nothing changes by asking for it."""


class FileStore:
    """One journal in one file; whatever its stream is called, the file is it."""

    named: ClassVar[bool] = False

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._offsets: tuple[int, ...] = ()  # where the segments begin, as far as they were looked for

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
            if segment > len(self._offsets):
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
    """How many bytes of the file are finished lines."""
    end = os.fstat(descriptor).st_size
    while end > 0:
        start = max(0, end - BLOCK)
        if (found := os.pread(descriptor, end - start, start).rfind(b"\n")) >= 0:
            return start + found + 1
        end = start
    return 0


def _opens(line: bytes) -> bool:
    """An opening that a crash cut short opened nothing."""
    return line.startswith(OPENING) and line.endswith(b"\n")


def openings(path: Path) -> Iterator[int]:
    """Where the segments of a file begin; its first line always counts as one."""
    offset = 0
    for line in lines_of(path, 0, LONGEST):
        if not offset or _opens(line):
            yield offset
        offset += len(line)


def last_opening(path: Path) -> int:
    """Where the last segment begins, looked for from the end: what it costs is that segment's length."""
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
    """Appends whole lines to one file, locked, each synced. A failed write is taken back."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor
        lock(descriptor, path)
        self._length = whole_lines(descriptor)
        self._failed = False

    @classmethod
    def create(cls, path: Path, opening: bytes) -> FileWriter:
        """The file appears under its name with its opening in it, or not at all."""
        if os.path.lexists(path):
            raise BadInput(f"{printable(str(path))} exists already; a journal is never overwritten")
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
                message = f"{printable(str(path))} exists already; a journal is never overwritten"
                raise BadInput(message) from None
            raise
        return writer

    def append(self, line: bytes) -> None:
        if self._failed:
            raise OSError(
                errno.EIO, "an earlier write failed and could not be taken back; open the journal again"
            )
        try:
            if os.fstat(self._descriptor).st_size > self._length:
                os.ftruncate(self._descriptor, self._length)  # a line cut short by a crash
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
            self._failed = True  # resuming drops what is left of the line

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def lock(descriptor: int, path: Path) -> None:
    """A stream has one writer: two chains in one file would break both."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ModuleNotFoundError:
        pass  # a system without file locks: the links still show what happened
    except OSError:
        os.close(descriptor)
        message = f"{printable(str(path))}: another table is writing this journal; choose another file"
        raise BadInput(message) from None


class FolderStore:
    """A folder with one file a stream, named after it."""

    named: ClassVar[bool] = True

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._files: dict[str, FileStore] = {}

    def __str__(self) -> str:
        return printable(str(self.folder))

    def _file(self, stream: str) -> FileStore:
        if not NAME.fullmatch(stream):
            raise BadInput(f"stream {printable(stream, 80)!r}: small letters, digits, dots, - and _ alone")
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
    """Nothing but memory: for tests, and for a table that keeps no journal."""

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
            raise BadInput(f"stream {printable(stream, 80)!r} exists already; it is never overwritten")
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
    """A journal's file, or a folder of them."""
    return FolderStore(path) if os.path.isdir(path) else FileStore(path)
