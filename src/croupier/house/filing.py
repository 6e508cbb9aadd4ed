"""Versions of a submission as papers head them: what was decided at the desk, by whom and when, and the last
version that was approved before.
"""

from __future__ import annotations

import datetime

import msgspec
import sqlalchemy as sa

from croupier.errors import BadInput, Refused
from croupier.house.desk.state import (
    APPROVED,
    DRAFT,
    SUBMITTED,
    SUPERSEDED,
    Desk,
    Submission,
    Version,
)
from croupier.house.desk.stream import STREAM
from croupier.house.desk.submissions import the_submission
from croupier.house.store import schema as db
from croupier.house.store.sql import SqlStore
from croupier.journal import Broken, fold
from croupier.papers.filed import Decided, Filed, from_desk
from croupier.table.roles import id_of, role_of


class Kept(msgspec.Struct, frozen=True):
    """A version's text and what was decided on it; small enough to be handed to a worker."""

    text: str
    decided: Decided

    def filed(self) -> Filed:
        return from_desk(self.text, self.decided)


def day_of(at: int) -> datetime.date | None:
    """The date of a moment, UTC; none where nothing happened."""
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date() if at else None


def named(desk: Desk, by: str) -> str:
    """Somebody by name and role; who is no longer known, by their id."""
    member, role = desk.people.get(id_of(by)), role_of(by).replace("_", " ")
    if role == "house":
        return "who approved it in writing elsewhere; this house took it in on that day"
    return f"{member.name}, {role}" if member is not None else by


def decided(desk: Desk, submission: Submission, version: Version) -> Decided:
    """What stands at the head of every page about it."""
    approved = day_of(version.decided_at) if version.status in (APPROVED, SUPERSEDED) else None
    last: tuple[int, str] = version.decided_at, version.decided_by
    if version.status == SUPERSEDED:
        after = submission.version(version.superseded_by)
        last = version.superseded_at, after.decided_by if after else ""
    elif version.status == SUBMITTED:
        last = version.submitted_at, version.submitted_by
    elif version.status == DRAFT:
        last = version.prepared_at, version.prepared_by[-1] if version.prepared_by else ""
    return Decided(
        submission.id,
        version.number,
        version.status,
        day_of(last[0]),
        named(desk, last[1]),
        approved,
        version.conditions,
        version.reason,
    )


def approved_before(submission: Submission, number: int) -> Version | None:
    """The last version that was approved before this one."""
    once = [one for one in submission.versions[: number - 1] if one.status in (APPROVED, SUPERSEDED)]
    return once[-1] if once else None


# --- from a store that is read, for the command line


def stored_desk(store: SqlStore) -> Desk:
    """The desk of a house as it was stored last."""
    try:
        state = None
        for step in fold(store, STREAM):
            state = step.state
    except Broken as broken:
        told = f"{STREAM} entry {broken.n}: {broken.fault}"
        raise BadInput(f"{store}: {told}; croupier audit tells more") from None
    assert isinstance(state, Desk)
    return state


def stored_versions(store: SqlStore, name: str, number: int = 0) -> tuple[Filed, Filed | None]:
    """A version that a house keeps, the one in force where none is named; and the one approved before it."""
    desk = stored_desk(store)
    try:
        submission = the_submission(desk, name)
    except Refused as refused:
        raise BadInput(f"{store}: {refused.message}. {refused.remedy}") from None
    version = submission.version(number) if number else submission.in_force
    if version is None:
        told = f"no version {number}" if number else "no version in force"
        raise BadInput(f"{store}: {name} has {told}; the last is {submission.last.number}: --version")
    before = approved_before(submission, version.number)
    found = [
        Kept(_text(store, one), decided(desk, submission, one)).filed() if one is not None else None
        for one in (version, before)
    ]
    assert found[0] is not None
    return found[0], found[1]


def _text(store: SqlStore, version: Version) -> str:
    if version.document:
        return version.document
    with store.snapshot() as then:
        rows = then._rows(sa.select(db.documents.c.text).where(db.documents.c.digest == version.digest))
    if not rows:
        told = f"the text of version {version.number} is not there"
        raise BadInput(f"{store}: {told}; croupier audit tells more")
    return str(rows[0].text)
