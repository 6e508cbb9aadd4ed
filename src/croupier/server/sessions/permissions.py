"""The permission matrix of roles by commands, socket messages and routes. All access checks use it.

The machines check roles themselves. A command of a table, administration, the cage or a dispute file is open
to the roles that its class declares. The grid lists only rows with further limits, such as an own table or
seat, or fewer roles. The server is stricter than the machines in three points. Chips move only by cage
transfers, rules change only after a notice, and players act only for their own seat. If a row has no mark,
only the server itself or a table actor may perform the action.

    x  allowed        o  own seat, wallet or session        t  at the table where the dealer is logged on
    l  as t, on behalf of players without a screen, at a table with a human dealer
    n  own account, which guests do not have

A route that sends one command refers to that command's row, as in "= desk close_table". With "for c", the
route is limited to the column c.

The columns are anyone (a), anyone signed in (s), and the roles with the letters of `table/roles.py`. A row
may omit its last columns, so a new role changes only the rows that it needs.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict

import msgspec

from croupier.casino import disputes
from croupier.casino.administration import stream as administration
from croupier.casino.administration.state import AdministrationState
from croupier.casino.cage import stream as cage
from croupier.casino.machines import CasinoCode
from croupier.errors import Refused
from croupier.rulebook import regulation
from croupier.server.tables.dealer_entry import not_keyed
from croupier.table.commands import TableCommand
from croupier.table.machine import DECIDE, duty
from croupier.table.roles import DEALER, DECLARED, PLAYER, ROLES, id_of, or_above, role_of, role_title
from croupier.table.state import TableState

APART = regulation("separation_of_duties")
PERSONNEL = regulation("supervision")
ANYONE, SIGNED_IN = "anyone", "signed in"
EVERYONE = "everyone"  # the role of spectators
COLUMNS = (ANYONE, SIGNED_IN, *ROLES)
KEYED = "l"  # mark for an action that a dealer enters for a player
ACCOUNT = "n"  # mark for an action that needs an account
GUEST = "guest"  # the kind of person without an account

GRID = """
                                                     a s   p d f m c v k r w b g

cage   refill_play                                   . .   o . . . . . . . .
cage   to_table                                      . .   o . . . . . . . .
cage   from_table                                    . .   o . . . . . . . .
cage   sign_tray_slip                                . .   . t x x x . . . . . x
cage   count_tray                                    . .   . t x x . . . . .
cage   exchange_chips                                . .   . t x x . . . . .

desk   log_off_table                                 . .   . t x x . . . . .
desk   attest_notice                                 . .   . t x x . . . . .
desk   call_floor                                    . .   . t . . . . . . .
desk   request_review                                . .   . . . . . . . . .

meter  open_meter                                    . .   . . . . . . . . .
meter  join_meter                                    . .   . . . . . . . . .
meter  leave_meter                                   . .   . . . . . . . . .
meter  lose_link                                     . .   . . x x . . x . .
meter  restore_link                                  . .   . . x x . . x . .
meter  take_transfer                                 . .   . . . . . . . . .
meter  adjust_meter                                  . .   . . . . . . . . .
meter  close_meter                                   . .   . . . . . . . . .


socket hello                                         x .   x t x x . x x x .
socket chips                                         . .   o . . . . . . . .
socket cash_out                                      . .   o . . . . . . . .
socket ready                                         . .   o . . . . . . . .
socket more_time                                     . .   o . . . . . . . .
socket advice                                        . .   o . . . . . . . .
socket try                                           . .   . t x x . . . . .
socket call                                          . .   . t . . . . . . .

