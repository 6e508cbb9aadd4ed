"""Meter adjustments. Accounting proposes an adjustment, and another person approves it (36.05.02.20B,
36.05.03.24F).
"""

from __future__ import annotations

from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.state import Adjustment, AdministrationState
from croupier.casino.machines import CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import regulation
from croupier.table.roles import ACCOUNTING, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of

APART = regulation("separation_of_duties")
METERS = regulation("meter_control")
TWO_PERSONS = regulation("dual_control")
READERS = (ACCOUNTING, PIT_MANAGER, SURVEILLANCE, REGULATOR)


def decide_propose(state: AdministrationState, command: do.ProposeAdjustment) -> tuple[CasinoEvent, ...]:
    reason = with_reason(command.reason)
    if not command.cents:
        raise refuse(
            AdministrationCode.NO_CHANGE,
            "the adjustment is zero",
            "Enter the amount to add or remove.",
            METERS,
        )
    adjustment = Adjustment(
        state.adjusted + 1, command.group, command.meter, command.cents, command.by, reason, command.at
    )
    return (ev.AdjustmentProposed(adjustment=adjustment, audience=READERS, clauses=(METERS,)),)


def the_adjustment(state: AdministrationState, number: int) -> Adjustment:
    adjustment = state.adjustments.get(str(number))
    if adjustment is None:
        pending = ", ".join(state.adjustments) or "none"
        raise refuse(
            AdministrationCode.NO_SUCH_ADJUSTMENT,
            f"adjustment {number} is not pending",
            f"Pending: {pending}.",
        )
    return adjustment


def decide_approve(state: AdministrationState, command: do.ApproveAdjustment) -> tuple[CasinoEvent, ...]:
    adjustment = the_adjustment(state, command.adjustment)
    if id_of(command.by) == id_of(adjustment.by):
        raise refuse(
            AdministrationCode.OWN_ADJUSTMENT,
            f"{command.by} proposed adjustment {adjustment.number}",
            "Ask someone else to approve it.",
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


def decide_decline(state: AdministrationState, command: do.DeclineAdjustment) -> tuple[CasinoEvent, ...]:
    adjustment, reason = the_adjustment(state, command.adjustment), with_reason(command.reason)
    return (
        ev.AdjustmentDecided(
            adjustment=adjustment.number, approved=False, by=command.by, reason=reason, audience=READERS
        ),
    )


def apply_proposed(state: AdministrationState, event: ev.AdjustmentProposed) -> AdministrationState:
    adjustment = event.adjustment
    return replace(
        state,
        adjustments={**state.adjustments, str(adjustment.number): adjustment},
        adjusted=adjustment.number,
    )


def apply_decided(state: AdministrationState, event: ev.AdjustmentDecided) -> AdministrationState:
    remaining = {
        key: adjustment for key, adjustment in state.adjustments.items() if key != str(event.adjustment)
    }
    return replace(state, adjustments=remaining)
