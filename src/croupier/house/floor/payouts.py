"""A progressive win that waits for the floor: what it comes to, and what is seen to before it is validated.

The rules ask for a floorperson who validates (chapter 11); of large payouts the regulation asks more: that
surveillance is told, and that a pit manager or above witnesses what somebody else prepared.
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


def payout_due(state: TableState, reads: Reads) -> PayoutDue | None:
    """What waits to be validated or paid; None where nothing does."""
    table = state.round
    if not table.awaiting:
        return None
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


def check_seen_to(
    state: TableState, command: do.ValidateProgressive, by: str, kept: Payout | None, reads: Reads
) -> None:
    """`Refused` where a large payout would be validated before all of it was seen to."""
    due = payout_due(state, reads)
    if due is None or due.seat != command.seat:
        return  # the table itself says what is wrong
    this = state.round.number, due.seat
    seen = kept if kept is not None and (kept.round, kept.seat) == this else Payout(*this)
    wanted = needs(due.cents)
    if "surveillance" in wanted and not seen.told:
        raise Refused(
            "surveillance_not_told",
            f"seat {due.seat} wins ${in_dollars(due.cents)} and surveillance has not been told",
            (PAYOUTS,),
            "Tell surveillance, and note it; then validate.",
        )
    if "witness" in wanted and not seen.witness:
        raise Refused(
            "needs_witness",
            f"seat {due.seat} wins ${in_dollars(due.cents)} and nobody has witnessed it",
            (PAYOUTS,),
            "A pit manager or above witnesses it at their own screen; then you validate.",
        )
    if "witness" in wanted and id_of(seen.witness) == id_of(by):
        raise Refused(
            "own_witness",
            "whoever witnesses a payout does not validate it",
            (PAYOUTS, APART),
            "Another floorperson or above validates.",
        )
