"""Test every role with every command and message in the permission matrix, and compare the state machines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from croupier import Refused
from croupier.casino.administration import commands as do
from croupier.casino.administration.stream import KIND as DESK
from croupier.casino.cage.stream import KIND as CAGE
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.casino.disputes import KIND as FILE
from croupier.casino.disputes import charter_of as file_charter
from croupier.casino.machines import replace
from croupier.meters import machine as meters
from croupier.server.sessions.permissions import (
    COLUMNS,
    GRID,
    KEYED,
    MATRIX,
    acting_as,
    allow,
    allow_at_table,
    allow_message,
    declared_rows,
    name_of,
    permission_rows,
    row_of,
)
from croupier.submission import Rules
from croupier.table import commands as acts
from croupier.table import machine as table
from croupier.table.roles import ROLES, or_above
from croupier.table.state import open_table
from tests.server.helpers.desks import BY, STAFF, approved, desk, document, opened
from tests.server.sessions.samples import sample

MACHINES: dict[str, Any] = {
    "table": table.DECIDE,
    "cage": CAGE.deciders,
    "desk": DESK.deciders,
    "meter": meters.DECIDE,
    "file": FILE.deciders,
}
COMMANDS = [(kind, command) for kind, known in MACHINES.items() for command in known]
STATE = desk(
    *approved(document()),
    opened(),
    do.LogOnTable(table="t1", by=BY["dina"]),
    do.WelcomeGuest(person="ann", name="Ann", by="house"),
)
LIVE = desk(*approved(document()), opened(dealing="live"), do.LogOnTable(table="t1", by=BY["dina"]))
TABLE = open_table(Rules(STATE.tables["t1"].choices))
PERSON = {role: person for person, role in reversed(STAFF.items())} | {"player": "ann"}

# Rows where the matrix is stricter than the state machine, with the reason. All other rows agree.
NARROWER = {
    ("table", "sit_down"): "players act only for their own seat; dealers for players without a screen",
    ("table", "get_up"): "players act only for their own seat",
    ("table", "buy_in"): "chips move only by the cage's transfers, and the floor sells no chips",
    ("table", "cash_out"): "the same",
    ("table", "change_rules"): "rules change only by notice or by an approved amendment",
    ("cage", "to_table"): "one's own wallet",
    ("cage", "from_table"): "one's own wallet",
    ("table", "commit_deal"): "the machine deals at a table that commits to its deals",
    ("table", "mix_deal"): "the same",
    ("table", "discard_deal"): "the same",
    ("desk", "request_review"): "the server asks for a second person, and computes what they confirm",
    ("meter", "leave_meter"): "a table leaves its meters when it closes permanently",
    ("meter", "adjust_meter"): "only by an adjustment that another person has approved",
    ("meter", "close_meter"): "a meter closes when the last table leaves it",
    ("meter", "open_meter"): "a meter opens when a table joins it",
    ("meter", "join_meter"): "a table joins its meters when it opens",
}


# A tray transfer has two sides, the table and the cage. Each signs for itself.
TRAYS = {
    "request_chips", "sign_tray_slip", "void_tray_slip", "count_tray", "verify_count", "exchange_chips",
}  # fmt: skip


def machine(kind: str, command: Any) -> None:
    """Send a command directly to the state machine, bypassing the guards."""
    if kind == "table":
        table.decide(TABLE, command)
    elif kind == "meter":
        meters.decide(meters.Meters(), command)
    elif kind == "cage":
        CAGE.decide(CAGE.begin(cage_charter()), command)
    elif kind == "file":
        FILE.decide(FILE.begin(file_charter("2026-0001")), command)
    else:
        DESK.decide(STATE, command)


def code_of(act: Callable[[], None]) -> str:
    """Return the refusal's code, or an empty string."""
    try:
        act()
    except Refused as refused:
        return refused.code
    return ""


def by_role(role: str) -> str:
    return f"{role}:{PERSON[role]}"


