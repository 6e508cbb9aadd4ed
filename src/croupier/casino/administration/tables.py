"""Open tables under an approved submission, close and disable them, log dealers on, and change rules."""

from __future__ import annotations

from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.licenses import check_dealer
from croupier.casino.administration.people import READERS, now
from croupier.casino.administration.rule_changes import EVERYONE, blocker_of, raises_minimum
from croupier.casino.administration.state import (
    LIVE_CARDS,
    MACHINE,
    TRAINING,
    AdministrationState,
    Cards,
    Change,
    HouseTable,
    Standing,
)
from croupier.casino.administration.submissions import passing, the_submission
from croupier.casino.cage.commands import PLAY
from croupier.casino.machines import HOUSE, TABLE, CasinoEvent, refuse, replace, with_reason
from croupier.errors import BadInput, Refused
from croupier.games import game as game_of
from croupier.rulebook import regulation
from croupier.submission import Limit, OperatorChoices
from croupier.submission.restate import lawful
from croupier.table.roles import DEALER, id_of, role_of

AMENDMENT = regulation("amendments")
APPROVAL = regulation("approval")
DEVICES = regulation("device_inspection")
LIMITS = regulation("limit_changes")
LIMITS_EMPTY = regulation("limits_without_players")
LIMITS_NOTICE = regulation("limits_with_players")
PERSONNEL = regulation("supervision")


def name_of(state: AdministrationState, person: str) -> str:
    """Return a staff member's display name."""
    member = state.people.get(person)
    return member.name if member is not None and member.name else person


def the_table(state: AdministrationState, name: str) -> HouseTable:
    table = state.tables.get(name)
    if table is None:
        names = ", ".join(sorted(state.tables)) or "none"
        raise refuse(AdministrationCode.NO_SUCH_TABLE, f"there is no table {name}", f"Tables: {names}.")
    return table


def decide_open(state: AdministrationState, command: do.OpenTable) -> tuple[CasinoEvent, ...]:
    """Open a table. A table that was open before continues its stream, and newer rules become a pending
    change.
    """
    submission = the_submission(state, command.submission)
    version, current = submission.in_force, state.tables.get(command.table)
    if version is None:
        raise refuse(
            AdministrationCode.NOT_APPROVED,
            f"no version of {command.submission} is approved",
            "Get a version approved first.",
            APPROVAL,
        )
    choices = passing(version.document)
    cards = cards_of(command, choices)
    if command.dealing == TRAINING:
        choices = dealt_by_hand(without_group(choices)) if cards == "pack" else without_group(choices)
    if current is None:
        return (
            ev.TableOpened(
                table=command.table,
                game=submission.game,
                submission=command.submission,
                version=version.number,
                choices=choices,
                money=command.money,
                by=command.by,
                dealing=command.dealing,
                cards=cards,
                trainee=command.trainee,
                audience=EVERYONE,
                clauses=(APPROVAL,),
            ),
        )
    if current.standing == "open":
        raise refuse(AdministrationCode.TABLE_OPEN, f"{command.table} is already open", "No action needed.")
    if current.standing == "disabled":
        raise refuse(
            AdministrationCode.TABLE_DISABLED,
            f"{command.table} is disabled: {current.reason}",
            "Enable it first.",
        )
    settings = (command.submission, command.money, command.dealing, cards, command.trainee)
    if (current.submission, current.money, current.dealing, current.cards, current.trainee) != settings:
        raise refuse(
            AdministrationCode.OTHER_SUBMISSION,
            f"{command.table} is for {current.submission}, {current.money} money and "
            f"{current.dealing} dealing",
            "These settings cannot change. Open another table.",
            APPROVAL,
        )
    return (status_event(command.table, "open", command.by, ""),)


def without_group(choices: OperatorChoices) -> OperatorChoices:
    """Remove the shared meter group, so that training does not change other tables' meters."""
    if choices.progressive is None:
        return choices
    return replace(choices, progressive=replace(choices.progressive, group=""))


def dealt_by_hand(choices: OperatorChoices) -> OperatorChoices:
    """Return a trainee's choices: one pack, shuffled and cut by hand, and dealt as if from a shoe."""
    approvals = {"shoe_place": "where the trainee has put the pack", **choices.approvals}
    return replace(choices, dealing="shoe", shuffler="none", decks=1, approvals=approvals)