route  POST /api/guest                               x .   . . . . . . . . .
route  POST /api/login                               x .   . . . . . . . . .
route  POST /api/link/{token}                        x .   . . . . . . . . .
route  POST /api/logout                              . o   . . . . . . . . .
route  GET  /api/session                             x .   . . . . . . . . .
route  GET  /api/me                                  . o   . . . . . . . . .
route  POST /api/password                            . n   . . . . . . . . .
route  POST /api/me/link                             . n   . . . . . . . . .
route  GET  /api/roles                               x .   . . . . . . . . .
route  GET  /api/law                                 x .   . . . . . . . . .
route  GET  /api/people                              . .   . . . . . x . x x
route  POST /api/people                                         = desk enlist_staff
route  POST /api/people/{person}/dismiss                        = desk dismiss_staff
route  POST /api/people/{person}/unlock                         = desk unlock
route  POST /api/people/{person}/link                           = desk issue_link
route  POST /api/people/{person}/roles                          = desk propose_role
route  POST /api/people/{person}/roles/revoke                   = desk revoke_role
route  GET  /api/sessions                            . .   . . . . . x . x x
route  GET  /api/grants                              . .   . . . . . x . x x
route  POST /api/grants/{grant}/approve                         = desk approve_role
route  POST /api/grants/{grant}/decline                         = desk decline_role
route  POST /api/do                                  . o   . . . . . . . . .
route  GET  /api/log                                 . .   . . . . . x . x x

route  GET  /api/wallet                              . .   o . . . . . . . .
route  GET  /api/wallet/statement                    . .   o . . . . . . . .
route  POST /api/wallet/refill                                  = cage refill_play
route  GET  /api/cage                                . .   . . . . x x x x .
route  GET  /api/cage/patrons                        . .   . . . . x x x x .
route  GET  /api/cage/drawers                        . .   . . . . x x x x .
route  GET  /api/cage/inventory                       . .   . . . . x x x x .
route  GET  /api/cage/drop-boxes                     . .   . . . . . x x x . x
route  GET  /api/cage/tokes                          . .   . . . . x x x x . x
route  GET  /api/cage/wallets/{person}               . .   . . . . x x x x .
route  GET  /api/cage/wallets/{person}/statement     . .   . . . . x x x x .
route  POST /api/cage/patrons                                   = desk register_patron
route  POST /api/cage/wallets/{person}/close                    = cage close_wallet
route  POST /api/cage/deposits                                  = cage deposit
route  POST /api/cage/withdrawals                               = cage withdraw
route  GET  /api/cage/slips/{slip}/paper             . .   . . . . x x x x .
route  GET  /api/cage/drawers/{drawer}/opening/paper  . .   . . . . x x x x .
route  GET  /api/cage/drawers/{drawer}/closing/paper  . .   . . . . x x x x .
route  GET  /api/cage/drop-boxes/{box}/paper          . .   . . . . . x x x . x
route  GET  /api/cage/bank-counts/{count}/paper       . .   . . . . x x x x .
route  GET  /api/cage/bank-slips/{slip}/paper         . .   . . . . x x x x .
route  GET  /api/cage/tray-slips/{slip}/paper        . .   . . x x x x x x .
route  POST /api/cage/slips/{slip}/reverse                      = cage reverse_slip
route  GET  /api/cage/trays                          . .   . . x x x x x x .
route  GET  /api/security                            . .   . . . . . x x x . . x
route  POST /api/cage/tray-slips/{slip}/sign                    = cage sign_tray_slip for c
route  POST /api/cage/tray-slips/{slip}/void                    = cage void_tray_slip for c

route  GET  /api/exclusions                          . .   . . . . . x . x . . x
route  POST /api/exclusions                                     = desk propose_exclusion
route  POST /api/exclusions/{exclusion}/confirm                 = desk confirm_exclusion
route  POST /api/exclusions/{exclusion}/decline                 = desk decline_exclusion
route  POST /api/exclusions/{exclusion}/removal                 = desk propose_removal
route  POST /api/exclusions/{exclusion}/removal/confirm         = desk confirm_removal
route  POST /api/cage/patrons/{person}/namesake                 = desk clear_namesake
route  GET  /api/hand-pays                           . .   . . x x x x x x .
route  POST /api/hand-pays/{hand_pay}/identity                  = desk identify_winner
route  POST /api/hand-pays/{hand_pay}/identity/delete           = desk delete_identity
route  POST /api/hand-pays/{hand_pay}/sign                      = desk sign_hand_pay
route  POST /api/hand-pays/{hand_pay}/witness                   = desk witness_hand_pay
route  POST /api/hand-pays/{hand_pay}/decide                    = desk decide_hand_pay
route  GET  /api/hand-pays/{hand_pay}/slip           . .   . . x x x . x . .
route  GET  /api/hand-pays/{hand_pay}/tax            . .   . . . . x . x . .

