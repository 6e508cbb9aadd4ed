"""What the house's desk is told: people and roles, log-ins, submissions, tables and their changes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.house.cage.commands import Money
from croupier.house.desk.state import Cards, Dealing
from croupier.house.machinery import HOUSE, TABLE, Command, Key, PersonId, TableId, Text
from croupier.submission import Limit
from croupier.table.roles import ACCOUNTING, ADMINISTRATOR, CAGE, DEALER, FLOOR, PIT_MANAGER, REGULATOR

OPERATOR = (PIT_MANAGER, ADMINISTRATOR)  # who writes submissions

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A\S(.*\S)?\Z")]  # and printable
Role = Literal[
    "dealer", "floor", "pit_manager", "cage", "surveillance", "accounting", "regulator", "administrator"
]
SubmissionId = Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9._-]{0,39}\Z")]
Document = Annotated[str, Meta(min_length=1, max_length=32_768)]
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Number = Annotated[int, Meta(ge=1, le=10**9)]
Way = Literal["password", "link", "guest"]  # how somebody came in


class Code(StrEnum):
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
    OTHER_SUBMISSION = "other_submission"
    ANOTHER_DEALER = "another_dealer"
    ANOTHER_TABLE = "another_table"
    NOT_LOGGED_ON = "not_logged_on"
    NEEDS_LIVE_CARDS = "needs_live_cards"
    NO_MONEY_HERE = "no_money_here"
    INSPECTED_BY_OTHERS = "inspected_by_others"
    ANOTHERS_TRAINING = "anothers_training"
    # licences and table tests
    NO_LICENCE = "no_licence"
    LICENCE_OVER = "licence_over"
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


# People and roles.


class Founder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: PersonId
    name: Name
    role: Role


class FoundHouse(Command, frozen=True, tag="found_house@1"):
    """The first staff, named by whoever starts the house; once, before anybody else could be asked."""

    staff: Annotated[tuple[Founder, ...], Meta(min_length=1, max_length=64)]
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class WelcomeGuest(Command, frozen=True, tag="welcome_guest@1"):
    person: PersonId
    name: Name
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class ForgetGuests(Command, frozen=True, tag="forget_guests@1"):
    """Guests whose sessions are over: the desk keeps nothing of them."""

    people: Annotated[tuple[PersonId, ...], Meta(min_length=1, max_length=1000)]
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class EnlistStaff(Command, frozen=True, tag="enlist_staff@1"):
    person: PersonId
    name: Name
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class RegisterPatron(Command, frozen=True, tag="register_patron@1"):
    """A player with an account of their own, for real money; the cage has seen who they are."""

    person: PersonId
    name: Name
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class DismissStaff(Command, frozen=True, tag="dismiss_staff@1"):
    person: PersonId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class ProposeRole(Command, frozen=True, tag="propose_role@1"):
    person: PersonId
    role: Role
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class ApproveRole(Command, frozen=True, tag="approve_role@1"):
    """By somebody else than who proposed it, and than who gets it."""

    grant: Number
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR, REGULATOR)


class DeclineRole(Command, frozen=True, tag="decline_role@1"):
    grant: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR, REGULATOR)


class RevokeRole(Command, frozen=True, tag="revoke_role@1"):
    """At once and by one person; the roles that watch the house are the regulator's to take away."""

    person: PersonId
    role: Role
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR, REGULATOR)


# Coming and going.


class IssueLink(Command, frozen=True, tag="issue_link@1"):
    """A one-time link. An administrator gives one to staff without a role, the cage to a new patron: never
    a way into what is somebody's already."""

    person: PersonId
    roles: ClassVar[tuple[str, ...]] = (HOUSE, ADMINISTRATOR, CAGE)


class LogIn(Command, frozen=True, tag="log_in@1"):
    person: PersonId
    way: Way
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class LogOut(Command, frozen=True, tag="log_out@1"):
    person: PersonId
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class NoteFailure(Command, frozen=True, tag="note_failure@1"):
    """A try to log in that failed. The name is as it was typed; the person is empty where nobody has it."""

    person: Annotated[str, Meta(max_length=64, pattern=r"\A([a-z][a-z0-9_-]*)?\Z")] = ""
    name: Text = ""
    why: Text = ""
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class Unlock(Command, frozen=True, tag="unlock@1"):
    person: PersonId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ADMINISTRATOR,)


class NotePassword(Command, frozen=True, tag="note_password@1"):
    """Somebody has set their password; the password itself goes nowhere."""

    person: PersonId
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


class NoteDenied(Command, frozen=True, tag="note_denied@1"):
    """Somebody asked for what their role does not give."""

    person: PersonId
    what: Text  # the command or the route
    code: Text
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


# Submissions.


