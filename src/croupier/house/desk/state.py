"""What the house knows of its people, submissions and tables. Dictionaries are never changed in place."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.house.cage.commands import Money
from croupier.house.desk.licence_commands import Licence, TableTest
from croupier.house.desk.shift_commands import HandOverSheet, Note, Payout
from croupier.submission import Choices

PersonKind = Literal["guest", "patron", "staff"]
Status = Literal["draft", "submitted", "approved", "rejected", "withdrawn", "superseded"]
Standing = Literal["open", "closed", "disabled"]
# Who deals: the machine by itself; a dealer with real cards; a dealer who learns, for no money.
Dealing = Literal["machine", "live", "training"]
MACHINE: Dealing = "machine"
LIVE_CARDS: Dealing = "live"
TRAINING: Dealing = "training"
# The house says which card was turned, or whoever turned it does; with one pack that is shuffled by hand.
Cards = Literal["shoe", "named", "pack"]

DRAFT: Status = "draft"
SUBMITTED: Status = "submitted"
APPROVED: Status = "approved"
REJECTED: Status = "rejected"
WITHDRAWN: Status = "withdrawn"
SUPERSEDED: Status = "superseded"
LIVE = (
    DRAFT,
    SUBMITTED,
    APPROVED,
)  # what may still come into force; of all others the text lies in the store


class Security(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tries somebody has, in how many seconds, and for how long the account is locked after them."""

    tries: int = 5
    within: int = 900
    lock: int = 900


class Member(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody the house knows. The id is what counts, the name is for show."""

    name: str
    kind: PersonKind
    roles: tuple[str, ...] = ()
    since: int = 0
    failures: tuple[int, ...] = ()  # when the last tries to log in failed
    locked_until: int = 0
    came: bool = False  # has been in at least once
    dismissed: bool = False
    licence: Licence | None = None  # of a dealer
    tests: dict[str, TableTest] = {}  # the games whose table test they passed


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A role that one person proposed and another has to approve."""

    number: int
    person: str
    role: str
    by: str
    reason: str
    at: int = 0


class Adjustment(msgspec.Struct, frozen=True, gc=False):
    """What accounting wants to put into a meter, or take out; somebody else has to approve it."""

    number: int
    group: str  # whose meters
    meter: str
    cents: int
    by: str
    reason: str
    at: int = 0


class Version(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One version of a Rules Submission and what became of it."""

    number: int
    digest: str  # SHA-256 of the document
    status: Status
    document: str = ""  # as long as it is live; every version's text lies in the store under its digest
    prepared_by: tuple[str, ...] = ()  # everybody who worked on it
    prepared_at: int = 0
    submitted_by: str = ""
    submitted_at: int = 0
    decided_by: str = ""
    decided_at: int = 0  # the date of approval
    conditions: str = ""
    reason: str = ""  # why it was rejected or withdrawn
    superseded_by: int = 0
    superseded_at: int = 0


class Submission(msgspec.Struct, frozen=True, gc=False):
    id: str
    game: str
    versions: tuple[Version, ...] = ()

    @property
    def last(self) -> Version:
        return self.versions[-1]

    @property
    def in_force(self) -> Version | None:
        """The version under which a table may open."""
        return next((one for one in self.versions if one.status == APPROVED), None)

    def version(self, number: int) -> Version | None:
        return self.versions[number - 1] if 1 <= number <= len(self.versions) else None


class Change(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A change of a table's rules that waits until it may go in."""

    number: int
    version: int  # of the table's submission; its own version where limits alone change
    choices: Choices  # what the table plays by afterwards
    limits_alone: bool  # 36.05.03.21C; otherwise an approved amendment
    raises_minimum: bool
    posted_at: int
    by: str
    reason: str = ""
    sign_at: int | None = None  # when the sign was put up at the table
    announced_at: int | None = None


class HouseTable(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: str
    game: str
    submission: str
    version: int  # the one in force at this table
    choices: Choices  # what it plays by: that version's, with limits as they were changed since
    money: Money
    standing: Standing = "open"
    reason: str = ""  # why it is closed or disabled
    dealer: str = ""  # who is logged on
    change: Change | None = None
    inspected: int = 0  # the gaming day on which what deals there was last found to be in order
    dealing: Dealing = "machine"
    cards: Cards = "shoe"
    trainee: str = ""  # whose training table it is
    floor: str = ""  # who supervises it
    payout: Payout | None = None  # what was seen to before the last large payout

    @property
    def staffed(self) -> bool:
        """Whether people deal there: nothing is done for them."""
        return self.dealing != MACHINE


class Call(msgspec.Struct, frozen=True, gc=False):
    """A dealer calls the floor, and waits for somebody to come."""

    number: int
    table: str
    by: str
    words: str
    id: str  # of the message: said twice, it is one call
    at: int = 0


class Desk(msgspec.Struct, frozen=True, gc=False):
    security: Security = Security()
    people: dict[str, Member] = {}
    grants: dict[str, Grant] = {}  # by number, those that wait
    proposed: int = 0  # grants so far
    submissions: dict[str, Submission] = {}
    tables: dict[str, HouseTable] = {}
    changed: int = 0  # changes posted so far
    adjustments: dict[str, Adjustment] = {}  # by number, those that wait
    adjusted: int = 0  # adjustments proposed so far
    founded: bool = False
    clock: int = 0
    calls: dict[str, Call] = {}  # by number, those that nobody has answered
    called: int = 0  # calls so far
    notes: dict[str, Note] = {}  # by number, those that nobody has seen to
    noted: int = 0  # notes so far
    handovers: dict[str, HandOverSheet] = {}  # by number, those that nobody has taken over
    handed: int = 0  # hand-overs so far

    def roles_of(self, person: str) -> tuple[str, ...]:
        member = self.people.get(person)
        return () if member is None or member.dismissed else member.roles

    def with_role(self, role: str) -> tuple[str, ...]:
        return tuple(person for person in self.people if role in self.roles_of(person))

    def calls_at(self, table: str) -> tuple[Call, ...]:
        """The open calls of a table, the oldest first."""
        return tuple(sorted((c for c in self.calls.values() if c.table == table), key=lambda c: c.number))

    def dealt_by(self, person: str) -> str:
        """The table that a dealer is logged on to; empty if none."""
        return next((table.id for table in self.tables.values() if table.dealer == person), "")
