"""The meters as a machine: events = decide(state, command), state = fold(state, events).

Pure, as the table's machine is. A meter knows nothing of games: it adds exact deltas, shows whole cents, and
watches that each transfer comes once and that nobody is paid by a reading that is no longer true.
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
    Name,
    Reading,
    Transfer,
    Words,
)

replace = msgspec.structs.replace

EVERYONE = ("everyone",)
ACCOUNTING, TABLE = "accounting", "table"
FLOOR = ("floor", "pit_manager")
EQUAL = "COMAR 36.05.03.24"  # tables that share a meter win it with equal probability, wager and rate


class Code(StrEnum):
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
    """What a meter holds, how often it has paid, and the tables that play for it."""

    amount: Exact
    draws: dict[str, int] = {}  # by table
    tables: tuple[str, ...] = ()

    @property
    def shown(self) -> int:
        return self.amount.shown

    @property
    def drawn(self) -> int:
        return sum(self.draws.values())

    def read_by(self, table: str) -> Reading:
        return Reading(self.amount, self.drawn, self.drawn - self.draws.get(table, 0))

    def drawn_by(self, who: str) -> Meter:
        return replace(self, draws={**self.draws, who: self.draws.get(who, 0) + 1})


class Meters(msgspec.Struct, frozen=True, gc=False):
    """One meter or a set of them: main; or mega, major and minor."""

    meters: dict[str, Meter] = {}
    taken: dict[str, int] = {}  # table -> the number of the last transfer it sent
    clock: int = 0
    terms: dict[str, str] = {}  # on which its tables play for it, the same for all
    lost: str = ""  # why tables cannot reach it

    @property
    def tables(self) -> frozenset[str]:
        return frozenset(table for meter in self.meters.values() for table in meter.tables)


class Command(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    by: Words = ACCOUNTING  # role, or role:name
    at: Count = 0  # seconds; the driver's clock

    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class OpenMeter(Command, frozen=True, tag="open_meter@1"):
    meter: Name
    amount: Exact  # what the house puts in


class JoinMeter(Command, frozen=True, tag="join_meter@1"):
    """A table that opens plays for a meter; where it is not open yet, it opens with the table's amount."""

    meter: Name
    table: Name
    amount: Exact
    terms: Agreed = {}  # what must be equal at all tables; empty for a table that shares with none


class LeaveMeter(Command, frozen=True, tag="leave_meter@1"):
    """A table that closes for good plays for a meter no longer; the meter keeps what it holds."""

    meter: Name
    table: Name
    reason: Words


class LoseLink(Command, frozen=True, tag="lose_link@1"):
    """Tables cannot reach these meters: none of them takes a progressive wager until they can."""

    reason: Words
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING, TABLE, *FLOOR)


class RestoreLink(Command, frozen=True, tag="restore_link@1"):
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING, TABLE, *FLOOR)


class TakeTransfer(Command, frozen=True, tag="take_transfer@1"):
    """What an entry of a table did to its meters."""

    transfer: Transfer
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class AdjustMeter(Command, frozen=True, tag="adjust_meter@1"):
    """What no table can correct any more, put right by accounting."""

    meter: Name
    amount: Exact  # what the house puts in; below zero, what it takes out
    reason: Words


class CloseMeter(Command, frozen=True, tag="close_meter@1"):
    """A meter that no table plays for is taken off; what it held goes back to the house."""

    meter: Name
    reason: Words


