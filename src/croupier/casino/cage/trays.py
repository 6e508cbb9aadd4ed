"""Decide fills, credits and counts of trays. Each of these is a numbered slip with signatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from croupier.casino.cage import tray_commands as do
from croupier.casino.cage.commands import REAL, CageCode
from croupier.casino.cage.custody import into_bank, out_of_bank
from croupier.casino.cage.machine import KEPT, KEPT_SLIPS, STAFF, CageState, Trays, the_table
from croupier.casino.cage.tray_commands import CREDIT, FILL, ChipExchange, Signature, TrayChips, TraySlip
from croupier.casino.machines import CasinoCommand, CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import regulation
from croupier.rulebook.chips import denominations
from croupier.submission.money import format_dollars
from croupier.table.roles import CAGE, DEALER, FLOOR, PIT_MANAGER, SECURITY, id_of, role_of

APART = regulation("separation_of_duties")
CHIP_VALUES = regulation("chip_values")
SLIPS = regulation("chip_slips")
MOST_OPEN = 32  # maximum open slips at one time
READERS = (*STAFF, DEALER, FLOOR, PIT_MANAGER, SECURITY)


class Signer(NamedTuple):
    """A signature that a slip needs: the field that stores it, and who may sign."""

    field: Literal["left", "carried", "dealer", "done"]
    roles: tuple[str, ...]
    title: str


FLOOR_RANKS = (FLOOR, PIT_MANAGER)
EITHER = (DEALER, *FLOOR_RANKS), "the table's dealer, or a floorperson other than the requester"
BY_CAGE, BY_FLOOR = ((CAGE,), "the cage"), (FLOOR_RANKS, "a floorperson")
BY_SECURITY = Signer("carried", (SECURITY,), "security")
BY_DEALER = Signer("dealer", (DEALER,), "the table's dealer")
# The signatures on a slip in their order, by movement and whether security carries the chips.
SIGNERS: dict[tuple[str, bool], tuple[Signer, ...]] = {
    (FILL, False): (Signer("left", *BY_CAGE), Signer("done", *EITHER)),
    (CREDIT, False): (Signer("left", *EITHER), Signer("done", *BY_CAGE)),
    (FILL, True): (Signer("left", *BY_CAGE), BY_SECURITY, BY_DEALER, Signer("done", *BY_FLOOR)),
    (CREDIT, True): (BY_DEALER, Signer("left", *BY_FLOOR), BY_SECURITY, Signer("done", *BY_CAGE)),
}


def worth(chips: Mapping[str, int], other: int) -> int:
    """Return the value of some chips. Refuse denominations that the regulations do not list."""
    unknown = sorted(set(map(int, chips)) - set(denominations()))
    if unknown:
        raise refuse(
            CageCode.NO_SUCH_CHIP,
            f"there is no chip of {unknown[0]} cents",
            f"Chips: {', '.join(str(each) for each in denominations())}; enter anything else under `other`.",
            CHIP_VALUES,
        )
    return sum(int(value) * number for value, number in chips.items()) + other


def the_slip(state: CageState, number: int, *kinds: str) -> TraySlip:
    """Return an open slip of one of these kinds, or raise `Refused`."""
    slip = next((slip for slip in state.trays.slips if slip.number == number), None)
    if slip is None or slip.what not in kinds:
        raise refuse(
            CageCode.NO_SUCH_SLIP,
            f"slip {number} is not a {' or '.join(kinds)}",
            "Choose an open slip.",
            SLIPS,
        )
    if not slip.is_open:
        raise refuse(
            CageCode.SLIP_DONE,
            f"{slip.what} {number} is already {'void' if slip.void else 'complete'}",
            "Write a new slip.",
            SLIPS,
        )
    return slip


def check_new_slip(state: CageState, id_: str) -> None:
    if any(slip.id == id_ for slip in state.trays.slips):
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"slip {id_} is already written",
            "No action needed. The slip was already recorded.",
            SLIPS,
        )
    if sum(slip.is_open for slip in state.trays.slips) >= MOST_OPEN:
        raise refuse(CageCode.CAGE_FULL, f"{MOST_OPEN} slips are open", "Complete or void some slips.", SLIPS)


def check_other_signer(slip: TraySlip, by: str, *signs: Signature | None) -> None:
    if id_of(by) in {id_of(sign.by) for sign in signs if sign is not None}:
        raise refuse(
            CageCode.OWN_SLIP,
            f"{by} has already signed {slip.what} {slip.number}",
            "Someone else must sign here.",
            APART,
        )


def decide_request(state: CageState, command: do.RequestChips) -> tuple[CasinoEvent, ...]:
    account = the_table(state, command.table)
    check_new_slip(state, command.id)
    cents = worth(command.chips, command.other)
    if not cents:
        raise refuse(CageCode.NO_SUCH_CHIP, "no chips entered", "Enter the number of each chip.", SLIPS)
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
            escorted=command.escorted,
            by_chip=command.by_chip,
            by=command.by,
            audience=READERS,
            clauses=(SLIPS,),
        ),
    )


def next_signer(slip: TraySlip) -> Signer | None:
    """Return the next signature that a fill or credit needs, or None if it is complete or void."""
    if not slip.is_open or (slip.what, slip.escorted) not in SIGNERS:
        return None
    return next(signer for signer in SIGNERS[slip.what, slip.escorted] if getattr(slip, signer.field) is None)


def decide_sign(state: CageState, command: do.SignTraySlip) -> tuple[CasinoEvent, ...]:
    """Sign a slip. A fill goes from the cage to the table, and a credit goes back. No one may sign twice."""
    slip = the_slip(state, command.slip, FILL, CREDIT)
    signer = next_signer(slip)
    assert signer is not None, "an open fill or credit needs a signature"
    if role_of(command.by) not in signer.roles:
        raise refuse(
            CageCode.SLIP_WAITS,
            f"{slip.what} {slip.number} is waiting for {signer.title}",
            "That signature must come first.",
            SLIPS,
        )
    requester = () if slip.escorted else (slip.asked,)  # with four signatures, the requester signs too
    check_other_signer(slip, command.by, *requester, slip.left, slip.carried, slip.dealer)
    if signer.field in ("carried", "dealer"):
        return (
            do.TraySlipSigned(
                slip=slip.number,
                what=as_movement(slip),
                table=slip.table,
                sign=signer.field,
                by=command.by,
                audience=READERS,
                clauses=(SLIPS, APART),
            ),
        )
    kind = do.TrayChipsLeft if signer.field == "left" else do.TrayChipsArrived
    signed = kind(
        slip=slip.number,
        what=as_movement(slip),
        table=slip.table,
        money=slip.money,
        cents=slip.cents,
        by=command.by,
        audience=READERS,
        clauses=(SLIPS, APART),
    )
    return signed, *at_bank(state, slip, signer.field == "left")


def at_bank(state: CageState, slip: TraySlip, leaves: bool) -> tuple[CasinoEvent, ...]:
    """Return the movement of the main bank when chips leave or reach it. Tables have their own books."""
    if slip.money != REAL or not slip.by_chip or leaves is not (slip.what == FILL):
        return ()
    return (out_of_bank if leaves else into_bank)(state, slip.other, slip.chips)


def as_movement(slip: TraySlip) -> do.Movement:
    return FILL if slip.what == FILL else do.CREDIT


def as_count(slip: TraySlip) -> do.Count:
    return do.OPENER if slip.what == do.OPENER else do.CLOSER


def decide_void(state: CageState, command: do.VoidTraySlip) -> tuple[CasinoEvent, ...]:
    """Void a slip. While the chips are in transit, only the side that will receive them back may void the
    slip.
    """
    reason = with_reason(command.reason)
    slip = the_slip(state, command.slip, do.FILL, do.CREDIT, do.OPENER, do.CLOSER)
    at_cage = role_of(command.by) == CAGE
    if slip.left is not None and at_cage is not (slip.what == FILL):
        raise refuse(
            CageCode.SLIP_WAITS,
            f"the chips of {slip.what} {slip.number} are in transit",
            f"{'The cage' if slip.what == FILL else 'The floor'} must void the slip when the chips are back.",
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
        *(into_bank(state, slip.other, slip.chips) if comes_back(slip) else ()),
    )


def comes_back(slip: TraySlip) -> bool:
    """Return whether the chips of a void slip go back to the main bank."""
    return slip.left is not None and slip.what == FILL and slip.money == REAL and slip.by_chip


def decide_count(state: CageState, command: do.CountTray) -> tuple[CasinoEvent, ...]:
    """Count a tray. Refuse while one of the table's fills, credits or counts is pending."""
    account = the_table(state, command.table)
    check_new_slip(state, command.id)
    open_slips = [slip for slip in state.trays.slips if slip.is_open and slip.table == command.table]
    conflicts = [slip for slip in open_slips if slip.left is not None or slip.what in (do.OPENER, do.CLOSER)]
    if conflicts:
        raise refuse(
            CageCode.SLIP_WAITS,
            f"{conflicts[0].what} {conflicts[0].number} of {command.table} is still open",
            "Complete or void the slip, then count.",
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
            by_chip=command.by_chip,
            by=command.by,
            audience=READERS,
            clauses=(SLIPS,),
        ),
    )


