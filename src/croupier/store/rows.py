"""Convert entries to rows, and write each transaction's rows one table at a time."""

from __future__ import annotations

import time
from collections import Counter
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.journal.entries import START, Broken, OpeningEntry, read_line, split_sealed
from croupier.journal.kinds import kind_of
from croupier.store import schema as db
from croupier.store.batches import BatchLine, StoredAnswer
from croupier.store.books import postings_of
from croupier.store.raw_statements import run

Row = tuple[Any, ...]
Postings = tuple[tuple[int, str, int], ...]


class ReadLine(NamedTuple):
    """A line from outside the server, with its kind and postings."""

    line: BatchLine
    kind: str
    postings: Postings


def read_entry(stream: str, line: bytes, n: int, prev: str, running: tuple[int, str]) -> ReadLine:
    """Read a line that must follow the previous line. Raise `BadInput` if it does not."""
    try:
        entry = read_line(line, n)
    except Broken as broken:
        raise BadInput(f"stream {stream}: entry {n} is broken ({broken.fault})") from None
    if (entry.n, entry.prev, entry.stream) != (n, prev, stream):
        raise BadInput(f"stream {stream}: the new line does not follow entry {n - 1}")
    segment, kind = running
    if isinstance(entry, OpeningEntry):
        terms = entry.opening
        row = BatchLine(n, entry.hash, line, terms.segment, terms.at, True)
        return ReadLine(row, terms.kind, ())
    machine = kind_of(kind)
    command, events = machine.decode(bytes(entry.command), bytes(entry.events))
    row = BatchLine(n, entry.hash, line, segment, machine.at(command))
    return ReadLine(row, kind, tuple(postings_of(kind, stream, n, events)))


class _Terms(msgspec.Struct):
    kind: str


class _OpeningLine(msgspec.Struct):
    opening: _Terms


_KIND = msgspec.json.Decoder(_OpeningLine)


def kind_in(line: BatchLine) -> str:
    """Return the kind of stream that an opening line names."""
    return _KIND.decode(line.line).opening.kind


# Each engine has its own fastest way to insert rows: PostgreSQL gets one array per column. SQLite gets
# prepared statements with many rows each, because the committer's thread competes with the event loop after
# every statement.
_AT_ONCE = (64, 32, 16, 8, 4, 2, 1)
_TYPES = {sa.Text: "text", sa.BigInteger: "bigint", sa.LargeBinary: "bytea", sa.Boolean: "boolean"}


def _arrays(table: sa.Table, columns: tuple[str, ...]) -> str:
    return "unnest(" + ", ".join(f"%b::{_TYPES[type(table.c[name].type)]}[]" for name in columns) + ")"


class _Insert:
    """A multi-row insert into one table, optionally with a conflict clause."""

    def __init__(self, table: sa.Table, after: str = "") -> None:
        columns = tuple(table.c.keys())
        into = f"insert into {table.name} ({', '.join(columns)})"
        row = f"({', '.join('?' for _ in columns)})"
        self._sqlite = {count: f"{into} values {', '.join([row] * count)} {after}" for count in _AT_ONCE}
        self._postgresql = f"{into} select * from {_arrays(table, columns)} {after}"

    def __call__(self, connection: sa.Connection, rows: list[Row]) -> None:
        if not rows:
            return
        if connection.dialect.name != "sqlite":
            run(connection, self._postgresql, tuple(map(list, zip(*rows, strict=True))))
            return
        inserted = 0
        for count in _AT_ONCE:
            while len(rows) - inserted >= count:
                parameters = tuple(chain.from_iterable(rows[inserted : inserted + count]))
                run(connection, self._sqlite[count], parameters)
                inserted += count


_INSERT = {
    table.name: _Insert(table)
    for table in (
        db.streams,
        db.entries,
        db.seals,
        db.postings,
        db.answers,
        db.rounds,
        db.played,
        db.marks,
    )
}
_BALANCE = _Insert(db.balances, "on conflict (account) do update set cents = balances.cents + excluded.cents")
_HEAD = _Insert(
    db.streams, "on conflict (name) do update set entries = excluded.entries, head = excluded.head"
)


class TransactionRows:
    """Collects the rows that one transaction writes.

    Accounts and streams are written in sorted order, so that two nodes cannot deadlock.
    """

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {name: [] for name in _INSERT}
        self._heads: dict[str, Row] = {}  # stream -> new head
        self._balances: Counter[str] = Counter()

    def add(
        self, stream: str, new: bool, kind: str, lines: tuple[BatchLine, ...], postings: Postings
    ) -> None:
        """Add entries that continue one stream. With `new`, they begin the stream."""
        if not lines:
            return
        last = lines[-1]
        if new:
            self._rows["streams"].append((stream, kind, 0, START))
        self._heads[stream] = (stream, kind, last.n + 1, last.hash)
        entries, seals = self._rows["entries"], self._rows["seals"]
        for line in lines:
            bare_line, sealed = split_sealed(line.line)
            entries.append((stream, line.n, line.hash, line.segment, line.at, line.opening, bare_line))
            if sealed is not None:
                seals.append((stream, line.n, sealed))
        within: Counter[int] = Counter()
        for n, account, cents in postings:
            self._rows["postings"].append((stream, n, within[n], account, cents))
            within[n] += 1
            self._balances[account] += cents

    def add_other(self, rows: tuple[tuple[str, Row], ...]) -> None:
        for table, row in rows:
            self._rows[table].append(row)

    def add_answer(self, stream: str, answer: StoredAnswer, n: int | None) -> None:
        row = (stream, answer.person, answer.id, answer.digest, answer.reply, n, int(time.time()))
        self._rows["answers"].append(row)

    @property
    def count(self) -> int:
        return len(self._rows["entries"])

    def witness(self) -> tuple[str, int, str] | None:
        """Return the stream, number and hash of the last entry."""
        entries = self._rows["entries"]
        return entries[-1][:3] if entries else None

    def write(self, connection: sa.Connection) -> None:
        for name, rows in self._rows.items():
            _INSERT[name](connection, rows)
        _BALANCE(connection, sorted(self._balances.items()))
        _HEAD(connection, [row for _, row in sorted(self._heads.items())])