class Event(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    audience: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    at: int = 0


class MeterOpened(Event, frozen=True, tag="meter_opened@1"):
    meter: str
    amount: Exact
    cents: int  # of what it shows; the rest is carried


class MeterMoved(Event, frozen=True, tag="meter_moved@1"):
    """A table's delta: the exact amount, and the whole cents by which what is shown changed."""

    meter: str
    cause: Cause
    amount: Exact
    cents: int
    table: str
    transfer: str  # the id that the table's entry bears too


class MeterJoined(Event, frozen=True, tag="meter_joined@1"):
    meter: str
    table: str
    transfer: str = ""  # where the table's rules changed; empty where it opened
    terms: dict[str, str] = {}


class MeterLeft(Event, frozen=True, tag="meter_left@1"):
    meter: str
    table: str
    transfer: str = ""  # where the table's rules changed; empty where it closed
    reason: str = ""


class LinkLost(Event, frozen=True, tag="link_lost@1"):
    reason: str
    by: str


class LinkRestored(Event, frozen=True, tag="link_restored@1"):
    by: str


class MeterAdjusted(Event, frozen=True, tag="meter_adjusted@1"):
    meter: str
    amount: Exact
    cents: int
    by: str
    reason: str


class MeterClosed(Event, frozen=True, tag="meter_closed@1"):
    meter: str
    amount: Exact  # what it held
    cents: int  # of what it showed


class TransferTaken(Event, frozen=True, tag="transfer_taken@1"):
    """The end of a transfer: the next one of that table has the next number."""

    table: str
    number: int
    drawn: tuple[str, ...] = ()  # meters that paid: readings taken before it are no longer true


class Step(msgspec.Struct, frozen=True):
    command: Command
    events: tuple[Event, ...]
    state: Meters


def refuse(
    code: Code, message: str, remedy: str, readings: tuple[str, ...] = (), clauses: tuple[str, ...] = ()
) -> Refused:
    return Refused(code.value, message, clauses, remedy, readings)


def understood(command: Command) -> None:
    """Whatever a command holds: names, amounts and times of their kind, and of bounded size."""
    try:
        msgspec.convert(msgspec.to_builtins(command), type(command))
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as fault:
        raise refuse(
            Code.NOT_UNDERSTOOD, f"{type(command).__name__}: {fault}", "Send it as the protocol says."
        ) from None


def the_meter(state: Meters, name: str) -> Meter:
    if name not in state.meters:
        raise refuse(
            Code.NO_SUCH_METER,
            f"no {name} meter is open here",
            f"There is {', '.join(sorted(state.meters)) or 'none'}.",
        )
    return state.meters[name]


def with_reason(reason: str) -> str:
    if not reason.strip():
        raise refuse(Code.REASON_MISSING, "this needs a reason", "Say why, in one line.")
    return reason


def decide_open(state: Meters, command: OpenMeter) -> tuple[Event, ...]:
    name = command.meter
    if name in state.meters:
        raise refuse(Code.METER_OPEN, f"the {name} meter is open already", "Adjust it, or close it first.")
    amount = command.amount
    if amount.num < 0:
        raise refuse(Code.BELOW_ZERO, "a meter does not begin below zero", "Name what the house puts in.")
    return (MeterOpened(meter=name, amount=amount, cents=amount.shown, audience=EVERYONE),)


def decide_join(state: Meters, command: JoinMeter) -> tuple[Event, ...]:
    check_terms(state, command)
    clauses = (EQUAL,) if command.terms else ()
    event = MeterJoined(
        meter=command.meter, table=command.table, terms=command.terms, clauses=clauses, audience=EVERYONE
    )
    return joined(state, command.meter, command.amount, event)


def check_terms(state: Meters, command: JoinMeter) -> None:
    """One table sets the terms, later ones have the same. A table that is alone may change them."""
    others = sorted(state.tables - {command.table})
    mine, theirs = command.terms, state.terms
    if not others or mine == theirs:
        return
    names = [name for name in sorted({*mine, *theirs}) if mine.get(name) != theirs.get(name)]
    told = ", ".join(f"{name} {mine.get(name, 'none')} and not {theirs.get(name, 'none')}" for name in names)
    raise refuse(
        Code.TERMS_DIFFER,
        f"{command.table} would play for the meters of {', '.join(others)} with {told}",
        "Submit the same progressive for all tables of a group, or give this table a group of its own.",
        clauses=(EQUAL,),
    )


def decide_leave(state: Meters, command: LeaveMeter) -> tuple[Event, ...]:
    meter, reason = the_meter(state, command.meter), with_reason(command.reason)
    if command.table not in meter.tables:
        raise refuse(
            Code.NO_SUCH_METER,
            f"{command.table} does not play for the {command.meter} meter",
            f"There is {', '.join(meter.tables) or 'no table at it'}.",
        )
    return (MeterLeft(meter=command.meter, table=command.table, reason=reason, audience=EVERYONE),)


def decide_lose(state: Meters, command: LoseLink) -> tuple[Event, ...]:
    if state.lost:
        raise refuse(Code.LINK_AS_IT_IS, f"the link is lost already: {state.lost}", "Restore it.")
    return (LinkLost(reason=with_reason(command.reason), by=command.by, audience=EVERYONE),)


def decide_restore(state: Meters, command: RestoreLink) -> tuple[Event, ...]:
    if not state.lost:
        raise refuse(Code.LINK_AS_IT_IS, "the link is not lost", "Play on.")
    return (LinkRestored(by=command.by, audience=EVERYONE),)


def joined(state: Meters, name: str, amount: Exact, event: MeterJoined) -> tuple[Event, ...]:
    if name in state.meters:
        return (event,)
    return (*decide_open(state, OpenMeter(meter=name, amount=amount)), event)


def decide_adjust(state: Meters, command: AdjustMeter) -> tuple[Event, ...]:
    meter, reason = the_meter(state, command.meter), with_reason(command.reason)
    after = grown(command.meter, meter, command.amount)
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


def decide_close(state: Meters, command: CloseMeter) -> tuple[Event, ...]:
    meter = the_meter(state, command.meter)
    with_reason(command.reason)
    if meter.tables:
        raise refuse(
            Code.METER_IN_USE,
            f"{', '.join(meter.tables)} plays for the {command.meter} meter",
            "It is taken off when no table plays for it.",
        )
    return (closed(command.meter, meter),)


def closed(name: str, meter: Meter) -> MeterClosed:
    return MeterClosed(meter=name, amount=meter.amount, cents=meter.shown, audience=EVERYONE)


def grown(name: str, meter: Meter, amount: Exact) -> Meter:
    value = meter.amount.value + amount.value
    if not 0 <= value <= MOST:
        raise refuse(
            Code.BELOW_ZERO,
            f"the {name} meter would hold {value} cents",
            "Look for the transfer that is wrong; accounting adjusts a meter.",
        )
    return replace(meter, amount=Exact.of(value))


def decide_take(state: Meters, command: TakeTransfer) -> tuple[Event, ...]:
    transfer, table = command.transfer, command.transfer.table
    due = state.taken.get(table, 0) + 1
    if transfer.number != due:
        early = transfer.number > due
        raise refuse(
            Code.TRANSFER_MISSING if early else Code.TAKEN_ALREADY,
            f"transfer {transfer.number} of {table}: {due} is the next one",
            "Send the transfers of a table in their order." if early else "It counts once.",
        )
    events: list[Event] = []
    now = state
    for delta in transfer.deltas:
        told = moved(now, transfer, delta)
        now = fold(now, told)
        events += told
    drawn = tuple(sorted({delta.meter for delta in transfer.deltas if delta.cause in DRAWS}))
    events.append(TransferTaken(table=table, number=due, drawn=drawn, audience=EVERYONE))
    return tuple(events)


def moved(state: Meters, transfer: Transfer, delta: Delta) -> tuple[Event, ...]:
    """What one delta does to the meters as the deltas before it left them."""
    amount = delta.amount
    both: dict[str, Any] = {"meter": delta.meter, "table": transfer.table, "transfer": transfer.id}
    if delta.cause == "joined":
        return joined(state, delta.meter, amount, MeterJoined(**both, audience=EVERYONE))
    meter = the_meter(state, delta.meter)
    if transfer.table not in meter.tables:
        raise refuse(
            Code.NO_SUCH_METER,
            f"{transfer.table} does not play for the {delta.meter} meter",
            "A table joins a meter before it moves it.",
        )
    if delta.cause == "left":
        left = MeterLeft(**both, audience=EVERYONE)
        return (left, closed(delta.meter, meter)) if meter.tables == (transfer.table,) else (left,)
    if delta.read is not None and delta.read != meter.drawn:
        raise refuse(
            Code.STALE_READING,
            f"the {delta.meter} meter has paid since it was read",
            "Read it again: each winner is paid by what the one before left.",
            ("X-12",),
        )
    after = grown(delta.meter, meter, amount)
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


DECIDE: dict[type[Command], Callable[[Meters, Any], tuple[Event, ...]]] = {
    OpenMeter: decide_open,
    JoinMeter: decide_join,
    LeaveMeter: decide_leave,
    LoseLink: decide_lose,
    RestoreLink: decide_restore,
    TakeTransfer: decide_take,
    AdjustMeter: decide_adjust,
    CloseMeter: decide_close,
}


def decide(state: Meters, command: Command) -> tuple[Event, ...]:
    """What becomes of a command; raises `Refused` where it cannot be."""
    understood(command)
    kind = type(command)
    if command.by.partition(":")[0] not in kind.roles:
        raise refuse(
            Code.NOT_YOUR_ROLE,
            f"{command.by} may not {kind.__name__}",
            f"This is for {' or '.join(kind.roles)}.",
        )
    at = command.at
    if at and at < state.clock and kind is TakeTransfer:
        at = state.clock  # tables have clocks of their own, and are heard in any order
    if at and at < state.clock:
        raise refuse(
            Code.CLOCK_BACKWARDS,
            f"time {at} is before the last act at {state.clock}",
            "Give the time of the act, in seconds; it does not run back.",
        )
    events = DECIDE[kind](state, command)
    return tuple(replace(event, at=at) for event in events) if at else events


def put(state: Meters, name: str, meter: Meter) -> Meters:
    return replace(state, meters={**state.meters, name: meter})


def apply_opened(state: Meters, event: MeterOpened) -> Meters:
    return put(state, event.meter, Meter(event.amount))


def apply_grown(state: Meters, event: MeterMoved | MeterAdjusted) -> Meters:
    meter = state.meters[event.meter]
    amount = Exact.of(meter.amount.value + event.amount.value)
    return put(state, event.meter, replace(meter, amount=amount))


def apply_adjusted(state: Meters, event: MeterAdjusted) -> Meters:
    after = apply_grown(state, event)
    return put(after, event.meter, after.meters[event.meter].drawn_by(ACCOUNTING))


def apply_joined(state: Meters, event: MeterJoined) -> Meters:
    meter = state.meters[event.meter]
    after = put(state, event.meter, replace(meter, tables=tuple(sorted({*meter.tables, event.table}))))
    return replace(after, terms=event.terms) if event.terms else after


def apply_left(state: Meters, event: MeterLeft) -> Meters:
    meter = state.meters[event.meter]
    return put(state, event.meter, replace(meter, tables=tuple(t for t in meter.tables if t != event.table)))


def apply_closed(state: Meters, event: MeterClosed) -> Meters:
    return replace(state, meters={name: m for name, m in state.meters.items() if name != event.meter})


def apply_lost(state: Meters, event: LinkLost) -> Meters:
    return replace(state, lost=event.reason)


def apply_restored(state: Meters, event: LinkRestored) -> Meters:
    return replace(state, lost="")


def apply_taken(state: Meters, event: TransferTaken) -> Meters:
    for name in event.drawn:
        state = put(state, name, state.meters[name].drawn_by(event.table))
    return replace(state, taken={**state.taken, event.table: event.number})


APPLY: dict[type[Event], Callable[[Meters, Any], Meters]] = {
    MeterOpened: apply_opened,
    MeterMoved: apply_grown,
    MeterJoined: apply_joined,
    MeterLeft: apply_left,
    LinkLost: apply_lost,
    LinkRestored: apply_restored,
    MeterAdjusted: apply_adjusted,
    MeterClosed: apply_closed,
    TransferTaken: apply_taken,
}


def fold(state: Meters, events: Iterable[Event]) -> Meters:
    for event in events:
        state = APPLY[type(event)](state, event)
        if event.at > state.clock:
            state = replace(state, clock=event.at)
    return state


def step(state: Meters, command: Command) -> Step:
    events = decide(state, command)
    return Step(command, events, fold(state, events))
