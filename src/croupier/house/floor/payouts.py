"""Wins that wait for the floor: what they come to, and what is seen to before they are paid.

Of a progressive the rules ask for a floorperson who validates (chapter 11); of every large payout the
regulation asks more: that surveillance is told, and that a pit manager or above witnesses what somebody else
prepared. What was seen to counts for one hand: a seat in a round.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from croupier.errors import Refused
from croupier.house.desk.shift_commands import Payout
from croupier.house.law import APART, PAYOUTS
from croupier.records.incidents import in_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.commands import Command
from croupier.table.machine import step
from croupier.table.readers.next_act import next_act
from croupier.table.roles import id_of
from croupier.table.state import TableState

TOLD = 25_000_00  # cents: surveillance is told
WITNESSED = 50_000_00  # by check, and witnessed

Reads = Callable[[Command], Command]  # a command that pays from meters, with what they hold


class Paid(msgspec.Struct, frozen=True):
    """What one seat gets of it."""

    seat: int
    name: str
    cents: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


class PayoutDue(msgspec.Struct, frozen=True):
    seat: int
    name: str
    wager: str
    cents: int
    meter: str
    refill: int  # what the house puts into it then
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    envy: tuple[Paid, ...]
    validated: bool
    light: tuple[str, ...]  # by which clauses the system's light is looked at; none where there is none
    validates: bool = True  # a floorperson does, before it is paid; of what is paid from the tray nobody


def payout_due(state: TableState, reads: Reads) -> PayoutDue | None:
    """What waits to be validated or paid; None where nothing does."""
    return progressive_due(state, reads) if state.round.awaiting else settlement_due(state, reads)


def settlement_due(state: TableState, reads: Reads) -> PayoutDue | None:
    """A hand whose settlement is due and pays so much that more than the dealer sees to it."""
    command = next_act(state).command
    if not isinstance(command, do.SettleSeat):
        return None
    try:
        asked = msgspec.structs.replace(reads(command), by=do.DEALER, at=state.clock)
        events = step(state, asked).events
    except Refused:
        return None  # the table itself says what is wrong
    won = [one for one in events if isinstance(one, ev.WagerSettled) and one.returned > one.staked]
    cents = sum(one.returned - (0 if one.banked else one.staked) for one in won)
    if not needs(cents):
        return None
    largest = max(won, key=lambda one: one.returned - one.staked)
    return PayoutDue(
        seat=command.seat,
        name=state.seating.names.get(largest.player, ""),
        wager=largest.wager,
        cents=cents,
        meter="",
        refill=0,
        clauses=largest.clauses,
        readings=largest.readings,
        envy=(),
        validated=False,
        light=(),
        validates=False,
    )


def progressive_due(state: TableState, reads: Reads) -> PayoutDue:
    table = state.round
    seat, validated = table.order[table.cursor], table.awaiting == "payment"
    before = state
    if not validated:
        before = step(state, do.ValidateProgressive(seat=seat, by=do.FLOOR, at=state.clock)).state
    paying = msgspec.structs.replace(reads(do.PayProgressive(seat=seat)), by=do.DEALER, at=state.clock)
    events = step(before, paying).events
    won = next(event for event in events if isinstance(event, ev.WagerSettled))
    names = state.seating.names
    return PayoutDue(
        seat=seat,
        name=names.get(won.player, ""),
        wager=won.wager,
        cents=won.returned,
        meter=won.from_meter or "",
        refill=won.refill,
        clauses=won.clauses,
        readings=won.readings,
        envy=tuple(
            Paid(one.seat, names.get(one.player, ""), one.cents, one.clauses, one.readings)
            for one in events
            if isinstance(one, ev.EnvyPaid)
        ),
        validated=validated,
        light=state.game.light,
    )


def needs(cents: int) -> tuple[str, ...]:
    """What is seen to before so much is paid."""
    if cents >= WITNESSED:
        return "surveillance", "witness"
    return ("surveillance",) if cents >= TOLD else ()


def check_seen_to(state: TableState, command: Command, by: str, kept: Payout | None, reads: Reads) -> None:
    """`Refused` where a large payout would be validated, or paid, before all of it was seen to."""
    if not isinstance(command, do.ValidateProgressive | do.SettleSeat):
        return
    due = payout_due(state, reads)
    if due is None or due.seat != command.seat or due.validates is isinstance(command, do.SettleSeat):
        return  # the table itself says what is wrong
    this = state.round.number, due.seat
    seen = kept if kept is not None and (kept.round, kept.seat) == this else Payout(*this)
    wanted = needs(due.cents)
    if "surveillance" in wanted and not seen.told:
        raise Refused(
            "surveillance_not_told",
            f"seat {due.seat} wins ${in_dollars(due.cents)} and surveillance has not been told",
            (PAYOUTS,),
            "A floorperson tells surveillance and notes it; then it goes on.",
        )
    if "witness" in wanted and not seen.witness:
        raise Refused(
            "needs_witness",
            f"seat {due.seat} wins ${in_dollars(due.cents)} and nobody has witnessed it",
            (PAYOUTS,),
            "A pit manager or above witnesses it at their own screen; then it goes on.",
        )
    if "witness" in wanted and id_of(seen.witness) == id_of(by):
        raise Refused(
            "own_witness",
            "whoever witnesses a payout neither validates nor makes it",
            (PAYOUTS, APART),
            "Somebody else does.",
        )
