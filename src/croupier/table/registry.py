"""The registry of deciders and appliers.

`decides` registers the function that decides a command, together with the clauses that assign the act to a
role. `applies` registers the function that applies an event. `machine` builds its dispatch tables from here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from croupier.table.commands import TableCommand
from croupier.table.events import TableEvent
from croupier.table.state import TableState

Duty = tuple[tuple[str, ...], tuple[str, ...]]  # the clauses and the readings that assign an act to a role
FindDuty = Callable[[TableState], tuple[str, ...] | Duty]
Decider = Callable[[TableState, Any], tuple[TableEvent, ...]]
Applier = Callable[[TableState, Any], TableState]
D = TypeVar("D", bound=Decider)
A = TypeVar("A", bound=Applier)

DECIDERS: dict[type[TableCommand], Decider] = {}
DUTIES: dict[type[TableCommand], FindDuty] = {}
APPLIERS: dict[type[TableEvent], Applier] = {}


def decides(command: type[TableCommand], duty: FindDuty) -> Callable[[D], D]:
    """Register a command's decider with its duty: the clauses that assign the act to a role."""

    def register(decider: D) -> D:
        assert command not in DECIDERS, f"{command.__name__} has two deciders"
        DECIDERS[command], DUTIES[command] = decider, duty
        return decider

    return register


def applies(event: type[TableEvent]) -> Callable[[A], A]:
    """Register the function that applies an event to the state."""

    def register(applier: A) -> A:
        assert event not in APPLIERS, f"{event.__name__} has two appliers"
        assert event.changes_state, f"{event.__name__} is declared as changing nothing"
        APPLIERS[event] = applier
        return applier

    return register