route  GET  /api/submissions                         . .   . x x x . x x x x
route  GET  /api/submissions/{submission}            . .   . x x x . x x x x
route  GET  /api/submissions/{submission}/{version}  . .   . x x x . x x x x
route  POST /api/submissions/check                   . .   . . . x . . . x x
route  POST /api/submissions/{submission}/draft                 = desk draft_submission
route  POST /api/submissions/{submission}/supersede             = desk draft_submission
route  POST /api/submissions/{submission}/{version}/submit      = desk submit
route  POST /api/submissions/{submission}/{version}/withdraw    = desk withdraw_submission
route  POST /api/submissions/{submission}/{version}/approve     = desk approve
route  POST /api/submissions/{submission}/{version}/reject      = desk reject

route  GET  /api/submissions/{submission}/{version}/report    . .   . . . x . x x x x
route  GET  /api/submissions/{submission}/{version}/document  . .   . x x x . x x x x
route  GET  /api/submissions/{submission}/{version}/layout    . .   . x x x . x x x x
route  GET  /api/submissions/{submission}/{version}/signs     . .   . x x x . x x x x
route  GET  /api/submissions/{submission}/{version}/forms     . .   . x x x . x x x x

route  GET  /api/pit                                 . .   . x x x . x x x x
route  POST /api/pit                                            = desk open_table
route  GET  /api/pit/{table}/forms                   . .   . . x x . x x x .
route  POST /api/pit/{table}/chips                              = cage request_chips
route  POST /api/pit/{table}/slips/{slip}/sign                  = cage sign_tray_slip for d f m
route  POST /api/pit/{table}/slips/{slip}/void                  = cage void_tray_slip for f m
route  GET  /api/pit/{table}/tray                    . .   . t x x . . . . .
route  POST /api/pit/{table}/counts                             = cage count_tray
route  POST /api/pit/{table}/counts/{slip}/verify               = cage verify_count
route  POST /api/pit/{table}/close                              = desk close_table
route  POST /api/pit/{table}/disable                            = desk disable_table
route  POST /api/pit/{table}/enable                             = desk enable_table
route  POST /api/pit/{table}/log-on                             = desk log_on_table
route  POST /api/pit/{table}/log-off                            = desk log_off_table
route  POST /api/pit/{table}/inspection                         = desk note_inspection
route  POST /api/pit/calls/{call}/answer                        = desk answer_call
route  GET  /api/pit/floor                           . .   . . x x . x . x .
route  POST /api/pit/watch                                      = desk take_tables
route  POST /api/pit/unwatch                                    = desk leave_tables
route  POST /api/pit/notes                                      = desk leave_note
route  POST /api/pit/notes/{note}/close                         = desk close_note
route  POST /api/pit/hand-over                                  = desk hand_over
route  POST /api/pit/hand-over/{handover}/take                  = desk take_over
route  POST /api/pit/{table}/relief                             = desk send_dealer
route  POST /api/pit/{table}/payouts/surveillance               = desk tell_surveillance
route  POST /api/pit/{table}/payouts/witness                    = desk witness_payout
route  POST /api/pit/{table}/float                              = desk accept_float
route  POST /api/alerts/{alert}/acknowledge                     = desk acknowledge_alert
route  POST /api/pit/{table}/readings/decide                    = desk decide_reading
route  POST /api/pit/{table}/reviews/{review}/approve           = desk approve_review
route  POST /api/pit/{table}/reviews/{review}/decline           = desk decline_review
route  POST /api/pit/dealers/{person}/licence                   = desk note_licence
route  POST /api/pit/dealers/{person}/tests                     = desk note_table_test
route  GET  /api/training                            . .   . x . . . . . . .
route  POST /api/training                            . .   . x . . . . . . .
route  GET  /api/table-tests                         . .   . x x x . x . x .
route  GET  /api/table-tests/open/candidates         . .   . . x x . . . . .
route  POST /api/table-tests                         . .   . . x x . . . . .
route  GET  /api/table-tests/own/scene               . .   . x . . . . . . .
route  POST /api/table-tests/own/stop                . .   . x . . . . . . .
route  GET  /api/table-tests/{number}                . .   . x x x . x . x .
route  POST /api/table-tests/{number}/end            . .   . . x x . . . . .
route  POST /api/table-tests/{number}/decide         . .   . . x x . . . . .
route  POST /api/table-tests/{number}/acknowledge    . .   . x . . . . . . .
route  POST /api/table-tests/{number}/record         . .   . . . x . . . . .
route  GET  /api/table-tests/{number}/paper          . .   . x x x . x . x .
route  GET  /api/drills                              . .   . x x x . . . . .
route  GET  /api/drills/progress                     . .   . . x x . . . . .
route  POST /api/drills/questions                    . .   . x x x . . . . .
route  POST /api/drills/answers                      . .   . x x x . . . . .
route  GET  /api/lessons                             . .   . x . . . . . . .
route  POST /api/pit/{table}/limits                             = desk post_change
route  POST /api/pit/{table}/changes/{change}/attest            = desk attest_notice
route  POST /api/pit/{table}/changes/{change}/withdraw          = desk withdraw_change

