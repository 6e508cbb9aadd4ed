"""Text frames on the wire (RFC 6455, 5.2), as far as both sides of a socket read them without further ado."""

from __future__ import annotations

from typing import Any

TEXT = 0x81  # the first byte of a text that is one frame: the last of its message, no extension
MASKED = 0x80  # in the second byte: what a client sends, and a server does not


def length_at(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the rest of a frame begins, mask included, and how long its text is; None where that is not
    there yet. The text frames of this protocol are below 2 ** 16 bytes or sent by the house."""
    size = data[at + 1] & 0x7F
    if size < 126:
        return at + 2, size
    width = 2 if size == 126 else 8
    start = at + 2 + width
    return None if len(data) < start else (start, int.from_bytes(data[at + 2 : start], "big"))


def between_messages(protocol: Any) -> bool:
    """Whether a `websockets` protocol has read whole messages alone and waits for the next: then one that has
    come as a whole may be taken past it."""
    if protocol.current_size is not None or protocol.state.name != "OPEN":
        return False
    reading = protocol.parser
    while (inner := reading.gi_yieldfrom) is not None:
        reading = inner
    return bool(reading.__name__ == "at_eof")
