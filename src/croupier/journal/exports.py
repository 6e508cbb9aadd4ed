"""Export a journal without hidden cards, for regulators, disputes and backups held by others.

An export omits sealed data. It also omits a round in progress, because the commands that deal contain cards.
The export therefore ends with the last entry that left no round in progress. Its chain is valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from croupier.journal.entries import without_sealed
from croupier.journal.journal import locate
from croupier.journal.links import fold
from croupier.journal.stores import Store


def export_lines(source: Path | Store, stream: str = "") -> Iterator[bytes]:
    """Yield a journal's lines without sealed data, up to the last entry without a round in progress."""
    store, name = locate(source, stream)
    lines = (line for segment in range(1, store.segments(name) + 1) for line in store.read(name, segment))
    running: list[bytes] = []
    for line, step in zip(lines, fold(store, name, everything=True), strict=False):
        running.append(without_sealed(line))
        if step.kind.resting(step.state):
            yield from running
            running.clear()
