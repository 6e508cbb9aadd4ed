"""Define the commands of administration for people, roles, log-ins, submissions, tables and rule changes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.administration.state import Cards, Dealing
from croupier.casino.cage.commands import Money
from croupier.casino.machines import HOUSE, TABLE, CasinoCommand, Key, PersonId, Seconds, TableId, Text
from croupier.submission import Limit
from croupier.table.roles import (
    ACCOUNTING,
    ADMINISTRATOR,
    CAGE,
    DEALER,
    FLOOR,
    PIT_MANAGER,
    REGULATOR,
    STAFF_ROLES,
)

OPERATOR = (PIT_MANAGER, ADMINISTRATOR)  # roles that may write submissions

# the text must also be printable
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A\S(.*\S)?\Z")]
if TYPE_CHECKING:
    Role = str
else:
    Role = Literal[STAFF_ROLES]
SubmissionId = Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9._-]{0,39}\Z")]
Document = Annotated[str, Meta(min_length=1, max_length=32_768)]
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Source = Annotated[str, Meta(pattern=r"\A([a-z][0-9a-f]{16})?\Z")]  # digest of a device or an address
Number = Annotated[int, Meta(ge=1, le=10**9)]
Way = Literal["password", "link", "guest"]  # how a person signed in


class AdministrationCode(StrEnum):
    # people
    FOUNDED = "house_founded"
    NAME_UNFIT = "name_unfit"
    KNOWN_ALREADY = "known_already"
    NO_SUCH_PERSON = "no_such_person"
    NOT_STAFF = "not_staff"
    HOUSE_FULL = "house_full"
    OWN_GRANT = "own_grant"
    ROLES_APART = "roles_apart"
    ROLE_HELD = "role_held"
    ROLE_NOT_HELD = "role_not_held"
    NO_SUCH_GRANT = "no_such_grant"
    LAST_ADMINISTRATOR = "last_administrator"
    LAST_REGULATOR = "last_regulator"
    HAS_ROLES = "has_roles"
    LOCKED = "locked"
    # submissions
    NO_SUCH_SUBMISSION = "no_such_submission"
    NO_SUCH_VERSION = "no_such_version"
    FAILS_CHECK = "fails_check"
    NOT_TOML = "not_toml"
    OTHER_GAME = "other_game"
    WRONG_STATUS = "wrong_status"
    OWN_SUBMISSION = "own_submission"
    OTHER_DOCUMENT = "other_document"
    DESK_FULL = "desk_full"
    # tables
    NOT_APPROVED = "not_approved"
    NO_SUCH_TABLE = "no_such_table"
    TABLE_OPEN = "table_open"
    TABLE_NOT_OPEN = "table_not_open"
    TABLE_DISABLED = "table_disabled"
    CHIPS_ON_TABLE = "chips_on_table"
    OTHER_SUBMISSION = "other_submission"
    ANOTHER_DEALER = "another_dealer"
    ANOTHER_TABLE = "another_table"
    NOT_LOGGED_ON = "not_logged_on"
    NEEDS_LIVE_CARDS = "needs_live_cards"
    NO_MONEY_HERE = "no_money_here"
    INSPECTED_BY_OTHERS = "inspected_by_others"
    ANOTHERS_TRAINING = "anothers_training"
    # Licenses and table tests.
    NO_LICENSE = "no_licence"
    LICENSE_EXPIRED = "licence_over"
    NO_TABLE_TEST = "no_table_test"
    NO_SUCH_DAY = "no_such_day"
    NO_SUCH_GAME = "no_such_game"
    # calls
    FLOOR_CALLED = "floor_called"
    NO_SUCH_CALL = "no_such_call"
    # shifts
    TOO_MANY_TABLES = "too_many_tables"
    NOT_SUPERVISED = "not_supervised"
    NO_SUCH_NOTE = "no_such_note"
    NO_SUCH_HANDOVER = "no_such_handover"
    OWN_HANDOVER = "own_handover"
    WITNESSED = "witnessed"
    # alerts
    NO_SUCH_ALERT = "no_such_alert"
    ALERT_OF_OTHERS = "alert_of_others"
    # reviews of corrections
    NO_SUCH_REVIEW = "no_such_review"
    OWN_REVIEW = "own_review"
    RANK_TOO_LOW = "rank_too_low"
    REVIEW_DECIDED = "review_decided"
    NOT_CONFIRMED = "not_confirmed"
    NEEDS_SECOND_PERSON = "needs_second_person"
    # card readers
    NO_SUCH_READER = "no_such_reader"
    READER_KNOWN = "reader_known"
    READER_KEY_INVALID = "reader_key_invalid"
    OWN_READER = "own_reader"
    NO_SUCH_DISPUTE = "no_such_dispute"
    # exclusion list
    NO_SUCH_EXCLUSION = "no_such_exclusion"
    OWN_EXCLUSION = "own_exclusion"
    EXCLUSION_DECIDED = "exclusion_decided"
    EXCLUDED = "excluded"
    MAYBE_EXCLUDED = "maybe_excluded"
    # hand pays
    NO_SUCH_HAND_PAY = "no_such_hand_pay"
    HAND_PAY_CLOSED = "hand_pay_closed"
    HAND_PAY_SIGNED = "hand_pay_signed"
    HAND_PAY_AT_TABLE = "hand_pay_at_table"
    OWN_HAND_PAY = "own_hand_pay"
    NO_IDENTITY = "no_identity"
    NEEDS_FORM = "needs_form"
    WINNER_EXCLUDED = "winner_excluded"
    RETAINED = "retained"
    # changes
    CHANGE_PENDING = "change_pending"
    NO_SUCH_CHANGE = "no_such_change"
    NO_CHANGE = "no_change"
    MINIMUM_RAISED = "minimum_raised"
    NEEDS_AMENDMENT = "needs_amendment"
    ROUND_OPEN = "round_open"
    PLAYERS_SEATED = "players_seated"
    NOTICE_RUNS = "notice_runs"
    SIGN_MISSING = "sign_missing"
    ANNOUNCEMENT_MISSING = "announcement_missing"
    # meters
    NO_SUCH_ADJUSTMENT = "no_such_adjustment"
    OWN_ADJUSTMENT = "own_adjustment"
    OWN_TEST = "own_test"
    DAY_CLOSED = "day_closed"
    DAY_NOT_OVER = "day_not_over"
    DAY_HAS_POINTS = "day_has_points"
    DAY_CHANGED = "day_changed"


# People and roles.


class Founder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: PersonId
    name: Name
    role: Role


class FoundHouse(CasinoCommand, frozen=True, tag="found_house@1"):
    """Name the first staff when the casino is set up. This command works only once."""

    staff: Annotated[tuple[Founder, ...], Meta(min_length=1, max_length=64)]
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class WelcomeGuest(CasinoCommand, frozen=True, tag="welcome_guest@1"):
    person: PersonId
    name: Name
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class ForgetGuests(CasinoCommand, frozen=True, tag="forget_guests@1"):
    """Delete guests whose sessions have ended."""

    people: Annotated[tuple[PersonId, ...], Meta(min_length=1, max_length=1000)]
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class EnlistStaff(CasinoCommand, frozen=True, tag="enlist_staff@1"):
    person: PersonId
    name: Name
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class RegisterPatron(CasinoCommand, frozen=True, tag="register_patron@1"):
    """Register a player with a real-money account. The cage has checked their identity."""

    person: PersonId
    name: Name
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class DismissStaff(CasinoCommand, frozen=True, tag="dismiss_staff@1"):
    person: PersonId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class ProposeRole(CasinoCommand, frozen=True, tag="propose_role@1"):
    person: PersonId
    role: Role
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class ApproveRole(CasinoCommand, frozen=True, tag="approve_role@1"):
    """Approve a proposed role. Neither the proposer nor the recipient may approve."""

    grant: Number
    renew: bool = False  # set by the server: a first role ends the password. False only in older entries
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR, REGULATOR)


class DeclineRole(CasinoCommand, frozen=True, tag="decline_role@1"):
    grant: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR, REGULATOR)


class RevokeRole(CasinoCommand, frozen=True, tag="revoke_role@1"):
    """Revoke a role immediately. Only the regulator may revoke surveillance and regulator roles."""

    person: PersonId
    role: Role
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR, REGULATOR)


# Signing in and out.


class RequestLink(CasinoCommand, frozen=True, tag="request_link@1"):
    """Record that a person has asked for a new one-time link in their own session."""

    person: PersonId
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class IssueLink(CasinoCommand, frozen=True, tag="issue_link@1"):
    """Issue a one-time link. An administrator issues links to staff, and the cage to new patrons.

    Staff with a role must request the link in their own session (`RequestLink`), so that an administrator
    alone cannot sign in to their account. The server sets `keyless` for staff who have neither a session nor
    a password, and alerts surveillance.
    """

    person: PersonId
    reset: bool = False  # delete the person's current password
    requested: bool = False  # set only in entries of older versions, if the person requested the link
    keyless: bool = False  # whether the person has no other way to sign in
    roles: ClassVar[tuple[str, ...]] = (HOUSE, ADMINISTRATOR, CAGE)


class LogIn(CasinoCommand, frozen=True, tag="log_in@1"):
    """Record a sign-in. `sources` holds digests of the device and the address, for later comparison."""

    person: PersonId
    way: Way
    sources: Annotated[tuple[Source, ...], Meta(max_length=2)] = ()  # the source whose lock is checked first
    now: Seconds = 0  # the server's time, if the stream's clock is ahead and the store raises `at`
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class LogOut(CasinoCommand, frozen=True, tag="log_out@1"):
    person: PersonId
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class NoteFailure(CasinoCommand, frozen=True, tag="note_failure@1"):
    """Record a failed sign-in. `name` is the name as typed. `person` is empty if the name is unknown."""

    person: Annotated[str, Meta(max_length=64, pattern=r"\A([a-z][a-z0-9_-]*)?\Z")] = ""
    name: Text = ""
    why: Text = ""
    # source of the attempt; empty in older entries, because old versions locked the whole account
    source: Source = ""
    clock_ahead: bool = False  # the stream's clock was ahead, so `now` is used
    now: Seconds = 0  # the server's time if the stream's clock was ahead; 0 in older entries
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class Unlock(CasinoCommand, frozen=True, tag="unlock@1"):
    person: PersonId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class EndSessions(CasinoCommand, frozen=True, tag="end_sessions@1"):
    """Sign a person out everywhere. The person's unused one-time links end too."""

    person: PersonId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class NotePassword(CasinoCommand, frozen=True, tag="note_password@1"):
    """Record that a person has set their password. The password itself is not part of the command."""

    person: PersonId
    credential: Digest | None = None  # SHA-256 of the stored credentials row
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class NoteDenied(CasinoCommand, frozen=True, tag="note_denied@1"):
    """Record that a person requested an action that their role does not allow."""

    person: PersonId
    what: Text  # the requested command or route
    code: Text
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


