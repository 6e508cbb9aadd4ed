"""Heads of all streams, kept out of reach of whoever could rewrite the store: so that it is found out.

One line a stream: its name, how many entries it had, and the hash of the last one.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from croupier.errors import BadInput
from croupier.files import lines_of, printable, replace_file
from croupier.house.store.sql import Streams

LINE = re.compile(r"([a-z0-9][a-z0-9_.-]{0,63}) (\d{1,18}) ([0-9a-f]{64})")
TIME = 30.0  # seconds that the operator's command may take


class KeptHead(msgspec.Struct, frozen=True):
    entries: int
    head: str


def heads_of(store: Streams) -> dict[str, KeptHead]:
    return {name: KeptHead(entries, head) for name, (entries, head) in store.heads().items()}


def written(heads: Mapping[str, KeptHead], at: int) -> bytes:
    """As a file has them; the first line says when they were taken."""
    lines = [f"# heads of {len(heads)} streams at {at}"]
    lines += [f"{name} {kept.entries} {kept.head}" for name, kept in sorted(heads.items())]
    return "".join(f"{line}\n" for line in lines).encode()


def read_heads(path: Path) -> dict[str, KeptHead]:
    """Heads that were kept; of a file with several times, the last of each stream."""
    return parse_heads((line.decode("utf-8", "replace") for line in lines_of(path)), printable(str(path)))


def parse_heads(lines: Iterable[str], source: str) -> dict[str, KeptHead]:
    found: dict[str, KeptHead] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not line.strip():
            continue
        read = LINE.fullmatch(line.rstrip("\n"))
        if read is None:
            raise BadInput(
                f"{source}: line {number} is no head: a stream, its entries and a hash belong there"
            )
        found[read[1]] = KeptHead(int(read[2]), read[3])
    if not found:
        raise BadInput(f"{source}: no heads in it")
    return found


def export_heads(store: Streams, at: int, *, file: Path | None = None, command: str = "") -> str:
    """The heads as they are now, into a file, to a command's standard input, or both. What went wrong, in one
    line; empty if nothing did. It blocks: run it in a thread."""
    try:
        content = written(heads_of(store), at)
        if file is not None:
            replace_file(file, content)
        if command:
            done = subprocess.run(
                command, shell=True, input=content, capture_output=True, timeout=TIME, check=False
            )
            if done.returncode:
                said = done.stderr.decode("utf-8", "replace").strip().splitlines()
                return printable(f"the command for heads ended with {done.returncode}: {said[-1:] or ''}")
    except (BadInput, OSError, subprocess.SubprocessError) as fault:
        return printable(f"the heads could not be kept: {fault}")
    return ""
