"""Read the rows that a transaction checks before it writes: stream heads, leases and answers.

Each function runs one statement, for any number of names. SQLite returns all rows as one JSON value.
Otherwise, each fetched row would compete with the event loop for the interpreter lock.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from croupier.store.batches import StoredAnswer
from croupier.store.raw_statements import run

Key = tuple[str, str, str]  # stream, person, command id

_HEADS = {
    "sqlite": "select json_group_array(json_array(name, kind, entries, head)) from streams"
    " where name in (select value from json_each(?))",
    "postgresql": "select name, kind, entries, head from streams"
    " where name = any(%s) order by name for update",
}
_EPOCHS = {
    "sqlite": "select json_group_array(json_array(stream, epoch)) from owners"
    " where stream in (select value from json_each(?))",
    "postgresql": "select stream, epoch from owners where stream = any(%s) order by stream for share",
}
_ANSWERS = {
    "sqlite": "select a.stream, a.person, a.id, a.digest, a.reply"
    " from json_each(?) as k cross join answers as a on a.stream = json_extract(k.value, '$[0]')"
    " and a.person = json_extract(k.value, '$[1]')"
    " and a.id = json_extract(k.value, '$[2]')",
    "postgresql": "select a.stream, a.person, a.id, a.digest, a.reply"
    " from unnest(%s::text[], %s::text[], %s::text[]) as k (stream, person, id)"
    " join answers as a on a.stream = k.stream and a.person = k.person and a.id = k.id",
}


class StoredHead(NamedTuple):
    """The stored head of a stream, with its kind, number of entries and last hash."""

    kind: str
    entries: int
    head: str


def locked_heads(connection: sa.Connection, names: Collection[str]) -> dict[str, StoredHead]:
    """Return the heads of some streams, and lock them until the transaction ends.

    Rows are always locked in the same order, so that two nodes cannot deadlock.
    """
    return {name: StoredHead(*head) for name, *head in _select_by_name(connection, _HEADS, names)}


def epochs_of(connection: sa.Connection, streams: Collection[str]) -> dict[str, int]:
    """Return the lease epochs of some streams, and lock them so that no node can take over in the
    meantime.
    """
    return dict(_select_by_name(connection, _EPOCHS, streams))


def stored_answers(connection: sa.Connection, keys: Sequence[Key]) -> dict[Key, StoredAnswer]:
    """Return the stored answers for the given ids. Ids without an answer are omitted."""
    if not keys:
        return {}
    dialect = connection.dialect.name
    parameters = (_json(keys),) if dialect == "sqlite" else tuple(map(list, zip(*keys, strict=True)))
    rows = run(connection, _ANSWERS[dialect], parameters)
    return {
        (stream, person, id_): StoredAnswer(person, id_, digest, bytes(reply))
        for stream, person, id_, digest, reply in rows
    }


def _select_by_name(
    connection: sa.Connection, statement: dict[str, str], names: Collection[str]
) -> Sequence[Any]:
    if not names:
        return ()
    dialect, ordered = connection.dialect.name, sorted(names)
    if dialect == "sqlite":
        (result,) = run(connection, statement[dialect], (_json(ordered),)).fetchone()
        rows: list[list[Any]] = msgspec.json.decode(result)
        return rows
    found_rows: Sequence[Any] = run(connection, statement[dialect], (ordered,)).fetchall()
    return found_rows


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
