"""Statements for identity data. Entries contain only the salted hash of a row, so a row can be deleted."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.journal.entries import canonical, sha256
from croupier.store import schema as db


class PersonalRow(NamedTuple):
    """Identity data as JSON. The salt makes it infeasible to guess the data behind a hash."""

    id: str
    kind: str  # "winner" or "excluded"
    salt: str
    data: str

    @property
    def digest(self) -> str:
        return sha256(canonical((self.id, self.kind, self.salt, self.data)))

    def __repr__(self) -> str:
        return f"PersonalRow({self.id}, {self.kind})"  # a log must never contain the data


def new_row(kind: str, data: bytes) -> PersonalRow:
    return PersonalRow(secrets.token_hex(16), kind, secrets.token_hex(32), data.decode())


def put_row(connection: Connection, row: PersonalRow) -> None:
    connection.execute(sa.insert(db.personal), row._asdict())


def drop_row(connection: Connection, id_: str) -> None:
    connection.execute(sa.delete(db.personal).where(db.personal.c.id == id_))


def rows_of(connection: Connection, ids: Iterable[str]) -> dict[str, PersonalRow]:
    """Return the rows with these ids. Deleted rows are missing."""
    query = sa.select(db.personal).where(db.personal.c.id.in_([*ids]))
    return {row.id: PersonalRow(*row) for row in connection.execute(query)}