def decide_exchange(state: CageState, command: do.ExchangeChips) -> tuple[CasinoEvent, ...]:
    """Exchange chips of equal value, such as a color-up. No money moves, so nothing is posted."""
    account = the_table(state, command.table)
    if any(one.id == command.id for one in state.trays.exchanges):
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"exchange {command.id} is already recorded",
            "No action needed. The exchange was already recorded.",
            SLIPS,
        )
    taken, given = worth(command.taken, 0), worth(command.given, 0)
    if not taken or command.taken == command.given:
        raise refuse(
            CageCode.NO_SUCH_CHIP, "no chips to exchange", "Enter the player's chips and the new ones.", SLIPS
        )
    if taken != given:
        raise refuse(
            CageCode.UNEQUAL_CHIPS,
            f"{format_dollars(taken)} in chips cannot be exchanged for {format_dollars(given)}",
            "Enter chips of equal value on both sides.",
            SLIPS,
        )
    return (
        do.TrayChipsExchanged(
            id=command.id,
            table=command.table,
            money=account.money,
            taken=command.taken,
            given=command.given,
            cents=taken,
            by=command.by,
            seat=command.seat,
            audience=READERS,
            clauses=(SLIPS,),
        ),
    )


def decide_verify(state: CageState, command: do.VerifyCount) -> tuple[CasinoEvent, ...]:
    slip = the_slip(state, command.slip, do.OPENER, do.CLOSER)
    check_other_signer(slip, command.by, slip.asked)
    verified = do.CountVerified(
        slip=slip.number,
        what=as_count(slip),
        table=slip.table,
        money=slip.money,
        cents=slip.cents,
        difference=state.trays.apart.get(str(slip.number), 0),
        by=command.by,
        audience=READERS,
        clauses=(SLIPS, APART),
    )
    if not command.stands:
        return (verified,)
    approval = do.CountStands(table=slip.table, what=as_count(slip), audience=READERS, clauses=(SLIPS,))
    return verified, approval


