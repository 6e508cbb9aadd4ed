"""Journal entries: lines of canonical JSON, each linked to the line before it by SHA-256.

A segment begins with an *opening* entry. An opening has the terms of the stream and, after the first segment,
a snapshot. Every other entry is one command with its events. Secret data (the order of a shoe) is *sealed*:
the chain covers its hash but not its bytes, so that an export without the bytes is still a valid chain.
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
LONGEST = 1 << 22  # maximum length of a line in bytes; a snapshot of a full table takes about 20 KB
# An opening's line starts with this. Keys are sorted, so any other line starts with its command.
OPENING = b'{"hash":'

T = TypeVar("T")


class SegmentTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms of a segment: the code and rule book that wrote it, and the kind of stream."""

    schema: int
    code: str  # version of the program that wrote the segment
    kind: str  # kind of the stream, such as table or meter
    book: str  # SHA-256 over the binding content of the game's rule book
    edition: str  # edition of the documents
    charter: msgspec.Raw  # initial configuration of the stream; for a table, the game, choices and readings
    segment: int  # counted from 1
    at: int  # time in seconds by the writer's clock
    snapshot: msgspec.Raw  # state at the start of the segment; null in the first segment
    # version of the rows that a server stores with the entries; 0 if an audit requires none
    row_version: int = 0


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    n: int  # number of the entry in the stream, from 0
    prev: str  # the hash of the previous entry
    stream: str
    seal: str = ""  # SHA-256 of the sealed data
    sealed: bytes | None = None  # secret data, which the hash does not cover
    hash: str = ""


class OpeningEntry(_Line, frozen=True, kw_only=True):
    opening: SegmentTerms


class JournalEntry(_Line, frozen=True, kw_only=True):
    command: msgspec.Raw  # command with its time and actor
    events: msgspec.Raw
    # SHA-256 of each stored row that belongs to the entry but does not follow from its events
    row_hashes: tuple[str, ...] = ()


Line = OpeningEntry | JournalEntry

_CANONICAL = msgspec.json.Encoder(order="sorted")
_OPENING = msgspec.json.Decoder(OpeningEntry)
_ENTRY = msgspec.json.Decoder(JournalEntry)
_ANY = msgspec.json.Decoder()


class Broken(Exception):
    """The first invalid entry of a stream, with the reason why it is invalid."""

    def __init__(self, n: int, fault: str) -> None:
        super().__init__(fault)
        self.n, self.fault = n, printable(fault)


class CutShort(Broken):
    """An incomplete last line, left by a crash. The entry was never acknowledged."""


def canonical(value: object) -> bytes:
    """Encode a plain value as canonical JSON. Equal values have equal bytes."""
    return _CANONICAL.encode(value)


def decode(decoder: msgspec.json.Decoder[T], data: bytes | msgspec.Raw) -> T:
    """Decode JSON. Raises ``BadInput`` if it is invalid."""
    try:
        return decoder.decode(data)
    except (ValueError, RecursionError) as fault:  # for invalid syntax, fields, UTF-8 or nesting
        raise BadInput(printable(str(fault))) from None


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def finish_line(line: Line, sealed: bytes | None) -> tuple[bytes, str]:
    """Return the finished line and its hash."""
    if sealed is not None:
        line = msgspec.structs.replace(line, seal=sha256(sealed))
    digest = sha256(_CANONICAL.encode(line))
    return _CANONICAL.encode(msgspec.structs.replace(line, hash=digest, sealed=sealed)) + b"\n", digest


def with_row_hashes(line: bytes, hashes: tuple[str, ...]) -> tuple[bytes, str]:
    """Add row hashes to an entry that is not stored yet. Return the new line and its hash."""
    entry = decode(_ENTRY, line)
    bare = msgspec.structs.replace(entry, row_hashes=hashes, hash="", seal="", sealed=None)
    return finish_line(bare, entry.sealed)


def _decode_line(line: bytes) -> Line:
    return decode(_OPENING, line) if line.startswith(OPENING) else decode(_ENTRY, line)


def without_sealed(line: bytes) -> bytes:
    """Return a line without its sealed data. The chain stays valid."""
    read = _decode_line(line)
    if read.sealed is None:
        return line
    return _CANONICAL.encode(msgspec.structs.replace(read, sealed=None)) + b"\n"


# Matches the end of a line with its sealed data. Keys are sorted, and a stream name has no quotes.
_SEALED = re.compile(rb',"sealed":"([A-Za-z0-9+/=]*)"(,"stream":"[^"\\]*"\}\n)\Z')
_STREAM = re.compile(rb',"stream":"[^"\\]*"\}\n\Z')


def split_sealed(line: bytes) -> tuple[bytes, bytes | None]:
    """Split a line into the line without its sealed data, and the sealed data, for separate storage."""
    found = _SEALED.search(line)
    if found is None:
        return line, None
    return line[: found.start()] + found[2], base64.b64decode(found[1])


def join_sealed(line: bytes, sealed: bytes | None) -> bytes:
    """Restore the original line from the two parts that ``split_sealed`` returns."""
    found = None if sealed is None else _STREAM.search(line)
    if sealed is None or found is None:
        return line
    return line[: found.start()] + b',"sealed":"' + base64.b64encode(sealed) + b'"' + found[0]


def read_line(line: bytes, n: int) -> Line:
    """Parse a line. Raises `Broken` unless it is complete and canonical, has this schema and matches its
    hash.
    """
    if not line.endswith(b"\n"):
        raise (
            Broken(n, "the line is too long") if len(line) >= LONGEST else CutShort(n, "the line is cut off")
        )
    try:
        read = _decode_line(line)
    except BadInput as fault:
        raise Broken(n, f"it is not an entry of this schema ({fault})") from None
    if sha256(_CANONICAL.encode(msgspec.structs.replace(read, hash="", sealed=None))) != read.hash:
        raise Broken(n, "it was altered: its hash does not match")
    if _CANONICAL.encode(read) != line[:-1] or not all(map(_is_canonical, _inner(read))):
        # For example, the line has a duplicate key or different spacing.
        raise Broken(n, "it was altered: it is not in canonical form")
    if read.sealed is not None and sha256(read.sealed) != read.seal:
        raise Broken(n, "its sealed data was altered")
    return read


def _inner(line: Line) -> tuple[msgspec.Raw, ...]:
    if isinstance(line, JournalEntry):
        return line.command, line.events
    return line.opening.charter, line.opening.snapshot


def _is_canonical(raw: msgspec.Raw) -> bool:
    try:
        value: Any = decode(_ANY, raw)
    except BadInput:
        return False
    return _CANONICAL.encode(value) == bytes(raw)