def cards_of(command: do.OpenTable, choices: OperatorChoices) -> Cards:
    """Return the source of the table's cards. Raise `Refused` if the game cannot be dealt from it."""
    if choices.electronic and command.dealing != LIVE_CARDS:
        raise refuse(
            AdministrationCode.NEEDS_LIVE_CARDS,
            f"{command.submission} is dealer-controlled and needs real cards and player screens",
            "Open the table with live dealing.",
            *game_of(choices.game).close[choices.dealing],
        )
    if command.dealing == MACHINE:
        return "shoe"
    if command.dealing == TRAINING:
        if command.money != PLAY or not command.trainee:
            raise refuse(
                AdministrationCode.NO_MONEY_HERE, "a training table has one trainee and play money only",
                "Open the table for one trainee, with play money.",
            )  # fmt: skip
        return command.cards
    return "named"


def status_event(table: str, standing: Standing, by: str, reason: str) -> ev.TableStands:
    return ev.TableStands(table=table, standing=standing, by=by, reason=reason, audience=EVERYONE)


def decide_close(state: AdministrationState, command: do.CloseTable) -> tuple[CasinoEvent, ...]:
    if the_table(state, command.table).standing == "closed":
        raise refuse(
            AdministrationCode.TABLE_NOT_OPEN, f"{command.table} is already closed", "No action needed."
        )
    return (status_event(command.table, "closed", command.by, with_reason(command.reason)),)


def decide_disable(state: AdministrationState, command: do.DisableTable) -> tuple[CasinoEvent, ...]:
    if the_table(state, command.table).standing == "disabled":
        raise refuse(
            AdministrationCode.TABLE_DISABLED, f"{command.table} is already disabled", "No action needed."
        )
    return (status_event(command.table, "disabled", command.by, with_reason(command.reason)),)


def decide_enable(state: AdministrationState, command: do.EnableTable) -> tuple[CasinoEvent, ...]:
    if the_table(state, command.table).standing != "disabled":
        raise refuse(AdministrationCode.TABLE_OPEN, f"{command.table} is not disabled", "No action needed.")
    return (status_event(command.table, "open", command.by, with_reason(command.reason)),)


def decide_inspection(state: AdministrationState, command: do.NoteInspection) -> tuple[CasinoEvent, ...]:
    """Record the inspection of a gaming day, at most one per day.

    A fault disables the table until a pit manager enables it. It must then be inspected again.
    """
    table, fault = the_table(state, command.table), command.fault.strip()
    if table.staffed is (role_of(command.by) == HOUSE):
        remedy = (
            "Ask a floorperson to inspect the table."
            if table.staffed
            else "The server inspects this table itself."
        )
        raise refuse(
            AdministrationCode.INSPECTED_BY_OTHERS,
            f"{command.by} does not inspect {table.id}",
            remedy,
            DEVICES,
        )
    if table.standing != "open" or command.day <= table.inspected:
        words = f"{table.id} is {table.standing} and was last inspected on gaming day {table.inspected}"
        raise refuse(AdministrationCode.TABLE_NOT_OPEN, words, "No action needed.")
    inspection = ev.DevicesInspected(
        table=table.id, day=command.day, fault=fault, clauses=(DEVICES,), audience=READERS
    )
    return (inspection, status_event(table.id, "disabled", command.by, fault)) if fault else (inspection,)


def decide_log_on(state: AdministrationState, command: do.LogOnTable) -> tuple[CasinoEvent, ...]:
    """Log a dealer on. A table has one dealer, and a dealer has one table."""
    table, person = the_table(state, command.table), id_of(command.by)
    if table.trainee not in ("", person):
        words = f"{table.id} is the training table of {table.trainee}"
        raise refuse(
            AdministrationCode.ANOTHERS_TRAINING,
            words,
            "Open your own training table: POST /api/training.",
            PERSONNEL,
        )
    if table.standing != "open":
        raise refuse(
            AdministrationCode.TABLE_NOT_OPEN, f"{table.id} is {table.standing}", "Choose an open table."
        )
    if table.dealer == person:
        return ()
    if table.dealer:
        raise refuse(
            AdministrationCode.ANOTHER_DEALER,
            f"{name_of(state, table.dealer)} is dealing at {table.id}",
            "That dealer must log off first, or the floor can log them off.",
            PERSONNEL,
        )
    if elsewhere := state.dealt_by(person):
        raise refuse(
            AdministrationCode.ANOTHER_TABLE,
            f"you are dealing at {elsewhere}",
            "Log off at that table first.",
            PERSONNEL,
        )
    if command.noted:
        check_dealer(state, table, person, now(state, command))
    return (ev.DealerLoggedOn(table=table.id, person=person, audience=EVERYONE, clauses=(PERSONNEL,)),)


