"""The meters' state machine: events = decide(state, command) and state = fold(state, events).

The machine is pure, like the table's machine. A meter knows nothing about games. It adds exact deltas, shows
whole cents, applies each transfer only once, and refuses payments that are based on an outdated reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, ClassVar

import msgspec

from croupier.errors import Refused
from croupier.meters.amounts import (
    DRAWS,
    MOST,
    Agreed,
    Cause,
    Count,
    Delta,
    Exact,
    MeterReading,
    Name,
    Transfer,
    Words,
)
from croupier.rulebook import regulation

replace = msgspec.structs.replace

EVERYONE = ("everyone",)
ACCOUNTING, TABLE = "accounting", "table"
FLOOR = ("floor", "pit_manager")
EQUAL = regulation("progressive_meters")


class MeterCode(StrEnum):
    NOT_UNDERSTOOD = "not_understood"
    NOT_YOUR_ROLE = "not_your_role"
    CLOCK_BACKWARDS = "clock_backwards"
    NO_SUCH_METER = "no_such_meter"
    METER_OPEN = "meter_open"
    METER_IN_USE = "meter_in_use"
    BELOW_ZERO = "meter_below_zero"
    TAKEN_ALREADY = "transfer_taken_already"
    TRANSFER_MISSING = "transfer_missing"
    STALE_READING = "stale_reading"
    REASON_MISSING = "reason_missing"
    TERMS_DIFFER = "terms_differ"
    LINK_AS_IT_IS = "link_as_it_is"


class Meter(msgspec.Struct, frozen=True, gc=False):
    """A meter's amount, the number of payments from it, and the tables that use it."""

    amount: Exact
    draws: dict[str, int] = {}  # number of payments by each table
    tables: tuple[str, ...] = ()

    @property
    def shown(self) -> int:
        return self.amount.shown

    @property
    def drawn(self) -> int:
        return sum(self.draws.values())

    def read_by(self, table: str) -> MeterReading:
        return MeterReading(self.amount, self.drawn, self.drawn - self.draws.get(table, 0))

    def drawn_by(self, who: str) -> Meter:
        return replace(self, draws={**self.draws, who: self.draws.get(who, 0) + 1})


class Meters(msgspec.Struct, frozen=True, gc=False):
    """The meters of one stream: for example only "main", or "mega", "major" and "minor"."""

    meters: dict[str, Meter] = {}
    taken: dict[str, int] = {}  # number of each table's last transfer
    clock: int = 0
    terms: dict[str, str] = {}  # terms that all its tables share
    lost: str = ""  # why tables cannot reach the meters, or empty if they can

    @property
    def tables(self) -> frozenset[str]:
        return frozenset(table for meter in self.meters.values() for table in meter.tables)


class MeterCommand(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    by: Words = ACCOUNTING  # role, or role:name
    at: Count = 0  # time in seconds by the driver's clock

    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class OpenMeter(MeterCommand, frozen=True, tag="open_meter@1"):
    meter: Name
    amount: Exact  # the amount that the house puts in


class JoinMeter(MeterCommand, frozen=True, tag="join_meter@1"):
    """Register a table for a meter. If the meter is not open yet, it opens with the table's amount."""

    meter: Name
    table: Name
    amount: Exact
    # terms that must be equal at all tables of the group; empty for a table without a group
    terms: Agreed = {}


class LeaveMeter(MeterCommand, frozen=True, tag="leave_meter@1"):
    """Unregister a table that closes for good. The meter keeps its amount."""

    meter: Name
    table: Name
    reason: Words


class LoseMeterLink(MeterCommand, frozen=True, tag="lose_link@1"):
    """Report that tables cannot reach these meters.

    Tables refuse progressive wagers until the link is restored.
    """

    reason: Words
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING, TABLE, *FLOOR)


class RestoreMeterLink(MeterCommand, frozen=True, tag="restore_link@1"):
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING, TABLE, *FLOOR)


class TakeTransfer(MeterCommand, frozen=True, tag="take_transfer@1"):
    """Apply the meter changes of one table entry."""

    transfer: Transfer
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class AdjustMeter(MeterCommand, frozen=True, tag="adjust_meter@1"):
    """Adjust a meter on behalf of accounting, if no table can correct the amount anymore."""

    meter: Name
    amount: Exact  # amount that the house adds; negative if it removes money
    reason: Words


class CloseMeter(MeterCommand, frozen=True, tag="close_meter@1"):
    """Close a meter that no table uses. The balance goes back to the house."""

    meter: Name
    reason: Words


