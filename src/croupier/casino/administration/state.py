"""Define the state of administration, with people, submissions and tables.

The dictionaries in the state never change in place.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.casino.administration.alert_commands import HouseAlert, OwnCorrections
from croupier.casino.administration.day_close_commands import ClosedDay
from croupier.casino.administration.exclusion_commands import Exclusion
from croupier.casino.administration.hand_pay_commands import HandPay
from croupier.casino.administration.license_commands import License, TableTest
from croupier.casino.administration.reader_commands import CardReader, ReadingDispute
from croupier.casino.administration.review_commands import CorrectedToday, CorrectionReview
from croupier.casino.administration.shift_commands import HandOverSheet, Note, PayoutReview
from croupier.casino.cage.commands import Money
from croupier.casino.machines import HOUSE
from croupier.submission import OperatorChoices

PersonKind = Literal["guest", "patron", "staff"]
Status = Literal["draft", "submitted", "approved", "rejected", "withdrawn", "superseded"]
Standing = Literal["open", "closed", "disabled"]
# The dealer of a table: the machine, a dealer with real cards, or a trainee without money.
Dealing = Literal["machine", "live", "training"]
MACHINE: Dealing = "machine"
LIVE_CARDS: Dealing = "live"
TRAINING: Dealing = "training"
# The source of the cards: the server draws them, the dealer names them, or one pack is shuffled by hand.
Cards = Literal["shoe", "named", "pack"]

DRAFT: Status = "draft"
SUBMITTED: Status = "submitted"
APPROVED: Status = "approved"
REJECTED: Status = "rejected"
WITHDRAWN: Status = "withdrawn"
SUPERSEDED: Status = "superseded"
# statuses of versions that may still come into force; the state contains the texts of these versions only
LIVE = (DRAFT, SUBMITTED, APPROVED)


class Security(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign-in limits. After `tries` wrong passwords within `within` seconds, a lock lasts `lock` seconds."""

    tries: int = 5
    within: int = 900
    lock: int = 900


SESSION = "s"  # first letter of the source for a signed-in person
STRANGERS = "*"  # source name that covers every source the person has never used


