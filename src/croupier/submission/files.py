"""Read a TOML file that a person wrote, and report any error in a single line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from croupier.errors import BadInput
from croupier.files import printable, read_some

LARGEST = 1 << 20  # maximum file size in bytes; a submission or a round record has a few kilobytes
MOST_KEYS = 1000  # maximum number of keys in a file, and of lists
MOST_DOTS = 100  # maximum number of dots in one line


def read_toml(path: str | Path) -> dict[str, Any]:
    return parse_toml(read_some(path, LARGEST + 1), printable(str(path)))


def parse_toml(data: bytes, name: str) -> dict[str, Any]:
    """Parse an untrusted document, with the same limits as for files. Error messages begin with `name`."""
    if len(data) > LARGEST:
        raise BadInput(f"{name}: larger than 1 MiB; this is not a submission or round record")
    _check_size(data, name)
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
        raise BadInput(f"{name}: lists or tables are nested too deeply") from None
    except tomllib.TOMLDecodeError as fault:
        reason = printable(str(fault).rstrip("."))
        raise BadInput(f"{name}: not valid TOML: {reason}") from None
    except ValueError:  # a number with more digits than Python converts
        raise BadInput(f"{name}: a number has thousands of digits; check the amounts") from None
    if not document:
        raise BadInput(f"{name}: the file is empty; it should contain a submission or a round record")
    return document


def _check_size(data: bytes, name: str) -> None:
    """Reject a file with far more keys than any submission, because parsing it could take minutes."""
    if data.count(b"=") > MOST_KEYS or data.count(b"[") > MOST_KEYS:
        raise BadInput(
            f"{name}: more than {MOST_KEYS} keys or lists; this is not a submission or round record"
        )
    if any(line.count(b".") > MOST_DOTS for line in data.split(b"\n")):
        raise BadInput(f"{name}: a line has more than {MOST_DOTS} dots; keys cannot be nested so deeply")


def _position(data: bytes, at: int) -> tuple[int, int]:
    before = data[:at]
    return before.count(b"\n") + 1, at - (before.rfind(b"\n") + 1) + 1