def decide_log_off(state: AdministrationState, command: do.LogOffTable) -> tuple[CasinoEvent, ...]:
    table = the_table(state, command.table)
    may_log_off = role_of(command.by) != DEALER or id_of(command.by) == table.dealer
    if not table.dealer or not may_log_off:
        raise refuse(
            AdministrationCode.NOT_LOGGED_ON,
            f"{command.by} is not logged on at {table.id}",
            "No action needed.",
        )
    log_off = ev.DealerLoggedOff(table=table.id, person=table.dealer, by=command.by, audience=EVERYONE)
    if table.dealing == TRAINING and table.standing == "open":
        return log_off, status_event(table.id, "closed", command.by, "the dealer has left")
    return (log_off,)


def with_limits(choices: OperatorChoices, limits: dict[str, Limit]) -> OperatorChoices:
    return replace(choices, limits={**choices.limits, **limits})


def check_limits(before: OperatorChoices, after: OperatorChoices) -> None:
    """Allow only the changes of 36.05.03.21C. The maximum may go up or down, and the minimum only down."""
    if before == after:
        raise refuse(
            AdministrationCode.NO_CHANGE, "these limits are already in force", "Enter other limits.", LIMITS
        )
    if raises_minimum(before, after):
        raise refuse(
            AdministrationCode.MINIMUM_RAISED,
            "the minimum wager cannot be raised this way",
            "Submit an amendment.",
            LIMITS,
            AMENDMENT,
        )
    for name, limit in after.limits.items():
        if limit.increment != before.limits.get(name, Limit()).increment:
            raise refuse(
                AdministrationCode.NEEDS_AMENDMENT,
                f"the increment of {name} can change only by amendment",
                "Submit an amendment.",
                AMENDMENT,
            )
    try:
        lawful(after)
    except BadInput as fault:
        raise refuse(
            AdministrationCode.NEEDS_AMENDMENT, str(fault), "Enter limits that the rules allow.", LIMITS
        ) from None
    except Refused as fault:
        raise refuse(
            AdministrationCode.NEEDS_AMENDMENT, fault.message, fault.remedy, *fault.clauses
        ) from None


def decide_post(state: AdministrationState, command: do.PostChange) -> tuple[CasinoEvent, ...]:
    table, reason = the_table(state, command.table), with_reason(command.reason)
    if table.change is not None:
        raise refuse(
            AdministrationCode.CHANGE_PENDING,
            f"change {table.change.number} is already pending at {table.id}",
            "Withdraw the change, or wait until it is in force.",
            LIMITS_NOTICE,
        )
    after = with_limits(table.choices, command.limits)
    check_limits(table.choices, after)
    change = Change(
        number=state.changed + 1,
        version=table.version,
        choices=after,
        limits_alone=True,
        raises_minimum=False,
        posted_at=now(state, command),
        by=command.by,
        reason=reason,
    )
    return (
        ev.ChangePosted(table=table.id, change=change, audience=EVERYONE, clauses=(LIMITS, LIMITS_NOTICE)),
    )


def the_change(table: HouseTable, number: int) -> Change:
    if table.change is None or table.change.number != number:
        pending = f"Change {table.change.number} is pending." if table.change else "No change is pending."
        raise refuse(
            AdministrationCode.NO_SUCH_CHANGE, f"change {number} is not pending at {table.id}", pending
        )
    return table.change


def own_table(by: str, table: str) -> None:
    if role_of(by) == TABLE and id_of(by) != table:
        raise refuse(
            AdministrationCode.NO_SUCH_TABLE, f"{by} is not {table}", "A table can act only for itself."
        )