# Submissions.


class DraftSubmission(CasinoCommand, frozen=True, tag="draft_submission@1"):
    """Write the first version of a submission or the next version, or change the current draft."""

    submission: SubmissionId
    document: Document
    roles: ClassVar[tuple[str, ...]] = OPERATOR


class Submit(CasinoCommand, frozen=True, tag="submit@1"):
    submission: SubmissionId
    version: Number
    roles: ClassVar[tuple[str, ...]] = OPERATOR


class WithdrawSubmission(CasinoCommand, frozen=True, tag="withdraw_submission@1"):
    submission: SubmissionId
    version: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = OPERATOR


class Approve(CasinoCommand, frozen=True, tag="approve@1"):
    """Approve a version in writing. The digest identifies the exact document that the approver read."""

    submission: SubmissionId
    version: Number
    digest: Digest
    conditions: Text = ""
    roles: ClassVar[tuple[str, ...]] = (REGULATOR,)


class Reject(CasinoCommand, frozen=True, tag="reject@1"):
    submission: SubmissionId
    version: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (REGULATOR,)


class BringApproved(CasinoCommand, frozen=True, tag="bring_approved@1"):
    """Import a submission that was approved in writing elsewhere. `reference` cites that approval."""

    submission: SubmissionId
    document: Document
    reference: Text
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


