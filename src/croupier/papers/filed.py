"""A Rules Submission as it is filed: what the file says, whether it keeps to the rules, and what heads every
page that is made from it. One with faults is printed too, as a draft.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.files import printable, read_some
from croupier.rulebook import games, title
from croupier.rulebook.edition import Edition, edition, hash_of_what_decides
from croupier.submission import Choices, Report, Violation, check, parse_toml
from croupier.submission.checking import understood
from croupier.submission.files import LARGEST
from croupier.submission.reader import Draft

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Head(msgspec.Struct, frozen=True):
    """What stands at the head and foot of every page."""

    title: str  # of the paper
    game: str
    facility: str
    version: str
    standing: str  # "Approved 15 November 2026", or why it is a draft
    draft: bool
    hash: str  # of the submission, shortened where it is shown
    date: datetime.date | None = None
    numbered: str = "Version"  # what `version` is
    hash_of: str = "Submission SHA-256"
    mark: str = "DRAFT"  # in large letters behind the text of a draft


class Decided(msgspec.Struct, frozen=True):
    """A version as the house's desk has it: what became of it, when, and by whom."""

    submission: str
    number: int
    status: str  # draft, submitted, approved, rejected, withdrawn or superseded
    day: datetime.date | None = None  # of that
    by: str = ""
    approved: datetime.date | None = None  # also of one that was superseded since
    conditions: str = ""
    reason: str = ""

    @property
    def name(self) -> str:
        return f"version {self.number} of {self.submission}"

    @property
    def standing(self) -> str:
        on = f" {long_date(self.day)}" if self.day else ""
        match self.status:
            case "approved":
                return f"Approved{on}"
            case "superseded":
                approved = f"; approved {long_date(self.approved)}" if self.approved else ""
                return f"SUPERSEDED{on}{approved}"
            case "rejected" | "withdrawn":
                return f"{self.status.upper()}{on}"
            case "submitted":
                return f"DRAFT: submitted{on}, not decided"
        return "DRAFT: not approved"

    @property
    def mark(self) -> str:
        ended = self.status in ("superseded", "rejected", "withdrawn")
        return self.status.upper() if ended else "DRAFT"


class Filed(msgspec.Struct, frozen=True):
    """A submission, read and checked."""

    name: str  # of the file
    document: Mapping[str, Any]
    says: Draft  # as far as it was understood
    report: Report
    choices: Choices | None  # with faults: what can be understood of them
    sha256: str
    approved: datetime.date | None = None
    decided: Decided | None = None  # where it comes from the desk of a house, and not from a file

    @property
    def game(self) -> str:
        assert self.says.game is not None
        return self.says.game

    @property
    def file(self) -> str:
        """Its name without the folders, which are nobody else's business."""
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
        return f"{stated}, no. {self.decided.number} at the desk" if self.decided else stated

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
        """Clauses whose approval the operator still waits for."""
        return tuple(clause for clause, told in self.report.attested.items() if told == "pending")

    @property
    def draft(self) -> bool:
        """Whatever the operator says of it: with a fault in it nothing is approved. What was replaced is no
        longer in force."""
        over = self.decided is not None and self.decided.status != "approved"
        return self.approved is None or over or bool(self.faults)

    @property
    def standing(self) -> str:
        if self.faults:
            many = len(self.faults)
            return f"DRAFT: {many} fault{'s' if many > 1 else ''}"
        if self.decided is not None:
            return self.decided.standing
        if self.approved is None:
            return "DRAFT: not approved"
        return f"Approved {long_date(self.approved)}"

    def head(self, paper: str) -> Head:
        return Head(
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


def long_date(day: datetime.date) -> str:
    return f"{day.day} {day:%B %Y}"


def read_filed(path: str | Path, approved: str = "") -> Filed:
    """BadInput where no submission can be made out; faults of one that can are in the report."""
    return filed(read_some(path, LARGEST + 1), printable(str(path)), approved)


def from_desk(text: str, decided: Decided) -> Filed:
    """A version that a house keeps, with what was decided on it."""
    found = filed(text.encode(), decided.name)
    return msgspec.structs.replace(found, approved=decided.approved, decided=decided)


def filed(data: bytes, name: str, approved: str = "") -> Filed:
    document = parse_toml(data, name)
    game = document.get("game")
    if not isinstance(game, str) or game not in games():
        what = f"no game {game!r:.40}" if game is not None else "game is not stated"
        raise BadInput(f"{name}: {what}; write one of {', '.join(games())}")
    says, choices = understood(document, game)
    return Filed(
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
        if _DATE.fullmatch(written):  # not a week, nor without its strokes
            return datetime.date.fromisoformat(written)
    except ValueError:
        pass
    raise BadInput(f"{option} {written!r:.40}: write a date like 2026-11-15")