def test_matrix_lists_exactly_the_commands_of_all_machines() -> None:
    rows = {(row.kind, row.name) for row in MATRIX.values() if row.kind in MACHINES}
    assert rows == {(kind, name_of(command)) for kind, command in COMMANDS}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("kind", "command"), COMMANDS, ids=lambda v: v if isinstance(v, str) else name_of(v))
def test_every_role_against_every_command(kind: str, command: Any, role: str) -> None:
    """A permitted command reaches the state machine, which accepts the role.

    Any other is refused with a code, a clause or reading, and the roles that may send it.
    """
    row, sent = row_of(kind, command), sample(command, by_role(role))
    by_machine = role in or_above(command.roles)
    if role in row.marks:
        allow(kind, command, sent.by)
        if row.marks[role] == KEYED:
            keyed(sent)
        elif kind == "table":
            allow_at_table(STATE, "t1", TABLE, sent)
        assert by_machine, "the matrix permits a command that the state machine refuses"
        assert code_of(lambda: machine(kind, sent)) != "not_your_role"
        return
    guard = partial(allow_at_table, STATE, "t1", TABLE, sent) if kind == "table" else None
    with pytest.raises(Refused) as denied:
        (guard or partial(allow, kind, command, sent.by))()
    assert denied.value.code == "not_your_role" and denied.value.remedy.startswith("This is for ")
    assert denied.value.clauses or denied.value.readings
    if by_machine:
        assert (kind, row.name) in NARROWER
    else:
        assert code_of(lambda: machine(kind, sent)) == "not_your_role"


def keyed(sent: Any) -> None:
    """Check a player's action that a dealer enters at a live table for a player without a screen."""
    with pytest.raises(Refused) as denied:
        allow_at_table(STATE, "t1", TABLE, sent)
    assert denied.value.code == "not_your_role"
    for player, code in (("walkin-7", ""), ("ann", "own_screen")):
        seats = replace(TABLE.seating, seats={1: player})
        sent = replace(sent, player=player) if hasattr(sent, "player") else sent
        state = replace(TABLE, seating=seats)
        wanted = "" if type(sent) is acts.SitDown else code
        assert code_of(partial(allow_at_table, LIVE, "t1", state, sent)) == wanted


def test_every_exception_is_stricter_than_the_machine() -> None:
    for kind, command in COMMANDS:
        row = row_of(kind, command)
        narrower = or_above(command.roles) & {*ROLES} != {*row.roles}
        assert narrower == ((kind, row.name) in NARROWER), row.name


def test_surveillance_and_administration_touch_no_money_or_cards() -> None:
    for kind, command in COMMANDS:
        row = row_of(kind, command)
        # surveillance keeps files and acknowledges alerts
        seen = kind == "file" or row.name == "acknowledge_alert"
        assert "surveillance" not in row.marks or seen, row.name
        if kind != "desk":
            assert not {"administrator", "regulator"} & {*row.marks}, row.name
        if kind in ("cage", "meter") and not row.name.endswith("_link") and row.name not in TRAYS:
            assert not {"dealer", "floor", "pit_manager"} & {*row.marks}, row.name
        if kind == "table":
            assert not {"cage", "accounting"} & {*row.marks}, row.name


def test_pit_manager_may_do_everything_that_the_floor_may() -> None:
    for row in MATRIX.values():
        assert "floor" not in row.marks or "pit_manager" in row.marks, row.name


def test_no_role_both_prepares_and_approves() -> None:
    """No role may both prepare and approve, or both write and reverse a slip."""
    pairs = [
        (("desk", "draft_submission"), ("desk", "approve")),
        (("cage", "deposit"), ("cage", "reverse_slip")),
        (("cage", "withdraw"), ("cage", "reverse_slip")),
        (("table", "settle_seat"), ("table", "validate_progressive")),
        (("table", "settle_seat"), ("table", "correct_settlement")),
        (("desk", "propose_role"), ("cage", "deposit")),
        (("cage", "request_chips"), ("cage", "deposit")),
        (("cage", "count_tray"), ("cage", "reverse_slip")),
    ]
    bets, settles = MATRIX["table", "bet"].marks, MATRIX["table", "settle_seat"].marks
    assert {role: bets[role] for role in bets if role in settles} == {
        "dealer": KEYED
    }  # for players without a screen
    for first, second in pairs:
        assert not {*MATRIX[first].roles} & {*MATRIX[second].roles}, (first, second)


