"""Reading a TOML file that a person wrote: everything that can be wrong with it is one clear line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from croupier.errors import BadInput

LARGEST = 1 << 20  # bytes; a submission or a round record is a few kilobytes


def read_toml(path: str | Path) -> dict[str, Any]:
    name = _printable(str(path))
    data = _read(path, name)
    if len(data) > LARGEST:
        raise BadInput(f"{name}: larger than 1 MiB; this is no submission or round record")
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
    except ValueError as fault:  # TOMLDecodeError, and numbers too long to be numbers
        reason = _printable(str(fault).rstrip("."))
        raise BadInput(f"{name}: not valid TOML: {reason}") from None
    if not document:
        raise BadInput(f"{name}: the file is empty; a submission or a round record belongs there")
    return document


def _read(path: str | Path, name: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        raise BadInput(f"{name}: no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{name}: a folder, not a file; name the TOML file inside it") from None
    except PermissionError:
        raise BadInput(f"{name}: permission to read the file is denied") from None
    except OSError as fault:
        raise BadInput(f"{name}: cannot be read ({fault.strerror or type(fault).__name__})") from None
    except ValueError:
        raise BadInput(f"{name}: not a possible file name") from None


def _position(data: bytes, at: int) -> tuple[int, int]:
    before = data[:at]
    return before.count(b"\n") + 1, at - (before.rfind(b"\n") + 1) + 1


def _printable(text: str) -> str:
    """One line, whatever the file or its name held."""
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return line if len(line) <= 300 else line[:300] + "…"
