"""Link and fold: does the chain hold, and what state do its events give? Neither asks the rules."""

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
    Entry,
    Line,
    Opening,
    read_line,
)
from croupier.journal.kinds import Kind, kind_of
from croupier.journal.stores import Store


def link(store: Store, stream: str, everything: bool = False) -> Iterator[Line]:
    """The entries of the running segment, or of all of them, each checked to follow from the one before.

    `Broken` at the first that does not; `BadInput` if this is no journal at all.
    """
    opened: Opening | None = None
    n, head, number = 0, START, 1
    for segment in range(1, store.segments(stream) + 1) if everything else (None,):
        for line in store.read(stream, segment):
            entry: Line
            if opened is None:
                entry = first = _first(line, store)
                if not everything and first.opening.segment > 1:  # what came before it is taken on trust
                    n, head, number = first.n, first.prev, first.opening.segment
            else:
                entry = read_line(line, n)
            _follows(entry, n, head)
            if isinstance(entry, Opening):
                _continues(entry, opened, number)
                opened, number = entry, number + 1
            if entry.stream != (stream if store.named else opened.stream if opened else entry.stream):
                raise Broken(n, f"it belongs to another stream, {printable(entry.stream, 80)}")
            yield entry
            n, head = n + 1, entry.hash
    if opened is None:
        raise BadInput(f"{store}: empty; a journal begins with an opening entry")


def _first(line: bytes, store: Store) -> Opening:
    """The first line tells whether this is a journal at all."""
    try:
        schema = msgspec.json.decode(line, type=_Schema).opening.schema
    except (ValueError, RecursionError):
        raise BadInput(f"{store}: not a journal: its first line is no opening entry") from None
    if schema != SCHEMA:
        raise BadInput(f"{store}: journal schema {schema}; this version reads schema {SCHEMA}")
    entry = read_line(line, 0)
    if not line.startswith(OPENING) or not isinstance(entry, Opening):
        raise BadInput(f"{store}: not a journal: its first line is no opening entry")
    return entry


class _SchemaOf(msgspec.Struct):
    schema: int


class _Schema(msgspec.Struct):
    opening: _SchemaOf


def _follows(entry: Line, n: int, head: str) -> None:
    if entry.n != n:
        raise Broken(n, f"entry {entry.n} stands where entry {n} belongs")
    if entry.prev != head:
        raise Broken(n, "it does not follow from the entry before it")


def _continues(entry: Opening, before: Opening | None, number: int) -> None:
    """A later segment goes on with the same stream and says where its state stood."""
    terms = entry.opening
    if terms.segment != number:
        raise Broken(entry.n, f"segment {terms.segment} opens where segment {number} belongs")
    if (terms.segment == 1) is not (bytes(terms.snapshot) == NO_SNAPSHOT):
        raise Broken(entry.n, "only the first segment opens without a snapshot")
    if before is None:
        return
    same = (entry.stream, terms.kind, bytes(terms.charter))
    if same != (before.stream, before.opening.kind, bytes(before.opening.charter)):
        raise Broken(entry.n, "it opens a segment of another stream")


# What a machine may raise over an entry that no machine wrote: chains can be forged, link for link.
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


class Step(msgspec.Struct, frozen=True):
    """An entry that holds and the state after it. An opening has no command."""

    n: int
    hash: str
    kind: Kind[Any]
    opening: Opening  # of the segment it stands in
    state: Any
    command: Any = None
    events: tuple[Any, ...] = ()
    before: Any = None  # the state it was decided in


def fold(store: Store, stream: str, everything: bool = False) -> Iterator[Step]:
    """Every entry with the state its events give. A snapshot that is not that state is broken.

    Events are read for ever, a snapshot only by code that knows its shape: where this code does not, it folds
    from the very beginning.
    """
    try:
        yield from _fold(store, stream, everything)
    except _Unrestorable:
        yield from _fold(store, stream, everything=True)


class _Unrestorable(Exception):
    """A snapshot of another version, and nothing before it was read."""


def _fold(store: Store, stream: str, everything: bool) -> Iterator[Step]:
    opening: Opening | None = None
    kind: Kind[Any] | None = None
    state: Any = None
    for entry in link(store, stream, everything):
        if isinstance(entry, Opening):
            kind = kind_of(entry.opening.kind)
            state = _opened(kind, entry, state if opening is not None else None)
            opening = entry
            yield Step(entry.n, entry.hash, kind, entry, state)
            continue
        assert kind is not None and opening is not None
        command, events = _decoded(kind, entry)
        before = state
        try:
            state = kind.fold(state, command, events, entry.sealed)
        except IMPOSSIBLE as fault:
            raise Broken(entry.n, f"its events give no state ({type(fault).__name__}: {fault})") from None
        yield Step(entry.n, entry.hash, kind, opening, state, command, events, before)


def _opened(kind: Kind[Any], entry: Opening, reached: Any) -> Any:
    """The state a segment begins in: the kind's own, or its snapshot, which must be what was reached."""
    terms = entry.opening
    charter = bytes(terms.charter)
    if bytes(terms.snapshot) == NO_SNAPSHOT:
        try:
            return kind.begin(charter)
        except IMPOSSIBLE as fault:
            raise Broken(entry.n, f"no {kind.name} may be opened so ({fault})") from None
    try:
        restored = kind.restore(charter, bytes(terms.snapshot), entry.sealed)
    except IMPOSSIBLE:
        if reached is None:
            raise _Unrestorable from None
        return reached
    if reached is None or _same(kind, restored, reached, entry.sealed is not None):
        return restored
    if terms.code == __version__:
        raise Broken(entry.n, "its snapshot is not the state that the entries before it give")
    return reached  # other code took the snapshot; what the events give is what counts


def _same(kind: Kind[Any], one: Any, other: Any, sealed: bool) -> bool:
    left, right = kind.snapshot(one), kind.snapshot(other)
    return left == right if sealed else left[0] == right[0]


def _decoded(kind: Kind[Any], entry: Entry) -> tuple[Any, tuple[Any, ...]]:
    try:
        return kind.decode(bytes(entry.command), bytes(entry.events))
    except BadInput as fault:
        raise Broken(entry.n, f"it is no entry of this schema ({fault})") from None
