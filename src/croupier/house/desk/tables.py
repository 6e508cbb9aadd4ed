"""Tables: opened under an approved submission alone, closed, disabled; who deals there; their changes."""

from __future__ import annotations

from croupier.errors import BadInput, Refused
from croupier.games import game as game_of
from croupier.house.cage.commands import PLAY
from croupier.house.desk import commands as do
from croupier.house.desk import events as ev
from croupier.house.desk.changes import EVERYONE, held_back, raises_minimum
from croupier.house.desk.commands import Code
from croupier.house.desk.licences import check_dealer
from croupier.house.desk.people import READERS, now
from croupier.house.desk.state import LIVE_CARDS, MACHINE, TRAINING, Cards, Change, Desk, HouseTable, Standing
from croupier.house.desk.submissions import passing, the_submission
from croupier.house.law import (
    AMENDMENT,
    APPROVED_FIRST,
    DEVICES,
    LIMITS,
    LIMITS_EMPTY,
    LIMITS_NOTICE,
    PERSONNEL,
)
from croupier.house.machinery import HOUSE, TABLE, Event, refuse, replace, with_reason
from croupier.submission import Choices, Limit
from croupier.submission.restate import lawful
from croupier.table.roles import DEALER, id_of, role_of


def called(state: Desk, person: str) -> str:
    """Somebody of the staff as the others call them."""
    member = state.people.get(person)
    return member.name if member is not None and member.name else person


def the_table(state: Desk, name: str) -> HouseTable:
    table = state.tables.get(name)
    if table is None:
        there = ", ".join(sorted(state.tables)) or "none"
        raise refuse(Code.NO_SUCH_TABLE, f"there is no table {name}", f"There is {there}.")
    return table


def decide_open(state: Desk, command: do.OpenTable) -> tuple[Event, ...]:
    """A table that was open before goes on with its own stream; what was approved meanwhile waits there."""
    submission = the_submission(state, command.submission)
    version, known = submission.in_force, state.tables.get(command.table)
    if version is None:
        raise refuse(
            Code.NOT_APPROVED,
            f"no version of {command.submission} is approved",
            "A table opens under an approved submission.",
            APPROVED_FIRST,
        )
    choices = passing(version.document)
    cards = cards_of(command, choices)
    if command.dealing == TRAINING:
        choices = by_hand(apart(choices)) if cards == "pack" else apart(choices)
    if known is None:
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
                clauses=(APPROVED_FIRST,),
            ),
        )
    if known.standing == "open":
        raise refuse(Code.TABLE_OPEN, f"{command.table} is open", "Nothing to do.")
    if known.standing == "disabled":
        raise refuse(Code.TABLE_DISABLED, f"{command.table} is disabled: {known.reason}", "Enable it first.")
    asked = (command.submission, command.money, command.dealing, cards, command.trainee)
    if (known.submission, known.money, known.dealing, known.cards, known.trainee) != asked:
        raise refuse(
            Code.OTHER_SUBMISSION,
            f"{command.table}: {known.submission}, {known.money} money, dealing {known.dealing}",
            "A table keeps its submission, its money and who deals; open another one.",
            APPROVED_FIRST,
        )
    return (stands(command.table, "open", command.by, ""),)


def apart(choices: Choices) -> Choices:
    """Without what the table would share with others: nothing that is learnt moves a meter of theirs."""
    if choices.progressive is None:
        return choices
    return replace(choices, progressive=replace(choices.progressive, group=""))


def by_hand(choices: Choices) -> Choices:
    """As somebody deals who has one pack and no machine: shuffled and cut by hand, drawn as from a shoe."""
    approvals = {"shoe_place": "where the dealer who learns has put it", **choices.approvals}
    return replace(choices, dealing="shoe", shuffler="none", decks=1, approvals=approvals)


def cards_of(command: do.OpenTable, choices: Choices) -> Cards:
    """Who says which card was turned, by who deals; `Refused` where a table cannot be dealt at so."""
    if choices.electronic and command.dealing != LIVE_CARDS:
        raise refuse(
            Code.NEEDS_LIVE_CARDS,
            f"{command.submission} is dealer-controlled: real cards, players at their own screens",
            "Open it with dealing live.",
            *game_of(choices.game).close[choices.dealing],
        )
    if command.dealing == MACHINE:
        return "shoe"
    if command.dealing == TRAINING:
        if command.money != PLAY or not command.trainee:
            raise refuse(
                Code.NO_MONEY_HERE, "a training table is one dealer's own, and no money is played for there",
                "Open it for a dealer who learns, with play money.",
            )  # fmt: skip
        return command.cards
    return "named"


def stands(table: str, standing: Standing, by: str, reason: str) -> ev.TableStands:
    return ev.TableStands(table=table, standing=standing, by=by, reason=reason, audience=EVERYONE)


