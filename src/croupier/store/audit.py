"""Audit a store. An audit checks chains, rules, postings, balances, purses, wallets, meters and answers.

A full audit reads every entry once and decides every command again. The check at startup reads only the
current segments, and reports which tables must stay closed because their stream or books are wrong.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.journal import audit as audit_stream
from croupier.journal.checkpoints import CheckpointSource
from croupier.journal.links import JournalStep, fold
from croupier.store import migrations
from croupier.store import schema as db
from croupier.store.administration_check import DeskRows
from croupier.store.cross_checks import CAGE, Balances, CrossChecks, chips_of
from croupier.store.database import Snapshot, SqlStore
from croupier.store.derived_check import DerivedCheck
from croupier.store.heads import SavedHead
from croupier.store.round_index import ROW_VERSION
from croupier.store.stream_check import Fault, RowSnapshot, StreamCheck


class StoreAudit(msgspec.Struct, frozen=True):
    """The result of an audit.

    `cites_otherwise` counts valid entries for which the current rule book would cite different clauses.
    """

    streams: int
    entries: int
    faults: tuple[Fault, ...]
    cites_otherwise: int = 0
    not_covered: tuple[str, ...] = ()  # descriptions of older rows whose hash is in no entry

    @property
    def ok(self) -> bool:
        return not self.faults


def audit(store: SqlStore, heads: dict[str, SavedHead] | None = None) -> StoreAudit:
    """Audit a snapshot of the whole store and compare it with saved heads."""
    with store.snapshot() as snapshot:
        return audit_snapshot(snapshot, heads=heads)


def audit_snapshot(
    snapshot: Snapshot, *, everything: bool = True, heads: dict[str, SavedHead] | None = None
) -> StoreAudit:
    """Audit a snapshot. Without `everything`, audit only the current segments."""
    return _Audit(snapshot, everything, heads or {}).report()


def check_at_start(store: SqlStore) -> dict[str, str]:
    """Check the current segments. Return the streams that must stay closed, each with its fault."""
    with store.snapshot() as snapshot:
        first_faults: dict[str, str] = {}
        faults = audit_snapshot(snapshot, everything=False).faults
    for item in faults:
        prefix = "" if item.entry is None else f"entry {item.entry}: "
        first_faults.setdefault(item.stream, prefix + item.fault)
    return first_faults


class _Audit:
    def __init__(self, snapshot: Snapshot, everything: bool, heads: dict[str, SavedHead]) -> None:
        self._rows, self._everything, self._saved_heads = RowSnapshot(snapshot), everything, heads
        self._heads = snapshot.heads()
        self._balances = _balances(snapshot.connection)
        self._kinds = dict(snapshot._rows(sa.select(db.streams.c.name, db.streams.c.kind)))
        self._played = _counts(snapshot, db.played) if everything else {}
        self._crosses = CrossChecks()
        self._faults: list[Fault] = []
        self._broken: set[str] = set()
        self._otherwise = 0
        self._not_covered: list[str] = []
        self._desk = DeskRows()

    def report(self) -> StoreAudit:
        for stream in self._heads:
            faults = self._stream(stream)
            if faults:
                self._broken.add(stream)
            self._faults += faults
        self._faults += self._crosses.faults(self._balances, frozenset(self._broken), self._everything)
        self._faults += self._strays()
        if self._everything:
            self._faults = [*self._named_faults(self._faults)]
        count = sum(entries for entries, _ in self._heads.values())
        return StoreAudit(
            len(self._heads), count, tuple(self._faults), self._otherwise, tuple(self._not_covered)
        )

    def _stream(self, stream: str) -> list[Fault]:
        """Check the chain, rows, postings and balances of one stream."""
        entries, head = self._heads[stream]
        kind = self._kinds.get(stream)
        saved_head = self._saved_heads.get(stream)
        self._rows.seals = 0
        try:
            first = 0 if self._everything else self._first(stream)
            check = StreamCheck(self._rows, stream, first)
            crosses = self._crosses.watcher(stream, self._everything)
            derived = DerivedCheck(self._rows, stream, check.fault) if self._everything else None

            def watch(step: JournalStep) -> None:
                check(step)
                crosses(step)
                if derived is not None:
                    derived(step)
                    self._desk.take(step)

            audit_result = audit_stream(
                self._rows,
                stream,
                everything=self._everything,
                decide=self._everything,
                kept=None
                if saved_head is None
                else CheckpointSource(saved_head.head, saved_head.entries, "the saved heads"),
                watch=watch,
            )
        except BadInput as fault:
            return [Fault(stream, None, str(fault))]
        except (TypeError, ValueError, AttributeError) as fault:  # SQLite accepts any type in any column
            return [Fault(stream, None, f"a row of the stream cannot be read ({type(fault).__name__})")]
        if not audit_result.ok:
            return [*check.faults, Fault(stream, audit_result.broken, audit_result.fault)]
        self._otherwise += len(audit_result.cites_otherwise)
        if check.last is not None and check.last.kind.name != kind:
            check.fault(
                None,
                (f"the stream is stored as kind {kind}, but its entries are of kind {check.last.kind.name}"),
            )
        if (audit_result.entries, audit_result.head) != (entries, head):
            check.fault(
                None,
                (f"the stored head is entry {entries - 1}, but the last entry is {audit_result.entries - 1}"),
            )
        check.end()
        if derived is not None:
            self._end_derived(derived, check)
        check.check_balances(self._balances.get(stream, {}), is_summed=self._everything)
        if self._everything and self._rows.seals != _count(self._rows, db.seals, stream):
            check.fault(None, "sealed data is stored for entries that do not exist")
        return check.faults

    def _end_derived(self, derived: DerivedCheck, check: StreamCheck) -> None:
        derived.end()
        if derived.played != self._played.get(check.stream, 0):
            check.fault(None, "`played` has rows that do not match any finished round")
        if derived.not_covered:
            self._not_covered.append(
                f"{check.stream}: {derived.not_covered} rows of rounds, played, marks or answers "
                f"are not covered before row version {ROW_VERSION}"
            )

    def _first(self, stream: str) -> int:
        """Return the number of the opening entry of the current segment."""
        e = db.entries.c
        query = sa.select(e.n).where(e.stream == stream, db.IS_OPENING).order_by(e.segment.desc()).limit(1)
        return int(self._rows.connection.execute(query).scalar() or 0)

    def _strays(self) -> list[Fault]:
        """Find balances and rows without a stream, and saved heads whose stream is missing."""
        heads = self._heads
        faults = [
            Fault(stream, None, f"{len(accounts)} accounts have balances, but the stream does not exist")
            for stream, accounts in sorted(self._balances.items())
            if stream not in heads and any(accounts.values())
        ]
        for stream, saved_head in sorted(self._saved_heads.items()):
            if stream not in heads:
                faults.append(
                    Fault(
                        stream,
                        None,
                        f"the stream is missing; the saved heads list {saved_head.entries} entries",
                    )
                )
        if self._everything:
            faults += self._stray_rows()
        return faults

    def _stray_rows(self) -> list[Fault]:
        faults = []
        for table in (db.entries, db.postings, db.seals, db.answers, db.rounds, db.played, db.marks):
            outside = sa.select(table.c.stream).where(table.c.stream.not_in(sa.select(db.streams.c.name)))
            for (stream,) in self._rows.connection.execute(outside.distinct()):
                faults.append(
                    Fault(
                        stream, None, (f"{table.name} has rows of this stream, but the stream does not exist")
                    )
                )
        faults += self._desk.faults(self._rows)
        version = self._rows.connection.execute(sa.text(f"select version_num from {db.VERSION_TABLE}")).all()
        if [row[0] for row in version] != [migrations.newest()]:
            faults.append(
                Fault(db.VERSION_TABLE, None, "the stored schema version is not the current version")
            )
        return faults

    def _named_faults(self, faults: list[Fault]) -> list[Fault]:
        """Add the unmatched transfers to each fault about transfers, by reading both streams again."""
        named_faults = []
        for fault in faults:
            named_faults.append(fault)
            if fault.fault.startswith("the table's transfers do not match"):
                named_faults += self._unpaired(fault.stream)
        return named_faults

    def _unpaired(self, table: str) -> list[Fault]:
        unpaired_places: dict[Any, list[tuple[str, int]]] = defaultdict(list)
        for stream in (CAGE, table):
            if stream not in self._heads:
                continue
            for step in fold(self._rows, stream, everything=True):
                for chips in (chips_of(stream, event) for event in step.events):
                    if chips is None or chips[0] != table:
                        continue
                    places = unpaired_places[chips[1]]
                    if places and places[-1][0] != stream:
                        places.pop()
                    else:
                        places.append((stream, step.n))
        return [
            Fault(stream, n, f"transfer {transfer} of {cents} cents has no counterpart")
            for (transfer, _, cents), places in unpaired_places.items()
            for stream, n in places
        ][:20]


def _balances(connection: sa.Connection) -> Balances:
    balances: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for row in connection.execute(sa.select(db.balances.c.account, db.balances.c.cents)):
        stream, _, account = row.account.partition("/")
        balances[stream][account] = row.cents
    return dict(balances)


def _counts(snapshot: Snapshot, table: sa.Table) -> dict[str, int]:
    """Return the number of rows per stream."""
    query = sa.select(table.c.stream, sa.func.count()).group_by(table.c.stream)
    return {stream: int(count) for stream, count in snapshot._rows(query)}


def _count(rows: RowSnapshot, table: sa.Table, stream: str) -> int:
    query = sa.select(sa.func.count()).select_from(table).where(table.c.stream == stream)
    return int(rows.connection.execute(query).scalar_one())
