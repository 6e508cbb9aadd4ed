"""The table machine: `decide(state, command)` gives events, `apply(state, event)` the next state.

`step` does both. The machine is pure and immutable, without clock, randomness or I/O.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from croupier.errors import Refused
from croupier.table import acts
from croupier.table import commands as do_
from croupier.table.acts import metering, secrecy
from croupier.table.codec import kinds
from croupier.table.commands import TableCommand
from croupier.table.events import TableEvent
from croupier.table.fields import compile_tests, find_malformed
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import APPLIERS, DECIDERS, DUTIES, Applier, Decider, Duty
from croupier.table.roles import or_above, role_of, titles
from croupier.table.state import SHOE, TableState

replace = msgspec.structs.replace


def load_acts() -> None:
    """Import every module of `acts`. Each module registers its deciders and appliers."""
    for module in pkgutil.iter_modules(acts.__path__):
        importlib.import_module(f"{acts.__name__}.{module.name}")


def keep_state(state: TableState, event: TableEvent) -> TableState:
    return state


load_acts()
# Checked at import: every command needs a decider, and every event needs an applier.
DECIDE: dict[type[TableCommand], Decider] = {kind: DECIDERS[kind] for kind in kinds(TableCommand)}
APPLY: dict[type[TableEvent], Applier] = {
    kind: APPLIERS[kind] if kind.changes_state else keep_state for kind in kinds(TableEvent)
}

ALLOWED: dict[type[TableCommand], frozenset[str]] = {kind: or_above(kind.roles) for kind in DECIDE}
# The checks of form, sender and card secrecy that a command must pass before it is decided.
Admission = tuple[Callable[[Any], bool], frozenset[str], bool]
ADMISSIONS: dict[type[TableCommand], Admission] = {}  # filled on first use


def admission(kind: type[TableCommand]) -> Admission:
    if kind not in ALLOWED:
        raise refuse(
            TableCode.MALFORMED,
            f"{kind.__name__[:40]} is not a table command",
            (),
            "Send one of the table's commands.",
        )
    made = ADMISSIONS[kind] = (compile_tests(kind)[0], ALLOWED[kind], kind in secrecy.LOOKS)
    return made


def ill_formed(command: TableCommand) -> Refused:
    """Build the refusal of a malformed command."""
    return refuse(
        TableCode.MALFORMED,
        f"invalid value in field {find_malformed(command)} of {type(command).__name__}",
        (),
        "Check the field's type and size. Names and texts must be a single line.",
    )


def duty(state: TableState, kind: type[TableCommand]) -> Duty:
    """Return the clauses, or else the readings, that assign an act to a role at this table."""
    found = DUTIES[kind](state)
    return found if isinstance(found[0], tuple) else (found, ())


def not_theirs(state: TableState, command: TableCommand) -> Refused:
    kind = type(command)
    clauses, readings = duty(state, kind)
    return refuse(
        TableCode.NOT_YOUR_ROLE,
        f"{command.by} may not {kind.__name__}",
        clauses,
        f"This is for {titles(kind.roles)}.",
        readings,
    )


def admit(state: TableState, command: TableCommand) -> None:
    """Check the form and sender of a command before the rules decide it. May raise `Refused`."""
    kind = type(command)
    form, allowed, of_cards = ADMISSIONS.get(kind) or admission(kind)
    if not form(command):
        raise ill_formed(command)
    by = command.by
    if by not in allowed and role_of(by) not in allowed:
        raise not_theirs(state, command)
    if of_cards and state.cards_from == SHOE:
        secrecy.check_secret(state, command)


def decide(state: TableState, command: TableCommand) -> tuple[TableEvent, ...]:
    """Return the events of a command, or raise `Refused`."""
    admit(state, command)
    if command.at or state.round.ruling or state.rules.metered:
        return decided_with_care(state, command)
    return DECIDE[type(command)](state, command)


def decided_with_care(state: TableState, command: TableCommand) -> tuple[TableEvent, ...]:
    """Decide a command with a ruling pending, a time to check or meters to move."""
    kind, at = type(command), command.at
    if state.round.ruling and kind is not do_.RuleOnIncident:
        raise refuse(
            TableCode.RULING_DUE,
            f"the table is waiting for a floorperson's ruling ({state.round.ruling})",
            state.irregularities[state.round.ruling].clauses,
            "Ask the floorperson to rule play_on or void, with a reason.",
            ("X-15",),
        )
    if at and at < state.clock:
        raise refuse(
            TableCode.CLOCK_BACKWARDS,
            f"time {at} is before the last act at {state.clock}",
            (),
            "Send the current time in seconds. It cannot be earlier than the last act.",
        )
    events = DECIDE[kind](state, command)
    if state.rules.metered:
        events = metering.number_transfers(state, events)
    return tuple([replace(event, at=at) for event in events]) if at else events


def apply(state: TableState, event: TableEvent) -> TableState:
    return fold(state, (event,))


def fold(state: TableState, events: Iterable[TableEvent]) -> TableState:
    for event in events:
        state = APPLY[type(event)](state, event)
        if event.at and event.at > state.clock:
            state = replace(state, clock=event.at)
    return state


class TableStep(msgspec.Struct, frozen=True, gc=False):
    """The result of one command, with its events and the state after them."""

    command: TableCommand
    events: tuple[TableEvent, ...]
    state: TableState


def step(state: TableState, command: TableCommand) -> TableStep:
    """Decide and apply a command. The caller stores the step before adopting its state."""
    admit(state, command)
    return routine_step(state, command)


def routine_step(state: TableState, command: TableCommand) -> TableStep:
    """Decide and apply a command that the table itself proposed, without checking form and sender."""
    if command.at or state.round.ruling or state.rules.metered:
        events = decided_with_care(state, command)
        return TableStep(command, events, fold(state, events))
    events = DECIDE[type(command)](state, command)
    # if the command has no time, its events have no time and the clock does not change
    for event in events:
        state = APPLY[type(event)](state, event)
    return TableStep(command, events, state)


def do(state: TableState, command: TableCommand) -> tuple[TableState, tuple[TableEvent, ...]]:
    events = decide(state, command)
    return fold(state, events), events


def verify(state: TableState, command: TableCommand) -> Refused | None:
    """Return the refusal a command would get, or None if it would be accepted."""
    try:
        decide(state, command)
    except Refused as refused:
        return refused
    return None


def can(state: TableState, command: TableCommand) -> bool:
    return verify(state, command) is None
