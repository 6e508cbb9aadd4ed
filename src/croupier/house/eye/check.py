"""Checks lines of a journal without the program that wrote them: Python's own library is enough.

    python check.py LINES [HEAD]

Each line is JSON. Its `hash` is SHA-256 over the line without `hash` and `sealed`, keys sorted, nothing
between them, in UTF-8; its `prev` is the hash of the line before. HEAD is the hash that the last line has to
have: the one that the file's own entries froze, or one that somebody kept elsewhere.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check(lines: Iterable[bytes], head: str = "") -> str:
    """What is wrong, in one line; empty if nothing is."""
    before: tuple[int, str] | None = None
    for line in lines:
        entry = json.loads(line)
        said = entry.pop("hash")
        entry.pop("sealed", None)
        if hashlib.sha256(canonical(entry)).hexdigest() != said:
            return f"entry {entry['n']} was altered: its hash is not its own"
        if before is not None and (entry["n"], entry["prev"]) != (before[0] + 1, before[1]):
            return f"entry {entry['n']} does not follow from entry {before[0]}"
        before = (entry["n"], said)
    if before is None:
        return "there is no entry in it"
    if head and before[1] != head:
        return f"the last entry, {before[0]}, is not the one with the hash {head}"
    return ""


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print("python check.py LINES [HEAD]")
        return 2
    with open(sys.argv[1], "rb") as lines:
        wrong = check(lines, *sys.argv[2:])
    print(wrong or "every line is unaltered and follows from the one before it")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