route  GET  /api/meters                              . .   . . x x . x x x .
route  GET  /api/adjustments                         . .   . . . x . x x x .
route  POST /api/meters/{group}/adjustments                     = desk propose_adjustment
route  POST /api/adjustments/{adjustment}/approve               = desk approve_adjustment
route  POST /api/adjustments/{adjustment}/decline               = desk decline_adjustment
route  GET  /api/reports/day                         . .   . . . . . x x x .
route  GET  /api/reports/day/close                   . .   . . . . . x x x .
route  POST /api/reports/day/close                              = desk close_gaming_day
route  GET  /api/reports/day/paper                   . .   . . . . . x x x .

route  GET  /                                        x .   . . . . . . . . .
route  GET  /health                                  x .   . . . . . . . . .
route  GET  /tables/{table}                          x .   . . . . . . . . .
route  GET  /history                                 x .   . . . . . . . . .
route  GET  /rules/{table}                           x .   . . . . . . . . .
route  GET  /designer/{table}                        x .   . . . . . . . . .
route  GET  /evening                                 x .   . . . . . . . . .
route  GET  /pit                                     x .   . . . . . . . . .
route  GET  /pit/{table}                             x .   . . . . . . . . .
route  GET  /api/tables                              x .   . . . . . . . . .
route  GET  /api/tables/{table}                      x .   . . . . . . . . .
route  GET  /api/tables/{table}/rules                x .   . . . . . . . . .
route  GET  /api/tables/{table}/figures              x .   . . . . . . . . .
route  GET  /api/tables/{table}/rounds/{number}      x .   . . . . . . . . .
route  POST /api/tables/{table}/company              . .   o . . . . . . . .
route  DELETE /api/tables/{table}/company            . .   o . . . . . . . .
route  GET  /api/me/evening                          . o   . . . . . . . . .
route  GET  /api/me/rounds                           . o   . . . . . . . . .
route  GET  /api/me/rounds/{table}/{number}/decisions . o   . . . . . . . . .
route  GET  /api/designer/{table}                    x .   . . . . . . . . .
route  POST /api/designer/{table}                    x .   . . . . . . . . .
route  POST /api/designer/{table}/payment            x .   . . . . . . . . .
route  POST /api/designer/{table}/document           x .   . . . . . . . . .
route  GET  /practice                                x .   . . . . . . . . .
route  GET  /drills                                  x .   . . . . . . . . .
route  GET  /lessons                                 x .   . . . . . . . . .
route  GET  /api/practice                            x .   . . . . . . . . .
route  GET  /api/practice/due                        . o   . . . . . . . . .
route  POST /api/practice/hands                      . o   . . . . . . . . .
route  POST /api/practice/answers                    . o   . . . . . . . . .
route  POST /api/practice/look-up                    x .   . . . . . . . . .
route  GET  /challenge                               x .   . . . . . . . . .
route  GET  /api/challenges                          . o   . . . . . . . . .
route  POST /api/challenges                          . o   . . . . . . . . .
route  GET  /api/challenges/{challenge}              x .   . . . . . . . . .
route  POST /api/challenges/{challenge}/answers      . o   . . . . . . . . .
route  GET  /api/challenges/results/{result}         x .   . . . . . . . . .
route  GET  /api/challenges/results/{result}/picture x .   . . . . . . . . .
route  GET  /strategy/{game}                         x .   . . . . . . . . .
route  GET  /api/strategy/{game}                     x .   . . . . . . . . .
route  GET  /mistakes                                x .   . . . . . . . . .
route  GET  /api/me/mistakes                         . o   . . . . . . . . .
route  GET  /link/{token}                            x .   . . . . . . . . .
route  GET  /metrics                                 . .   . . . . . x . x x
route  GET  /api/rules                               x .   . . . . . . . . .
route  GET  /api/rules/games/{game}                  x .   . . . . . . . . .
route  GET  /api/rules/clauses                       x .   . . . . . . . . .
route  GET  /api/rules/readings/{id}                 x .   . . . . . . . . .

