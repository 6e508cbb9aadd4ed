"""Entries as rows, and everything of one transaction written table by table."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from croupier.errors import BadInput
from croupier.house.store import schema as db
from croupier.house.store.batches import Answer, Line
from croupier.house.store.books import postings_of
from croupier.journal.entries import Broken, Opening, read_line, split_sealed
from croupier.journal.kinds import kind_of

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


def _add_up(table: sa.Table) -> dict[str, Any]:
    """A balance grows by what is posted to it, and begins with it."""
    statements: dict[str, Any] = {}
    for name, insert in (("sqlite", sqlite.insert), ("postgresql", postgresql.insert)):
        statement: Any = insert(table)
        statements[name] = statement.on_conflict_do_update(
            index_elements=[table.c.account], set_={"cents": table.c.cents + statement.excluded.cents}
        )
    return statements


_BALANCE = _add_up(db.balances)
_HEAD = (
    sa.update(db.streams)
    .where(db.streams.c.name == sa.bindparam("stream"))
    .values(entries=sa.bindparam("count"), head=sa.bindparam("last"))
)
_INSERTS = {table.name: sa.insert(table) for table in db.metadata.sorted_tables}


class Rows:
    """What one transaction writes. Accounts and streams are written in their order, so that no two nodes wait
    for each other."""

    def __init__(self) -> None:
        self._new: list[dict[str, Any]] = []
        self._entries: list[dict[str, Any]] = []
        self._seals: list[dict[str, Any]] = []
        self._postings: list[dict[str, Any]] = []
        self._answers: list[dict[str, Any]] = []
        self._heads: dict[str, dict[str, Any]] = {}
        self._balances: Counter[str] = Counter()

    def add(self, stream: str, new: bool, kind: str, lines: tuple[Line, ...], postings: Postings) -> None:
        """Entries of one stream, which follow from its head. `new`: it begins with them."""
        if not lines:
            return
        last = lines[-1]
        if new:
            self._new.append({"name": stream, "kind": kind, "entries": last.n + 1, "head": last.hash})
        self._heads[stream] = {"stream": stream, "count": last.n + 1, "last": last.hash}
        for line in lines:
            bare, sealed = split_sealed(line.line)
            self._entries.append(
                {
                    "stream": stream,
                    "n": line.n,
                    "hash": line.hash,
                    "segment": line.segment,
                    "at": line.at,
                    "opening": line.opening,
                    "line": bare,
                }
            )
            if sealed is not None:
                self._seals.append({"stream": stream, "n": line.n, "sealed": sealed})
        within: Counter[int] = Counter()
        for n, account, cents in postings:
            row = {"stream": stream, "n": n, "k": within[n], "account": account, "cents": cents}
            self._postings.append(row)
            within[n] += 1
            self._balances[account] += cents

    def answered(self, stream: str, answer: Answer, n: int | None) -> None:
        self._answers.append(
            {
                "stream": stream,
                "person": answer.person,
                "id": answer.id,
                "digest": answer.digest,
                "reply": answer.reply,
                "n": n,
            }
        )

    @property
    def count(self) -> int:
        return len(self._entries)

    def witness(self) -> tuple[str, int, str] | None:
        """The last of the entries: stream, number, hash."""
        if not self._entries:
            return None
        row = self._entries[-1]
        return row["stream"], row["n"], row["hash"]

    def write(self, connection: sa.Connection) -> None:
        new = {row["name"] for row in self._new}
        for table, rows in (
            (db.streams, self._new),
            (db.entries, self._entries),
            (db.seals, self._seals),
            (db.postings, self._postings),
            (db.answers, self._answers),
        ):
            if rows:
                connection.execute(_INSERTS[table.name], rows)
        if self._balances:
            grown = [{"account": account, "cents": c} for account, c in sorted(self._balances.items())]
            connection.execute(_BALANCE[connection.dialect.name], grown)
        moved = [row for stream, row in sorted(self._heads.items()) if stream not in new]
        if moved:
            connection.execute(_HEAD, moved)