class MeterEvent(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    audience: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    at: int = 0


class MeterOpened(MeterEvent, frozen=True, tag="meter_opened@1"):
    meter: str
    amount: Exact
    cents: int  # shown amount; the fraction of a cent is carried


class MeterMoved(MeterEvent, frozen=True, tag="meter_moved@1"):
    """A table has changed a meter's exact amount. The shown amount changes only in whole cents."""

    meter: str
    cause: Cause
    amount: Exact
    cents: int
    table: str
    transfer: str  # transfer id, which the table's entry contains too


class MeterJoined(MeterEvent, frozen=True, tag="meter_joined@1"):
    meter: str
    table: str
    transfer: str = ""  # set if the table joined by a rule change; empty if it joined at opening
    terms: dict[str, str] = {}


class MeterLeft(MeterEvent, frozen=True, tag="meter_left@1"):
    meter: str
    table: str
    transfer: str = ""  # set if the table left by a rule change; empty if it closed
    reason: str = ""


class MeterLinkLost(MeterEvent, frozen=True, tag="link_lost@1"):
    reason: str
    by: str


class MeterLinkRestored(MeterEvent, frozen=True, tag="link_restored@1"):
    by: str


class MeterAdjusted(MeterEvent, frozen=True, tag="meter_adjusted@1"):
    meter: str
    amount: Exact
    cents: int
    by: str
    reason: str


class MeterClosed(MeterEvent, frozen=True, tag="meter_closed@1"):
    meter: str
    amount: Exact  # exact amount when the meter closed
    cents: int  # shown amount when the meter closed


class TransferTaken(MeterEvent, frozen=True, tag="transfer_taken@1"):
    """The last event of a transfer. The table's next transfer has the next number."""

    table: str
    number: int
    drawn: tuple[str, ...] = ()  # meters that paid, so earlier readings of them are out of date


class MeterStep(msgspec.Struct, frozen=True):
    command: MeterCommand
    events: tuple[MeterEvent, ...]
    state: Meters


def refuse(
    code: MeterCode, message: str, remedy: str, readings: tuple[str, ...] = (), clauses: tuple[str, ...] = ()
) -> Refused:
    return Refused(code.value, message, clauses, remedy, readings)


def check_fields(command: MeterCommand) -> None:
    """Check the types and sizes of all fields of a command."""
    try:
        msgspec.convert(msgspec.to_builtins(command), type(command))
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as fault:
        raise refuse(
            MeterCode.NOT_UNDERSTOOD,
            f"{type(command).__name__}: {fault}",
            "See the protocol documentation for this command.",
        ) from None


def the_meter(state: Meters, name: str) -> Meter:
    if name not in state.meters:
        raise refuse(
            MeterCode.NO_SUCH_METER,
            f"there is no open {name} meter here",
            f"Open meters: {', '.join(sorted(state.meters)) or 'none'}.",
        )
    return state.meters[name]


def with_reason(reason: str) -> str:
    if not reason.strip():
        raise refuse(MeterCode.REASON_MISSING, "a reason is required", "Give the reason in one line.")
    return reason


def decide_open(state: Meters, command: OpenMeter) -> tuple[MeterEvent, ...]:
    name = command.meter
    if name in state.meters:
        raise refuse(
            MeterCode.METER_OPEN, f"the {name} meter is already open", "Adjust the meter, or close it first."
        )
    amount = command.amount
    if amount.num < 0:
        raise refuse(
            MeterCode.BELOW_ZERO, "a meter cannot open below zero", "Enter the amount that the house puts in."
        )
    return (MeterOpened(meter=name, amount=amount, cents=amount.shown, audience=EVERYONE),)


def decide_join(state: Meters, command: JoinMeter) -> tuple[MeterEvent, ...]:
    check_terms(state, command)
    clauses = (EQUAL,) if command.terms else ()
    event = MeterJoined(
        meter=command.meter, table=command.table, terms=command.terms, clauses=clauses, audience=EVERYONE
    )
    return join_events(state, command.meter, command.amount, event)


def check_terms(state: Meters, command: JoinMeter) -> None:
    """Raise `Refused` if the terms differ from the other tables'. A table without others may change them."""
    others = sorted(state.tables - {command.table})
    mine, theirs = command.terms, state.terms
    if not others or mine == theirs:
        return
    names = [name for name in sorted({*mine, *theirs}) if mine.get(name) != theirs.get(name)]
    differences = ", ".join(
        f"{name} {mine.get(name, 'none')} instead of {theirs.get(name, 'none')}" for name in names
    )
    raise refuse(
        MeterCode.TERMS_DIFFER,
        f"{command.table} would share the meters of {', '.join(others)} with {differences}",
        "Submit the same progressive for all tables of a group, or use a separate group for this table.",
        clauses=(EQUAL,),
    )


def decide_leave(state: Meters, command: LeaveMeter) -> tuple[MeterEvent, ...]:
    meter, reason = the_meter(state, command.meter), with_reason(command.reason)
    if command.table not in meter.tables:
        raise refuse(
            MeterCode.NO_SUCH_METER,
            f"{command.table} does not use the {command.meter} meter",
            f"Tables of this meter: {', '.join(meter.tables) or 'none'}.",
        )
    return (MeterLeft(meter=command.meter, table=command.table, reason=reason, audience=EVERYONE),)


def decide_lose(state: Meters, command: LoseMeterLink) -> tuple[MeterEvent, ...]:
    if state.lost:
        raise refuse(MeterCode.LINK_AS_IT_IS, f"the link is already lost: {state.lost}", "Restore it first.")
    return (MeterLinkLost(reason=with_reason(command.reason), by=command.by, audience=EVERYONE),)


def decide_restore(state: Meters, command: RestoreMeterLink) -> tuple[MeterEvent, ...]:
    if not state.lost:
        raise refuse(MeterCode.LINK_AS_IT_IS, "the link is not lost", "No action needed. Continue play.")
    return (MeterLinkRestored(by=command.by, audience=EVERYONE),)


def join_events(state: Meters, name: str, amount: Exact, event: MeterJoined) -> tuple[MeterEvent, ...]:
    if name in state.meters:
        return (event,)
    return (*decide_open(state, OpenMeter(meter=name, amount=amount)), event)


def decide_adjust(state: Meters, command: AdjustMeter) -> tuple[MeterEvent, ...]:
    meter, reason = the_meter(state, command.meter), with_reason(command.reason)
    after = add_to_meter(command.meter, meter, command.amount)
    return (
        MeterAdjusted(
            meter=command.meter,
            amount=command.amount,
            cents=after.shown - meter.shown,
            by=command.by,
            reason=reason,
            audience=EVERYONE,
        ),
    )


def decide_close(state: Meters, command: CloseMeter) -> tuple[MeterEvent, ...]:
    meter = the_meter(state, command.meter)
    with_reason(command.reason)
    if meter.tables:
        raise refuse(
            MeterCode.METER_IN_USE,
            f"the {command.meter} meter is still used by {', '.join(meter.tables)}",
            "Close the meter when no table uses it.",
        )
    return (close_event(command.meter, meter),)


def close_event(name: str, meter: Meter) -> MeterClosed:
    return MeterClosed(meter=name, amount=meter.amount, cents=meter.shown, audience=EVERYONE)


def add_to_meter(name: str, meter: Meter, amount: Exact) -> Meter:
    value = meter.amount.value + amount.value
    if not 0 <= value <= MOST:
        raise refuse(
            MeterCode.BELOW_ZERO,
            f"the {name} meter would hold {value} cents, which is out of range",
            "Find the wrong transfer. Accounting can adjust the meter.",
        )
    return replace(meter, amount=Exact.of(value))


def decide_take(state: Meters, command: TakeTransfer) -> tuple[MeterEvent, ...]:
    transfer, table = command.transfer, command.transfer.table
    due = state.taken.get(table, 0) + 1
    if transfer.number != due:
        early = transfer.number > due
        raise refuse(
            MeterCode.TRANSFER_MISSING if early else MeterCode.TAKEN_ALREADY,
            f"transfer {transfer.number} of {table} is out of order: the next one is {due}",
            "Send a table's transfers in order."
            if early
            else "No action needed. The transfer was already recorded.",
        )
    events: list[MeterEvent] = []
    now = state
    for delta in transfer.deltas:
        changes = delta_events(now, transfer, delta)
        now = fold(now, changes)
        events += changes
    drawn = tuple(sorted({delta.meter for delta in transfer.deltas if delta.cause in DRAWS}))
    events.append(TransferTaken(table=table, number=due, drawn=drawn, audience=EVERYONE))
    return tuple(events)


def delta_events(state: Meters, transfer: Transfer, delta: Delta) -> tuple[MeterEvent, ...]:
    """Return the events of one delta. `state` is the state after the previous deltas."""
    amount = delta.amount
    both: dict[str, Any] = {"meter": delta.meter, "table": transfer.table, "transfer": transfer.id}
    if delta.cause == "joined":
        return join_events(state, delta.meter, amount, MeterJoined(**both, audience=EVERYONE))
    meter = the_meter(state, delta.meter)
    if transfer.table not in meter.tables:
        raise refuse(
            MeterCode.NO_SUCH_METER,
            f"{transfer.table} does not use the {delta.meter} meter",
            "Register the table for the meter first.",
        )
    if delta.cause == "left":
        left = MeterLeft(**both, audience=EVERYONE)
        return (left, close_event(delta.meter, meter)) if meter.tables == (transfer.table,) else (left,)
    if delta.read is not None and delta.read != meter.drawn:
        raise refuse(
            MeterCode.STALE_READING,
            f"the {delta.meter} meter has paid since this reading",
            "Read it again: each winner is paid from the amount that the previous one left.",
            ("X-12",),
        )
    after = add_to_meter(delta.meter, meter, amount)
    return (
        MeterMoved(
            **both,
            cause=delta.cause,
            amount=amount,
            cents=after.shown - meter.shown,
            clauses=transfer.clauses,
            readings=transfer.readings,
            audience=EVERYONE,
        ),
    )


DECIDE: dict[type[MeterCommand], Callable[[Meters, Any], tuple[MeterEvent, ...]]] = {
    OpenMeter: decide_open,
    JoinMeter: decide_join,
    LeaveMeter: decide_leave,
    LoseMeterLink: decide_lose,
    RestoreMeterLink: decide_restore,
    TakeTransfer: decide_take,
    AdjustMeter: decide_adjust,
    CloseMeter: decide_close,
}


def decide(state: Meters, command: MeterCommand) -> tuple[MeterEvent, ...]:
    """Return the events of a command. Raises `Refused` if the command is not allowed."""
    check_fields(command)
    kind = type(command)
    if command.by.partition(":")[0] not in kind.roles:
        raise refuse(
            MeterCode.NOT_YOUR_ROLE,
            f"{command.by} may not send {kind.__name__}",
            f"Required role: {' or '.join(kind.roles)}.",
        )
    at = command.at
    if at and kind is TakeTransfer:
        at = max(at, state.clock)  # Tables have their own clocks, and their transfers arrive in any order.
    if at and at < state.clock:
        raise refuse(
            MeterCode.CLOCK_BACKWARDS,
            f"time {at} is before the last command at {state.clock}",
            "Send the current time in seconds. It must not be earlier than the previous time.",
        )
    events = DECIDE[kind](state, command)
    return tuple(replace(event, at=at) for event in events) if at else events


def put_meter(state: Meters, name: str, meter: Meter) -> Meters:
    return replace(state, meters={**state.meters, name: meter})


def apply_opened(state: Meters, event: MeterOpened) -> Meters:
    return put_meter(state, event.meter, Meter(event.amount))


def apply_grown(state: Meters, event: MeterMoved | MeterAdjusted) -> Meters:
    meter = state.meters[event.meter]
    amount = Exact.of(meter.amount.value + event.amount.value)
    return put_meter(state, event.meter, replace(meter, amount=amount))


def apply_adjusted(state: Meters, event: MeterAdjusted) -> Meters:
    after = apply_grown(state, event)
    return put_meter(after, event.meter, after.meters[event.meter].drawn_by(ACCOUNTING))


def apply_joined(state: Meters, event: MeterJoined) -> Meters:
    meter = state.meters[event.meter]
    after = put_meter(state, event.meter, replace(meter, tables=tuple(sorted({*meter.tables, event.table}))))
    return replace(after, terms=event.terms) if event.terms else after


def apply_left(state: Meters, event: MeterLeft) -> Meters:
    meter = state.meters[event.meter]
    return put_meter(
        state, event.meter, replace(meter, tables=tuple(t for t in meter.tables if t != event.table))
    )


def apply_closed(state: Meters, event: MeterClosed) -> Meters:
    return replace(state, meters={name: m for name, m in state.meters.items() if name != event.meter})


def apply_lost(state: Meters, event: MeterLinkLost) -> Meters:
    return replace(state, lost=event.reason)


def apply_restored(state: Meters, event: MeterLinkRestored) -> Meters:
    return replace(state, lost="")


def apply_taken(state: Meters, event: TransferTaken) -> Meters:
    for name in event.drawn:
        state = put_meter(state, name, state.meters[name].drawn_by(event.table))
    return replace(state, taken={**state.taken, event.table: event.number})


APPLY: dict[type[MeterEvent], Callable[[Meters, Any], Meters]] = {
    MeterOpened: apply_opened,
    MeterMoved: apply_grown,
    MeterJoined: apply_joined,
    MeterLeft: apply_left,
    MeterLinkLost: apply_lost,
    MeterLinkRestored: apply_restored,
    MeterAdjusted: apply_adjusted,
    MeterClosed: apply_closed,
    TransferTaken: apply_taken,
}


def fold(state: Meters, events: Iterable[MeterEvent]) -> Meters:
    for event in events:
        state = APPLY[type(event)](state, event)
        if event.at > state.clock:
            state = replace(state, clock=event.at)
    return state


def step(state: Meters, command: MeterCommand) -> MeterStep:
    events = decide(state, command)
    return MeterStep(command, events, fold(state, events))