DECIDE: dict[type[CasinoCommand], Callable[[CageState, Any], tuple[CasinoEvent, ...]]] = {
    do.RequestChips: decide_request,
    do.SignTraySlip: decide_sign,
    do.VoidTraySlip: decide_void,
    do.CountTray: decide_count,
    do.ExchangeChips: decide_exchange,
    do.VerifyCount: decide_verify,
}


def put(state: CageState, **changed: Any) -> CageState:
    return replace(state, trays=replace(state.trays, **changed))


def plus(amounts: Mapping[str, int], key: str, cents: int) -> dict[str, int]:
    return {**amounts, key: amounts.get(key, 0) + cents}


def add_slip(state: CageState, slip: TraySlip) -> CageState:
    """Keep the most recent slips and all open ones."""
    slips = (*state.trays.slips, slip)
    recent_slips = tuple(item for n, item in enumerate(slips) if n >= len(slips) - KEPT_SLIPS or item.is_open)
    return put(state, slips=recent_slips, written=slip.number)


def sign(state: CageState, number: int, **signs: Signature) -> CageState:
    slips = tuple(replace(slip, **signs) if slip.number == number else slip for slip in state.trays.slips)
    return put(state, slips=slips)


def apply_requested(state: CageState, event: do.ChipsRequested) -> CageState:
    request = Signature(event.by, event.at)
    slip = TraySlip(event.slip, event.id, event.what, event.table, event.money, event.cents, request)
    return add_slip(state, by_chip(replace(slip, escorted=event.escorted), event))


def by_chip(slip: TraySlip, event: do.ChipsRequested | do.TrayCounted) -> TraySlip:
    """Add the chips of a slip by denomination, unless the entry has an older version."""
    if not event.by_chip:
        return slip
    return replace(slip, chips=event.chips, other=event.other, by_chip=True)


def change_chips(state: CageState, table: str, chips: Mapping[str, int], other: int, sign: int) -> CageState:
    """Change the numbers of chips in a tray, if they are known."""
    tray = state.trays.chips.get(table)
    if tray is None:
        return state
    numbers = dict(tray.chips)
    for value, number in chips.items():
        numbers[value] = numbers.get(value, 0) + sign * number
    remaining = {value: number for value, number in numbers.items() if number}
    after = replace(tray, chips=remaining, other=tray.other + sign * other)
    return put(state, chips={**state.trays.chips, table: after})


def forget_chips(state: CageState, table: str) -> CageState:
    """Forget the numbers of chips in a tray. Only their total is known until a new count by denomination."""
    return put(state, chips={name: tray for name, tray in state.trays.chips.items() if name != table})


def move_slip_chips(state: CageState, number: int, sign: int) -> CageState:
    """Move the chips of a slip into its tray, or out of it if the sign is -1."""
    slip = next((slip for slip in state.trays.slips if slip.number == number), None)
    if slip is None:
        return state
    if not slip.by_chip:
        return forget_chips(state, slip.table)
    return change_chips(state, slip.table, slip.chips, slip.other, sign)


