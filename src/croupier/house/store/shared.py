"""Shared streams as one node knows them: caught up with other nodes, decided inside a transaction."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.files import printable
from croupier.house.store.asked import Head
from croupier.house.store.books import postings_of
from croupier.house.store.gathering import Day, GatheringStream, Mark
from croupier.house.store.rows import Postings, Rows
from croupier.house.store.sql import Snapshot
from croupier.journal.entries import Broken

Step = tuple[str, Any, tuple[Any, ...], Any]  # stream, command, events, state after


class SharedStreams:
    """Used by the committer's thread alone, but for `states`, which is what was committed."""

    def __init__(self, day: Day | None, longest: int) -> None:
        self._day, self._longest = day, longest
        self._streams: dict[str, GatheringStream] = {}
        self._postings: dict[str, list[tuple[int, str, int]]] = {}
        self._start: dict[str, Mark] = {}  # of the streams touched in the running transaction
        self.states: dict[str, Any] = {}

    def caught_up(self, connection: sa.Connection, name: str, head: Head | None) -> GatheringStream:
        """The stream as the database has it; its head is locked, or read in the same transaction."""
        if head is None:
            raise BadInput(f"no stream {printable(name, 80)!r}")
        stream = self._streams.get(name)
        then = Snapshot("the store", connection)
        if stream is None:
            stream = GatheringStream.behind(then, name, self._longest, self._day)
        elif stream.entries < head.entries:
            before = stream.mark()
            try:
                stream.follow(then.lines(name, stream.entries, head.entries))
            except (Broken, BadInput) as broken:
                stream.rewind(before)
                raise BadInput(f"stream {name}: what another node wrote is broken ({broken})") from None
        if (stream.entries, stream.head) != (head.entries, head.head):
            raise BadInput(f"stream {name}: the store has another entry {head.entries - 1} than this node")
        self._streams[name] = stream
        return stream

    def touch(self, connection: sa.Connection, name: str, head: Head | None) -> GatheringStream:
        """The stream, to be decided upon in this transaction."""
        if name not in self._start:
            stream = self.caught_up(connection, name, head)
            self._start[name] = stream.mark()
            self._postings[name] = []
        return self._streams[name]

    def decide(self, name: str, command: Any) -> Step:
        """One command to a stream that was touched; `Refused` where its rules say no."""
        stream = self._streams[name]
        command = _not_before(stream.state, command)
        events = stream.kind.decide(stream.state, command)
        stream.append(command, events)
        lines = postings_of(stream.kind.name, name, stream.entries - 1, events)
        self._postings[name] += lines
        return name, command, events, stream.state

    def entries(self, name: str) -> int:
        return self._streams[name].entries

    def marks(self, names: set[str]) -> dict[str, tuple[Mark, int]]:
        return {name: (self._streams[name].mark(), len(self._postings[name])) for name in names}

    def rewind(self, marks: dict[str, tuple[Mark, int]]) -> None:
        for name, (mark, count) in marks.items():
            self._streams[name].rewind(mark)
            del self._postings[name][count:]

    def put(self, rows: Rows) -> None:
        """What was decided in this transaction, as rows."""
        for name in self._start:
            stream = self._streams[name]
            postings: Postings = tuple(self._postings[name])
            rows.add(name, False, stream.kind.name, tuple(stream.gathered), postings)

    def committed(self) -> None:
        for name in self._start:
            stream = self._streams[name]
            stream.take()
            self.states[name] = stream.state
        self._forget()

    def taken_back(self) -> None:
        for name, mark in self._start.items():
            self._streams[name].rewind(mark)
        self._forget()

    def _forget(self) -> None:
        self._start, self._postings = {}, {}


def _not_before(state: Any, command: Any) -> Any:
    """Nodes and tables have clocks of their own; a shared stream has one, which does not run back."""
    clock, at = getattr(state, "clock", 0), getattr(command, "at", 0)
    return msgspec.structs.replace(command, at=clock) if 0 < at < clock else command
