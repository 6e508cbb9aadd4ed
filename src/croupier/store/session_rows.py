"""Statements for sessions, credentials and one-time links. Each function runs in the caller's transaction."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.journal.entries import canonical, sha256
from croupier.store import schema as db


class SessionRow(NamedTuple):
    person: str
    expires: int


class PersonSessions(NamedTuple):
    """The open sessions of one person."""

    person: str
    sessions: int
    since: int  # the oldest session began
    until: int  # the last session expires


class Credential(NamedTuple):
    person: str
    hash: str
    since: int


def put_session(connection: Connection, digest: str, person: str, began: int, expires: int) -> None:
    row = {"digest": digest, "person": person, "began": began, "expires": expires}
    connection.execute(sa.insert(db.sessions), row)


def session_of(connection: Connection, digest: str) -> SessionRow | None:
    query = sa.select(db.sessions.c.person, db.sessions.c.expires).where(db.sessions.c.digest == digest)
    row = connection.execute(query).one_or_none()
    return None if row is None else SessionRow(row.person, row.expires)


def end_session(connection: Connection, digest: str) -> None:
    connection.execute(sa.delete(db.sessions).where(db.sessions.c.digest == digest))


def end_sessions(connection: Connection, person: str) -> None:
    """Delete all of a person's sessions and links."""
    connection.execute(sa.delete(db.sessions).where(db.sessions.c.person == person))
    connection.execute(sa.delete(db.links).where(db.links.c.person == person))


def end_expired(connection: Connection, now: int) -> None:
    connection.execute(sa.delete(db.sessions).where(db.sessions.c.expires <= now))
    connection.execute(sa.delete(db.links).where(db.links.c.expires <= now))


def people_with_sessions(connection: Connection, now: int) -> frozenset[str]:
    query = sa.select(db.sessions.c.person).where(db.sessions.c.expires > now).distinct()
    return frozenset(connection.execute(query).scalars())


def open_sessions(connection: Connection, now: int) -> list[PersonSessions]:
    s = db.sessions.c
    query = (
        sa.select(s.person, sa.func.count(), sa.func.min(s.began), sa.func.max(s.expires))
        .where(s.expires > now)
        .group_by(s.person)
        .order_by(s.person)
    )
    return [PersonSessions(*row) for row in connection.execute(query)]


def put_link(connection: Connection, digest: str, person: str, expires: int) -> None:
    connection.execute(sa.insert(db.links), {"digest": digest, "person": person, "expires": expires})


def link_of(connection: Connection, digest: str) -> SessionRow | None:
    query = sa.select(db.links.c.person, db.links.c.expires).where(db.links.c.digest == digest)
    row = connection.execute(query).one_or_none()
    return None if row is None else SessionRow(row.person, row.expires)


def use_link(connection: Connection, digest: str) -> bool:
    """Delete a one-time link and return whether the link existed."""
    return bool(connection.execute(sa.delete(db.links).where(db.links.c.digest == digest)).rowcount)


def credential_of(connection: Connection, login: str) -> Credential | None:
    c = db.credentials.c
    row = connection.execute(sa.select(c.person, c.hash, c.since).where(c.login == login)).one_or_none()
    return None if row is None else Credential(row.person, row.hash, row.since)


def login_of(connection: Connection, person: str) -> str | None:
    query = sa.select(db.credentials.c.login).where(db.credentials.c.person == person)
    return connection.execute(query).scalar()


def credential_hash(person: str, login: str, hash_: str, since: int) -> str:
    """Return the digest of a credentials row. The administration stream contains it."""
    return sha256(canonical((person, login, hash_, since)))


def put_credential(connection: Connection, person: str, login: str, hash_: str, since: int) -> None:
    connection.execute(sa.delete(db.credentials).where(db.credentials.c.person == person))
    row = {"person": person, "login": login, "hash": hash_, "since": since}
    connection.execute(sa.insert(db.credentials), row)


def has_way_in(connection: Connection, person: str, now: int) -> bool:
    """Return whether a person has a password or an open session."""
    if login_of(connection, person) is not None:
        return True
    s = db.sessions.c
    query = sa.select(s.person).where((s.person == person) & (s.expires > now)).limit(1)
    return connection.execute(query).scalar() is not None


def drop_credential(connection: Connection, person: str) -> None:
    connection.execute(sa.delete(db.credentials).where(db.credentials.c.person == person))