route  GET  /api/rounds                               . .   . . x x . x . x .
route  GET  /api/rounds/{table}/{number}              . .   . . x x . x . x .
route  GET  /api/statistics                           . .   . . . x . x x x .
route  GET  /api/files                                . .   . . x x . x . x .
route  POST /api/files                                          = file open_file
route  GET  /api/files/{file}                         . .   . . x x . x . x .
route  POST /api/files/{file}/items                             = file write_item
route  POST /api/files/{file}/items/{item}/strike               = file strike_item
route  POST /api/files/{file}/close                             = file close_file
route  POST /api/files/{file}/reopen                            = file reopen_file
route  GET  /api/files/{file}/export                  . .   . . . . . x . x .
route  GET  /api/journals                             . .   . . . . . x x x .
route  GET  /api/journals/{stream}                    . .   . . . . . x . x .
route  GET  /api/journals/{stream}/heads              . .   . . . . . x x x .
route  GET  /api/journals/{stream}/records            . .   . . . . . x . x .
route  POST /api/verify                               . .   . . . . . x x x .
route  GET  /api/submissions/{submission}/{version}/figures  . .   . . . x . x x x x
route  GET  /api/readings                             . .   . x x x . x x x x
route  GET  /api/coverage                             x .   . . . . . . . . .
route  GET  /api/card-readers                         . .   . . x x . x . x x
route  GET  /api/tables/{table}/readings              x .   . . . . . . . . .
route  POST /api/tables/{table}/readings              x .   . . . . . . . . .
route  GET  /api/tables/{table}/recall                x .   . . . . . . . . .
route  GET  /surveillance                             x .   . . . . . . . . .
route  GET  /regulator                                x .   . . . . . . . . .
route  GET  /sign/{table}                             x .   . . . . . . . . .
route  GET  /table-tests                              x .   . . . . . . . . .
route  GET  /reading                                  x .   . . . . . . . . .
route  GET  /cage                                     x .   . . . . . . . . .
route  GET  /count                                    x .   . . . . . . . . .
route  GET  /hand-pays                                x .   . . . . . . . . .
route  GET  /exclusions                               x .   . . . . . . . . .
route  GET  /security                                 x .   . . . . . . . . .
route  GET  /accounting                               x .   . . . . . . . . .
route  GET  /administration                           x .   . . . . . . . . .
route  GET  /card-readers                             x .   . . . . . . . . .
"""


class PermissionRow(msgspec.Struct, frozen=True):
    """The permissions of one command, socket message or route."""

    kind: str  # "table", "cage", "desk", "meter" or "file" for a command, "socket" for a message, or "route"
    name: str
    marks: dict[str, str]  # column -> x, o, t, l or n, without columns that have no mark

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(role for role in ROLES if role in self.marks)

    @property
    def whose(self) -> str:
        """Return the roles that may do this, in words for the remedy of a refusal."""
        if ANYONE in self.marks:
            return "anyone"
        if SIGNED_IN in self.marks:
            if self.marks[SIGNED_IN] == ACCOUNT:
                return "people with an account"
            return "anyone who is signed in"
        return " or ".join(map(role_title, self.roles)) or "the server itself"


KINDS = ("table", "cage", "desk", "meter", "file", "socket", "route")
LETTERS = {"a": ANYONE, "s": SIGNED_IN} | {role.column: role.name for role in DECLARED}
MARKS = frozenset((".", "x", "o", "t", KEYED, ACCOUNT))


def name_of(command: type[msgspec.Struct]) -> str:
    """Return a command's tag without the version."""
    return str(command.__struct_config__.tag).partition("@")[0]