def decide_close(state: Desk, command: do.CloseTable) -> tuple[Event, ...]:
    if the_table(state, command.table).standing == "closed":
        raise refuse(Code.TABLE_NOT_OPEN, f"{command.table} is closed", "Nothing to do.")
    return (stands(command.table, "closed", command.by, with_reason(command.reason)),)


def decide_disable(state: Desk, command: do.DisableTable) -> tuple[Event, ...]:
    if the_table(state, command.table).standing == "disabled":
        raise refuse(Code.TABLE_DISABLED, f"{command.table} is disabled", "Nothing to do.")
    return (stands(command.table, "disabled", command.by, with_reason(command.reason)),)


def decide_enable(state: Desk, command: do.EnableTable) -> tuple[Event, ...]:
    if the_table(state, command.table).standing != "disabled":
        raise refuse(Code.TABLE_OPEN, f"{command.table} is not disabled", "Nothing to do.")
    return (stands(command.table, "open", command.by, with_reason(command.reason)),)


def decide_inspection(state: Desk, command: do.NoteInspection) -> tuple[Event, ...]:
    """Once a gaming day; a fault takes the table out of play until a pit manager enables it, and then it is
    looked over again."""
    table, fault = the_table(state, command.table), command.fault.strip()
    if table.staffed is (role_of(command.by) == HOUSE):
        who = "A floorperson does, where people deal." if table.staffed else "The house does it by itself."
        raise refuse(Code.INSPECTED_BY_OTHERS, f"{command.by} does not look over {table.id}", who, DEVICES)
    if table.standing != "open" or command.day <= table.inspected:
        words = f"{table.id} is {table.standing}, and was looked over on day {table.inspected}"
        raise refuse(Code.TABLE_NOT_OPEN, words, "Nothing to do.")
    found = ev.DevicesInspected(
        table=table.id, day=command.day, fault=fault, clauses=(DEVICES,), audience=READERS
    )
    return (found, stands(table.id, "disabled", command.by, fault)) if fault else (found,)


def decide_log_on(state: Desk, command: do.LogOnTable) -> tuple[Event, ...]:
    """One dealer a table, one table a dealer."""
    table, person = the_table(state, command.table), id_of(command.by)
    if table.trainee not in ("", person):
        words = f"{table.id} is the training table of {table.trainee}"
        raise refuse(Code.ANOTHERS_TRAINING, words, "Ask for your own: POST /api/training.", PERSONNEL)
    if table.standing != "open":
        raise refuse(Code.TABLE_NOT_OPEN, f"{table.id} is {table.standing}", "Log on to an open table.")
    if table.dealer == person:
        return ()
    if table.dealer:
        raise refuse(
            Code.ANOTHER_DEALER,
            f"{called(state, table.dealer)} deals at {table.id}",
            "Let them log off, or the floor do it for them.",
            PERSONNEL,
        )
    if elsewhere := state.dealt_by(person):
        raise refuse(Code.ANOTHER_TABLE, f"you deal at {elsewhere}", "Log off there first.", PERSONNEL)
    if command.noted:
        check_dealer(state, table, person, now(state, command))
    return (ev.DealerLoggedOn(table=table.id, person=person, audience=EVERYONE, clauses=(PERSONNEL,)),)


def decide_log_off(state: Desk, command: do.LogOffTable) -> tuple[Event, ...]:
    table = the_table(state, command.table)
    own = role_of(command.by) != DEALER or id_of(command.by) == table.dealer
    if not table.dealer or not own:
        raise refuse(Code.NOT_LOGGED_ON, f"{command.by} does not deal at {table.id}", "Nothing to do.")
    left = ev.DealerLoggedOff(table=table.id, person=table.dealer, by=command.by, audience=EVERYONE)
    if table.dealing == TRAINING and table.standing == "open":
        return left, stands(table.id, "closed", command.by, "the dealer has left")
    return (left,)


def with_limits(choices: Choices, limits: dict[str, Limit]) -> Choices:
    return replace(choices, limits={**choices.limits, **limits})


def check_limits(before: Choices, after: Choices) -> None:
    """36.05.03.21C: the highest wager up or down, the lowest down; nothing else, and what the rules allow."""
    if before == after:
        raise refuse(Code.NO_CHANGE, "these are the limits in force", "Name others.", LIMITS)
    if raises_minimum(before, after):
        raise refuse(
            Code.MINIMUM_RAISED,
            "the lowest wager may not be raised so",
            "Submit an amendment.",
            LIMITS,
            AMENDMENT,
        )
    for name, limit in after.limits.items():
        if limit.increment != before.limits.get(name, Limit()).increment:
            raise refuse(
                Code.NEEDS_AMENDMENT,
                f"the increment of {name} is no limit of the wager",
                "Submit an amendment.",
                AMENDMENT,
            )
    try:
        lawful(after)
    except BadInput as fault:
        raise refuse(Code.NEEDS_AMENDMENT, str(fault), "Name limits that the rules allow.", LIMITS) from None
    except Refused as fault:
        raise refuse(Code.NEEDS_AMENDMENT, fault.message, fault.remedy, *fault.clauses) from None


