"""Submission versions with their decisions, for the page headers of printed documents."""

from __future__ import annotations

import datetime

import msgspec
import sqlalchemy as sa

from croupier.casino.administration.state import (
    APPROVED,
    DRAFT,
    SUBMITTED,
    SUPERSEDED,
    AdministrationState,
    Submission,
    Version,
)
from croupier.casino.administration.stream import STREAM
from croupier.casino.administration.submissions import the_submission
from croupier.documents.filed_submission import FiledSubmission, VersionDecision, from_desk
from croupier.errors import BadInput, Refused
from croupier.journal import Broken, fold
from croupier.store import schema as db
from croupier.store.database import SqlStore
from croupier.table.roles import id_of, role_of


class StoredVersion(msgspec.Struct, frozen=True):
    """A version's text and the decision on it. Picklable, for worker processes."""

    text: str
    decided: VersionDecision

    def filed(self) -> FiledSubmission:
        return from_desk(self.text, self.decided)


def day_of(at: int) -> datetime.date | None:
    """Return the UTC date of a time, or None for 0."""
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date() if at else None


def name_and_role(desk: AdministrationState, by: str) -> str:
    """Return a person's name and role, or their id if they are no longer on record."""
    member, role = desk.people.get(id_of(by)), role_of(by).replace("_", " ")
    if role == "house":
        return "the operator (without a decision by the regulator)"
    return f"{member.name}, {role}" if member is not None else by


def decided(desk: AdministrationState, submission: Submission, version: Version) -> VersionDecision:
    """Return the decision about a version, which is printed at the top of every page."""
    approved = day_of(version.decided_at) if version.status in (APPROVED, SUPERSEDED) else None
    last: tuple[int, str] = version.decided_at, version.decided_by
    if version.status == SUPERSEDED:
        after = submission.version(version.superseded_by)
        last = version.superseded_at, after.decided_by if after else ""
    elif version.status == SUBMITTED:
        last = version.submitted_at, version.submitted_by
    elif version.status == DRAFT:
        last = version.prepared_at, version.prepared_by[-1] if version.prepared_by else ""
    return VersionDecision(
        submission.id,
        version.number,
        version.status,
        day_of(last[0]),
        name_and_role(desk, last[1]),
        approved,
        version.conditions,
        version.reason,
        version.approval == "operator",
    )


def approved_before(submission: Submission, number: int) -> Version | None:
    """Return the last version approved before this one."""
    once = [
        version for version in submission.versions[: number - 1] if version.status in (APPROVED, SUPERSEDED)
    ]
    return once[-1] if once else None


# Functions that read a store for the command line.


def stored_desk(store: SqlStore) -> AdministrationState:
    """Return the last stored state of the administration."""
    try:
        state = None
        for step in fold(store, STREAM):
            state = step.state
    except Broken as broken:
        fault = f"{STREAM} entry {broken.n}: {broken.fault}"
        raise BadInput(f"{store}: {fault}; run croupier audit for details") from None
    assert isinstance(state, AdministrationState)
    return state


def stored_versions(
    store: SqlStore, name: str, number: int = 0
) -> tuple[FiledSubmission, FiledSubmission | None]:
    """Return a stored version and the version approved before it. The default is the version in force."""
    desk = stored_desk(store)
    try:
        submission = the_submission(desk, name)
    except Refused as refused:
        raise BadInput(f"{store}: {refused.message}. {refused.remedy}") from None
    version = submission.version(number) if number else submission.in_force
    if version is None:
        lack = f"no version {number}" if number else "no version in force"
        raise BadInput(f"{store}: {name} has {lack}; choose up to {submission.last.number} with --version")
    before = approved_before(submission, version.number)
    versions = [
        StoredVersion(_text(store, version_state), decided(desk, submission, version_state)).filed()
        if version_state is not None
        else None
        for version_state in (version, before)
    ]
    assert versions[0] is not None
    return versions[0], versions[1]


def check_table_submission(store: SqlStore, table: str, filed: FiledSubmission) -> None:
    """Raise ``BadInput`` if a table of the store is played under a submission other than the given one."""
    desk = stored_desk(store)
    house_table = desk.tables.get(table)
    if house_table is None:
        return
    in_store, _ = stored_versions(store, house_table.submission, house_table.version)
    if in_store.sha256 != filed.sha256:
        raise BadInput(
            f"{table} is played under version {house_table.version} of {house_table.submission} in this "
            f"store, not under {filed.file}; write croupier forms {house_table.submission} "
            f"--version {house_table.version} --data STORE"
        )


def _text(store: SqlStore, version: Version) -> str:
    if version.document:
        return version.document
    with store.snapshot() as snapshot:
        rows = snapshot._rows(sa.select(db.documents.c.text).where(db.documents.c.digest == version.digest))
    if not rows:
        fault = f"the text of version {version.number} is missing"
        raise BadInput(f"{store}: {fault}; run croupier audit for details")
    return str(rows[0].text)
