"""A stream decided ahead of the store: it gathers its entries, and goes back where they were not stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from croupier.house.store.batches import Line
from croupier.house.store.sql import Streams
from croupier.journal.entries import OPENING, Broken, Opening, read_line
from croupier.journal.kinds import Kind
from croupier.journal.links import Step
from croupier.journal.stores import Writer
from croupier.journal.streams import Stream

SEGMENT = 1_000  # entries, some dozens of rounds: fifty tables are read again in seconds
Day = Callable[[int], int]  # the gaming day that a time belongs to


class Mark(NamedTuple):
    entries: int
    head: str
    segment: int
    opened_at: int
    opened: int
    state: Any
    gathered: int


class GatheringStream(Stream):
    """Nothing it appends is stored: `take` gives the lines to whoever stores them."""

    gathered: list[Line]
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
    ) -> GatheringStream:
        """A stream that is not there yet; its opening is the first line gathered."""
        behind = _Ahead(None)
        stream = cls.create(behind, name, kind, charter, at, longest)
        assert isinstance(stream, GatheringStream)
        stream.gathered, stream.day = [Line(0, stream.head, behind.opening, 1, at, True)], day
        return stream

    @classmethod
    def behind(
        cls,
        store: Streams,
        name: str,
        longest: int = SEGMENT,
        day: Day | None = None,
        watch: Callable[[Step], None] | None = None,
        back: int = 0,
    ) -> GatheringStream:
        """A stream that a database holds, from its running segment, or from so many segments before it."""
        stream = cls.resume(_Ahead(store, back), name, longest, watch)
        assert isinstance(stream, GatheringStream)
        stream.gathered, stream.day = [], day
        return stream

    def append(
        self, command: Any, events: tuple[Any, ...], sealed: bytes | None = None, after: Any = None
    ) -> None:
        self._cut_at_the_gaming_day(self.kind.at(command))
        super().append(command, events, sealed, after)

    def _cut_at_the_gaming_day(self, at: int) -> None:
        if self.day is None or not at or not self.kind.resting(self.state):
            return
        if self.day(at) > self.day(self.opened):
            self.cut(at)

    def _write(self, line: bytes, digest: str, at: int) -> None:
        opening = line.startswith(OPENING)
        self.gathered.append(Line(self.entries, digest, line, self.segment + opening, at, opening))

    def mark(self) -> Mark:
        return Mark(
            self.entries,
            self.head,
            self.segment,
            self._opened_at,
            self.opened,
            self.state,
            len(self.gathered),
        )

    def rewind(self, mark: Mark) -> None:
        """As it was: states are values, so nothing else has changed."""
        self.entries, self.head, self.segment, self._opened_at, self.opened, self.state, count = mark
        del self.gathered[count:]

    def take(self) -> tuple[Line, ...]:
        """What was gathered since the last time."""
        lines, self.gathered = tuple(self.gathered), []
        return lines

    def follow(self, lines: Iterable[bytes]) -> None:
        """Go on by entries that another node stored; `Broken` where one does not follow."""
        for line in lines:
            entry = read_line(line, self.entries)
            if (entry.n, entry.prev, entry.stream) != (self.entries, self.head, self.name):
                raise Broken(self.entries, "it does not follow from the entry before it")
            if isinstance(entry, Opening):
                self.segment, self._opened_at = entry.opening.segment, entry.n
                self.opened = entry.opening.at
            else:
                command, events = self.kind.decode(bytes(entry.command), bytes(entry.events))
                self.state = self.kind.fold(self.state, command, events, entry.sealed)
            self.entries, self.head = entry.n + 1, entry.hash


class _Ahead:
    """Reads from the store behind it and writes nowhere."""

    named: ClassVar[bool] = True

    def __init__(self, behind: Streams | None, back: int = 0) -> None:
        self._behind, self._back = behind, back
        self.opening = b""

    def __str__(self) -> str:
        return str(self._behind)

    def streams(self) -> tuple[str, ...]:
        return () if self._behind is None else self._behind.streams()

    def segments(self, stream: str) -> int:
        assert self._behind is not None
        return self._behind.segments(stream)

    def read(self, stream: str, segment: int | None = None) -> Any:
        assert self._behind is not None
        if segment is not None or not self._back:
            return self._behind.read(stream, segment)
        last = self._behind.segments(stream)
        numbers = range(max(1, last - self._back), last + 1)
        return chain.from_iterable(self._behind.read(stream, number) for number in numbers)

    def create(self, stream: str, opening: bytes) -> Writer:
        self.opening = opening
        return self

    def resume(self, stream: str) -> Writer:
        return self

    def append(self, line: bytes) -> None:
        raise AssertionError("a gathering stream stores nothing")

    def close(self) -> None:
        pass