class StaffMember(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person known to the casino. The id identifies the person, and the name is for display."""

    name: str
    kind: PersonKind
    roles: tuple[str, ...] = ()
    since: int = 0
    failures: tuple[int, ...] = ()  # times of the last failed sign-ins
    locked_until: int = 0
    came: bool = False  # whether the person has signed in at least once
    dismissed: bool = False
    known: tuple[str, ...] = ()  # the latest sources of the person's sign-ins
    tried: tuple[tuple[str, int], ...] = ()  # sources and times of the last wrong passwords
    locks: dict[str, int] = {}  # locked source -> end of the lock
    licence: License | None = None  # license of a dealer
    tests: dict[str, TableTest] = {}  # passed table tests by game
    cleared: tuple[int, ...] = ()  # numbers of entries of the exclusion list that are about other people
    link_until: int = 0  # time until which an administrator may issue the new link that the person asked for

    def knows(self, source: str) -> bool:
        """Return whether the person has signed in from this source, or the source is their session."""
        return source in self.known or source.startswith(SESSION)

    def locked_from(self, source: str) -> int:
        """Return the time until which passwords from this source are refused."""
        strangers = 0 if self.knows(source) else self.locks.get(STRANGERS, 0)
        return max(self.locked_until, self.locks.get(source, 0), strangers)

    def is_locked(self, now: int) -> bool:
        return any(now < until for until in (self.locked_until, *self.locks.values()))


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A proposed role that another person has to approve."""

    number: int
    person: str
    role: str
    by: str
    reason: str
    at: int = 0


class Adjustment(msgspec.Struct, frozen=True, gc=False):
    """A proposed meter adjustment that another person has to approve."""

    number: int
    group: str  # group of tables that share the meter
    meter: str
    cents: int
    by: str
    reason: str
    at: int = 0


class Version(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One version of a Rules Submission with its status."""

    number: int
    digest: str  # SHA-256 of the document
    status: Status
    document: str = ""  # text of a version that may still come into force; the store has all texts by digest
    prepared_by: tuple[str, ...] = ()  # everyone who worked on the version
    prepared_at: int = 0
    submitted_by: str = ""
    submitted_at: int = 0
    decided_by: str = ""
    decided_at: int = 0  # the date of approval
    conditions: str = ""
    reason: str = ""  # why the version was rejected or withdrawn
    superseded_by: int = 0
    superseded_at: int = 0

    @property
    def approval(self) -> str:
        """Return the approver: `regulator`, `operator` (approved elsewhere) or an empty string."""
        if self.status not in (APPROVED, SUPERSEDED):
            return ""
        return "operator" if self.decided_by == HOUSE else "regulator"


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
    """A pending change of a table's rules."""

    number: int
    version: int  # version of the table's submission; unchanged if only limits change
    choices: OperatorChoices  # the table's rules after the change
    limits_alone: bool  # true for a change of limits (36.05.03.21C), false for an approved amendment
    raises_minimum: bool
    posted_at: int
    by: str
    reason: str = ""
    sign_at: int | None = None  # time when the sign was put up at the table
    announced_at: int | None = None


class HouseTable(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: str
    game: str
    submission: str
    version: int  # the version in force at this table
    choices: OperatorChoices  # choices of that version, with later changes of limits
    money: Money
    standing: Standing = "open"
    reason: str = ""  # why the table is closed or disabled
    dealer: str = ""  # the dealer who is logged on
    change: Change | None = None
    inspected: int = 0  # the last gaming day on which the table's devices passed inspection
    dealing: Dealing = "machine"
    cards: Cards = "shoe"
    trainee: str = ""  # the owner of a training table
    floor: str = ""  # the supervisor
    payout: PayoutReview | None = None  # steps taken before the last large payout
    float_day: int = 0  # the last gaming day on which the floor accepted a float below the largest payout
    review: CorrectionReview | None = None  # the correction that a second person must confirm
    corrected: dict[str, int] = {}  # "round/seat" -> cents that corrections moved without a second person
    misreads: tuple[int, ...] = ()  # the rounds of the last corrected card names
    dispute: ReadingDispute | None = None  # the last cards that a reader and the dealer named differently

    @property
    def staffed(self) -> bool:
        """True if a person deals at the table, not the server."""
        return self.dealing != MACHINE


class FloorCall(msgspec.Struct, frozen=True, gc=False):
    """A dealer's open call for the floor."""

    number: int
    table: str
    by: str
    words: str
    id: str  # id of the message; resending it does not make a second call
    at: int = 0


class AdministrationState(msgspec.Struct, frozen=True, gc=False):
    security: Security = Security()
    people: dict[str, StaffMember] = {}
    grants: dict[str, Grant] = {}  # pending grants by number
    proposed: int = 0  # number of grants so far
    submissions: dict[str, Submission] = {}
    tables: dict[str, HouseTable] = {}
    changed: int = 0  # number of posted changes so far
    adjustments: dict[str, Adjustment] = {}  # pending adjustments by number
    adjusted: int = 0  # number of proposed adjustments so far
    founded: bool = False
    clock: int = 0
    calls: dict[str, FloorCall] = {}  # unanswered calls by number
    called: int = 0  # number of calls so far
    notes: dict[str, Note] = {}  # open notes by number
    noted: int = 0  # number of notes so far
    handovers: dict[str, HandOverSheet] = {}  # hand-overs by number that are not taken over yet
    handed: int = 0  # number of hand-overs so far
    alerts: dict[str, HouseAlert] = {}  # open alerts by number
    alerted: int = 0  # number of alerts so far
    reviewed: int = 0  # number of corrections so far that needed a second person
    corrections: dict[str, CorrectedToday] = {}  # by the person who corrected, for the gaming day
    exclusions: dict[str, Exclusion] = {}  # the exclusion list and proposals for it, by number
    excluded: int = 0  # number of entries of the exclusion list so far
    hand_pays: dict[str, HandPay] = {}  # hand pays by number: all open ones, and the last closed ones
    hand_paid: int = 0  # number of hand pays so far
    closed_days: dict[str, ClosedDay] = {}  # by the number of the gaming day; the last ones
    own_corrections: dict[str, OwnCorrections] = {}  # by dealer, for the gaming day
    readers: dict[str, CardReader] = {}  # card readers and proposals for them, by table and device

    def roles_of(self, person: str) -> tuple[str, ...]:
        member = self.people.get(person)
        return () if member is None or member.dismissed else member.roles

    def with_role(self, role: str) -> tuple[str, ...]:
        return tuple(person for person in self.people if role in self.roles_of(person))

    def calls_at(self, table: str) -> tuple[FloorCall, ...]:
        """The open calls of a table, oldest first."""
        return tuple(sorted((c for c in self.calls.values() if c.table == table), key=lambda c: c.number))

    def dealt_by(self, person: str) -> str:
        """Return the table that a dealer is logged on to, or an empty string."""
        return next((table.id for table in self.tables.values() if table.dealer == person), "")
