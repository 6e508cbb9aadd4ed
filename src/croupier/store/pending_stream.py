"""A stream that decides commands in memory and can roll back the entries that are not stored yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from croupier.journal.entries import OPENING, Broken, OpeningEntry, read_line, with_row_hashes
from croupier.journal.kinds import Kind
from croupier.journal.links import JournalStep
from croupier.journal.stores import Writer
from croupier.journal.streams import Stream
from croupier.store.batches import BatchLine
from croupier.store.database import Streams

# Maximum entries in a segment (a few dozen rounds), so that a restart reads fifty tables within seconds.
SEGMENT = 1_000
Day = Callable[[int], int]  # maps a time to its gaming day


class StreamMark(NamedTuple):
    entries: int
    head: str
    segment: int
    opened_at: int
    opened: int
    state: Any
    pending: int


class PendingStream(Stream):
    """A stream that collects new lines in memory until `take` returns them for the committer."""

    pending: list[BatchLine]
    day: Day | None

    @classmethod
    def begin(
        cls,
        name: str,
        kind: Kind[Any],
        charter: bytes,
        at: int,
        longest: int = SEGMENT,
        day: Day | None = None,
        row_version: int = 0,
    ) -> PendingStream:
        """Begin a new stream. Its opening is the first pending line."""
        store = _ReadThrough(None)
        stream = cls.create(store, name, kind, charter, at, longest, row_version)
        assert isinstance(stream, PendingStream)
        stream.pending, stream.day = [BatchLine(0, stream.head, store.opening, 1, at, True)], day
        return stream

    @classmethod
    def resume_from(
        cls,
        store: Streams,
        name: str,
        longest: int = SEGMENT,
        day: Day | None = None,
        watch: Callable[[JournalStep], None] | None = None,
        back: int = 0,
        row_version: int = 0,
    ) -> PendingStream:
        """Resume a stored stream from its current segment, or from an earlier segment `back` steps
        before.
        """
        stream = cls.resume(_ReadThrough(store, back), name, longest, watch)
        assert isinstance(stream, PendingStream)
        stream.pending, stream.day, stream.row_version = [], day, row_version
        return stream

    def append(
        self, command: Any, events: tuple[Any, ...], sealed: bytes | None = None, after: Any = None
    ) -> None:
        self._cut_at_day_change(self.kind.at(command))
        super().append(command, events, sealed, after)

    def _cut_at_day_change(self, at: int) -> None:
        if self.day is None or not at or not self.kind.resting(self.state):
            return
        if self.day(at) > self.day(self.opened):
            self.cut(at)

    def _write(self, line: bytes, digest: str, at: int) -> None:
        opening = line.startswith(OPENING)
        self.pending.append(BatchLine(self.entries, digest, line, self.segment + opening, at, opening))

    def mark(self) -> StreamMark:
        return StreamMark(
            self.entries,
            self.head,
            self.segment,
            self._opened_at,
            self.opened,
            self.state,
            len(self.pending),
        )

    def rewind(self, mark: StreamMark) -> None:
        """Return to an earlier mark. States are immutable, so resetting the reference is enough."""
        self.entries, self.head, self.segment, self._opened_at, self.opened, self.state, count = mark
        del self.pending[count:]

    def add_row_hashes(self, hashes: tuple[str, ...]) -> None:
        """Add the hashes of rows from the same transaction to the last pending entry."""
        last = self.pending[-1]
        line, digest = with_row_hashes(last.line, hashes)
        self.pending[-1] = BatchLine(last.n, digest, line, last.segment, last.at)
        self.head = digest

    def take(self) -> tuple[BatchLine, ...]:
        """Return the pending lines and clear the list."""
        lines, self.pending = tuple(self.pending), []
        return lines

    def follow(self, lines: Iterable[bytes]) -> None:
        """Apply entries that another node stored. Raise `Broken` if an entry does not continue the
        stream.
        """
        for line in lines:
            entry = read_line(line, self.entries)
            if (entry.n, entry.prev, entry.stream) != (self.entries, self.head, self.name):
                raise Broken(self.entries, "the entry does not follow the previous entry")
            if isinstance(entry, OpeningEntry):
                self.segment, self._opened_at = entry.opening.segment, entry.n
                self.opened = entry.opening.at
            else:
                command, events = self.kind.decode(bytes(entry.command), bytes(entry.events))
                self.state = self.kind.fold(self.state, command, events, entry.sealed)
            self.entries, self.head = entry.n + 1, entry.hash


class _ReadThrough:
    """Reads from the underlying store and never writes."""

    named: ClassVar[bool] = True

    def __init__(self, store: Streams | None, back: int = 0) -> None:
        self._store, self._back = store, back
        self.opening = b""

    def __str__(self) -> str:
        return str(self._store)

    def streams(self) -> tuple[str, ...]:
        return () if self._store is None else self._store.streams()

    def segments(self, stream: str) -> int:
        assert self._store is not None
        return self._store.segments(stream)

    def read(self, stream: str, segment: int | None = None) -> Any:
        assert self._store is not None
        if segment is not None or not self._back:
            return self._store.read(stream, segment)
        last = self._store.segments(stream)
        numbers = range(max(1, last - self._back), last + 1)
        return chain.from_iterable(self._store.read(stream, number) for number in numbers)

    def create(self, stream: str, opening: bytes) -> Writer:
        self.opening = opening
        return self

    def resume(self, stream: str) -> Writer:
        return self

    def append(self, line: bytes) -> None:
        raise AssertionError("a pending stream does not write to the store")

    def close(self) -> None:
        pass
