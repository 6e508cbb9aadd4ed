"""Check the hash chain, and compute the state from the events. Neither uses the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier import __version__
from croupier.errors import BadInput, Refused
from croupier.files import printable
from croupier.journal.entries import (
    NO_SNAPSHOT,
    OPENING,
    SCHEMA,
    START,
    Broken,
    JournalEntry,
    Line,
    OpeningEntry,
    read_line,
)
from croupier.journal.kinds import Kind, kind_of
from croupier.journal.stores import Store


def link(store: Store, stream: str, everything: bool = False) -> Iterator[Line]:
    """Yield the entries of the current segment or of all segments, and check that they form a chain.

    Raises `Broken` at the first entry that does not follow the previous entry. Raises `BadInput` if the file
    is not a journal.
    """
    opened: OpeningEntry | None = None
    n, head, number = 0, START, 1
    for segment in range(1, store.segments(stream) + 1) if everything else (None,):
        for line in store.read(stream, segment):
            entry: Line
            if opened is None:
                entry = first = _first(line, store)
                if not everything and first.opening.segment > 1:  # Entries before this segment are trusted.
                    n, head, number = first.n, first.prev, first.opening.segment
            else:
                entry = read_line(line, n)
            _follows(entry, n, head)
            if isinstance(entry, OpeningEntry):
                _continues(entry, opened, number)
                opened, number = entry, number + 1
            if entry.stream != (stream if store.named else opened.stream if opened else entry.stream):
                raise Broken(n, f"it belongs to a different stream, {printable(entry.stream, 80)}")
            yield entry
            n, head = n + 1, entry.hash
    if opened is None:
        raise BadInput(f"{store}: empty; a journal begins with an opening entry")


def _first(line: bytes, store: Store) -> OpeningEntry:
    """Check that the first line is the opening of a journal."""
    try:
        schema = msgspec.json.decode(line, type=_Schema).opening.schema
    except (ValueError, RecursionError):
        raise BadInput(f"{store}: not a journal: its first line is not an opening entry") from None
    if schema != SCHEMA:
        raise BadInput(f"{store}: journal schema {schema}; this version reads schema {SCHEMA}")
    entry = read_line(line, 0)
    if not line.startswith(OPENING) or not isinstance(entry, OpeningEntry):
        raise BadInput(f"{store}: not a journal: its first line is not an opening entry")
    return entry


class _SchemaOf(msgspec.Struct):
    schema: int


class _Schema(msgspec.Struct):
    opening: _SchemaOf


def _follows(entry: Line, n: int, head: str) -> None:
    if entry.n != n:
        raise Broken(n, f"entry {entry.n} found where entry {n} was expected")
    if entry.prev != head:
        raise Broken(n, "it does not follow the entry before it")


def _continues(entry: OpeningEntry, before: OpeningEntry | None, number: int) -> None:
    """Check that a later segment continues the same stream and has a snapshot."""
    terms = entry.opening
    if terms.segment != number:
        raise Broken(entry.n, f"segment {terms.segment} found where segment {number} was expected")
    if (terms.segment == 1) is not (bytes(terms.snapshot) == NO_SNAPSHOT):
        raise Broken(entry.n, "only the first segment opens without a snapshot")
    if before is None:
        return
    same = (entry.stream, terms.kind, bytes(terms.charter))
    if same != (before.stream, before.opening.kind, bytes(before.opening.charter)):
        raise Broken(entry.n, "it opens a segment of a different stream")


# Errors that a machine may raise for a forged entry. Someone can forge a whole chain with valid hashes.
IMPOSSIBLE = (
    BadInput,
    Refused,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    StopIteration,
    RecursionError,
)


class JournalStep(msgspec.Struct, frozen=True):
    """A valid entry and the state after it. The step of an opening has no command."""

    n: int
    hash: str
    kind: Kind[Any]
    opening: OpeningEntry  # opening of the segment
    state: Any
    command: Any = None
    events: tuple[Any, ...] = ()
    before: Any = None  # state before the entry
    row_hashes: tuple[str, ...] = ()  # hashes of rows that the server stored with the entry


def fold(store: Store, stream: str, everything: bool = False) -> Iterator[JournalStep]:
    """Yield every entry with the state after its events. Raises `Broken` if a snapshot differs from it.

    Every version of the program can read events, but a snapshot can be read only by a version that knows its
    shape. Other versions fold the events from the first segment.
    """
    try:
        yield from _fold(store, stream, everything)
    except _Unrestorable:
        yield from _fold(store, stream, everything=True)


class _Unrestorable(Exception):
    """The snapshot has a different version, and no earlier entries were read."""


def _fold(store: Store, stream: str, everything: bool) -> Iterator[JournalStep]:
    opening: OpeningEntry | None = None
    kind: Kind[Any] | None = None
    state: Any = None
    for entry in link(store, stream, everything):
        if isinstance(entry, OpeningEntry):
            kind = kind_of(entry.opening.kind)
            state = _open_stream(kind, entry, state if opening is not None else None)
            opening = entry
            yield JournalStep(entry.n, entry.hash, kind, entry, state)
            continue
        assert kind is not None and opening is not None
        command, events = _decode(kind, entry)
        before = state
        try:
            state = kind.fold(state, command, events, entry.sealed)
        except IMPOSSIBLE as fault:
            raise Broken(
                entry.n, f"its events do not give a state ({type(fault).__name__}: {fault})"
            ) from None
        yield JournalStep(
            entry.n, entry.hash, kind, opening, state, command, events, before, entry.row_hashes
        )


def _open_stream(kind: Kind[Any], entry: OpeningEntry, reached: Any) -> Any:
    """Return the initial state of a segment.

    A snapshot must equal the state that the previous segment reached.
    """
    terms = entry.opening
    charter = bytes(terms.charter)
    if bytes(terms.snapshot) == NO_SNAPSHOT:
        try:
            return kind.begin(charter)
        except IMPOSSIBLE as fault:
            raise Broken(entry.n, f"a {kind.name} cannot be opened this way ({fault})") from None
    try:
        restored = kind.restore(charter, bytes(terms.snapshot), entry.sealed)
    except IMPOSSIBLE:
        if reached is None:
            raise _Unrestorable from None
        return reached
    if reached is None or _same(kind, restored, reached, entry.sealed is not None):
        return restored
    if terms.code == __version__:
        raise Broken(entry.n, "its snapshot does not match the state computed from the earlier entries")
    return reached  # Different code wrote the snapshot, so use the state computed from the events.


def _same(kind: Kind[Any], one: Any, other: Any, sealed: bool) -> bool:
    left, right = kind.snapshot(one), kind.snapshot(other)
    return left == right if sealed else left[0] == right[0]


def _decode(kind: Kind[Any], entry: JournalEntry) -> tuple[Any, tuple[Any, ...]]:
    try:
        return kind.decode(bytes(entry.command), bytes(entry.events))
    except BadInput as fault:
        raise Broken(entry.n, f"it is not an entry of this schema ({fault})") from None
