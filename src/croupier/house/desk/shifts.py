"""Shifts on the floor, decided at the desk: supervision and its ratio, relief, notes, hand-over, and what is
seen to before a large payout."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.house.desk import events as ev
from croupier.house.desk import shift_commands as do
from croupier.house.desk.calls import READERS
from croupier.house.desk.changes import EVERYONE
from croupier.house.desk.commands import Code
from croupier.house.desk.licences import check_dealer
from croupier.house.desk.people import now
from croupier.house.desk.shift_commands import HandOverSheet, Note, Payout
from croupier.house.desk.state import MACHINE, TRAINING, Desk, HouseTable
from croupier.house.desk.tables import called, put, the_table
from croupier.house.law import APART, PAYOUTS, PERSONNEL
from croupier.house.machinery import Event, refuse, replace, with_reason
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, id_of

# One floorperson for at most six banking tables, or for twelve of the electronic kind; of both together in
# proportion: a banking table is a sixth of what one pair of eyes may watch, an electronic one a twelfth.
WHOLE, BANKING, ELECTRONIC = 12, 2, 1
MOST_NOTES = 200  # open ones: a snapshot stays within a line of the journal
SUPERVISORS = (FLOOR, PIT_MANAGER)


def share_of(table: HouseTable) -> int:
    """How much of one person's supervision a table takes, in twelfths."""
    if table.standing == "closed" or table.dealing == TRAINING:
        return 0
    return ELECTRONIC if table.choices.electronic or table.dealing == MACHINE else BANKING


def supervisor_of(state: Desk, table: HouseTable) -> str:
    """Who watches a table, as long as they may."""
    roles = state.roles_of(table.floor)
    return table.floor if any(role in roles for role in SUPERVISORS) else ""


def watched_by(state: Desk, person: str) -> tuple[HouseTable, ...]:
    return tuple(table for _, table in sorted(state.tables.items()) if table.floor == person)


def load_of(tables: Iterable[HouseTable]) -> int:
    return sum(share_of(table) for table in tables)


def check_ratio(state: Desk, person: str, taken: Iterable[HouseTable]) -> None:
    after = {table.id: table for table in (*watched_by(state, person), *taken)}
    if (load := load_of(after.values())) > WHOLE:
        raise refuse(
            Code.TOO_MANY_TABLES,
            f"{len(after)} tables are {load} twelfths of what one floorperson may supervise",
            "Six banking tables or twelve electronic ones are the most; another floorperson takes the rest.",
            PERSONNEL,
        )


def decide_take(state: Desk, command: do.TakeTables) -> tuple[Event, ...]:
    person = id_of(command.by)
    tables = [the_table(state, name) for name in dict.fromkeys(command.tables)]
    for table in tables:
        if not share_of(table):
            words = f"{table.id} is closed" if table.standing == "closed" else f"{table.id} is for training"
            raise refuse(Code.TABLE_NOT_OPEN, words, "Take tables that are open.", PERSONNEL)
    check_ratio(state, person, tables)
    new = tuple(table.id for table in tables if table.floor != person)
    return (taken(new, person),) if new else ()


def taken(tables: tuple[str, ...], person: str) -> do.TablesTaken:
    return do.TablesTaken(tables=tables, person=person, audience=READERS, clauses=(PERSONNEL,))


def decide_leave(state: Desk, command: do.LeaveTables) -> tuple[Event, ...]:
    person = id_of(command.by)
    mine = [name for name in dict.fromkeys(command.tables) if the_table(state, name).floor == person]
    if not mine:
        raise refuse(Code.NOT_SUPERVISED, f"{person} supervises none of them", "Nothing to do.", PERSONNEL)
    return (do.TablesLeft(tables=tuple(mine), person=person, audience=READERS, clauses=(PERSONNEL,)),)


def decide_send(state: Desk, command: do.SendDealer) -> tuple[Event, ...]:
    """Relief: one leaves, the other deals, in one entry, so that the table is never without."""
    table, person = the_table(state, command.table), command.person
    if DEALER not in state.roles_of(person):
        raise refuse(Code.ROLE_NOT_HELD, f"{person} is no dealer", "Send a dealer.", PERSONNEL)
    if table.standing != "open" or table.trainee:
        words = f"{table.id} is {'for training' if table.trainee else table.standing}"
        raise refuse(Code.TABLE_NOT_OPEN, words, "Send them to an open table.", PERSONNEL)
    if table.dealer == person:
        return ()
    if elsewhere := state.dealt_by(person):
        words = f"{called(state, person)} deals at {elsewhere}"
        raise refuse(Code.ANOTHER_TABLE, words, "Relieve them there first.", PERSONNEL)
    if command.noted:
        check_dealer(state, table, person, now(state, command))
    on = ev.DealerLoggedOn(table=table.id, person=person, audience=EVERYONE, clauses=(PERSONNEL,))
    if not table.dealer:
        return (on,)
    off = ev.DealerLoggedOff(table=table.id, person=table.dealer, by=command.by, audience=EVERYONE)
    return off, on


