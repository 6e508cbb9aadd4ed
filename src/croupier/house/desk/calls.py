"""Calls for the floor: a dealer calls, and the call stands until a floorperson or above has answered it."""

from __future__ import annotations

from croupier.house.desk import commands as do
from croupier.house.desk import events as ev
from croupier.house.desk.commands import Code
from croupier.house.desk.people import now
from croupier.house.desk.state import Call, Desk
from croupier.house.desk.tables import the_table
from croupier.house.law import PERSONNEL
from croupier.house.machinery import Event, refuse, replace
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of

MOST = 5  # open calls of one table
READERS = (DEALER, FLOOR, PIT_MANAGER, SURVEILLANCE, REGULATOR)


def decide_call(state: Desk, command: do.CallFloor) -> tuple[Event, ...]:
    """By whoever deals there; the same call sent again is the one that stands."""
    table, open_ = the_table(state, command.table), state.calls_at(command.table)
    if table.dealer != id_of(command.by):
        words = f"{command.by} does not deal at {table.id}"
        raise refuse(Code.NOT_LOGGED_ON, words, "Log on first.", PERSONNEL)
    if any(one.id == command.id for one in open_):
        return ()
    if len(open_) >= MOST:
        words = f"the floor has been called to {table.id} {len(open_)} times"
        raise refuse(Code.FLOOR_CALLED, words, "Wait for them: they know.", PERSONNEL)
    call = Call(
        state.called + 1, table.id, command.by, command.words.strip(), command.id, now(state, command)
    )
    return (ev.FloorCalled(call=call, audience=READERS, clauses=(PERSONNEL,)),)


def decide_answer(state: Desk, command: do.AnswerCall) -> tuple[Event, ...]:
    call = state.calls.get(str(command.call))
    if call is None:
        words = f"call {command.call} is not open"
        raise refuse(Code.NO_SUCH_CALL, words, "Somebody has answered it; nothing to do.")
    answered = ev.CallAnswered(
        call=call.number,
        table=call.table,
        by=command.by,
        words=command.words.strip(),
        audience=READERS,
        clauses=(PERSONNEL,),
    )
    return (answered,)


def apply_called(state: Desk, event: ev.FloorCalled) -> Desk:
    call = event.call
    return replace(state, calls={**state.calls, str(call.number): call}, called=call.number)


def apply_answered(state: Desk, event: ev.CallAnswered) -> Desk:
    calls = {number: call for number, call in state.calls.items() if number != str(event.call)}
    return replace(state, calls=calls)
