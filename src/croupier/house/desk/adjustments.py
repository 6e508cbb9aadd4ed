"""Adjustments of meters: accounting proposes, somebody else approves (36.05.02.20B, 36.05.03.24F)."""

from __future__ import annotations

from croupier.house.desk import commands as do
from croupier.house.desk import events as ev
from croupier.house.desk.commands import Code
from croupier.house.desk.state import Adjustment, Desk
from croupier.house.law import APART, METERS, TWO_PERSONS
from croupier.house.machinery import Event, refuse, replace, with_reason
from croupier.table.roles import ACCOUNTING, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of

READERS = (ACCOUNTING, PIT_MANAGER, SURVEILLANCE, REGULATOR)


def decide_propose(state: Desk, command: do.ProposeAdjustment) -> tuple[Event, ...]:
    reason = with_reason(command.reason)
    if not command.cents:
        raise refuse(
            Code.NO_CHANGE, "an adjustment of nothing", "Name what the meter gains or loses.", METERS
        )
    adjustment = Adjustment(
        state.adjusted + 1, command.group, command.meter, command.cents, command.by, reason, command.at
    )
    return (ev.AdjustmentProposed(adjustment=adjustment, audience=READERS, clauses=(METERS,)),)


def the_adjustment(state: Desk, number: int) -> Adjustment:
    found = state.adjustments.get(str(number))
    if found is None:
        waiting = ", ".join(state.adjustments) or "none"
        raise refuse(Code.NO_SUCH_ADJUSTMENT, f"no adjustment {number} waits", f"There is {waiting}.")
    return found


def decide_approve(state: Desk, command: do.ApproveAdjustment) -> tuple[Event, ...]:
    adjustment = the_adjustment(state, command.adjustment)
    if id_of(command.by) == id_of(adjustment.by):
        raise refuse(
            Code.OWN_ADJUSTMENT,
            f"{command.by} proposed adjustment {adjustment.number}",
            "Somebody else approves it.",
            APART,
            TWO_PERSONS,
        )
    return (
        ev.AdjustmentDecided(
            adjustment=adjustment.number,
            approved=True,
            by=command.by,
            audience=READERS,
            clauses=(METERS, TWO_PERSONS),
        ),
    )


def decide_decline(state: Desk, command: do.DeclineAdjustment) -> tuple[Event, ...]:
    adjustment, reason = the_adjustment(state, command.adjustment), with_reason(command.reason)
    return (
        ev.AdjustmentDecided(
            adjustment=adjustment.number, approved=False, by=command.by, reason=reason, audience=READERS
        ),
    )


def apply_proposed(state: Desk, event: ev.AdjustmentProposed) -> Desk:
    one = event.adjustment
    return replace(state, adjustments={**state.adjustments, str(one.number): one}, adjusted=one.number)


def apply_decided(state: Desk, event: ev.AdjustmentDecided) -> Desk:
    left = {key: one for key, one in state.adjustments.items() if key != str(event.adjustment)}
    return replace(state, adjustments=left)
