"""Recompute the rows of `rounds`, `played`, `marks` and `answers` from a table's entries, and compare them.

The full audit (`audit.py`) passes every entry to this check. The check keeps the entries of one round in
memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.journal.links import JournalStep
from croupier.store import schema as db
from croupier.store.answers import KEPT
from croupier.store.batches import StoredAnswer
from croupier.store.database import PAGE, Snapshot
from croupier.store.round_index import (
    ROW_VERSION,
    UNKNOWN,
    TracedEntry,
    mark_rows,
    marks_of,
    results,
    trace_of,
)
from croupier.table import events as ev
from croupier.table.state import BETTING, RoundState

replace = msgspec.structs.replace

SLACK = 120  # maximum seconds between the times of an entry and its answer

Fail = Callable[[int | None, str], None]


class DerivedCheck:
    """Checks the derived rows of one stream, entry by entry.

    `not_covered` counts rows that older versions of the program did not store.
    """

    def __init__(self, snapshot: Snapshot, stream: str, fail: Fail) -> None:
        self._snapshot, self._stream, self._fail = snapshot, stream, fail
        self._rounds = RowCursor(self._read(db.rounds, "round"))
        self._marks = RowCursor(self._read(db.marks, "n", "event"))
        pointing = db.answers.c.n.is_not(None)
        self._answers = RowCursor(self._read(db.answers, "n", "person", "id", condition=pointing))
        self._expired = time.time() - KEPT + SLACK
        self._promised = False  # whether segments of this row version have all rows
        self._first = 1  # number of the first entry of the current round
        self._since: list[TracedEntry] = []
        self._has_rounds = self._has_traces = False  # whether segments of older row versions had these rows
        self._late: list[int] = []  # entries of the current round whose marks are missing
        # hash of a mark -> its entry; a later entry of the batch must contain the hash
        self._mark_hashes: dict[str, int] = {}
        self._older_hashes: set[str] = set()  # the same, for segments whose entries need not contain the hash
        self.played = 0  # number of matching rows in `played`
        self.not_covered = 0

    def __call__(self, step: JournalStep) -> None:
        if step.command is None:
            self._promised = step.opening.opening.row_version == ROW_VERSION
        hashes = {*step.row_hashes}
        self._check_answers(step, hashes)
        if step.command is None or step.kind.name != "table":
            return
        entry = TracedEntry(step.n, step.kind.at(step.command), step.command.by, step.events)
        self._check_marks(entry, step.before.table.round)
        self._check_hashes(step, entry.at, hashes)
        self._since.append(entry)
        for event in step.events:
            if isinstance(event, ev.RoundEnded):
                self._check_round(event.round, entry, step.state.table)
                self._first, self._since, self._late = step.n + 1, [], []

    def end(self) -> None:
        for row in self._rounds.remaining():
            self._fail(row.first, f"there is a row for round {row.round}, but the round has not ended")
        for row in self._marks.remaining():
            self._fail(row.n, f"there is a mark {row.event} for this entry, but the entry does not exist")
        for row in self._answers.remaining():
            self._fail(row.n, f"the answer to {row.id} refers to this entry, but the entry does not exist")
        for n in self._mark_hashes.values():
            self._fail(n, "the text of the entry's mark was changed")
        self.not_covered += len(self._late)

    # Rows of `rounds` and `played`.

    def _check_round(self, number: int, entry: TracedEntry, state: Any) -> None:
        for row in self._rounds.take(lambda row: row.round < number):
            self._fail(row.first, f"there is a row for round {row.round}, but the round has not ended")
        (row, *_) = (*self._rounds.take(lambda row: row.round == number), None)
        trace = trace_of(self._since, state).row
        if row is None:
            if self._promised or self._has_rounds:
                self._fail(entry.n, f"the row of round {number} is missing")
            else:
                self.not_covered += 1
        else:
            self._has_rounds = True
            is_known = tuple(row)[5:] != UNKNOWN
            self._has_traces = self._has_traces or is_known
            if tuple(row)[:5] != (self._stream, number, self._first, entry.n, entry.at) or (
                (is_known or self._promised) and tuple(row)[5:] != trace
            ):
                self._fail(entry.n, f"the row of round {number} does not match its entries")
            self.not_covered += not is_known and not self._promised
            if is_known:
                for n in self._late:
                    self._fail(n, "the entry's mark is missing")
                self._late = []
        self.not_covered += len(self._late)
        self._check_played(number, entry, state, is_required=row is not None or self._promised)

    def _check_played(self, number: int, entry: TracedEntry, state: Any, is_required: bool) -> None:
        due = results(state)
        if not due:
            return
        p = db.played.c
        condition = (p.stream == self._stream) & (p.round == number) & (p.at == entry.at)
        query = sa.select(p.person, p.staked, p.net).where(p.person.in_(list(due)) & condition)
        stored = {row.person: (row.staked, row.net) for row in self._snapshot._rows(query)}
        self.played += len(stored)
        for person in sorted({*due} | {*stored}):
            if person not in stored and not is_required:
                self.not_covered += 1
            elif stored.get(person) != due[person]:
                self._fail(entry.n, f"the result of {person} in round {number} does not match its entries")

    # Marks.

    def _check_marks(self, entry: TracedEntry, running: RoundState) -> None:
        due = {mark.event: mark for mark in marks_of([entry], running.number, running.phase == BETTING)}
        for row in self._marks.take(lambda row: row.n <= entry.n):
            if row.n < entry.n or row.event not in due:
                self._fail(row.n, f"the entry has a mark {row.event} without a matching event")
                continue
            mark = replace(due.pop(row.event), what=row.what)
            if not self._promised:
                mark = replace(
                    mark, round=row.round
                )  # older versions assigned late corrections to another round
            if [(db.marks.name, tuple(row))] != [*mark_rows(self._stream, (mark,))]:
                self._fail(row.n, f"the mark {row.event} does not match the entry's events")
            if self._promised:
                self._mark_hashes[mark.hash] = mark.n
            else:
                self._older_hashes.add(mark.hash)
                self.not_covered += 1
        if not due:
            return
        if self._promised or self._has_traces:
            self._fail(entry.n, "the entry's mark is missing")
        else:
            self._late.append(entry.n)

    # Rows of `answers`, and the hashes in entries.

    def _check_answers(self, step: JournalStep, hashes: set[str]) -> None:
        for row in self._answers.take(lambda row: row.n <= step.n):
            answer_hash = StoredAnswer(row.person, row.id, row.digest, bytes(row.reply)).hash
            if row.n == step.n and answer_hash in hashes:
                hashes.discard(answer_hash)
            elif self._promised or step.row_hashes or row.n < step.n:
                self._fail(row.n, f"the stored answer to {row.id} does not match the hash in the entry")
            else:
                self.not_covered += 1

    def _check_hashes(self, step: JournalStep, at: int, hashes: set[str]) -> None:
        """Check the hashes that match no answer.

        Such hashes must belong to marks of the batch or to deleted answers.
        """
        for mark in hashes.intersection(self._mark_hashes):
            del self._mark_hashes[mark]
            hashes.discard(mark)
        proven = self._older_hashes & hashes  # the batch began in an older segment
        self._older_hashes -= proven
        self.not_covered -= len(proven)
        hashes -= proven
        if hashes and self._promised and at > self._expired:
            self._fail(step.n, "a row that was stored with the entry is missing or was changed")

    # Reading.

    def _read(self, table: sa.Table, *order: str, condition: Any = None) -> Iterator[Any]:
        """Yield the stored rows of the stream in order, one page at a time."""
        keys = [table.c[name] for name in order]
        query = sa.select(table).where(table.c.stream == self._stream).order_by(*keys).limit(PAGE)
        if condition is not None:
            query = query.where(condition)
        page = self._snapshot._rows(query)
        while page:
            yield from page
            after = [getattr(page[-1], name) for name in order]
            page = self._snapshot._rows(query.where(sa.tuple_(*keys) > sa.tuple_(*after)))


class RowCursor:
    """Iterates over ordered rows and consumes them while a condition is true."""

    def __init__(self, rows: Iterator[Any]) -> None:
        self._rows = rows
        self._next = next(rows, None)

    def take(self, is_wanted: Callable[[Any], bool]) -> Iterator[Any]:
        while self._next is not None and is_wanted(self._next):
            row, self._next = self._next, next(self._rows, None)
            yield row

    def remaining(self) -> Iterator[Any]:
        return self.take(lambda _: True)