def decide_note(state: Desk, command: do.LeaveNote) -> tuple[Event, ...]:
    """The same note sent again is the one that stands."""
    words = with_reason(command.words)
    if command.table:
        the_table(state, command.table)
    if any(note.id == command.id for note in state.notes.values()):
        return ()
    if len(state.notes) >= MOST_NOTES:
        raise refuse(Code.DESK_FULL, f"{len(state.notes)} notes are open", "Close what is seen to.")
    note = Note(state.noted + 1, command.id, words, command.by, now(state, command), command.table)
    return (do.NoteLeft(note=note, audience=READERS),)


def decide_close_note(state: Desk, command: do.CloseNote) -> tuple[Event, ...]:
    if str(command.note) not in state.notes:
        words = f"note {command.note} is not open"
        raise refuse(Code.NO_SUCH_NOTE, words, "Somebody has seen to it; nothing to do.")
    closed = do.NoteClosed(note=command.note, by=command.by, words=command.words.strip(), audience=READERS)
    return (closed,)


def decide_hand_over(state: Desk, command: do.HandOver) -> tuple[Event, ...]:
    """Said twice it is one; said anew it takes the place of what nobody has taken over yet."""
    if any(sheet.id == command.id for sheet in state.handovers.values()):
        return ()
    person = id_of(command.by)
    sheet = HandOverSheet(
        number=state.handed + 1,
        id=command.id,
        by=command.by,
        at=now(state, command),
        words=command.words.strip(),
        tables=tuple(table.id for table in watched_by(state, person) if share_of(table)),
        open=command.open,
    )
    return (do.ShiftHandedOver(sheet=sheet, audience=READERS, clauses=(PERSONNEL,)),)


def decide_take_over(state: Desk, command: do.TakeOver) -> tuple[Event, ...]:
    sheet, person = state.handovers.get(str(command.handover)), id_of(command.by)
    if sheet is None:
        words = f"hand-over {command.handover} is not open"
        raise refuse(Code.NO_SUCH_HANDOVER, words, "Somebody has taken it over; nothing to do.")
    if id_of(sheet.by) == person:
        words = "nobody takes over from themself"
        raise refuse(Code.OWN_HANDOVER, words, "The next floorperson signs it.", PERSONNEL)
    tables = [state.tables[name] for name in sheet.tables if share_of(state.tables[name])]
    check_ratio(state, person, tables)
    over = do.ShiftTakenOver(handover=sheet.number, by=command.by, audience=READERS, clauses=(PERSONNEL,))
    new = tuple(table.id for table in tables if table.floor != person)
    return (taken(new, person), over) if new else (over,)


def decide_told(state: Desk, command: do.TellSurveillance) -> tuple[Event, ...]:
    payout = payout_of(the_table(state, command.table), command.round, command.seat)
    if payout.told:
        return ()
    return (attested(command.table, replace(payout, told=command.by, told_at=now(state, command))),)


def decide_witness(state: Desk, command: do.WitnessPayout) -> tuple[Event, ...]:
    payout = payout_of(the_table(state, command.table), command.round, command.seat)
    if payout.witness:
        raise refuse(
            Code.WITNESSED, f"{payout.witness} is the witness already", "Nothing to do.", PAYOUTS, APART
        )
    return (attested(command.table, replace(payout, witness=command.by, witness_at=now(state, command))),)


def payout_of(table: HouseTable, number: int, seat: int) -> Payout:
    """What was seen to of this payout; nothing of another one counts."""
    kept = table.payout
    same = kept is not None and (kept.round, kept.seat) == (number, seat)
    return kept if kept is not None and same else Payout(number, seat)


def attested(table: str, payout: Payout) -> do.PayoutAttested:
    return do.PayoutAttested(table=table, payout=payout, audience=READERS, clauses=(PAYOUTS,))


def apply_taken(state: Desk, event: do.TablesTaken) -> Desk:
    for name in event.tables:
        state = put(state, replace(state.tables[name], floor=event.person))
    return state


def apply_left(state: Desk, event: do.TablesLeft) -> Desk:
    for name in event.tables:
        state = put(state, replace(state.tables[name], floor=""))
    return state


def apply_note(state: Desk, event: do.NoteLeft) -> Desk:
    note = event.note
    return replace(state, notes={**state.notes, str(note.number): note}, noted=note.number)


def apply_note_closed(state: Desk, event: do.NoteClosed) -> Desk:
    return replace(state, notes={n: note for n, note in state.notes.items() if n != str(event.note)})


def apply_handed_over(state: Desk, event: do.ShiftHandedOver) -> Desk:
    sheet = event.sheet
    others = {n: one for n, one in state.handovers.items() if one.by != sheet.by}
    return replace(state, handovers={**others, str(sheet.number): sheet}, handed=sheet.number)


def apply_taken_over(state: Desk, event: do.ShiftTakenOver) -> Desk:
    left = {n: sheet for n, sheet in state.handovers.items() if n != str(event.handover)}
    return replace(state, handovers=left)


def apply_payout(state: Desk, event: do.PayoutAttested) -> Desk:
    return put(state, replace(state.tables[event.table], payout=event.payout))
