"""What happens at the house's desk."""

from __future__ import annotations

from croupier.house.cage.commands import Money
from croupier.house.desk.state import Adjustment, Call, Cards, Change, Dealing, PersonKind, Standing
from croupier.house.machinery import Event
from croupier.submission import Choices


class PersonJoined(Event, frozen=True, tag="person_joined@1"):
    person: str
    name: str
    kind: PersonKind
    by: str


class GuestsForgotten(Event, frozen=True, tag="guests_forgotten@1"):
    people: tuple[str, ...]


class StaffDismissed(Event, frozen=True, tag="staff_dismissed@1"):
    person: str
    by: str
    reason: str


class RoleProposed(Event, frozen=True, tag="role_proposed@1"):
    grant: int
    person: str
    role: str
    by: str
    reason: str


class RoleGranted(Event, frozen=True, tag="role_granted@1"):
    grant: int  # 0 when the house was founded
    person: str
    role: str
    proposed_by: str
    approved_by: str


class RoleDeclined(Event, frozen=True, tag="role_declined@1"):
    grant: int
    person: str
    role: str
    by: str
    reason: str


class RoleRevoked(Event, frozen=True, tag="role_revoked@1"):
    person: str
    role: str
    by: str
    reason: str


class HouseFounded(Event, frozen=True, tag="house_founded@1"):
    pass


class LinkIssued(Event, frozen=True, tag="link_issued@1"):
    person: str
    by: str


class LoggedIn(Event, frozen=True, tag="logged_in@1"):
    person: str
    way: str


class LoggedOut(Event, frozen=True, tag="logged_out@1"):
    person: str


class LogInRefused(Event, frozen=True, tag="log_in_refused@1"):
    person: str  # empty where nobody has that name
    name: str
    why: str


class AccountLocked(Event, frozen=True, tag="account_locked@1"):
    person: str
    until: int


class AccountUnlocked(Event, frozen=True, tag="account_unlocked@1"):
    person: str
    by: str
    reason: str


class PasswordSet(Event, frozen=True, tag="password_set@1"):
    person: str


class AccessDenied(Event, frozen=True, tag="access_denied@1"):
    person: str
    what: str
    code: str


class SubmissionDrafted(Event, frozen=True, tag="submission_drafted@1"):
    submission: str
    version: int
    game: str
    digest: str
    document: str
    by: str


class SubmissionSubmitted(Event, frozen=True, tag="submission_submitted@1"):
    submission: str
    version: int
    digest: str
    by: str


class SubmissionWithdrawn(Event, frozen=True, tag="submission_withdrawn@1"):
    submission: str
    version: int
    by: str
    reason: str


class SubmissionApproved(Event, frozen=True, tag="submission_approved@1"):
    submission: str
    version: int
    digest: str
    by: str
    conditions: str = ""
    supersedes: int = 0  # the version that was in force


class SubmissionRejected(Event, frozen=True, tag="submission_rejected@1"):
    submission: str
    version: int
    by: str
    reason: str


class TableOpened(Event, frozen=True, tag="table_opened@2"):
    table: str
    game: str
    submission: str
    version: int
    choices: Choices
    money: Money
    by: str
    dealing: Dealing
    cards: Cards = "shoe"
    trainee: str = ""


class TableStands(Event, frozen=True, tag="table_stands@1"):
    """A table was opened again, closed, disabled or enabled."""

    table: str
    standing: Standing
    by: str
    reason: str


class DevicesInspected(Event, frozen=True, tag="devices_inspected@1"):
    """What deals at a table was looked over on a gaming day, and what was found."""

    table: str
    day: int
    fault: str = ""


class FloorCalled(Event, frozen=True, tag="floor_called@1"):
    call: Call


class CallAnswered(Event, frozen=True, tag="call_answered@1"):
    call: int
    table: str
    by: str
    words: str = ""


class DealerLoggedOn(Event, frozen=True, tag="dealer_logged_on@1"):
    table: str
    person: str


class DealerLoggedOff(Event, frozen=True, tag="dealer_logged_off@1"):
    table: str
    person: str
    by: str


class ChangePosted(Event, frozen=True, tag="change_posted@1"):
    table: str
    change: Change


class NoticeAttested(Event, frozen=True, tag="notice_attested@1"):
    table: str
    change: int
    what: str
    by: str
    time: int  # the notice runs from then


class ChangeWithdrawn(Event, frozen=True, tag="change_withdrawn@1"):
    table: str
    change: int
    by: str
    reason: str


class ChangeWentIn(Event, frozen=True, tag="change_went_in@1"):
    table: str
    change: int


class AdjustmentProposed(Event, frozen=True, tag="adjustment_proposed@1"):
    adjustment: Adjustment


class AdjustmentDecided(Event, frozen=True, tag="adjustment_decided@1"):
    adjustment: int
    approved: bool
    by: str
    reason: str = ""
