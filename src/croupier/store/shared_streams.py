"""Decide commands to shared streams (cage, administration, meters) inside a database transaction.

The streams first read the entries that other nodes have written.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.files import printable
from croupier.journal.entries import Broken
from croupier.store.books import postings_of
from croupier.store.database import Snapshot
from croupier.store.pending_stream import Day, PendingStream, StreamMark
from croupier.store.preconditions import StoredHead
from croupier.store.rows import Postings, TransactionRows

Step = tuple[str, Any, tuple[Any, ...], Any]  # stream, command, events, state after the command


class SharedStreams:
    """The shared streams of one node. Only the committer's thread may use them.

    The exception is `states`, the committed states, which any thread may read.
    """

    def __init__(self, day: Day | None, longest: int) -> None:
        self._day, self._longest = day, longest
        self._streams: dict[str, PendingStream] = {}
        self._postings: dict[str, list[tuple[int, str, int]]] = {}
        self._start: dict[str, StreamMark] = {}  # marks of the streams that the current transaction uses
        self.states: dict[str, Any] = {}

    def catch_up(self, connection: sa.Connection, name: str, head: StoredHead | None) -> PendingStream:
        """Read the entries that other nodes added, and return the stream.

        `head` must be locked, or read in the same transaction.
        """
        if head is None:
            raise BadInput(f"there is no stream {printable(name, 80)!r}")
        stream = self._streams.get(name)
        snapshot = Snapshot("the store", connection)
        if stream is None:
            stream = PendingStream.resume_from(snapshot, name, self._longest, self._day)
        elif stream.entries < head.entries:
            before = stream.mark()
            try:
                stream.follow(snapshot.lines(name, stream.entries, head.entries))
            except (Broken, BadInput) as broken:
                stream.rewind(before)
                raise BadInput(f"stream {name}: another node wrote broken entries ({broken})") from None
        if (stream.entries, stream.head) != (head.entries, head.head):
            raise BadInput(
                f"stream {name}: entry {head.entries - 1} in the store differs from this node's; run an audit"
            )
        self._streams[name] = stream
        return stream

    def touch(self, connection: sa.Connection, name: str, head: StoredHead | None) -> PendingStream:
        """Bring a stream up to date for decisions in this transaction, and return it."""
        if name not in self._start:
            stream = self.catch_up(connection, name, head)
            self._start[name] = stream.mark()
            self._postings[name] = []
        return self._streams[name]

    def decide(self, name: str, command: Any) -> Step:
        """Decide one command on a stream that `touch` prepared. Raise `Refused` if the rules refuse
        the command.
        """
        stream = self._streams[name]
        command = _not_before(stream.state, command)
        events = stream.kind.decide(stream.state, command)
        stream.append(command, events)
        lines = postings_of(stream.kind.name, name, stream.entries - 1, events)
        self._postings[name] += lines
        return name, command, events, stream.state

    def state(self, name: str) -> Any:
        """Return the state of a stream that `touch` prepared, after the decisions of this transaction."""
        return self._streams[name].state

    def entries(self, name: str) -> int:
        return self._streams[name].entries

    def marks(self, names: set[str]) -> dict[str, tuple[StreamMark, int]]:
        return {name: (self._streams[name].mark(), len(self._postings[name])) for name in names}

    def rewind(self, marks: dict[str, tuple[StreamMark, int]]) -> None:
        for name, (mark, count) in marks.items():
            self._streams[name].rewind(mark)
            del self._postings[name][count:]

    def add_rows(self, rows: TransactionRows) -> None:
        """Add the new entries of this transaction to its rows."""
        for name in self._start:
            stream = self._streams[name]
            postings: Postings = tuple(self._postings[name])
            rows.add(name, False, stream.kind.name, tuple(stream.pending), postings)

    def accept(self) -> None:
        for name in self._start:
            stream = self._streams[name]
            stream.take()
            self.states[name] = stream.state
        self._forget()

    def roll_back(self) -> None:
        for name, mark in self._start.items():
            self._streams[name].rewind(mark)
        self._forget()

    def _forget(self) -> None:
        self._start, self._postings = {}, {}


def _not_before(state: Any, command: Any) -> Any:
    """Raise a command's time to the stream's clock, which never runs backward. Node clocks may differ."""
    clock, at = getattr(state, "clock", 0), getattr(command, "at", 0)
    return msgspec.structs.replace(command, at=clock) if 0 < at < clock else command
