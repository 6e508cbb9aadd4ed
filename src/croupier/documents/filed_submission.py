"""A Rules Submission that has been read and checked, and the page header of documents made from it.

A submission with faults is printed as a draft.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from croupier.dates import long_date
from croupier.errors import BadInput
from croupier.files import printable, read_some
from croupier.rulebook import games, title
from croupier.rulebook.edition import Edition, edition, hash_of_what_decides
from croupier.submission import OperatorChoices, SubmissionReport, Violation, check, parse_toml
from croupier.submission.checking import understand
from croupier.submission.files import LARGEST
from croupier.submission.reader import Draft

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class PageHead(msgspec.Struct, frozen=True):
    """The header and footer of every page."""

    title: str  # title of the document
    game: str
    facility: str
    version: str
    standing: str  # such as "Approved November 15, 2026", or why the document is a draft
    draft: bool
    hash: str  # hash of the submission
    date: datetime.date | None = None
    numbered: str = "Version"  # the label printed before `version`
    hash_of: str = "Submission SHA-256"
    mark: str = "DRAFT"  # printed in large letters behind the text of a draft


class VersionDecision(msgspec.Struct, frozen=True):
    """The regulator's decision on a submission version, from the server's records."""

    submission: str
    number: int
    status: str  # draft, submitted, approved, rejected, withdrawn or superseded
    day: datetime.date | None = None  # date of the status
    by: str = ""
    # date of approval; it stays when a later version supersedes this version
    approved: datetime.date | None = None
    conditions: str = ""
    reason: str = ""
    # True if only the operator states the approval, and no record of the regulator confirms it
    on_word: bool = False

    @property
    def name(self) -> str:
        return f"version {self.number} of {self.submission}"

    @property
    def standing(self) -> str:
        on = f" {long_date(self.day)}" if self.day else ""
        match self.status:
            case "approved":
                return f"On the operator's word{on}" if self.on_word else f"Approved{on}"
            case "superseded":
                how = "on the operator's word" if self.on_word else "approved"
                approved = f"; {how} {long_date(self.approved)}" if self.approved else ""
                return f"SUPERSEDED{on}{approved}"
            case "rejected" | "withdrawn":
                return f"{self.status.upper()}{on}"
            case "submitted":
                return f"DRAFT: submitted{on}, decision pending"
        return "DRAFT: not approved"

    @property
    def mark(self) -> str:
        ended = self.status in ("superseded", "rejected", "withdrawn")
        return self.status.upper() if ended else "DRAFT"


class FiledSubmission(msgspec.Struct, frozen=True):
    """A submission that has been read and checked against the rules."""

    name: str  # the file name
    document: Mapping[str, Any]
    says: Draft  # the parts of the submission that could be parsed
    report: SubmissionReport
    # the operator's choices; if the submission has faults, only those that could be parsed
    choices: OperatorChoices | None
    sha256: str
    approved: datetime.date | None = None
    decided: VersionDecision | None = None  # None for a submission that was read from a file

    @property
    def game(self) -> str:
        assert self.says.game is not None
        return self.says.game

    @property
    def file(self) -> str:
        """Return the file name without its folders, so that documents show no local path."""
        return self.name.replace("\\", "/").rpartition("/")[2]

    @property
    def title(self) -> str:
        return title(self.game)

    @property
    def facility(self) -> str:
        return self.says.facility or "facility not stated"

    @property
    def version(self) -> str:
        stated = self.says.version or "not stated"
        return f"{stated}, recorded as no. {self.decided.number}" if self.decided else stated

    @property
    def edition(self) -> Edition:
        return edition(self.game)

    @property
    def rule_book(self) -> str:
        return hash_of_what_decides(self.game)

    @property
    def faults(self) -> tuple[Violation, ...]:
        return self.report.violations

    @property
    def pending(self) -> tuple[str, ...]:
        """Return the clauses whose approval is still pending."""
        return tuple(clause for clause, status in self.report.attested.items() if status == "pending")

    @property
    def draft(self) -> bool:
        """Return whether the document is a draft.

        A superseded version and a submission with a fault are always drafts, even with an approval date.
        """
        over = self.decided is not None and self.decided.status != "approved"
        return self.approved is None or over or bool(self.faults)

    @property
    def standing(self) -> str:
        if self.faults:
            many = len(self.faults)
            return f"DRAFT: {many} fault{'s' if many > 1 else ''}"
        if self.decided is not None:
            return self.decided.standing + (self._waiting if self.decided.on_word else "")
        if self.approved is None:
            return "DRAFT: not approved"
        return f"Approved {long_date(self.approved)}"

    @property
    def _waiting(self) -> str:
        """Return the number of pending approvals in words, or an empty string for none."""
        many = len(self.pending)
        return f"; {many} approval{'s' if many > 1 else ''} pending" if many else ""

    def head(self, paper: str) -> PageHead:
        return PageHead(
            paper,
            self.title,
            self.facility,
            self.version,
            self.standing,
            self.draft,
            self.sha256,
            self.approved,
            mark=self.decided.mark if self.decided and not self.faults else "DRAFT",
        )


def read_filed(path: str | Path, approved: str = "") -> FiledSubmission:
    """Read a submission from a file.

    Raises ``BadInput`` if the file is not a submission. The report lists the faults of the submission.
    """
    return parse_filed(read_some(path, LARGEST + 1), printable(str(path)), approved)


def from_desk(text: str, decision: VersionDecision) -> FiledSubmission:
    """Build a submission and its decision from the server's records."""
    found = parse_filed(text.encode(), decision.name)
    return msgspec.structs.replace(found, approved=decision.approved, decided=decision)


def parse_filed(data: bytes, name: str, approved: str = "") -> FiledSubmission:
    document = parse_toml(data, name)
    game = document.get("game")
    if not isinstance(game, str) or game not in games():
        what = f"no game {game!r:.40}" if game is not None else "game is not stated"
        raise BadInput(f"{name}: {what}; write one of {', '.join(games())}")
    says, choices = understand(document, game)
    return FiledSubmission(
        name=name,
        document=document,
        says=says,
        report=check(document),
        choices=choices,
        sha256=hashlib.sha256(data).hexdigest(),
        approved=read_date(approved, "--approved") if approved else None,
    )


def read_date(written: str, option: str) -> datetime.date:
    try:
        if _DATE.fullmatch(written):  # rejects week dates and dates without hyphens
            return datetime.date.fromisoformat(written)
    except ValueError:
        pass
    raise BadInput(f"{option} {written!r:.40}: write a date like 2026-11-15")
