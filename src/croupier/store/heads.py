"""Save stream heads outside the store, so that an audit can detect a rewritten store.

The file has one line per stream, with the name, the number of entries and the hash of the last entry.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from croupier.errors import BadInput
from croupier.files import lines_of, printable, replace_file
from croupier.store.database import Streams

LINE = re.compile(r"([a-z0-9][a-z0-9_.-]{0,63}) (\d{1,18}) ([0-9a-f]{64})")
TIME = 30.0  # timeout in seconds for the operator's command


class SavedHead(msgspec.Struct, frozen=True):
    entries: int
    head: str


def heads_of(store: Streams) -> dict[str, SavedHead]:
    return {name: SavedHead(entries, head) for name, (entries, head) in store.heads().items()}


def format_heads(heads: Mapping[str, SavedHead], at: int) -> bytes:
    """Format heads for a file. The first line is a comment with the time."""
    lines = [f"# heads of {len(heads)} streams at {at}"]
    lines += [f"{name} {head.entries} {head.head}" for name, head in sorted(heads.items())]
    return "".join(f"{line}\n" for line in lines).encode()


def read_heads(path: Path) -> dict[str, SavedHead]:
    """Read saved heads. If a file has several lines for a stream, the last one applies."""
    return parse_heads((line.decode("utf-8", "replace") for line in lines_of(path)), printable(str(path)))


def parse_heads(lines: Iterable[str], source: str) -> dict[str, SavedHead]:
    heads: dict[str, SavedHead] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not line.strip():
            continue
        match = LINE.fullmatch(line.rstrip("\n"))
        if match is None:
            raise BadInput(
                f"{source}: line {number} is not a head; expected the stream, the number of entries "
                "and the hash"
            )
        heads[match[1]] = SavedHead(int(match[2]), match[3])
    if not heads:
        raise BadInput(f"{source}: the file contains no heads")
    return heads


def export_heads(store: Streams, at: int, *, file: Path | None = None, command: str = "") -> str:
    """Write the current heads to a file, to the standard input of a command, or both.

    Returns a one-line error message, or an empty string on success. This function blocks, so run it in a
    thread.
    """
    try:
        content = format_heads(heads_of(store), at)
        if file is not None:
            replace_file(file, content)
        if command:
            process = subprocess.run(
                command, shell=True, input=content, capture_output=True, timeout=TIME, check=False
            )
            if process.returncode:
                errors = process.stderr.decode("utf-8", "replace").strip().splitlines()
                return printable(f"the heads command exited with {process.returncode}: {errors[-1:] or ''}")
    except (BadInput, OSError, subprocess.SubprocessError) as fault:
        return printable(f"the heads could not be saved: {fault}")
    return ""