class DraftSubmission(Command, frozen=True, tag="draft_submission@1"):
    """The first version, the next one, or the draft as it is now."""

    submission: SubmissionId
    document: Document
    roles: ClassVar[tuple[str, ...]] = OPERATOR


class Submit(Command, frozen=True, tag="submit@1"):
    submission: SubmissionId
    version: Number
    roles: ClassVar[tuple[str, ...]] = OPERATOR


class WithdrawSubmission(Command, frozen=True, tag="withdraw_submission@1"):
    submission: SubmissionId
    version: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = OPERATOR


class Approve(Command, frozen=True, tag="approve@1"):
    """In writing, of the very document that was read: its digest is named."""

    submission: SubmissionId
    version: Number
    digest: Digest
    conditions: Text = ""
    roles: ClassVar[tuple[str, ...]] = (REGULATOR,)


class Reject(Command, frozen=True, tag="reject@1"):
    submission: SubmissionId
    version: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (REGULATOR,)


class BringApproved(Command, frozen=True, tag="bring_approved@1"):
    """A submission that was approved in writing before it came here; the reference says where that stands."""

    submission: SubmissionId
    document: Document
    reference: Text
    roles: ClassVar[tuple[str, ...]] = (HOUSE,)


# Tables.


class OpenTable(Command, frozen=True, tag="open_table@2"):
    """`cards` of a training table alone: another one's follow from who deals."""

    table: TableId
    submission: SubmissionId
    money: Money
    dealing: Dealing
    cards: Cards = "shoe"
    trainee: PersonId | Literal[""] = ""
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, HOUSE)


class CloseTable(Command, frozen=True, tag="close_table@1"):
    table: TableId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, HOUSE)


class DisableTable(Command, frozen=True, tag="disable_table@1"):
    """On demand: the round that runs is brought to its end, no other begins."""

    table: TableId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR, HOUSE)


class EnableTable(Command, frozen=True, tag="enable_table@1"):
    table: TableId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class LogOnTable(Command, frozen=True, tag="log_on_table@2"):
    """`noted`: licence and table test are asked for; of entries from before they were noted, not."""

    table: TableId
    noted: bool = True
    roles: ClassVar[tuple[str, ...]] = (DEALER,)


class LogOffTable(Command, frozen=True, tag="log_off_table@1"):
    """The dealer leaves the table, or a floorperson sends them elsewhere."""

    table: TableId
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)


# Changes of a table's rules.


class PostChange(Command, frozen=True, tag="post_change@1"):
    """New limits for a table (36.05.03.21C). An approved amendment is posted by its approval."""

    table: TableId
    limits: Annotated[dict[str, Limit], Meta(min_length=1, max_length=32)]
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class AttestNotice(Command, frozen=True, tag="attest_notice@1"):
    """The sign stands at the table, or the players there have been told."""

    table: TableId
    change: Number
    what: Literal["sign", "announcement"]
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR, TABLE)


class WithdrawChange(Command, frozen=True, tag="withdraw_change@1"):
    """A change of limits is not to go in after all. An approved amendment is not withdrawn so."""

    table: TableId
    change: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class NoteChange(Command, frozen=True, tag="note_change@1"):
    """The table goes over to the change: in one transaction with its own entry."""

    table: TableId
    change: Number
    seated: bool  # somebody sits there
    between_rounds: bool  # no cards out, no wager on the layout
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class NoteInspection(Command, frozen=True, tag="note_inspection@1"):
    """What deals at a table was looked over, as on every gaming day. With a fault the table is disabled."""

    table: TableId
    day: Number  # as the house counts its gaming days
    fault: Text = ""
    roles: ClassVar[tuple[str, ...]] = (HOUSE, FLOOR)


class CallFloor(Command, frozen=True, tag="call_floor@1"):
    """A dealer calls the floor to the table."""

    table: TableId
    id: Key
    words: Text = ""
    roles: ClassVar[tuple[str, ...]] = (DEALER,)


class AnswerCall(Command, frozen=True, tag="answer_call@1"):
    call: Number
    words: Text = ""
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)


# Meters.


class ProposeAdjustment(Command, frozen=True, tag="propose_adjustment@1"):
    """What no table can correct any more, to be put right by accounting."""

    group: TableId
    meter: Annotated[str, Meta(pattern=r"\A[\w .#-]{1,40}\Z")]
    cents: Annotated[int, Meta(ge=-(10**12), le=10**12)]  # what the house puts in; below zero, takes out
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class ApproveAdjustment(Command, frozen=True, tag="approve_adjustment@1"):
    """By somebody else than who proposed it; the meter's own entry goes with it in one transaction."""

    adjustment: Number
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING, PIT_MANAGER)


class DeclineAdjustment(Command, frozen=True, tag="decline_adjustment@1"):
    adjustment: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING, PIT_MANAGER)
