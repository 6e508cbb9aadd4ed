"""Check one stream and its books by comparing each entry with its row, postings and sealed data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.files import printable
from croupier.journal.entries import join_sealed
from croupier.journal.links import JournalStep
from croupier.store import schema as db
from croupier.store.books import books_of
from croupier.store.database import PAGE, Snapshot

MOST = 20  # maximum faults reported per stream; the first faults matter most

_SEAL = re.compile(rb',"seal":"[0-9a-f]{64}"(,"sealed":"[^"]*")?,"stream":"[^"]*"\}\n\Z')


class Fault(msgspec.Struct, frozen=True):
    """A fault that an audit found, with its stream and entry."""

    stream: str
    entry: int | None  # None for a fault of the whole stream
    fault: str

    def __str__(self) -> str:
        place = self.stream if self.entry is None else f"{self.stream} entry {self.entry}"
        return f"{place}: {self.fault}"


class RowSnapshot(Snapshot):
    """Reads streams with all columns of `entries`. `row` is the row of the last line read."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__(str(snapshot), snapshot.connection)
        self.row: Any = None
        self.seals = 0

    def lines(self, stream: str, first: int = 0, end: int | None = None) -> Iterator[bytes]:
        e, s = db.entries.c, db.seals.c
        joined = db.entries.outerjoin(db.seals, (e.stream == s.stream) & (e.n == s.n))
        query = sa.select(db.entries, s.sealed).select_from(joined).where(e.stream == stream).order_by(e.n)
        if end is not None:
            query = query.where(e.n < end)
        while rows := self._rows(query.where(e.n >= first).limit(PAGE)):
            for row in rows:
                self.row = row
                self.seals += row.sealed is not None
                yield join_sealed(row.line, row.sealed)
            first = rows[-1].n + 1


class StreamCheck:
    """Compares the entries of one stream, in order, with their rows and postings."""

    def __init__(self, rows: RowSnapshot, stream: str, first: int = 0) -> None:
        self._rows, self.stream, self._first = rows, stream, first
        self._stored_postings = _postings(rows, stream, first)
        self._next = next(self._stored_postings, None)
        self.balances: Counter[str] = Counter()  # account -> balance computed from the events
        self.faults: list[Fault] = []
        self.last: JournalStep | None = None

    def fault(self, n: int | None, text: str) -> None:
        if len(self.faults) < MOST:
            self.faults.append(Fault(self.stream, n, printable(text)))

    def __call__(self, step: JournalStep) -> None:
        self.last = step
        self._check_row(step)
        self._check_postings(step)

    def _check_row(self, step: JournalStep) -> None:
        row = self._rows.row
        opening = step.command is None
        at = step.opening.opening.at if opening else step.kind.at(step.command)
        expected = (step.n, step.hash, step.opening.opening.segment, at, opening)
        if (row.n, row.hash, row.segment, row.at, bool(row.opening)) != expected:
            self.fault(step.n, "the columns of the entry do not match its line")
        sealed = _SEAL.search(row.line)
        if row.sealed is None and sealed is not None:
            self.fault(step.n, "the entry's sealed data is missing")
        elif row.sealed is not None and sealed is None:
            self.fault(step.n, "sealed data is stored for the entry, but its line has no seal")

    def _check_postings(self, step: JournalStep) -> None:
        books = books_of(step.kind.name)
        due = [] if books is None else [line for event in step.events for line in books.postings(event)]
        if sum(cents for _, cents in due):
            self.fault(step.n, "the entry's postings do not sum to zero")
        for account, cents in due:
            self.balances[account] += cents
        if step.n < self._first:
            return  # without a readable snapshot, the stream was read from its first entry
        if self._take_postings(step.n) != [
            (k, f"{self.stream}/{account}", cents) for k, (account, cents) in enumerate(due)
        ]:
            self.fault(step.n, "the entry's postings do not match its events")

    def _take_postings(self, n: int) -> list[tuple[int, str, int]]:
        """Return the stored postings of one entry, and report postings whose entry does not exist."""
        postings = []
        while self._next is not None and self._next.n <= n:
            if self._next.n == n:
                postings.append((self._next.k, self._next.account, self._next.cents))
            else:
                self.fault(self._next.n, "there are postings for this entry, but the entry does not exist")
            self._next = next(self._stored_postings, None)
        return postings

    def end(self) -> None:
        """Report the remaining postings after the last entry."""
        if self._next is not None:
            self.fault(self._next.n, "there are postings for this entry, but the entry does not exist")

    def check_balances(self, stored: Mapping[str, int], is_summed: bool) -> None:
        """Compare the stored balances with the stream's last state and, if `summed`, with the events."""
        if is_summed:
            for account in sorted({*stored, *self.balances}):
                if stored.get(account, 0) != self.balances[account]:
                    self.fault(
                        None,
                        f"the balance of {account} is {stored.get(account, 0)}, but its postings sum to "
                        f"{self.balances[account]}",
                    )
        elif total := sum(stored.values()):
            self.fault(None, f"the stream's balances sum to {total} cents, not zero")
        self._check_state(stored)

    def _check_state(self, stored: Mapping[str, int]) -> None:
        assert self.last is not None
        books = books_of(self.last.kind.name)
        if books is None:
            return
        expected = books.balances(self.last.state)
        prefixes = tuple(account for account in expected if account.endswith(":"))
        for account in sorted({*stored, *expected}):
            is_known = account in expected or account.startswith(prefixes)
            if account not in prefixes and is_known and stored.get(account, 0) != expected.get(account, 0):
                self.fault(
                    None,
                    f"the balance of {account} is {stored.get(account, 0)}, but the last state has "
                    f"{expected.get(account, 0)}",
                )


def _postings(rows: RowSnapshot, stream: str, first: int) -> Iterator[Any]:
    """Yield the stored postings of a stream in order, one page at a time."""
    p = db.postings.c
    after = (first, -1)
    query = sa.select(p.n, p.k, p.account, p.cents).where(p.stream == stream).order_by(p.n, p.k)
    while page := rows._rows(query.where(sa.tuple_(p.n, p.k) > sa.tuple_(*after)).limit(4 * PAGE)):
        yield from page
        after = (page[-1].n, page[-1].k)
