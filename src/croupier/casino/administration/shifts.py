"""Decide floor shifts, with the supervision ratio, relief of dealers, notes, hand-over and large payouts."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm

from croupier.casino.administration import events as ev
from croupier.casino.administration import shift_commands as do
from croupier.casino.administration.calls import READERS
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.licenses import check_dealer
from croupier.casino.administration.people import now
from croupier.casino.administration.rule_changes import EVERYONE
from croupier.casino.administration.shift_commands import HandOverSheet, Note, PayoutReview
from croupier.casino.administration.state import MACHINE, TRAINING, AdministrationState, HouseTable
from croupier.casino.administration.tables import name_of, put, the_table
from croupier.casino.machines import CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import figures, regulation
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, id_of

APART = regulation("separation_of_duties")
PAYOUTS = regulation("large_payouts")
PERSONNEL = regulation("supervision")
SLIPS = regulation("chip_slips")
# A floorperson may supervise a limited number of banking tables, or a larger number of electronic ones. Each
# table of a section uses a share of WHOLE.
MOST_BANKING = figures().banking_tables_per_floorperson
MOST_ELECTRONIC = figures().electronic_tables_per_floorperson
WHOLE = lcm(MOST_BANKING, MOST_ELECTRONIC)
BANKING, ELECTRONIC = WHOLE // MOST_BANKING, WHOLE // MOST_ELECTRONIC
MOST_NOTES = 200  # limit on open notes, so that a snapshot fits into one journal line
SUPERVISORS = (FLOOR, PIT_MANAGER)


def share_of(table: HouseTable) -> int:
    """Return a table's share of one person's supervision, in parts of WHOLE."""
    if table.standing == "closed" or table.dealing == TRAINING:
        return 0
    return ELECTRONIC if table.choices.electronic or table.dealing == MACHINE else BANKING


def supervisor_of(state: AdministrationState, table: HouseTable) -> str:
    """Return a table's supervisor, or an empty string if it has none or that person has lost the role."""
    roles = state.roles_of(table.floor)
    return table.floor if any(role in roles for role in SUPERVISORS) else ""


def watched_by(state: AdministrationState, person: str) -> tuple[HouseTable, ...]:
    return tuple(table for _, table in sorted(state.tables.items()) if table.floor == person)


def load_of(tables: Iterable[HouseTable]) -> int:
    return sum(share_of(table) for table in tables)


def check_ratio(state: AdministrationState, person: str, additions: Iterable[HouseTable]) -> None:
    after = {table.id: table for table in (*watched_by(state, person), *additions)}
    if (load := load_of(after.values())) > WHOLE:
        raise refuse(
            AdministrationCode.TOO_MANY_TABLES,
            f"{len(after)} tables are {load}/{WHOLE} of the maximum for one floorperson",
            f"The maximum is {MOST_BANKING} banking or {MOST_ELECTRONIC} electronic tables. "
            "Assign the other tables to someone else.",
            PERSONNEL,
        )


def decide_take(state: AdministrationState, command: do.TakeTables) -> tuple[CasinoEvent, ...]:
    person = id_of(command.by)
    tables = [the_table(state, name) for name in dict.fromkeys(command.tables)]
    for table in tables:
        if not share_of(table):
            words = f"{table.id} is closed" if table.standing == "closed" else f"{table.id} is for training"
            raise refuse(AdministrationCode.TABLE_NOT_OPEN, words, "Choose open tables.", PERSONNEL)
    check_ratio(state, person, tables)
    new = tuple(table.id for table in tables if table.floor != person)
    return (taken_event(new, person),) if new else ()


def taken_event(tables: tuple[str, ...], person: str) -> do.TablesTaken:
    return do.TablesTaken(tables=tables, person=person, audience=READERS, clauses=(PERSONNEL,))


def decide_leave(state: AdministrationState, command: do.LeaveTables) -> tuple[CasinoEvent, ...]:
    person = id_of(command.by)
    own_tables = [name for name in dict.fromkeys(command.tables) if the_table(state, name).floor == person]
    if not own_tables:
        raise refuse(
            AdministrationCode.NOT_SUPERVISED,
            f"{person} supervises none of these tables",
            "No action needed.",
            PERSONNEL,
        )
    return (do.TablesLeft(tables=tuple(own_tables), person=person, audience=READERS, clauses=(PERSONNEL,)),)


def decide_send(state: AdministrationState, command: do.SendDealer) -> tuple[CasinoEvent, ...]:
    """Relieve a dealer in one entry, so that the table always has a dealer."""
    table, person = the_table(state, command.table), command.person
    if DEALER not in state.roles_of(person):
        raise refuse(
            AdministrationCode.ROLE_NOT_HELD, f"{person} is not a dealer", "Choose a dealer.", PERSONNEL
        )
    if table.standing != "open" or table.trainee:
        words = f"{table.id} is {'for training' if table.trainee else table.standing}"
        raise refuse(AdministrationCode.TABLE_NOT_OPEN, words, "Choose an open table.", PERSONNEL)
    if table.dealer == person:
        return ()
    if elsewhere := state.dealt_by(person):
        words = f"{name_of(state, person)} is dealing at {elsewhere}"
        raise refuse(
            AdministrationCode.ANOTHER_TABLE, words, "Relieve the dealer at that table first.", PERSONNEL
        )
    if command.noted:
        check_dealer(state, table, person, now(state, command))
    on = ev.DealerLoggedOn(table=table.id, person=person, audience=EVERYONE, clauses=(PERSONNEL,))
    if not table.dealer:
        return (on,)
    off = ev.DealerLoggedOff(table=table.id, person=table.dealer, by=command.by, audience=EVERYONE)
    return off, on