def test_a_dealer_acts_at_the_one_table_they_are_logged_on_to() -> None:
    deal = sample(acts.CloseBetting, BY["dina"])
    allow_at_table(STATE, "t1", TABLE, deal)
    with pytest.raises(Refused) as refused:
        allow_at_table(STATE, "t2", TABLE, deal)
    assert refused.value.code == "not_logged_on" and refused.value.clauses == ("COMAR 36.05.03.01",)
    with pytest.raises(Refused):
        allow_at_table(STATE, "t1", TABLE, sample(acts.CloseBetting, BY["dora"]))
    floor = sample(acts.RuleOnIncident, BY["flo"])
    allow_at_table(STATE, "t2", TABLE, floor)


def test_refuses_a_claimed_role_that_is_not_held() -> None:
    for by in (
        "dealer:flo",
        "floor:dina",
        "player:nobody",
        "dealer",
        "floor:",
        "pit_manager:flo",
        "",
        "root:ada",
    ):
        command = acts.RuleOnIncident if by.startswith(("floor", "pit")) else acts.CloseBetting
        with pytest.raises(Refused) as refused:
            allow_at_table(STATE, "t1", TABLE, sample(command, by))
        assert refused.value.code == "not_your_role"


def test_table_refusal_cites_the_clause() -> None:
    with pytest.raises(Refused) as refused:
        allow_at_table(STATE, "t1", TABLE, sample(acts.CloseBetting, "player:ann"))
    assert refused.value.clauses == TABLE.game.close[TABLE.rules.dealing]
    assert refused.value.remedy == "This is for dealer."


@pytest.mark.parametrize("role", ["everyone", *ROLES])
@pytest.mark.parametrize("name", [name for kind, name in MATRIX if kind == "socket"])
def test_every_role_against_every_socket_message(name: str, role: str) -> None:
    theirs = {"try": ("dealer", "floor", "pit_manager"), "call": ("dealer",)}.get(name, ("player",))
    if name == "hello":
        theirs = tuple(
            one
            for one in ("everyone", *ROLES)
            if one not in ("cage", "administrator", "count_team", "security")
        )
    if role in theirs:
        allow_message(name, f"{role}:x")
        return
    with pytest.raises(Refused) as refused:
        allow_message(name, f"{role}:x")
    if name == "hello":
        assert refused.value.code == "not_your_role"
        return
    whose = " or ".join(theirs).replace("_", " ")
    assert refused.value.code == "not_your_role" and refused.value.remedy == f"This is for {whose}."


def test_acts_in_the_lowest_sufficient_role() -> None:
    both = {"floor", "pit_manager"}
    assert acting_as(MATRIX["desk", "disable_table"], both) == "floor"
    assert acting_as(MATRIX["desk", "close_table"], both) == "pit_manager"
    with pytest.raises(Refused, match="not permitted for floor or pit manager"):
        acting_as(MATRIX["desk", "approve"], both)
    with pytest.raises(Refused, match="not permitted for people without a role"):
        acting_as(MATRIX["desk", "approve"], ())


def test_parses_the_grid() -> None:
    assert len(COLUMNS) == 13 and permission_rows(GRID) == MATRIX
    lines = [line for line in GRID.splitlines() if line.split()[:1] and line.split()[0] != "a"]
    listed = {(line.split()[0], line.split()[1]) for line in lines}
    assert len(lines) + len(declared_rows().keys() - listed) == len(MATRIX)
    with pytest.raises(AssertionError):
        permission_rows("route GET /x . . y . . . . . . . .")