def decide_post(state: Desk, command: do.PostChange) -> tuple[Event, ...]:
    table, reason = the_table(state, command.table), with_reason(command.reason)
    if table.change is not None:
        raise refuse(
            Code.CHANGE_PENDING,
            f"change {table.change.number} waits at {table.id}",
            "Withdraw it, or wait until it has gone in.",
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
        waiting = f"Change {table.change.number} waits." if table.change else "None waits."
        raise refuse(Code.NO_SUCH_CHANGE, f"change {number} does not wait at {table.id}", waiting)
    return table.change


def own_table(by: str, table: str) -> None:
    if role_of(by) == TABLE and id_of(by) != table:
        raise refuse(Code.NO_SUCH_TABLE, f"{by} is not {table}", "A table speaks for itself.")


def decide_attest(state: Desk, command: do.AttestNotice) -> tuple[Event, ...]:
    table = the_table(state, command.table)
    own_table(command.by, table.id)
    the_change(table, command.change)
    if role_of(command.by) == DEALER and id_of(command.by) != table.dealer:
        raise refuse(
            Code.NOT_LOGGED_ON, f"{command.by} does not deal at {table.id}", "Log on first.", PERSONNEL
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


def decide_withdraw_change(state: Desk, command: do.WithdrawChange) -> tuple[Event, ...]:
    table, reason = the_table(state, command.table), with_reason(command.reason)
    change = the_change(table, command.change)
    if not change.limits_alone:
        raise refuse(
            Code.NEEDS_AMENDMENT,
            f"change {change.number} is an approved amendment",
            "Submit another version.",
            AMENDMENT,
        )
    return (
        ev.ChangeWithdrawn(
            table=table.id, change=change.number, by=command.by, reason=reason, audience=EVERYONE
        ),
    )


def decide_note_change(state: Desk, command: do.NoteChange) -> tuple[Event, ...]:
    table = the_table(state, command.table)
    own_table(command.by, table.id)
    change = the_change(table, command.change)
    held = held_back(change, now(state, command), command.seated, command.between_rounds)
    if held is not None:
        raise held.refusal
    clauses = (LIMITS_NOTICE if command.seated else LIMITS_EMPTY,) if change.limits_alone else (AMENDMENT,)
    return (ev.ChangeWentIn(table=table.id, change=change.number, audience=EVERYONE, clauses=clauses),)


def put(state: Desk, table: HouseTable) -> Desk:
    return replace(state, tables={**state.tables, table.id: table})


def apply_opened(state: Desk, event: ev.TableOpened) -> Desk:
    opened = HouseTable(
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
    return put(state, opened)


def apply_stands(state: Desk, event: ev.TableStands) -> Desk:
    """Nobody deals at a table that is closed, and nobody supervises it."""
    table = state.tables[event.table]
    if event.standing == "closed":
        table = replace(table, dealer="", floor="")
    return put(state, replace(table, standing=event.standing, reason=event.reason))


def apply_inspected(state: Desk, event: ev.DevicesInspected) -> Desk:
    """Only what was found in order counts for the day."""
    return state if event.fault else put(state, replace(state.tables[event.table], inspected=event.day))


def apply_logged_on(state: Desk, event: ev.DealerLoggedOn) -> Desk:
    return put(state, replace(state.tables[event.table], dealer=event.person))


def apply_logged_off(state: Desk, event: ev.DealerLoggedOff) -> Desk:
    return put(state, replace(state.tables[event.table], dealer=""))


def apply_posted(state: Desk, event: ev.ChangePosted) -> Desk:
    after = put(state, replace(state.tables[event.table], change=event.change))
    return replace(after, changed=event.change.number)


def apply_attested(state: Desk, event: ev.NoticeAttested) -> Desk:
    """What was attested first counts: saying it again does not make the notice longer."""
    table = state.tables[event.table]
    change = table.change
    assert change is not None
    field = "sign_at" if event.what == "sign" else "announced_at"
    if getattr(change, field) is not None:
        return state
    return put(state, replace(table, change=replace(change, **{field: event.time})))


def apply_change_withdrawn(state: Desk, event: ev.ChangeWithdrawn) -> Desk:
    return put(state, replace(state.tables[event.table], change=None))


def apply_went_in(state: Desk, event: ev.ChangeWentIn) -> Desk:
    table = state.tables[event.table]
    assert table.change is not None
    after = replace(table, version=table.change.version, choices=table.change.choices, change=None)
    return put(state, after)
