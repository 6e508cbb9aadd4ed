"""Read the streams of a store for a gaming-day report.

Entries are read from the start of the year. Postings and balances are read separately, so that each total can
be computed in two ways.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from croupier.casino.gaming_day.calendar import GamingDay
from croupier.casino.gaming_day.day_stream import DayEntry
from croupier.casino.gaming_day.report import DayBooks, day_books
from croupier.errors import BadInput
from croupier.journal.entries import NO_SNAPSHOT, Broken, OpeningEntry, read_line
from croupier.journal.kinds import Kind, kind_of
from croupier.journal.links import IMPOSSIBLE
from croupier.store import schema as db
from croupier.store.database import Snapshot, SqlStore


class StoredDayStream:  # a DayStream
    """One stream up to the end of a gaming day. An entry without a time gets the time of the previous
    entry.
    """

    def __init__(self, snapshot: Snapshot, name: str, kind: str, day: GamingDay) -> None:
        self._snapshot, self.name, self.day = snapshot, name, day
        self.kind: Kind[Any] = kind_of(kind)
        self.start = self._start()
        self.times = self._times()  # times of the entries from `start` on
        self.opening: OpeningEntry = self._opening()
        self._posted_by_day: dict[int, Counter[str]] | None = None

    def _start(self) -> int:
        """Return the first entry of the last segment that opened before the year began."""
        e = db.entries.c
        openings = sa.select(e.n, e.at).where((e.stream == self.name) & e.opening).order_by(e.n)
        start, year = 0, self.day.first("year")
        for row in self._snapshot._rows(openings):
            if row.at and self.day.of(row.at) >= year:
                break
            start = row.n
        return int(start)

    def _times(self) -> list[int]:
        e = db.entries.c
        query = sa.select(e.at).where((e.stream == self.name) & (e.n >= self.start)).order_by(e.n)
        times, last = [], 0
        for row in self._snapshot._rows(query):
            last = row.at or last
            times.append(last)
        return times

    def _opening(self) -> OpeningEntry:
        line = next(iter(self._snapshot.lines(self.name, self.start, self.start + 1)), None)
        try:
            opening = None if line is None else read_line(line, self.start)
        except Broken as broken:
            raise BadInput(
                f"{self.name} entry {broken.n}: {broken.fault}; run croupier audit for details"
            ) from None
        if not isinstance(opening, OpeningEntry):
            raise BadInput(
                f"{self.name}: entry {self.start} is not an opening; run croupier audit for details"
            )
        return opening

    def begin(self) -> Any:
        """Return the state at the start: the initial state or the segment's snapshot."""
        terms = self.opening.opening
        try:
            if bytes(terms.snapshot) == NO_SNAPSHOT:
                return self.kind.begin(bytes(terms.charter))
            return self.kind.restore(bytes(terms.charter), bytes(terms.snapshot), self.opening.sealed)
        except IMPOSSIBLE as fault:
            raise BadInput(f"{self.name} entry {self.start}: the snapshot cannot be read ({fault})") from None

    def day_of(self, n: int) -> int:
        return self.day.of(self.times[n - self.start])

    @property
    def end(self) -> int:
        """The number after the last entry of this gaming day."""
        for place in range(len(self.times) - 1, -1, -1):
            if self.day.of(self.times[place]) <= self.day.number:
                return self.start + place + 1
        return self.start

    @property
    def has_later_entries(self) -> bool:
        """True if the stream has entries of a later gaming day."""
        return bool(self.times) and self.day.of(self.times[-1]) > self.day.number

    @property
    def exists(self) -> bool:
        return self.end > self.start

    def entries(self) -> Iterator[DayEntry]:
        """Yield every entry except openings, from the start of the year to the end of this gaming
        day.
        """
        end = self.end
        for n, line in enumerate(self._snapshot.lines(self.name, self.start, end), self.start):
            day = self.day_of(n)
            if day > self.day.number:
                continue
            try:
                entry = read_line(line, n)
                if isinstance(entry, OpeningEntry):
                    continue
                command, events = self.kind.decode(bytes(entry.command), bytes(entry.events))
            except (Broken, BadInput) as fault:
                raise BadInput(f"{self.name} entry {n}: {fault}; run croupier audit for details") from None
            yield DayEntry(n, day, self.times[n - self.start], entry.hash, command, events)

    def head(self) -> tuple[int, str]:
        """Return the number of entries up to the end of the gaming day, and the hash of the last
        entry.
        """
        e = db.entries.c
        query = sa.select(e.hash).where((e.stream == self.name) & (e.n == self.end - 1))
        rows = self._snapshot._rows(query)
        return self.end, rows[0].hash if rows else ""

    # The methods below read the books independently of the entries.

    def _by_day(self) -> dict[int, Counter[str]]:
        """Sum the postings by gaming day and account. Day -1 holds the sum before the start."""
        if self._posted_by_day is not None:
            return self._posted_by_day
        p = db.postings.c
        sums = sa.select(p.account, sa.func.sum(p.cents).label("cents")).where(p.stream == self.name)
        amounts: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for first, end, day in self._runs():
            within = sums.where((p.n >= first) & (p.n < end)).group_by(p.account)
            amounts[day].update(
                {self._short_account(row.account): int(row.cents) for row in self._snapshot._rows(within)}
            )
        self._posted_by_day = dict(amounts)
        return self._posted_by_day

    def _runs(self) -> Iterator[tuple[int, int, int]]:
        """Yield runs of entries of one gaming day, as first entry, end (exclusive) and day."""
        yield 0, self.start, -1
        first = self.start
        for day, times in groupby(self.times, self.day.of):
            end = first + sum(1 for _ in times)
            yield first, end, day
            first = end

    def _short_account(self, account: str) -> str:
        return account.removeprefix(f"{self.name}/")

    def posted_amounts(self, first: int, last: int) -> Counter[str]:
        """Return the amounts posted from one gaming day to another (inclusive), by account."""
        total: Counter[str] = Counter()
        for day, accounts in self._by_day().items():
            if first <= day <= last:
                total.update(accounts)
        return total

    def balances(self, day: int) -> Counter[str]:
        """Return the balance of each account at the end of a gaming day, computed from the postings."""
        return self.posted_amounts(-1, day)

    def balance_before(self, n: int, account: str) -> int:
        """Return the balance of one account before an entry, computed from the postings."""
        p = db.postings.c
        condition = (p.stream == self.name) & (p.account == f"{self.name}/{account}") & (p.n < n)
        rows = self._snapshot._rows(sa.select(sa.func.sum(p.cents).label("cents")).where(condition))
        return int(rows[0].cents or 0)

    def stored_balances(self) -> Counter[str]:
        """Return the balances at the end of this gaming day: the stored balances minus later postings."""
        b = db.balances.c
        query = sa.select(b.account, b.cents).where(b.account.startswith(f"{self.name}/", autoescape=True))
        balances = Counter(
            {self._short_account(row.account): row.cents for row in self._snapshot._rows(query)}
        )
        balances.subtract(self.posted_amounts(self.day.number + 1, 1 << 40))
        return balances


def streams_of(snapshot: Snapshot, day: GamingDay) -> dict[str, StoredDayStream]:
    """Return every stream that has an entry by the end of the gaming day."""
    rows = snapshot._rows(sa.select(db.streams.c.name, db.streams.c.kind).order_by(db.streams.c.name))
    streams = {row.name: StoredDayStream(snapshot, row.name, row.kind, day) for row in rows}
    return {name: stream for name, stream in streams.items() if stream.exists}


def read_day_books(store: SqlStore, day: GamingDay) -> DayBooks:
    """Read the books of a gaming day from one snapshot of the store. A running server may continue to
    write.
    """
    with store.snapshot() as snapshot:
        return day_books(streams_of(snapshot, day), day)
