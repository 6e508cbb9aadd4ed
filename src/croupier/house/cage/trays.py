"""Trays as a part of the cage's machine: fills, credits and counts, each a numbered slip with two sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.house.cage import tray_commands as do
from croupier.house.cage.commands import Code
from croupier.house.cage.machine import KEPT_SLIPS, STAFF, Cage, Trays, the_table
from croupier.house.cage.tray_commands import FILL, Sign, TraySlip
from croupier.house.law import APART, SLIPS
from croupier.house.machinery import Command, Event, refuse, replace, with_reason
from croupier.rulebook.chips import DENOMINATIONS
from croupier.table.roles import CAGE, DEALER, FLOOR, PIT_MANAGER, id_of, role_of

MOST_OPEN = 32  # slips that wait at one time
READERS = (*STAFF, DEALER, FLOOR, PIT_MANAGER)


def worth(chips: Mapping[str, int], other: int) -> int:
    """The value of some chips; there are those of the regulations and no others."""
    unknown = sorted(set(map(int, chips)) - set(DENOMINATIONS))
    if unknown:
        raise refuse(
            Code.NO_SUCH_CHIP,
            f"there is no chip of {unknown[0]} cents",
            f"There is {', '.join(str(each) for each in DENOMINATIONS)}; all else is `other`.",
            SLIPS,
        )
    return sum(int(value) * number for value, number in chips.items()) + other


def the_slip(state: Cage, number: int, *kinds: str) -> TraySlip:
    """A slip that waits for something."""
    slip = next((slip for slip in state.trays.slips if slip.number == number), None)
    if slip is None or slip.what not in kinds:
        raise refuse(
            Code.NO_SUCH_SLIP, f"{number} is no {' or '.join(kinds)}", "Name a slip that waits.", SLIPS
        )
    if not slip.is_open:
        raise refuse(
            Code.SLIP_DONE,
            f"{slip.what} {number} is {'void' if slip.void else 'complete'}",
            "What was signed stays; write another slip.",
            SLIPS,
        )
    return slip


def once(state: Cage, id_: str) -> None:
    if any(slip.id == id_ for slip in state.trays.slips):
        raise refuse(Code.TRANSFER_TWICE, f"slip {id_} has been written", "It counts once.", SLIPS)
    if sum(slip.is_open for slip in state.trays.slips) >= MOST_OPEN:
        raise refuse(Code.CAGE_FULL, f"{MOST_OPEN} slips wait", "Complete or void some of them.", SLIPS)


def another(slip: TraySlip, by: str, *signs: Sign | None) -> None:
    if id_of(by) in {id_of(sign.by) for sign in signs if sign is not None}:
        raise refuse(
            Code.OWN_SLIP, f"{by} has signed {slip.what} {slip.number}", "Somebody else signs here.", APART
        )


def decide_request(state: Cage, command: do.RequestChips) -> tuple[Event, ...]:
    account = the_table(state, command.table)
    once(state, command.id)
    cents = worth(command.chips, command.other)
    if not cents:
        raise refuse(Code.NO_SUCH_CHIP, "no chips are named", "Say how many of which.", SLIPS)
    return (
        do.ChipsRequested(
            slip=state.trays.written + 1,
            id=command.id,
            what=command.what,
            table=command.table,
            money=account.money,
            chips=command.chips,
            other=command.other,
            cents=cents,
            by=command.by,
            audience=READERS,
            clauses=(SLIPS,),
        ),
    )


def decide_sign(state: Cage, command: do.SignTraySlip) -> tuple[Event, ...]:
    """A fill leaves the cage and arrives at the table, a credit the other way; no one signs twice."""
    slip = the_slip(state, command.slip, do.FILL, do.CREDIT)
    at_cage = role_of(command.by) == CAGE
    cage_is_next = (slip.what == FILL) is (slip.left is None)
    if at_cage is not cage_is_next:
        waits = (
            "the cage" if cage_is_next else "the table: its dealer, or a floorperson who did not ask for it"
        )
        raise refuse(
            Code.SLIP_WAITS, f"{slip.what} {slip.number} waits for {waits}", "They sign first.", SLIPS
        )
    another(slip, command.by, slip.asked, slip.left)
    kind = do.TrayChipsLeft if slip.left is None else do.TrayChipsArrived
    return (
        kind(
            slip=slip.number,
            what=as_movement(slip),
            table=slip.table,
            money=slip.money,
            cents=slip.cents,
            by=command.by,
            audience=READERS,
            clauses=(SLIPS, APART),
        ),
    )


def as_movement(slip: TraySlip) -> do.Movement:
    return FILL if slip.what == FILL else do.CREDIT


def as_count(slip: TraySlip) -> do.Count:
    return do.OPENER if slip.what == do.OPENER else do.CLOSER


def decide_void(state: Cage, command: do.VoidTraySlip) -> tuple[Event, ...]:
    """Of chips on their way, by the side that has them back; of all else, by either."""
    reason = with_reason(command.reason)
    slip = the_slip(state, command.slip, do.FILL, do.CREDIT, do.OPENER, do.CLOSER)
    at_cage = role_of(command.by) == CAGE
    if slip.left is not None and at_cage is not (slip.what == FILL):
        raise refuse(
            Code.SLIP_WAITS,
            f"the chips of {slip.what} {slip.number} are on their way",
            f"{'The cage' if slip.what == FILL else 'The floor'} voids it when it has them back.",
            SLIPS,
        )
    return (
        do.TraySlipVoided(
            slip=slip.number,
            what=slip.what,
            table=slip.table,
            money=slip.money,
            cents=slip.cents,
            left=slip.left is not None,
            by=command.by,
            reason=reason,
            audience=READERS,
            clauses=(SLIPS,),
        ),
    )


def decide_count(state: Cage, command: do.CountTray) -> tuple[Event, ...]:
    """With nothing on its way to the tray or from it, and no other count that waits."""
    account = the_table(state, command.table)
    once(state, command.id)
    waiting = [slip for slip in state.trays.slips if slip.is_open and slip.table == command.table]
    busy = [slip for slip in waiting if slip.left is not None or slip.what in (do.OPENER, do.CLOSER)]
    if busy:
        raise refuse(
            Code.SLIP_WAITS,
            f"{busy[0].what} {busy[0].number} of {command.table} is not complete",
            "Complete or void it, then count.",
            SLIPS,
        )
    return (
        do.TrayCounted(
            slip=state.trays.written + 1,
            id=command.id,
            what=command.what,
            table=command.table,
            money=account.money,
            chips=command.chips,
            other=command.other,
            cents=worth(command.chips, command.other),
            expected=state.trays.held.get(command.table, 0) + command.won,
            won=command.won,
            entries=command.entries,
            by=command.by,
            audience=READERS,
            clauses=(SLIPS,),
        ),
    )


def decide_verify(state: Cage, command: do.VerifyCount) -> tuple[Event, ...]:
    slip = the_slip(state, command.slip, do.OPENER, do.CLOSER)
    another(slip, command.by, slip.asked)
    return (
        do.CountVerified(
            slip=slip.number,
            what=as_count(slip),
            table=slip.table,
            money=slip.money,
            cents=slip.cents,
            difference=state.trays.apart.get(str(slip.number), 0),
            by=command.by,
            audience=READERS,
            clauses=(SLIPS, APART),
        ),
    )


DECIDE: dict[type[Command], Callable[[Cage, Any], tuple[Event, ...]]] = {
    do.RequestChips: decide_request,
    do.SignTraySlip: decide_sign,
    do.VoidTraySlip: decide_void,
    do.CountTray: decide_count,
    do.VerifyCount: decide_verify,
}


def put(state: Cage, **changed: Any) -> Cage:
    return replace(state, trays=replace(state.trays, **changed))


def plus(amounts: Mapping[str, int], key: str, cents: int) -> dict[str, int]:
    return {**amounts, key: amounts.get(key, 0) + cents}


def begun(state: Cage, slip: TraySlip) -> Cage:
    """The last slips, and all that wait however old they are."""
    slips = (*state.trays.slips, slip)
    kept = tuple(one for n, one in enumerate(slips) if n >= len(slips) - KEPT_SLIPS or one.is_open)
    return put(state, slips=kept, written=slip.number)


def signed(state: Cage, number: int, **signs: Sign) -> Cage:
    slips = tuple(replace(slip, **signs) if slip.number == number else slip for slip in state.trays.slips)
    return put(state, slips=slips)


def apply_requested(state: Cage, event: do.ChipsRequested) -> Cage:
    asked = Sign(event.by, event.at)
    return begun(
        state,
        TraySlip(event.slip, event.id, event.what, event.table, event.money, event.cents, asked),
    )


def moved(trays: Trays, event: Any, sign: int = 1) -> Trays:
    """Chips between where they are kept and on their way: out of it, or with -1 back into it."""
    cents = event.cents * sign
    on_their_way = plus(trays.transit, event.table, cents)
    if event.what == FILL:
        return replace(trays, transit=on_their_way, vault=plus(trays.vault, event.money, -cents))
    return replace(trays, transit=on_their_way, held=plus(trays.held, event.table, -cents))


def apply_left(state: Cage, event: do.TrayChipsLeft) -> Cage:
    after = replace(state, trays=moved(state.trays, event))
    return signed(after, event.slip, left=Sign(event.by, event.at))


def apply_arrived(state: Cage, event: do.TrayChipsArrived) -> Cage:
    trays = state.trays
    changed: dict[str, Any] = {"transit": plus(trays.transit, event.table, -event.cents)}
    if event.what == FILL:
        changed["held"] = plus(trays.held, event.table, event.cents)
    else:
        changed["vault"] = plus(trays.vault, event.money, event.cents)
    return signed(put(state, **changed), event.slip, done=Sign(event.by, event.at))


def apply_voided(state: Cage, event: do.TraySlipVoided) -> Cage:
    after = replace(state, trays=moved(state.trays, event, -1)) if event.left else state
    return settled(signed(after, event.slip, void=Sign(event.by, event.at)), event.slip)


def apply_sold(state: Cage, event: do.TrayChipsSold) -> Cage:
    trays = state.trays
    return put(
        state,
        held=plus(trays.held, event.table, -event.cents),
        drop=plus(trays.drop, event.table, event.cents),
    )


def apply_counted(state: Cage, event: do.TrayCounted) -> Cage:
    counted = Sign(event.by, event.at)
    slip = TraySlip(event.slip, event.id, event.what, event.table, event.money, event.cents, counted)
    apart = {**state.trays.apart, str(event.slip): event.cents - event.expected}
    return put(begun(state, slip), apart=apart)


def settled(state: Cage, number: int) -> Cage:
    """A count that is decided: what it was apart by is not needed any more."""
    apart = {key: cents for key, cents in state.trays.apart.items() if key != str(number)}
    return put(state, apart=apart)


def apply_verified(state: Cage, event: do.CountVerified) -> Cage:
    trays = state.trays
    after = put(
        state,
        held=plus(trays.held, event.table, event.difference),
        short=plus(trays.short, event.table, -event.difference),
    )
    return settled(signed(after, event.slip, done=Sign(event.by, event.at)), event.slip)


APPLY: dict[type[Event], Callable[[Cage, Any], Cage]] = {
    do.ChipsRequested: apply_requested,
    do.TrayChipsLeft: apply_left,
    do.TrayChipsArrived: apply_arrived,
    do.TraySlipVoided: apply_voided,
    do.TrayChipsSold: apply_sold,
    do.TrayCounted: apply_counted,
    do.CountVerified: apply_verified,
}