def table_marks(command: type[TableCommand]) -> dict[str, str]:
    """Compute the marks of a table command from its declaration."""
    if command.server_only:
        return {}
    if command.keyed:
        return {PLAYER: "o", DEALER: KEYED} if PLAYER in command.roles else {DEALER: KEYED}
    allowed = or_above(command.roles)
    return {role: "t" if role == DEALER else "x" for role in ROLES if role in allowed}


def declared_rows() -> dict[tuple[str, str], PermissionRow]:
    """Return the rows of commands whose classes declare their roles."""
    rows = {}
    for table_command in DECIDE:
        name = name_of(table_command)
        rows["table", name] = PermissionRow("table", name, table_marks(table_command))
    for kind in (administration.KIND, cage.KIND, disputes.KIND):
        for command in kind.deciders:
            allowed, name = or_above(command.roles), name_of(command)
            marks = {role: "x" for role in ROLES if role in allowed}
            rows[kind.name, name] = PermissionRow(kind.name, name, marks)
    return rows


def permission_rows(grid: str) -> dict[tuple[str, str], PermissionRow]:
    """Return the rows of a grid, and the rows of commands that the grid does not list."""
    rows, seen_keys = declared_rows(), set[tuple[str, str]]()
    for line in grid.splitlines():
        words = line.split()
        if not words or words[0] not in KINDS:
            continue
        if "=" in words:
            at = words.index("=")
            name, marks_by_column = " ".join(words[1:at]), _marks_of(rows, *words[at + 1 :])
        else:
            at = next(index for index, word in enumerate(words) if word in MARKS)
            name, marks = " ".join(words[1:at]), words[at:]
            assert MARKS.issuperset(marks) and len(marks) <= len(COLUMNS), line
            marks_by_column = {
                column: mark for column, mark in zip(COLUMNS, marks, strict=False) if mark != "."
            }
        assert (words[0], name) not in seen_keys, line
        seen_keys.add((words[0], name))
        rows[words[0], name] = PermissionRow(words[0], name, marks_by_column)
    return rows


def _marks_of(
    rows: dict[tuple[str, str], PermissionRow], kind: str, command: str, *only: str
) -> dict[str, str]:
    """Return the marks of a command, limited to the columns after "for"."""
    marks = rows[kind, command].marks
    return {LETTERS[mark]: marks[LETTERS[mark]] for mark in only[1:]} if only else marks


MATRIX = permission_rows(GRID)


