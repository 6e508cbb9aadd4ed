"""Statements for training: the schedule of each person's subjects, and the results of their training.

The rows are personal notes, not records of the casino, so no entry refers to them. A guest's rows are deleted
with the guest. Each function runs in the caller's transaction.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from croupier.store import schema as db


class ScheduledSubject(NamedTuple):
    """The schedule of one subject of an activity. In players' practice, a subject is a kind of decision."""

    activity: str
    subject: str
    card: str  # JSON
    due: int  # Unix time


class StoredResult(NamedTuple):
    """The result of one exercise, challenge or test. ``detail`` is a JSON document of the activity."""

    person: str
    activity: str
    subject: str
    at: int  # Unix time
    score: float  # in the unit of the activity
    seconds: float | None  # None if the time was not measured
    detail: str
    id: str = ""  # `put_result` sets it


def put_card(connection: Connection, person: str, row: ScheduledSubject) -> None:
    """Write a subject's schedule in place of its earlier one."""
    _write_card(connection, person, row, None)


def change_card(connection: Connection, person: str, row: ScheduledSubject) -> bool:
    """Write a card, and return False if the stored card has the same text already.

    The comparison and the change are one statement, so of two nodes only one succeeds.
    """
    return _write_card(connection, person, row, db.training_cards.c.card != row.card)


def close_card(connection: Connection, person: str, row: ScheduledSubject) -> bool:
    """Empty the text of a card, and return False if the stored text is not that of ``row``."""
    c = db.training_cards.c
    own = sa.and_(c.person == person, c.activity == row.activity, c.subject == row.subject)
    change = sa.update(db.training_cards).where(own, c.card == row.card).values(card="")
    return connection.execute(change).rowcount == 1


def _write_card(
    connection: Connection, person: str, row: ScheduledSubject, condition: sa.ColumnElement[bool] | None
) -> bool:
    change = _insert(connection, db.training_cards).values(person=person, **row._asdict())
    change = change.on_conflict_do_update(
        index_elements=("person", "activity", "subject"),
        set_={"card": row.card, "due": row.due},
        where=condition,
    )
    return connection.execute(change).rowcount == 1


def _insert(connection: Connection, table: sa.Table) -> Any:
    """Return an INSERT of the connection's dialect, which can handle conflicts and counts its rows."""
    insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)
    return insert.execution_options(preserve_rowcount=True)


def cards_of(connection: Connection, person: str, activity: str) -> list[ScheduledSubject]:
    c = db.training_cards.c
    query = (
        sa.select(c.activity, c.subject, c.card, c.due)
        .where(c.person == person, c.activity == activity)
        .order_by(c.subject)
    )
    return [ScheduledSubject(*row) for row in connection.execute(query)]


def due_counts(connection: Connection, person: str, until: int) -> dict[str, int]:
    """Return the number of subjects due at or before a time, by activity."""
    c = db.training_cards.c
    query = (
        sa.select(c.activity, sa.func.count()).where(c.person == person, c.due <= until).group_by(c.activity)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def put_result(connection: Connection, result: StoredResult) -> str:
    """Write a result and return its id, which cannot be guessed."""
    row = result._replace(id=result.id or secrets.token_hex(12))
    connection.execute(sa.insert(db.training_results), row._asdict())
    return row.id


def add_result(connection: Connection, result: StoredResult) -> bool:
    """Write a result under its own id, and return False if a result with this id exists."""
    change = _insert(connection, db.training_results).values(**result._asdict())
    return connection.execute(change.on_conflict_do_nothing()).rowcount == 1


def replace_result(connection: Connection, before: StoredResult, after: StoredResult) -> bool:
    """Write new values for a result, and return False if another node has changed it in the meantime."""
    values = {name: value for name, value in after._asdict().items() if name != "id"}
    r = db.training_results.c
    own = sa.and_(r.id == before.id, r.activity == before.activity, r.detail == before.detail)
    return connection.execute(sa.update(db.training_results).where(own).values(**values)).rowcount == 1


def prune_results(connection: Connection, person: str, activity: str, most: int) -> None:
    """Delete the oldest results of a person in an activity if there are more than ``most``."""
    r = db.training_results.c
    own = sa.and_(r.person == person, r.activity == activity)
    oldest = sa.select(r.at).where(own).order_by(r.at.desc()).limit(1).offset(most)
    if (at := connection.execute(oldest).scalar()) is not None:
        connection.execute(sa.delete(db.training_results).where(own, r.at <= at))


def prune_unused(connection: Connection, activity: str, used_by: Collection[str], most: int) -> None:
    """Keep the latest ``most`` results of an activity, and older ones whose subject others use.

    ``used_by`` are the activities whose results refer to the subjects.
    """
    r = db.training_results.c
    oldest = sa.select(r.at).where(r.activity == activity).order_by(r.at.desc()).limit(1).offset(most)
    if (at := connection.execute(oldest).scalar()) is None:
        return
    other = db.training_results.alias()
    used = sa.exists().where(other.c.activity.in_([*used_by]), other.c.subject == r.subject)
    connection.execute(sa.delete(db.training_results).where(r.activity == activity, r.at <= at, ~used))


def results_of(
    connection: Connection, person: str, activity: str, subject: str | None = None, limit: int = 100
) -> list[StoredResult]:
    """Return a person's latest results of an activity, latest first."""
    r = db.training_results.c
    query = _results().where(r.person == person, r.activity == activity)
    if subject is not None:
        query = query.where(r.subject == subject)
    query = query.order_by(r.at.desc(), r.id).limit(limit)
    return [StoredResult(*row) for row in connection.execute(query)]


class SubjectTotal(NamedTuple):
    """All results of a person in one subject together."""

    subject: str
    results: int
    scored: int  # results with a score above 0
    score: float


def totals_of(connection: Connection, person: str, activity: str) -> list[SubjectTotal]:
    r = db.training_results.c
    scored = sa.func.sum(sa.case((r.score > 0, 1), else_=0))
    query = (
        sa.select(r.subject, sa.func.count(), scored, sa.func.sum(r.score))
        .where(r.person == person, r.activity == activity)
        .group_by(r.subject)
        .order_by(r.subject)
    )
    return [SubjectTotal(row[0], row[1], int(row[2]), float(row[3])) for row in connection.execute(query)]


def results_on(connection: Connection, activity: str, subject: str, limit: int = 100) -> list[StoredResult]:
    """Return the results of a subject with the lowest scores, of all people, lowest first."""
    r = db.training_results.c
    query = _results().where(r.activity == activity, r.subject == subject)
    query = query.order_by(r.score, r.at, r.id).limit(limit)
    return [StoredResult(*row) for row in connection.execute(query)]


def result_by_id(connection: Connection, id_: str) -> StoredResult | None:
    row = connection.execute(_results().where(db.training_results.c.id == id_)).one_or_none()
    return None if row is None else StoredResult(*row)


def forget_training(connection: Connection, people: Iterable[str]) -> None:
    """Delete the schedules and results of these people."""
    known = [*people]
    connection.execute(sa.delete(db.training_cards).where(db.training_cards.c.person.in_(known)))
    connection.execute(sa.delete(db.training_results).where(db.training_results.c.person.in_(known)))


def _results() -> sa.Select[Any]:
    r = db.training_results.c
    return sa.select(r.person, r.activity, r.subject, r.at, r.score, r.seconds, r.detail, r.id)
