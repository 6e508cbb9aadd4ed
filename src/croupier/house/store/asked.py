"""What a transaction asks before it writes: heads, leases, answers given before.

One statement each, whatever the number of names. SQLite gives all rows in one: a thread that reads them one
by one has to wait for the event loop's thread with each.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from croupier.house.store.batches import Answer
from croupier.house.store.driver import run

Key = tuple[str, str, str]  # stream, person, id

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


class Head(NamedTuple):
    """Where a stream stands in the database."""

    kind: str
    entries: int
    head: str


def locked_heads(connection: sa.Connection, names: Collection[str]) -> dict[str, Head]:
    """The heads of some streams, which nobody else moves until this transaction ends. Always locked in the
    same order, so that no two nodes wait for each other."""
    return {name: Head(*where) for name, *where in _named(connection, _HEADS, names)}


def epochs_of(connection: sa.Connection, streams: Collection[str]) -> dict[str, int]:
    """The leases of some streams, which nobody takes over until this transaction ends."""
    return dict(_named(connection, _EPOCHS, streams))


def answered(connection: sa.Connection, keys: Sequence[Key]) -> dict[Key, Answer]:
    """Which of these ids were answered before, and how."""
    if not keys:
        return {}
    dialect = connection.dialect.name
    given = (_json(keys),) if dialect == "sqlite" else tuple(map(list, zip(*keys, strict=True)))
    found = run(connection, _ANSWERS[dialect], given)
    return {
        (stream, person, id_): Answer(person, id_, digest, bytes(reply))
        for stream, person, id_, digest, reply in found
    }


def _named(connection: sa.Connection, statement: dict[str, str], names: Collection[str]) -> Sequence[Any]:
    if not names:
        return ()
    dialect, ordered = connection.dialect.name, sorted(names)
    if dialect == "sqlite":
        (found,) = run(connection, statement[dialect], (_json(ordered),)).fetchone()
        rows: list[list[Any]] = msgspec.json.decode(found)
        return rows
    asked: Sequence[Any] = run(connection, statement[dialect], (ordered,)).fetchall()
    return asked


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