def row_of(kind: str, command: type[msgspec.Struct]) -> PermissionRow:
    return MATRIX[kind, name_of(command)]


def not_permitted(
    row: PermissionRow, by: str, clauses: tuple[str, ...] = (), readings: tuple[str, ...] = ()
) -> Refused:
    """Return the refusal for a person whose role does not permit an action. `by` is a role or
    `role:person`.
    """
    citations = clauses or (() if row.kind == "socket" else (APART,))
    message = f"{title_of(row)} is not permitted for {role_title(role_of(by))}"
    return Refused(CasinoCode.NOT_YOUR_ROLE.value, message, citations, f"This is for {row.whose}.", readings)


def title_of(row: PermissionRow) -> str:
    """Return the title of an action for people. A route has no such title."""
    return "this page or action" if row.kind == "route" else f'"{row.name.replace("_", " ")}"'


def acting_as(row: PermissionRow, roles: Collection[str]) -> str:
    """Return the lowest of a person's roles that permits an action. Raise `Refused` if none does."""
    for role in row.roles:
        if role in roles:
            return role
    if ANYONE in row.marks or SIGNED_IN in row.marks:
        return next((role for role in ROLES if role in roles), "")
    raise not_permitted(row, " or ".join(sorted(roles)) or "people without a role")


def allow(kind: str, command: type[msgspec.Struct], by: str) -> None:
    """Raise `Refused` unless the sender's role permits the command."""
    row = row_of(kind, command)
    if role_of(by) not in row.marks:
        raise not_permitted(row, by)


def allow_message(name: str, by: str) -> None:
    """Raise `Refused` unless the sender's role permits the socket message."""
    row, role = MATRIX["socket", name], role_of(by)
    if (ANYONE if role == EVERYONE else role) not in row.marks:
        raise not_permitted(row, by)


def check_account(row: PermissionRow, kind: str) -> None:
    """Raise `Refused` if the row needs an account and this kind of person has none."""
    if row.marks.get(SIGNED_IN) == ACCOUNT and kind == GUEST:
        raise not_permitted(row, "guests")


def allow_at_table(desk: AdministrationState, table: str, state: TableState, command: TableCommand) -> None:
    """Raise `Refused` unless the sender has the role now. A dealer must also be logged on at this table.

    The refusal cites the clause that gives the action to another role.
    """
    by, row = command.by, row_of("table", type(command))
    role, person = role_of(by), id_of(by)
    if role not in row.marks or role not in desk.roles_of(person):
        raise not_permitted(row, by, *duty(state, type(command)))
    check_place(desk, table, row, by)
    if row.marks[role] == KEYED:
        check_keyed(desk, table, row, state, command)


def check_keyed(
    desk: AdministrationState, table: str, row: PermissionRow, state: TableState, command: TableCommand
) -> None:
    """Check that a dealer may enter this action for a player without a screen."""
    house_table = desk.tables.get(table)
    if house_table is None or not house_table.staffed:
        raise not_permitted(row, command.by, *duty(state, type(command)))
    if (refused := not_keyed(state, command)) is not None:
        raise refused


def check_place(desk: AdministrationState, table: str, row: PermissionRow, by: str) -> None:
    """Check that a dealer acts at the table where they are logged on."""
    if row.marks.get(role_of(by)) not in ("t", KEYED):
        return
    if desk.dealt_by(id_of(by)) != table:
        assert role_of(by) == DEALER
        raise Refused(
            "not_logged_on",
            f"you are not logged on to {table}",
            (PERSONNEL,),
            "Log on to this table first.",
        )


class PermissionView(TypedDict):
    """A row of the permission matrix for the pages, with a mark for each role that may do it."""

    kind: str
    name: str
    allowed: dict[str, str]  # role -> mark


def as_document() -> list[PermissionView]:
    """Return the matrix as published at `/api/roles`."""
    return [{"kind": row.kind, "name": row.name, "allowed": row.marks} for row in MATRIX.values()]