def apply_signed(state: CageState, event: do.TraySlipSigned) -> CageState:
    return sign(state, event.slip, **{event.sign: Signature(event.by, event.at)})


def move_chips(trays: Trays, event: Any, sign: int = 1) -> Trays:
    """Move chips into transit, or out of transit if the sign is -1."""
    cents = event.cents * sign
    in_transit = plus(trays.transit, event.table, cents)
    if event.what == FILL:
        return replace(trays, transit=in_transit, vault=plus(trays.vault, event.money, -cents))
    return replace(trays, transit=in_transit, held=plus(trays.held, event.table, -cents))


def apply_left(state: CageState, event: do.TrayChipsLeft) -> CageState:
    after = replace(state, trays=move_chips(state.trays, event))
    if event.what == CREDIT:
        after = move_slip_chips(after, event.slip, -1)
    return sign(after, event.slip, left=Signature(event.by, event.at))


def apply_arrived(state: CageState, event: do.TrayChipsArrived) -> CageState:
    trays = state.trays
    changed: dict[str, Any] = {"transit": plus(trays.transit, event.table, -event.cents)}
    if event.what == FILL:
        changed["held"] = plus(trays.held, event.table, event.cents)
    else:
        changed["vault"] = plus(trays.vault, event.money, event.cents)
    after = put(state, **changed)
    if event.what == FILL:
        after = move_slip_chips(after, event.slip, 1)
    return sign(after, event.slip, done=Signature(event.by, event.at))


def apply_voided(state: CageState, event: do.TraySlipVoided) -> CageState:
    after = replace(state, trays=move_chips(state.trays, event, -1)) if event.left else state
    if event.left and event.what == CREDIT:
        after = move_slip_chips(after, event.slip, 1)
    return drop_difference(sign(after, event.slip, void=Signature(event.by, event.at)), event.slip)


def apply_sold(state: CageState, event: do.TrayChipsSold) -> CageState:
    trays = state.trays
    return put(
        state,
        held=plus(trays.held, event.table, -event.cents),
        drop=plus(trays.drop, event.table, event.cents),
    )


def apply_counted(state: CageState, event: do.TrayCounted) -> CageState:
    count = Signature(event.by, event.at)
    slip = TraySlip(event.slip, event.id, event.what, event.table, event.money, event.cents, count)
    slip = replace(by_chip(slip, event), entries=event.entries if event.by_chip else 0)
    apart = {**state.trays.apart, str(event.slip): event.cents - event.expected}
    return put(add_slip(state, slip), apart=apart)


def drop_difference(state: CageState, number: int) -> CageState:
    """Remove the stored difference of a count that was verified or voided."""
    apart = {key: cents for key, cents in state.trays.apart.items() if key != str(number)}
    return put(state, apart=apart)


def apply_verified(state: CageState, event: do.CountVerified) -> CageState:
    trays = state.trays
    after = put(
        state,
        held=plus(trays.held, event.table, event.difference),
        short=plus(trays.short, event.table, -event.difference),
    )
    after = start_chips(after, event.slip)
    return drop_difference(sign(after, event.slip, done=Signature(event.by, event.at)), event.slip)


def start_chips(state: CageState, number: int) -> CageState:
    """Set the tray's contents to the chips of a verified count."""
    slip = next((slip for slip in state.trays.slips if slip.number == number), None)
    if slip is None:
        return state
    if not slip.by_chip or (slip.other and not slip.chips):  # only a total was counted
        return forget_chips(state, slip.table)
    tray = TrayChips(slip.chips, slip.other, slip.entries, slip.number, slip.asked.at)
    return put(state, chips={**state.trays.chips, slip.table: tray})


def apply_exchanged(state: CageState, event: do.TrayChipsExchanged) -> CageState:
    exchange = ChipExchange(event.id, event.table, event.cents, event.by)
    after = put(state, exchanges=(*state.trays.exchanges, exchange)[-KEPT:])
    after = change_chips(after, event.table, event.taken, 0, 1)
    return change_chips(after, event.table, event.given, 0, -1)


def apply_stands(state: CageState, event: do.CountStands) -> CageState:
    return put(state, counted={**state.trays.counted, event.table: event.what})


APPLY: dict[type[CasinoEvent], Callable[[CageState, Any], CageState]] = {
    do.ChipsRequested: apply_requested,
    do.TraySlipSigned: apply_signed,
    do.TrayChipsLeft: apply_left,
    do.TrayChipsArrived: apply_arrived,
    do.TraySlipVoided: apply_voided,
    do.TrayChipsSold: apply_sold,
    do.TrayCounted: apply_counted,
    do.CountVerified: apply_verified,
    do.CountStands: apply_stands,
    do.TrayChipsExchanged: apply_exchanged,
}
