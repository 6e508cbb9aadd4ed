"""Check journal lines without Croupier. This script needs only the Python standard library.

    python check.py LINES [HEAD]

Each line is JSON. Its `hash` is SHA-256 of the line without `hash` and `sealed`, as UTF-8 JSON with sorted
keys and no spaces. Its `prev` is the hash of the previous line. HEAD is the expected hash of the last line.
It comes from the dispute file, or from a head that was saved elsewhere.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check(lines: Iterable[bytes], head: str = "") -> str:
    """Return the first fault as one line of text, or an empty string."""
    before: tuple[int, str] | None = None
    for line in lines:
        entry = json.loads(line)
        stated = entry.pop("hash")
        entry.pop("sealed", None)
        if hashlib.sha256(canonical(entry)).hexdigest() != stated:
            return f"entry {entry['n']} was altered: its hash does not match"
        if before is not None and (entry["n"], entry["prev"]) != (before[0] + 1, before[1]):
            return f"entry {entry['n']} does not follow entry {before[0]}"
        before = (entry["n"], stated)
    if before is None:
        return "the file contains no entries"
    if head and before[1] != head:
        return f"the last entry, {before[0]}, does not have the hash {head}"
    return ""


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print("python check.py LINES [HEAD]")
        return 2
    with open(sys.argv[1], "rb") as lines:
        wrong = check(lines, *sys.argv[2:])
    print(wrong or "every line is unaltered and follows the previous one")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
