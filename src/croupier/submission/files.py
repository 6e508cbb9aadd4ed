"""Reading a TOML file that a person wrote: everything that can be wrong with it is one clear line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from croupier.errors import BadInput
from croupier.files import printable, read_some

LARGEST = 1 << 20  # bytes; a submission or a round record is a few kilobytes
MOST_KEYS = 1000  # of one submission or record, with its lists
MOST_DOTS = 100  # in a line


def read_toml(path: str | Path) -> dict[str, Any]:
    return parse_toml(read_some(path, LARGEST + 1), printable(str(path)))


def parse_toml(data: bytes, name: str) -> dict[str, Any]:
    """A document that did not come from a file of ours, by the same bounds; `name` is what to call it."""
    if len(data) > LARGEST:
        raise BadInput(f"{name}: larger than 1 MiB; this is no submission or round record")
    _bounded(data, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line, column = _position(data, fault.start)
        raise BadInput(
            f"{name}: not UTF-8 text (line {line}, column {column}); save the file as UTF-8"
        ) from None
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise BadInput(f"{name}: lists or tables nested too deeply to be read") from None
    except tomllib.TOMLDecodeError as fault:
        reason = printable(str(fault).rstrip("."))
        raise BadInput(f"{name}: not valid TOML: {reason}") from None
    except ValueError:  # more digits than Python makes a number of
        raise BadInput(f"{name}: a number with thousands of digits; no amount is so large") from None
    if not document:
        raise BadInput(f"{name}: the file is empty; a submission or a round record belongs there")
    return document


def _bounded(data: bytes, name: str) -> None:
    """What is far beyond any submission is refused before it is read: parsing it could take minutes."""
    if data.count(b"=") > MOST_KEYS or data.count(b"[") > MOST_KEYS:
        raise BadInput(f"{name}: more than {MOST_KEYS} keys or lists; this is no submission or round record")
    if any(line.count(b".") > MOST_DOTS for line in data.split(b"\n")):
        raise BadInput(f"{name}: a line with more than {MOST_DOTS} dots; no key is nested so deeply")


def _position(data: bytes, at: int) -> tuple[int, int]:
    before = data[:at]
    return before.count(b"\n") + 1, at - (before.rfind(b"\n") + 1) + 1
