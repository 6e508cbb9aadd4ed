"""Everything against everything: chains, rules, postings, balances, purses, wallets, meters, answers.

A full audit reads every entry once and asks the rules again; a check at the start reads the running segments
alone, and closes just the table whose stream or books are wrong.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.house.store import schema as db
from croupier.house.store.books_check import Fault, Rows, StreamCheck
from croupier.house.store.crosses import CAGE, Balances, Crosses, chips_of
from croupier.house.store.heads import KeptHead
from croupier.house.store.sql import Snapshot, SqlStore
from croupier.journal import audit as audit_stream
from croupier.journal.checkpoints import Kept
from croupier.journal.entries import sha256
from croupier.journal.links import Step, fold

DESK = "desk"  # the stream of submissions


class Report(msgspec.Struct, frozen=True):
    """What an audit found; `cites_otherwise` counts entries that are right and would now cite otherwise."""

    streams: int
    entries: int
    faults: tuple[Fault, ...]
    cites_otherwise: int = 0

    @property
    def ok(self) -> bool:
        return not self.faults


def audit(store: SqlStore, heads: dict[str, KeptHead] | None = None) -> Report:
    """All that is stored against all else, as of one moment; and against heads kept elsewhere."""
    with store.snapshot() as then:
        return audited(then, heads=heads)


def audited(then: Snapshot, *, everything: bool = True, heads: dict[str, KeptHead] | None = None) -> Report:
    """One moment of a store, all of it or the running segments alone."""
    return _Audit(then, everything, heads or {}).report()


def check_at_start(store: SqlStore) -> dict[str, str]:
    """The streams that may not be opened, each with what is wrong. Costs the running segments alone."""
    with store.snapshot() as then:
        found: dict[str, str] = {}
        faults = audited(then, everything=False).faults
    for fault in faults:
        where = "" if fault.entry is None else f"entry {fault.entry}: "
        found.setdefault(fault.stream, where + fault.fault)
    return found


class _Audit:
    def __init__(self, then: Snapshot, everything: bool, heads: dict[str, KeptHead]) -> None:
        self._rows, self._everything, self._kept = Rows(then), everything, heads
        self._heads = then.heads()
        self._balances = _balances(then.connection)
        self._crosses = Crosses()
        self._faults: list[Fault] = []
        self._broken: set[str] = set()
        self._otherwise = 0

    def report(self) -> Report:
        for stream in self._heads:
            faults = self._stream(stream)
            if faults:
                self._broken.add(stream)
            self._faults += faults
        self._faults += self._crosses.faults(self._balances, frozenset(self._broken), self._everything)
        self._faults += self._strays()
        if self._everything:
            self._faults = [*self._named(self._faults)]
        count = sum(entries for entries, _ in self._heads.values())
        return Report(len(self._heads), count, tuple(self._faults), self._otherwise)

    def _stream(self, stream: str) -> list[Fault]:
        """One stream by itself: its chain, its rows, its postings, its balances."""
        entries, head = self._heads[stream]
        kept = self._kept.get(stream)
        self._rows.seals = 0
        try:
            first = 0 if self._everything else self._first(stream)
            check = StreamCheck(self._rows, stream, first)
            crosses = self._crosses.watcher(stream, self._everything)

            def watch(step: Step) -> None:
                check(step)
                crosses(step)

            found = audit_stream(
                self._rows,
                stream,
                everything=self._everything,
                decide=self._everything,
                kept=None if kept is None else Kept(kept.head, kept.entries, "the heads given"),
                watch=watch,
            )
        except BadInput as fault:
            return [Fault(stream, None, str(fault))]
        if not found.ok:
            return [*check.faults, Fault(stream, found.broken, found.fault)]
        self._otherwise += len(found.cites_otherwise)
        if (found.entries, found.head) != (entries, head):
            check.fault(None, f"its head is entry {entries - 1}, its last entry {found.entries - 1}")
        check.end()
        check.check_balances(self._balances.get(stream, {}), summed=self._everything)
        if self._everything and self._rows.seals != _count(self._rows, db.seals, stream):
            check.fault(None, "something is sealed with entries that are not there")
        return check.faults

    def _first(self, stream: str) -> int:
        """The opening of the running segment."""
        e = db.entries.c
        query = sa.select(e.n).where(e.stream == stream, db.IS_OPENING).order_by(e.segment.desc()).limit(1)
        return int(self._rows.connection.execute(query).scalar() or 0)

    def _strays(self) -> list[Fault]:
        """What belongs to no stream, answers that point to no entry, streams that are no longer there."""
        known = self._heads
        faults = [
            Fault(stream, None, f"balances of {len(accounts)} accounts, and no such stream")
            for stream, accounts in sorted(self._balances.items())
            if stream not in known and any(accounts.values())
        ]
        for stream, kept in sorted(self._kept.items()):
            if stream not in known:
                faults.append(
                    Fault(stream, None, f"it is not there; the heads given know {kept.entries} entries")
                )
        if self._everything:
            faults += self._stray_rows()
        return faults

    def _stray_rows(self) -> list[Fault]:
        faults = []
        for table in (db.entries, db.postings, db.seals):
            outside = sa.select(table.c.stream).where(table.c.stream.not_in(sa.select(db.streams.c.name)))
            for (stream,) in self._rows.connection.execute(outside.distinct()):
                faults.append(Fault(stream, None, f"rows of {table.name}, and no such stream"))
        a, s = db.answers.c, db.streams.c
        lost = (
            sa.select(a.stream, a.n, a.id)
            .select_from(db.answers.outerjoin(db.streams, a.stream == s.name))
            .where(a.n.is_not(None) & (s.name.is_(None) | (a.n >= s.entries) | (a.n < 0)))
        )
        for row in self._rows.connection.execute(lost.limit(20)):
            faults.append(
                Fault(row.stream, row.n, f"the answer to {row.id} points to it, and it is not there")
            )
        for row in self._rows.connection.execute(sa.select(db.documents)):
            if sha256(row.text.encode()) != row.digest:
                faults.append(Fault(DESK, None, f"the submission kept under {row.digest[:12]} was altered"))
        return faults

    def _named(self, faults: list[Fault]) -> list[Fault]:
        """Where transfers of a table are not those of the cage: which ones, from both streams once more."""
        named = []
        for fault in faults:
            named.append(fault)
            if fault.fault.startswith("its transfers are not"):
                named += self._unpaired(fault.stream)
        return named

    def _unpaired(self, table: str) -> list[Fault]:
        alone: dict[Any, list[tuple[str, int]]] = defaultdict(list)
        for stream in (CAGE, table):
            if stream not in self._heads:
                continue
            for step in fold(self._rows, stream, everything=True):
                for paired in (chips_of(stream, event) for event in step.events):
                    if paired is None or paired[0] != table:
                        continue
                    places = alone[paired[1]]
                    if places and places[-1][0] != stream:
                        places.pop()
                    else:
                        places.append((stream, step.n))
        return [
            Fault(stream, n, f"transfer {transfer} of {cents} cents has no other half")
            for (transfer, _, cents), places in alone.items()
            for stream, n in places
        ][:20]


def _balances(connection: sa.Connection) -> Balances:
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for row in connection.execute(sa.select(db.balances.c.account, db.balances.c.cents)):
        stream, _, account = row.account.partition("/")
        found[stream][account] = row.cents
    return dict(found)


def _count(rows: Rows, table: sa.Table, stream: str) -> int:
    query = sa.select(sa.func.count()).select_from(table).where(table.c.stream == stream)
    return int(rows.connection.execute(query).scalar_one())