def decide_attest(state: AdministrationState, command: do.AttestNotice) -> tuple[CasinoEvent, ...]:
    table = the_table(state, command.table)
    own_table(command.by, table.id)
    the_change(table, command.change)
    if role_of(command.by) == DEALER and id_of(command.by) != table.dealer:
        raise refuse(
            AdministrationCode.NOT_LOGGED_ON,
            f"{command.by} is not logged on at {table.id}",
            "Log on first.",
            PERSONNEL,
        )
    return (
        ev.NoticeAttested(
            table=table.id,
            change=command.change,
            what=command.what,
            by=command.by,
            time=now(state, command),
            audience=EVERYONE,
            clauses=(LIMITS_NOTICE,),
        ),
    )


def decide_withdraw_change(state: AdministrationState, command: do.WithdrawChange) -> tuple[CasinoEvent, ...]:
    table, reason = the_table(state, command.table), with_reason(command.reason)
    change = the_change(table, command.change)
    if not change.limits_alone:
        raise refuse(
            AdministrationCode.NEEDS_AMENDMENT,
            f"change {change.number} is an approved amendment",
            "Submit another version instead.",
            AMENDMENT,
        )
    return (
        ev.ChangeWithdrawn(
            table=table.id, change=change.number, by=command.by, reason=reason, audience=EVERYONE
        ),
    )


def decide_note_change(state: AdministrationState, command: do.NoteChange) -> tuple[CasinoEvent, ...]:
    table = the_table(state, command.table)
    own_table(command.by, table.id)
    change = the_change(table, command.change)
    blocker = blocker_of(change, now(state, command), command.seated, command.between_rounds)
    if blocker is not None:
        raise blocker.refusal
    clauses = (LIMITS_NOTICE if command.seated else LIMITS_EMPTY,) if change.limits_alone else (AMENDMENT,)
    return (ev.ChangeWentIn(table=table.id, change=change.number, audience=EVERYONE, clauses=clauses),)


def put(state: AdministrationState, table: HouseTable) -> AdministrationState:
    return replace(state, tables={**state.tables, table.id: table})


def apply_opened(state: AdministrationState, event: ev.TableOpened) -> AdministrationState:
    table = HouseTable(
        id=event.table,
        game=event.game,
        submission=event.submission,
        version=event.version,
        choices=event.choices,
        money=event.money,
        dealing=event.dealing,
        cards=event.cards,
        trainee=event.trainee,
    )
    return put(state, table)


def apply_stands(state: AdministrationState, event: ev.TableStands) -> AdministrationState:
    """Set a table's status. A closed table has no dealer, no supervisor and no open correction."""
    table = state.tables[event.table]
    if event.standing == "closed":
        table = replace(table, dealer="", floor="", review=None)
    return put(state, replace(table, standing=event.standing, reason=event.reason))


def apply_inspected(state: AdministrationState, event: ev.DevicesInspected) -> AdministrationState:
    """Record an inspection. An inspection that finds a fault does not count for the gaming day."""
    return state if event.fault else put(state, replace(state.tables[event.table], inspected=event.day))


def apply_logged_on(state: AdministrationState, event: ev.DealerLoggedOn) -> AdministrationState:
    return put(state, replace(state.tables[event.table], dealer=event.person))


def apply_logged_off(state: AdministrationState, event: ev.DealerLoggedOff) -> AdministrationState:
    return put(state, replace(state.tables[event.table], dealer=""))


def apply_posted(state: AdministrationState, event: ev.ChangePosted) -> AdministrationState:
    after = put(state, replace(state.tables[event.table], change=event.change))
    return replace(after, changed=event.change.number)


def apply_attested(state: AdministrationState, event: ev.NoticeAttested) -> AdministrationState:
    """Record the first confirmation. A repeated confirmation does not extend the notice period."""
    table = state.tables[event.table]
    change = table.change
    assert change is not None
    field = "sign_at" if event.what == "sign" else "announced_at"
    if getattr(change, field) is not None:
        return state
    return put(state, replace(table, change=replace(change, **{field: event.time})))


def apply_change_withdrawn(state: AdministrationState, event: ev.ChangeWithdrawn) -> AdministrationState:
    return put(state, replace(state.tables[event.table], change=None))


def apply_went_in(state: AdministrationState, event: ev.ChangeWentIn) -> AdministrationState:
    table = state.tables[event.table]
    assert table.change is not None
    after = replace(table, version=table.change.version, choices=table.change.choices, change=None)
    return put(state, after)