def decide_note(state: AdministrationState, command: do.LeaveNote) -> tuple[CasinoEvent, ...]:
    """Store a note. Idempotent."""
    words = with_reason(command.words)
    if command.table:
        the_table(state, command.table)
    if any(note.id == command.id for note in state.notes.values()):
        return ()
    if len(state.notes) >= MOST_NOTES:
        raise refuse(
            AdministrationCode.DESK_FULL, f"{len(state.notes)} notes are open", "Close the finished notes."
        )
    note = Note(state.noted + 1, command.id, words, command.by, now(state, command), command.table)
    return (do.NoteLeft(note=note, audience=READERS),)


def decide_close_note(state: AdministrationState, command: do.CloseNote) -> tuple[CasinoEvent, ...]:
    if str(command.note) not in state.notes:
        words = f"note {command.note} is not open"
        raise refuse(AdministrationCode.NO_SUCH_NOTE, words, "No action needed. The note is already closed.")
    closed = do.NoteClosed(note=command.note, by=command.by, words=command.words.strip(), audience=READERS)
    return (closed,)


def decide_hand_over(state: AdministrationState, command: do.HandOver) -> tuple[CasinoEvent, ...]:
    """Hand over a shift. Idempotent. A newer sheet replaces an older one until someone has taken it over."""
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


def decide_take_over(state: AdministrationState, command: do.TakeOver) -> tuple[CasinoEvent, ...]:
    sheet, person = state.handovers.get(str(command.handover)), id_of(command.by)
    if sheet is None:
        words = f"hand-over {command.handover} is not open"
        raise refuse(
            AdministrationCode.NO_SUCH_HANDOVER,
            words,
            "No action needed. The shift is already taken over.",
        )
    if id_of(sheet.by) == person:
        words = "you cannot take over your own shift"
        raise refuse(
            AdministrationCode.OWN_HANDOVER, words, "The next floorperson signs the hand-over.", PERSONNEL
        )
    tables = [state.tables[name] for name in sheet.tables if share_of(state.tables[name])]
    check_ratio(state, person, tables)
    over = do.ShiftTakenOver(handover=sheet.number, by=command.by, audience=READERS, clauses=(PERSONNEL,))
    new = tuple(table.id for table in tables if table.floor != person)
    return (taken_event(new, person), over) if new else (over,)


def decide_told(state: AdministrationState, command: do.TellSurveillance) -> tuple[CasinoEvent, ...]:
    payout = payout_of(the_table(state, command.table), command.round, command.seat)
    if payout.told:
        return ()
    return (payout_event(command.table, replace(payout, told=command.by, told_at=now(state, command))),)


def decide_witness(state: AdministrationState, command: do.WitnessPayout) -> tuple[CasinoEvent, ...]:
    payout = payout_of(the_table(state, command.table), command.round, command.seat)
    if payout.witness:
        raise refuse(
            AdministrationCode.WITNESSED,
            f"{payout.witness} is already the witness",
            "No action needed.",
            PAYOUTS,
            APART,
        )
    return (payout_event(command.table, replace(payout, witness=command.by, witness_at=now(state, command))),)


def decide_float(state: AdministrationState, command: do.AcceptFloat) -> tuple[CasinoEvent, ...]:
    """Record that the floor accepts a float below the largest payout. Idempotent within a gaming day."""
    table = the_table(state, command.table)
    if table.float_day >= command.day:
        return ()
    return (
        do.FloatAccepted(
            table=table.id,
            day=command.day,
            cents=command.cents,
            largest=command.largest,
            by=command.by,
            audience=READERS,
            clauses=(SLIPS,),
        ),
    )


def payout_of(table: HouseTable, number: int, seat: int) -> PayoutReview:
    """Return the recorded steps for this payout."""
    payout = table.payout
    is_same = payout is not None and (payout.round, payout.seat) == (number, seat)
    return payout if payout is not None and is_same else PayoutReview(number, seat)


def payout_event(table: str, payout: PayoutReview) -> do.PayoutAttested:
    return do.PayoutAttested(table=table, payout=payout, audience=READERS, clauses=(PAYOUTS,))


def apply_taken(state: AdministrationState, event: do.TablesTaken) -> AdministrationState:
    for name in event.tables:
        state = put(state, replace(state.tables[name], floor=event.person))
    return state


def apply_left(state: AdministrationState, event: do.TablesLeft) -> AdministrationState:
    for name in event.tables:
        state = put(state, replace(state.tables[name], floor=""))
    return state


def apply_note(state: AdministrationState, event: do.NoteLeft) -> AdministrationState:
    note = event.note
    return replace(state, notes={**state.notes, str(note.number): note}, noted=note.number)


def apply_note_closed(state: AdministrationState, event: do.NoteClosed) -> AdministrationState:
    return replace(state, notes={n: note for n, note in state.notes.items() if n != str(event.note)})


def apply_handed_over(state: AdministrationState, event: do.ShiftHandedOver) -> AdministrationState:
    sheet = event.sheet
    remaining = {n: handover for n, handover in state.handovers.items() if handover.by != sheet.by}
    return replace(state, handovers={**remaining, str(sheet.number): sheet}, handed=sheet.number)


def apply_taken_over(state: AdministrationState, event: do.ShiftTakenOver) -> AdministrationState:
    remaining = {n: sheet for n, sheet in state.handovers.items() if n != str(event.handover)}
    return replace(state, handovers=remaining)


def apply_float(state: AdministrationState, event: do.FloatAccepted) -> AdministrationState:
    return put(state, replace(state.tables[event.table], float_day=event.day))


def apply_payout(state: AdministrationState, event: do.PayoutAttested) -> AdministrationState:
    return put(state, replace(state.tables[event.table], payout=event.payout))
