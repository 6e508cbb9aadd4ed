"""Audit submission texts, password hashes and identity data against the administration stream."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from croupier.casino.administration import events as ev
from croupier.casino.administration import exclusion_commands as exclude
from croupier.casino.administration import hand_pay_commands as hand_pay
from croupier.journal.entries import sha256
from croupier.journal.links import JournalStep
from croupier.store import schema as db
from croupier.store.database import Snapshot
from croupier.store.personal_rows import PersonalRow
from croupier.store.session_rows import credential_hash
from croupier.store.stream_check import Fault

DESK = "desk"


class DeskRows:
    """Collects digests from the administration stream and compares them with the stored rows.

    The stream has only the digests of the texts, password hashes and identity data.
    """

    def __init__(self) -> None:
        self._documents: set[str] = set()
        # person -> digest; None if an older version set the password
        self._credentials: dict[str, str | None] = {}
        self._personal: dict[str, str] = {}  # id of identity data that is not deleted -> its digest

    def take(self, step: JournalStep) -> None:
        if step.kind.name != DESK:
            return
        for event in step.events:
            match event:
                case ev.SubmissionDrafted():
                    self._documents.add(event.digest)
                case ev.PasswordSet():
                    self._credentials[event.person] = event.credential
                case ev.RoleGranted(renews=True):
                    self._credentials.pop(event.person, None)
                case ev.LinkIssued(reset=True):
                    self._credentials.pop(event.person, None)
                case exclude.ExclusionProposed():
                    self._personal[event.exclusion.record] = event.exclusion.digest
                case hand_pay.WinnerIdentified():
                    self._personal.pop(event.replaces, None)
                    self._personal[event.record] = event.digest
                case exclude.ExclusionDeclined() | exclude.ExclusionEnded() | hand_pay.IdentityDeleted():
                    self._personal.pop(event.record, None)

    def faults(self, snapshot: Snapshot) -> Iterator[Fault]:
        missing_rows = {*self._documents}
        for row in snapshot._rows(sa.select(db.documents)):
            missing_rows.discard(row.digest)
            if sha256(row.text.encode()) != row.digest:
                yield Fault(DESK, None, f"the text of submission {row.digest[:12]} was changed")
            elif row.digest not in self._documents:
                yield Fault(DESK, None, f"submission {row.digest[:12]} is not in the administration stream")
        for digest in sorted(missing_rows):
            yield Fault(DESK, None, f"the text of submission {digest[:12]} is missing")
        yield from self._password_faults(snapshot)
        yield from self._personal_faults(snapshot)

    def _personal_faults(self, snapshot: Snapshot) -> Iterator[Fault]:
        missing_rows = {*self._personal}
        for row in snapshot._rows(sa.select(db.personal)):
            missing_rows.discard(row.id)
            if self._personal.get(row.id) != PersonalRow(*row).digest:
                words = f"identity data {row.id[:12]} does not match the administration stream"
                yield Fault(DESK, None, words)
        for id_ in sorted(missing_rows):
            yield Fault(DESK, None, f"identity data {id_[:12]} is missing")

    def _password_faults(self, snapshot: Snapshot) -> Iterator[Fault]:
        missing_rows = {person for person, digest in self._credentials.items() if digest is not None}
        for row in snapshot._rows(sa.select(db.credentials)):
            missing_rows.discard(row.person)
            expected_hash = self._credentials.get(row.person, "")
            if expected_hash is not None and expected_hash != credential_hash(
                row.person, row.login, row.hash, row.since
            ):
                yield Fault(
                    DESK,
                    None,
                    (f"the stored password of {row.person} does not match the administration stream"),
                )
        for person in sorted(missing_rows):
            yield Fault(DESK, None, f"the password of {person} is missing")
