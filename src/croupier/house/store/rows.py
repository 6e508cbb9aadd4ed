"""Entries as rows, and everything of one transaction written table by table."""

from __future__ import annotations

import time
from collections import Counter
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from croupier.errors import BadInput
from croupier.house.store import schema as db
from croupier.house.store.batches import Answer, Line
from croupier.house.store.books import postings_of
from croupier.house.store.driver import run
from croupier.journal.entries import START, Broken, Opening, read_line, split_sealed
from croupier.journal.kinds import kind_of

Row = tuple[Any, ...]
Postings = tuple[tuple[int, str, int], ...]


class Read(NamedTuple):
    """A line that somebody else wrote, with what it says of itself."""

    line: Line
    kind: str
    postings: Postings


def read_entry(stream: str, line: bytes, n: int, prev: str, running: tuple[int, str]) -> Read:
    """A line that follows from the one before it; `BadInput` if it does not."""
    try:
        entry = read_line(line, n)
    except Broken as broken:
        raise BadInput(f"stream {stream}: entry {n} is broken ({broken.fault})") from None
    if (entry.n, entry.prev, entry.stream) != (n, prev, stream):
        raise BadInput(f"stream {stream}: what was given does not follow from entry {n - 1}")
    segment, kind = running
    if isinstance(entry, Opening):
        terms = entry.opening
        kept = Line(n, entry.hash, line, terms.segment, terms.at, True)
        return Read(kept, terms.kind, ())
    machine = kind_of(kind)
    command, events = machine.decode(bytes(entry.command), bytes(entry.events))
    kept = Line(n, entry.hash, line, segment, machine.at(command))
    return Read(kept, kind, tuple(postings_of(kind, stream, n, events)))


class _Terms(msgspec.Struct):
    kind: str


class _OpeningLine(msgspec.Struct):
    opening: _Terms


_KIND = msgspec.json.Decoder(_OpeningLine)


def kind_in(line: Line) -> str:
    """The kind of stream that an opening's line opens."""
    return _KIND.decode(line.line).opening.kind


# Rows go to each engine the way it takes them fastest: PostgreSQL by one array a column, SQLite by prepared
# statements of many rows: after each of them the committer's thread has to wait for the event loop's.
_AT_ONCE = (64, 32, 16, 8, 4, 2, 1)
_TYPES = {sa.Text: "text", sa.BigInteger: "bigint", sa.LargeBinary: "bytea", sa.Boolean: "boolean"}


def _arrays(table: sa.Table, columns: tuple[str, ...]) -> str:
    return "unnest(" + ", ".join(f"%b::{_TYPES[type(table.c[name].type)]}[]" for name in columns) + ")"


class _Insert:
    """Rows into one table, or what becomes of those that are there."""

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
        done = 0
        for count in _AT_ONCE:
            while len(rows) - done >= count:
                given = tuple(chain.from_iterable(rows[done : done + count]))
                run(connection, self._sqlite[count], given)
                done += count


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


class Rows:
    """What one transaction writes. Accounts and streams are written in their order, so that no two nodes wait
    for each other."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {name: [] for name in _INSERT}
        self._heads: dict[str, Row] = {}  # of the streams that were there
        self._balances: Counter[str] = Counter()

    def add(self, stream: str, new: bool, kind: str, lines: tuple[Line, ...], postings: Postings) -> None:
        """Entries of one stream, which follow from its head. `new`: it begins with them."""
        if not lines:
            return
        last = lines[-1]
        if new:
            self._rows["streams"].append((stream, kind, 0, START))
        self._heads[stream] = (stream, kind, last.n + 1, last.hash)
        entries, seals = self._rows["entries"], self._rows["seals"]
        for line in lines:
            bare, sealed = split_sealed(line.line)
            entries.append((stream, line.n, line.hash, line.segment, line.at, line.opening, bare))
            if sealed is not None:
                seals.append((stream, line.n, sealed))
        within: Counter[int] = Counter()
        for n, account, cents in postings:
            self._rows["postings"].append((stream, n, within[n], account, cents))
            within[n] += 1
            self._balances[account] += cents

    def more(self, rows: tuple[tuple[str, Row], ...]) -> None:
        for table, row in rows:
            self._rows[table].append(row)

    def answered(self, stream: str, answer: Answer, n: int | None) -> None:
        told = (stream, answer.person, answer.id, answer.digest, answer.reply, n, int(time.time()))
        self._rows["answers"].append(told)

    @property
    def count(self) -> int:
        return len(self._rows["entries"])

    def witness(self) -> tuple[str, int, str] | None:
        """The last of the entries: stream, number, hash."""
        entries = self._rows["entries"]
        return entries[-1][:3] if entries else None

    def write(self, connection: sa.Connection) -> None:
        for name, rows in self._rows.items():
            _INSERT[name](connection, rows)
        _BALANCE(connection, sorted(self._balances.items()))
        _HEAD(connection, [row for _, row in sorted(self._heads.items())])