# Tables.


class OpenTable(CasinoCommand, frozen=True, tag="open_table@2"):
    """Open a table. `cards` is set only for a training table. At other tables, `dealing` determines the
    source of the cards.
    """

    table: TableId
    submission: SubmissionId
    money: Money
    dealing: Dealing
    cards: Cards = "shoe"
    trainee: PersonId | Literal[""] = ""
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, HOUSE)


class CloseTable(CasinoCommand, frozen=True, tag="close_table@1"):
    table: TableId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, HOUSE)


class DisableTable(CasinoCommand, frozen=True, tag="disable_table@1"):
    """Disable a table. The current round is finished, and no new round begins."""

    table: TableId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR, HOUSE)


class EnableTable(CasinoCommand, frozen=True, tag="enable_table@1"):
    table: TableId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class LogOnTable(CasinoCommand, frozen=True, tag="log_on_table@2"):
    """Log on to a table. `noted` is False only in entries from before license checks existed."""

    table: TableId
    noted: bool = True
    roles: ClassVar[tuple[str, ...]] = (DEALER,)


class LogOffTable(CasinoCommand, frozen=True, tag="log_off_table@1"):
    """Log a dealer off a table. The dealer or a floorperson may do this."""

    table: TableId
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


# Rule changes at a table.


class PostChange(CasinoCommand, frozen=True, tag="post_change@1"):
    """Post new limits for a table (36.05.03.21C). Amendments are posted automatically when they are
    approved.
    """

    table: TableId
    limits: Annotated[dict[str, Limit], Meta(min_length=1, max_length=32)]
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class AttestNotice(CasinoCommand, frozen=True, tag="attest_notice@1"):
    """Confirm that the sign is at the table, or that the change was announced to the players."""

    table: TableId
    change: Number
    what: Literal["sign", "announcement"]
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, TABLE)


