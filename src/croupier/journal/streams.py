"""Write a stream. Every entry is on disk before it is acknowledged.

stream = Stream.create(store, "blue-3", TABLE, charter, at=now)
stream.append(command, events, sealed)          # returns when it is stored, or raises and changes nothing
stream.cut(at=now)                              # the gaming day is over
stream = Stream.resume(store, "blue-3")         # link and fold, then continue
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier import __version__
from croupier.errors import BadInput
from croupier.journal.entries import (
    NO_SNAPSHOT,
    SCHEMA,
    START,
    Broken,
    CutShort,
    JournalEntry,
    OpeningEntry,
    SegmentTerms,
    finish_line,
)
from croupier.journal.kinds import Kind
from croupier.journal.links import JournalStep, fold
from croupier.journal.stores import Store, Writer

SEGMENT = 5_000  # entries per segment: a few hundred rounds, which can be read in less than a second


class Stream:
    """An open stream and the state after its last stored entry."""

    def __init__(self, store: Store, name: str, kind: Kind[Any], writer: Writer, longest: int) -> None:
        self.store, self.name, self.kind, self._writer, self._longest = store, name, kind, writer, longest
        self.entries, self.head, self.segment, self._opened_at = 0, START, 0, 0
        self.opened = 0  # time when the current segment was opened
        self.charter = b""
        self.state: Any = None
        self.row_version = 0  # row version to write into the openings of later segments

    @classmethod
    def create(
        cls,
        store: Store,
        name: str,
        kind: Kind[Any],
        charter: bytes,
        at: int = 0,
        longest: int = SEGMENT,
        row_version: int = 0,
    ) -> Stream:
        """Create a stream. Never overwrites one. `longest` is the maximum number of entries per segment."""
        line, digest = _opening(kind, name, charter, at, 0, START, 1, row_version=row_version)
        state = kind.begin(charter)
        stream = cls(store, name, kind, store.create(name, line), longest)
        stream.charter, stream.state, stream.row_version = charter, state, row_version
        stream.entries, stream.head, stream.segment, stream.opened = 1, digest, 1, at
        return stream

    @classmethod
    def resume(
        cls,
        store: Store,
        name: str,
        longest: int = SEGMENT,
        watch: Callable[[JournalStep], None] | None = None,
    ) -> Stream:
        """Open a stream at its end, without writing. `watch` is called with the current segment's entries."""
        writer = store.resume(name)
        try:
            last = last_step(store, name, watch)
        except BaseException:
            writer.close()
            raise
        stream = cls(store, last.opening.stream, last.kind, writer, longest)
        stream.charter, stream.state = bytes(last.opening.opening.charter), last.state
        stream.entries, stream.head = last.n + 1, last.hash
        stream.segment, stream._opened_at = last.opening.opening.segment, last.opening.n
        stream.opened = last.opening.opening.at
        return stream

    def append(
        self, command: Any, events: tuple[Any, ...], sealed: bytes | None = None, after: Any = None
    ) -> None:
        """Store one entry. `after` is the resulting state, if the caller has already computed it."""
        if self.entries - self._opened_at >= self._longest and self.kind.resting(self.state):
            self.cut(self.kind.at(command))
        if after is None:
            after = self.kind.fold(self.state, command, events, sealed)
        encoded, happened = self.kind.encode(command, events)
        entry = JournalEntry(
            n=self.entries,
            prev=self.head,
            stream=self.name,
            command=msgspec.Raw(encoded),
            events=msgspec.Raw(happened),
        )
        line, digest = finish_line(entry, sealed)
        self._write(line, digest, self.kind.at(command))
        self.state = after
        self.entries, self.head = self.entries + 1, digest

    def cut(self, at: int = 0) -> None:
        """Begin a new segment from the current state, because the gaming day ends or the segment is full."""
        snapshot, sealed = self.kind.snapshot(self.state)
        line, digest = _opening(
            self.kind,
            self.name,
            self.charter,
            at,
            self.entries,
            self.head,
            self.segment + 1,
            snapshot,
            sealed,
            self.row_version,
        )
        self._write(line, digest, at)
        self.segment, self._opened_at, self.opened = self.segment + 1, self.entries, at
        self.entries, self.head = self.entries + 1, digest

    def _write(self, line: bytes, digest: str, at: int) -> None:
        """Store the line, or raise an exception."""
        self._writer.append(line)

    def close(self) -> None:
        self._writer.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _opening(
    kind: Kind[Any],
    stream: str,
    charter: bytes,
    at: int,
    n: int,
    prev: str,
    segment: int,
    snapshot: bytes = NO_SNAPSHOT,
    sealed: bytes | None = None,
    row_version: int = 0,
) -> tuple[bytes, str]:
    terms = SegmentTerms(
        schema=SCHEMA,
        code=__version__,
        kind=kind.name,
        book=kind.book(charter),
        edition=kind.edition(charter),
        charter=msgspec.Raw(charter),
        segment=segment,
        at=at,
        snapshot=msgspec.Raw(snapshot),
        row_version=row_version,
    )
    return finish_line(OpeningEntry(n=n, prev=prev, stream=stream, opening=terms), sealed)


def last_step(store: Store, name: str, watch: Callable[[JournalStep], None] | None = None) -> JournalStep:
    """Return the current segment's last entry and the state after it. An incomplete last line is ignored."""
    last: JournalStep | None = None
    try:
        for step in fold(store, name):
            last = step
            if watch is not None:
                watch(step)
    except Broken as broken:
        if last is None or not isinstance(broken, CutShort):
            raise BadInput(
                f"{store}: entry {broken.n} is broken ({broken.fault}); it cannot be continued"
            ) from None
    assert last is not None
    return last
