"""An entry is one line of canonical JSON, linked to the one before it by SHA-256.

Two forms. An *opening* begins a segment: what the stream is kept under and, after the first, a snapshot.
Every other entry is one command with its events. What may not be read yet (the order of a shoe) travels
*sealed*: its hash lies inside the chain, the bytes outside, so that an export may leave them out and the
chain still holds.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any, TypeVar

import msgspec

from croupier.errors import BadInput
from croupier.files import printable

SCHEMA = 2
START = "0" * 64
NO_SNAPSHOT = b"null"
LONGEST = 1 << 22  # bytes of a line; a snapshot of a full table takes some 20 KB
OPENING = (
    b'{"hash":'  # how an opening's line begins, and no other: keys are sorted, the others have a command
)

T = TypeVar("T")


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a segment is kept under: which code and which rule book wrote it, and what the stream is."""

    schema: int
    code: str  # the version of the program
    kind: str  # table, meter, …
    book: str  # SHA-256 over what decides in the rule book of this stream's game
    edition: str  # of the documents
    charter: msgspec.Raw  # what the kind begins from: for a table game, choices and readings
    segment: int  # counted from 1
    at: int  # seconds; the clock of whoever opened it
    snapshot: msgspec.Raw  # the state at the cut; null in the first segment


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    n: int  # over all segments, from 0
    prev: str  # the hash of the entry before
    stream: str
    seal: str = ""  # SHA-256 of what is sealed
    sealed: bytes | None = None  # outside the hash
    hash: str = ""


class Opening(_Line, frozen=True, kw_only=True):
    opening: Terms


class Entry(_Line, frozen=True, kw_only=True):
    command: msgspec.Raw  # with the time and who acted
    events: msgspec.Raw


Line = Opening | Entry

_CANONICAL = msgspec.json.Encoder(order="sorted")
_OPENING = msgspec.json.Decoder(Opening)
_ENTRY = msgspec.json.Decoder(Entry)
_ANY = msgspec.json.Decoder()


class Broken(Exception):
    """The first entry that does not hold, and why."""

    def __init__(self, n: int, fault: str) -> None:
        super().__init__(fault)
        self.n, self.fault = n, printable(fault)


class CutShort(Broken):
    """A line without its end: what a crash leaves of one that nobody was told of."""


def canonical(value: object) -> bytes:
    """Any plain value, the same bytes each time."""
    return _CANONICAL.encode(value)


def decode(decoder: msgspec.json.Decoder[T], data: bytes | msgspec.Raw) -> T:
    """Whatever the bytes hold, a value or one `BadInput`."""
    try:
        return decoder.decode(data)
    except (ValueError, RecursionError) as fault:  # syntax, shape, text that is no UTF-8, nesting
        raise BadInput(printable(str(fault))) from None


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def finished(line: Line, sealed: bytes | None) -> tuple[bytes, str]:
    """The line as it is written, and its hash."""
    if sealed is not None:
        line = msgspec.structs.replace(line, seal=sha256(sealed))
    digest = sha256(_CANONICAL.encode(line))
    return _CANONICAL.encode(msgspec.structs.replace(line, hash=digest, sealed=sealed)) + b"\n", digest


def _decode_line(line: bytes) -> Line:
    return decode(_OPENING, line) if line.startswith(OPENING) else decode(_ENTRY, line)


def without_sealed(line: bytes) -> bytes:
    """A line for people who may not know what is sealed; its chain holds as before."""
    read = _decode_line(line)
    if read.sealed is None:
        return line
    return _CANONICAL.encode(msgspec.structs.replace(read, sealed=None)) + b"\n"


# How a line ends, and what is sealed in it: keys are sorted, and the name of a stream has no quotes.
_SEALED = re.compile(rb',"sealed":"([A-Za-z0-9+/=]*)"(,"stream":"[^"\\]*"\}\n)\Z')
_STREAM = re.compile(rb',"stream":"[^"\\]*"\}\n\Z')


def split_sealed(line: bytes) -> tuple[bytes, bytes | None]:
    """A line as a store may keep it: what is sealed apart from the rest."""
    found = _SEALED.search(line)
    if found is None:
        return line, None
    return line[: found.start()] + found[2], base64.b64decode(found[1])


def join_sealed(line: bytes, sealed: bytes | None) -> bytes:
    """The line as it was written."""
    found = None if sealed is None else _STREAM.search(line)
    if sealed is None or found is None:
        return line
    return line[: found.start()] + b',"sealed":"' + base64.b64encode(sealed) + b'"' + found[0]


def read_line(line: bytes, n: int) -> Line:
    """An entry by itself: complete, of this schema, written as a journal writes, its hash its own."""
    if not line.endswith(b"\n"):
        raise (
            Broken(n, "the line is too long") if len(line) >= LONGEST else CutShort(n, "the line is cut off")
        )
    try:
        read = _decode_line(line)
    except BadInput as fault:
        raise Broken(n, f"it is no entry of this schema ({fault})") from None
    if sha256(_CANONICAL.encode(msgspec.structs.replace(read, hash="", sealed=None))) != read.hash:
        raise Broken(n, "it was altered: its hash does not match")
    if _CANONICAL.encode(read) != line[:-1] or not all(map(_is_canonical, _inner(read))):
        raise Broken(n, "it was altered: it is not written as a journal writes")  # a key twice, other spacing
    if read.sealed is not None and sha256(read.sealed) != read.seal:
        raise Broken(n, "what is sealed in it was altered")
    return read


def _inner(line: Line) -> tuple[msgspec.Raw, ...]:
    if isinstance(line, Entry):
        return line.command, line.events
    return line.opening.charter, line.opening.snapshot


def _is_canonical(raw: msgspec.Raw) -> bool:
    try:
        value: Any = decode(_ANY, raw)
    except BadInput:
        return False
    return _CANONICAL.encode(value) == bytes(raw)