class WithdrawChange(CasinoCommand, frozen=True, tag="withdraw_change@1"):
    """Withdraw a change of limits. An approved amendment cannot be withdrawn this way."""

    table: TableId
    change: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class NoteChange(CasinoCommand, frozen=True, tag="note_change@1"):
    """Apply a change at the table, in the same transaction as the table's own entry."""

    table: TableId
    change: Number
    seated: bool  # whether players are seated
    between_rounds: bool  # true if no cards are out and no wagers are on the layout
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class NoteInspection(CasinoCommand, frozen=True, tag="note_inspection@1"):
    """Record the daily inspection of the dealing devices. A fault disables the table."""

    table: TableId
    day: Number  # gaming day number
    fault: Text = ""
    roles: ClassVar[tuple[str, ...]] = (HOUSE, FLOOR)


class CallFloor(CasinoCommand, frozen=True, tag="call_floor@1"):
    """Call the floor to a table."""

    table: TableId
    id: Key
    words: Text = ""
    roles: ClassVar[tuple[str, ...]] = (DEALER,)


class AnswerCall(CasinoCommand, frozen=True, tag="answer_call@1"):
    call: Number
    words: Text = ""
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


# Meters.


class ProposeAdjustment(CasinoCommand, frozen=True, tag="propose_adjustment@1"):
    """Propose a correction of a meter that no table can correct anymore."""

    group: TableId
    meter: Annotated[str, Meta(pattern=r"\A[\w .#-]{1,40}\Z")]
    cents: Annotated[int, Meta(ge=-(10**12), le=10**12)]  # cents that the casino adds; negative to remove
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class ApproveAdjustment(CasinoCommand, frozen=True, tag="approve_adjustment@1"):
    """Approve someone else's adjustment, in the same transaction as the meter's own entry."""

    adjustment: Number
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING, PIT_MANAGER)


class DeclineAdjustment(CasinoCommand, frozen=True, tag="decline_adjustment@1"):
    adjustment: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING, PIT_MANAGER)
