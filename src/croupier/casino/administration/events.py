"""Define the events of administration."""

from __future__ import annotations

from croupier.casino.administration.state import (
    Adjustment,
    Cards,
    Change,
    Dealing,
    FloorCall,
    PersonKind,
    Standing,
)
from croupier.casino.cage.commands import Money
from croupier.casino.machines import CasinoEvent
from croupier.submission import OperatorChoices


class PersonJoined(CasinoEvent, frozen=True, tag="person_joined@1"):
    person: str
    name: str
    kind: PersonKind
    by: str


class GuestsForgotten(CasinoEvent, frozen=True, tag="guests_forgotten@1"):
    people: tuple[str, ...]


class StaffDismissed(CasinoEvent, frozen=True, tag="staff_dismissed@1"):
    person: str
    by: str
    reason: str


class RoleProposed(CasinoEvent, frozen=True, tag="role_proposed@1"):
    grant: int
    person: str
    role: str
    by: str
    reason: str


class RoleGranted(CasinoEvent, frozen=True, tag="role_granted@1"):
    grant: int  # 0 for a role named at the founding of the casino
    person: str
    role: str
    proposed_by: str
    approved_by: str
    renews: bool = False  # whether the role ended a password from before the first role


class RoleDeclined(CasinoEvent, frozen=True, tag="role_declined@1"):
    grant: int
    person: str
    role: str
    by: str
    reason: str


class RoleRevoked(CasinoEvent, frozen=True, tag="role_revoked@1"):
    person: str
    role: str
    by: str
    reason: str


class HouseFounded(CasinoEvent, frozen=True, tag="house_founded@1"):
    pass


class LinkRequested(CasinoEvent, frozen=True, tag="link_requested@1"):
    person: str
    until: int  # an administrator may issue the link until this time


class LinkIssued(CasinoEvent, frozen=True, tag="link_issued@1"):
    person: str
    by: str
    reset: bool = False


class LoggedIn(CasinoEvent, frozen=True, tag="logged_in@1"):
    person: str
    way: str
    sources: tuple[str, ...] = ()


class LoggedOut(CasinoEvent, frozen=True, tag="logged_out@1"):
    person: str


class LogInRefused(CasinoEvent, frozen=True, tag="log_in_refused@1"):
    person: str  # empty if the name is unknown
    name: str
    why: str
    source: str = ""
    tried: int = 0  # the server's time if the stream's clock was ahead of it


class AccountLocked(CasinoEvent, frozen=True, tag="account_locked@1"):
    """The server refuses passwords from `source` for some time. The source `*` stands for every unknown
    source.
    """

    person: str
    until: int
    source: str = ""  # locked source; empty in older entries, because old versions locked every source


class SessionsEnded(CasinoEvent, frozen=True, tag="sessions_ended@1"):
    person: str
    by: str
    reason: str


class AccountUnlocked(CasinoEvent, frozen=True, tag="account_unlocked@1"):
    person: str
    by: str
    reason: str


class PasswordSet(CasinoEvent, frozen=True, tag="password_set@1"):
    person: str
    credential: str | None = None


class AccessDenied(CasinoEvent, frozen=True, tag="access_denied@1"):
    person: str
    what: str
    code: str


class SubmissionDrafted(CasinoEvent, frozen=True, tag="submission_drafted@1"):
    submission: str
    version: int
    game: str
    digest: str
    document: str
    by: str


class SubmissionSubmitted(CasinoEvent, frozen=True, tag="submission_submitted@1"):
    submission: str
    version: int
    digest: str
    by: str


class SubmissionWithdrawn(CasinoEvent, frozen=True, tag="submission_withdrawn@1"):
    submission: str
    version: int
    by: str
    reason: str


class SubmissionApproved(CasinoEvent, frozen=True, tag="submission_approved@1"):
    submission: str
    version: int
    digest: str
    by: str
    conditions: str = ""
    supersedes: int = 0  # the version that was in force before


class SubmissionRejected(CasinoEvent, frozen=True, tag="submission_rejected@1"):
    submission: str
    version: int
    by: str
    reason: str


class TableOpened(CasinoEvent, frozen=True, tag="table_opened@2"):
    table: str
    game: str
    submission: str
    version: int
    choices: OperatorChoices
    money: Money
    by: str
    dealing: Dealing
    cards: Cards = "shoe"
    trainee: str = ""


class TableStands(CasinoEvent, frozen=True, tag="table_stands@1"):
    """A table was opened again, closed, disabled or enabled."""

    table: str
    standing: Standing
    by: str
    reason: str


class DevicesInspected(CasinoEvent, frozen=True, tag="devices_inspected@1"):
    """The dealing devices of a table were inspected on a gaming day."""

    table: str
    day: int
    fault: str = ""


class FloorCalled(CasinoEvent, frozen=True, tag="floor_called@1"):
    call: FloorCall


class CallAnswered(CasinoEvent, frozen=True, tag="call_answered@1"):
    call: int
    table: str
    by: str
    words: str = ""


class DealerLoggedOn(CasinoEvent, frozen=True, tag="dealer_logged_on@1"):
    table: str
    person: str


class DealerLoggedOff(CasinoEvent, frozen=True, tag="dealer_logged_off@1"):
    table: str
    person: str
    by: str


class ChangePosted(CasinoEvent, frozen=True, tag="change_posted@1"):
    table: str
    change: Change


class NoticeAttested(CasinoEvent, frozen=True, tag="notice_attested@1"):
    table: str
    change: int
    what: str
    by: str
    time: int  # start of the notice period


class ChangeWithdrawn(CasinoEvent, frozen=True, tag="change_withdrawn@1"):
    table: str
    change: int
    by: str
    reason: str


class ChangeWentIn(CasinoEvent, frozen=True, tag="change_went_in@1"):
    table: str
    change: int


class AdjustmentProposed(CasinoEvent, frozen=True, tag="adjustment_proposed@1"):
    adjustment: Adjustment


class AdjustmentDecided(CasinoEvent, frozen=True, tag="adjustment_decided@1"):
    adjustment: int
    approved: bool
    by: str
    reason: str = ""
