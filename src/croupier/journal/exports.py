"""A journal for people who may not know hidden cards: regulators' copies, disputes, backups in other hands.

Nothing that is sealed travels with it, and nothing of a round that still runs: the commands that deal hold
their cards, face down or not. It ends with the last moment at which the stream rested, and its chain holds
up to there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from croupier.journal.entries import without_sealed
from croupier.journal.journal import located
from croupier.journal.links import fold
from croupier.journal.stores import Store


def exported(source: Path | Store, stream: str = "") -> Iterator[bytes]:
    """The lines of a journal up to its last moment of rest, without what is sealed."""
    store, name = located(source, stream)
    lines = (line for segment in range(1, store.segments(name) + 1) for line in store.read(name, segment))
    running: list[bytes] = []
    for line, step in zip(lines, fold(store, name, everything=True), strict=False):
        running.append(without_sealed(line))
        if step.kind.resting(step.state):
            yield from running
            running.clear()
