"""Floor calls. A dealer's call stays open until a floorperson or above answers."""

from __future__ import annotations

from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.people import now
from croupier.casino.administration.state import AdministrationState, FloorCall
from croupier.casino.administration.tables import the_table
from croupier.casino.machines import CasinoEvent, refuse, replace
from croupier.rulebook import regulation
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of

PERSONNEL = regulation("supervision")
MOST = 5  # maximum open calls per table
READERS = (DEALER, FLOOR, PIT_MANAGER, SURVEILLANCE, REGULATOR)


def decide_call(state: AdministrationState, command: do.CallFloor) -> tuple[CasinoEvent, ...]:
    """Call the floor. Only the table's dealer may call. Idempotent."""
    table, open_ = the_table(state, command.table), state.calls_at(command.table)
    if table.dealer != id_of(command.by):
        words = f"{command.by} is not logged on at {table.id}"
        raise refuse(AdministrationCode.NOT_LOGGED_ON, words, "Log on first.", PERSONNEL)
    if any(one.id == command.id for one in open_):
        return ()
    if len(open_) >= MOST:
        words = f"the floor has been called to {table.id} {len(open_)} times"
        raise refuse(AdministrationCode.FLOOR_CALLED, words, "Wait: the floor has been notified.", PERSONNEL)
    call = FloorCall(
        state.called + 1, table.id, command.by, command.words.strip(), command.id, now(state, command)
    )
    return (ev.FloorCalled(call=call, audience=READERS, clauses=(PERSONNEL,)),)


def decide_answer(state: AdministrationState, command: do.AnswerCall) -> tuple[CasinoEvent, ...]:
    call = state.calls.get(str(command.call))
    if call is None:
        words = f"call {command.call} is not open"
        raise refuse(
            AdministrationCode.NO_SUCH_CALL, words, "No action needed. The call was already answered."
        )
    answered = ev.CallAnswered(
        call=call.number,
        table=call.table,
        by=command.by,
        words=command.words.strip(),
        audience=READERS,
        clauses=(PERSONNEL,),
    )
    return (answered,)


def apply_called(state: AdministrationState, event: ev.FloorCalled) -> AdministrationState:
    call = event.call
    return replace(state, calls={**state.calls, str(call.number): call}, called=call.number)


def apply_answered(state: AdministrationState, event: ev.CallAnswered) -> AdministrationState:
    calls = {number: call for number, call in state.calls.items() if number != str(event.call)}
    return replace(state, calls=calls)
