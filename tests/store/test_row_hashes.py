"""Test the hashes of marks when a segment of an older version ends within a batch."""

from __future__ import annotations

from collections import namedtuple
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.store import schema as db
from croupier.store.derived_check import DerivedCheck
from croupier.store.round_index import ROW_VERSION, RoundMark, mark_rows
from croupier.table import events as ev
from croupier.table.state import RoundState

ACTED = ev.ActedFor(seat=1, by="floor:house", reason="the posted time is over", audience=ev.EVERYONE)
RACKED = ev.CardsRacked(audience=ev.EVERYONE, places=("seat1",))
MARK = RoundMark(2, "acted_for", "ruling", 1, 100, "floor:house", "Time ran out for seat 1")


Columns = namedtuple("Columns", [column.name for column in db.marks.columns])  # type: ignore[misc]


class StoredMark:
    """A database snapshot that contains only one mark."""

    def __init__(self, mark: RoundMark) -> None:
        ((_, values),) = mark_rows("uth-1", (mark,))
        self._pages = [[Columns(*values)]]

    def _rows(self, query: Any) -> list[Any]:
        (table,) = query.get_final_froms()
        return self._pages.pop() if table is db.marks and self._pages else []


def step(n: int, row_version: int, *events: ev.TableEvent, row_hashes: tuple[str, ...] = ()) -> Any:
    """Return an entry of a segment with the given row version. The first entry of a segment has no events."""
    return SimpleNamespace(
        n=n,
        opening=SimpleNamespace(opening=SimpleNamespace(row_version=row_version)),
        kind=SimpleNamespace(name="table", at=lambda command: 100),
        command=SimpleNamespace(by="floor:house") if events else None,
        events=events,
        before=SimpleNamespace(table=SimpleNamespace(round=RoundState(number=1, phase=2))),
        row_hashes=row_hashes,
    )


@pytest.mark.parametrize(("stored", "faults"), [(MARK.what, 0), ("Nothing happened", 1)])
def test_batch_that_ends_in_a_newer_segment_proves_the_marks_of_the_older_one(
    stored: str, faults: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that an older version began ends after an upgrade, in one batch with the next segment's first
    entries.
    """
    monkeypatch.setattr("croupier.store.derived_check.KEPT", 10**12)
    found: list[tuple[int | None, str]] = []
    stored_mark = RoundMark(2, MARK.event, MARK.kind, 1, 100, MARK.by, stored)
    check = DerivedCheck(StoredMark(stored_mark), "uth-1", lambda n, why: found.append((n, why)))  # type: ignore[arg-type]
    check(step(1, 0))
    check(step(2, 0, ACTED))
    check(step(3, ROW_VERSION))
    check(step(4, ROW_VERSION, RACKED, row_hashes=(MARK.hash,)))
    check.end()
    assert len(found) == check.not_covered == faults, found
