"""One stream and its books: every row of an entry, its postings and its seal, beside what the entry says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.files import printable
from croupier.house.store import schema as db
from croupier.house.store.books import books_of
from croupier.house.store.sql import PAGE, Snapshot
from croupier.journal.entries import join_sealed
from croupier.journal.links import Step

MOST = 20  # faults told of one stream; the first tells the most

_SEAL = re.compile(rb',"seal":"[0-9a-f]{64}"(,"sealed":"[^"]*")?,"stream":"[^"]*"\}\n\Z')


class Fault(msgspec.Struct, frozen=True):
    """Something that does not agree with something else, and where."""

    stream: str
    entry: int | None  # None: of the stream as a whole
    fault: str

    def __str__(self) -> str:
        where = self.stream if self.entry is None else f"{self.stream} entry {self.entry}"
        return f"{where}: {self.fault}"


class Rows(Snapshot):
    """Streams read with all that stands beside an entry: `row` is the one whose line was given last."""

    def __init__(self, then: Snapshot) -> None:
        super().__init__(str(then), then.connection)
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
    """Watches the entries of one stream go by and compares what the store has beside them."""

    def __init__(self, rows: Rows, stream: str, first: int = 0) -> None:
        self._rows, self.stream, self._first = rows, stream, first
        self._stored = _postings(rows, stream, first)
        self._next = next(self._stored, None)
        self.balances: Counter[str] = Counter()  # by account of the stream, from its events
        self.faults: list[Fault] = []
        self.last: Step | None = None

    def fault(self, n: int | None, text: str) -> None:
        if len(self.faults) < MOST:
            self.faults.append(Fault(self.stream, n, printable(text)))

    def __call__(self, step: Step) -> None:
        self.last = step
        self._check_row(step)
        self._check_postings(step)

    def _check_row(self, step: Step) -> None:
        row = self._rows.row
        opening = step.command is None
        at = step.opening.opening.at if opening else step.kind.at(step.command)
        says = (step.n, step.hash, step.opening.opening.segment, at, opening)
        if (row.n, row.hash, row.segment, row.at, bool(row.opening)) != says:
            self.fault(step.n, "its row says otherwise than its line")
        sealed = _SEAL.search(row.line)
        if row.sealed is None and sealed is not None:
            self.fault(step.n, "what was sealed with it is missing")
        elif row.sealed is not None and sealed is None:
            self.fault(step.n, "something is sealed with it that it does not know of")

    def _check_postings(self, step: Step) -> None:
        books = books_of(step.kind.name)
        due = [] if books is None else [line for event in step.events for line in books.postings(event)]
        if sum(cents for _, cents in due):
            self.fault(step.n, "its postings do not sum to zero")
        for account, cents in due:
            self.balances[account] += cents
        if step.n < self._first:
            return  # its snapshot could not be read, so the stream was folded from its beginning
        if self._taken(step.n) != [(f"{self.stream}/{account}", cents) for account, cents in due]:
            self.fault(step.n, "its postings are not those of its events")

    def _taken(self, n: int) -> list[tuple[str, int]]:
        """The stored postings of one entry; those of entries that are not there are found here too."""
        found = []
        while self._next is not None and self._next.n <= n:
            if self._next.n == n:
                found.append((self._next.account, self._next.cents))
            else:
                self.fault(self._next.n, "it has postings and is not there")
            self._next = next(self._stored, None)
        return found

    def end(self) -> None:
        """The whole chain was read: nothing of the books is left over."""
        if self._next is not None:
            self.fault(self._next.n, "it has postings and is not there")

    def check_balances(self, stored: Mapping[str, int], summed: bool) -> None:
        """The stream's balances by what its events gave (`summed`), and by what its last state says."""
        if summed:
            for account in sorted({*stored, *self.balances}):
                if stored.get(account, 0) != self.balances[account]:
                    self.fault(
                        None,
                        f"the balance of {account} is {stored.get(account, 0)}, its postings sum to "
                        f"{self.balances[account]}",
                    )
        elif total := sum(stored.values()):
            self.fault(None, f"its balances sum to {total} cents")
        self._check_standing(stored)

    def _check_standing(self, stored: Mapping[str, int]) -> None:
        assert self.last is not None
        books = books_of(self.last.kind.name)
        if books is None:
            return
        says = books.standing(self.last.state)
        whole = tuple(account for account in says if account.endswith(":"))
        for account in sorted({*stored, *says}):
            known = account in says or account.startswith(whole)
            if account not in whole and known and stored.get(account, 0) != says.get(account, 0):
                self.fault(
                    None,
                    f"the balance of {account} is {stored.get(account, 0)}, the state says "
                    f"{says.get(account, 0)}",
                )


def _postings(rows: Rows, stream: str, first: int) -> Iterator[Any]:
    """The stored postings of a stream in their order, some at a time."""
    p = db.postings.c
    after = (first, -1)
    query = sa.select(p.n, p.k, p.account, p.cents).where(p.stream == stream).order_by(p.n, p.k)
    while found := rows._rows(query.where(sa.tuple_(p.n, p.k) > sa.tuple_(*after)).limit(4 * PAGE)):
        yield from found
        after = (found[-1].n, found[-1].k)
