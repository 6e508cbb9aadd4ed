"""Decide counts and movements of the main bank, and compute the chips in circulation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.casino.cage import inventory_commands as do
from croupier.casino.cage.cash import add_chip_difference, check_counted, check_other_person, post_difference
from croupier.casino.cage.cash import total as total_of
from croupier.casino.cage.commands import REAL, CageCode
from croupier.casino.cage.custody import (
    add_chips,
    check_bank,
    check_drawer_holds,
    into_bank,
    moved,
    negative,
    out_of_bank,
    value_of,
)
from croupier.casino.cage.inventory_commands import BankCount, BankSlip, MainBank
from croupier.casino.cage.machine import APART, BOOKS, SLIPS, STAFF, CageState, own_drawer
from croupier.casino.cage.tray_commands import Signature
from croupier.casino.cage.trays import worth
from croupier.casino.machines import CasinoCommand, CasinoEvent, refuse, replace, with_reason
from croupier.table.roles import CAGE, id_of, role_of

MOST_BANK_SLIPS = 32
OUTSIDE = ("received", "sent_out")


class Circulation(msgspec.Struct, frozen=True):
    """The real-money chips that players and dealers have, in cents, computed in two ways.

    `difference` is the value of chips that counts found missing. It is negative if chips were over.
    """

    issued: int  # all chips in service
    cage: int  # main bank and drawers
    trays: int
    in_transit: int
    outstanding: int  # by the books, away from the tables
    at_tables: int  # by the books, players' chips at tables without those paid from wallets
    tokes: int

    @property
    def by_inventory(self) -> int:
        return self.issued - self.cage - self.trays - self.in_transit

    @property
    def by_books(self) -> int:
        return self.outstanding + self.at_tables + self.tokes

    @property
    def difference(self) -> int:
        return self.by_inventory - self.by_books


def drawer_chips(state: CageState) -> int:
    return sum(value_of(one.chips) for one in state.drawers.values() if one.accepted is not None)


def drawer_cash(state: CageState) -> int:
    return sum(one.expected for one in state.drawers.values() if one.accepted is not None)


def circulation(state: CageState, wins: Mapping[str, int]) -> Circulation | None:
    """Return where the chips are, or None before the first count. `wins` is each tray's win by its table."""
    if state.bank is None:
        return None
    real = [name for name, account in state.tables.items() if account.money == REAL]
    trays, won = state.trays, {name: wins.get(name, 0) for name in real}
    return Circulation(
        issued=state.issued,
        cage=value_of(state.bank.chips) + drawer_chips(state),
        trays=sum(trays.held.get(name, 0) + won[name] for name in real),
        in_transit=sum(trays.transit.get(name, 0) for name in real),
        outstanding=state.outstanding,
        at_tables=sum(state.tables[name].cents - won[name] for name in real) - state.wallet_chips,
        tokes=sum(state.tokes.values()) + state.toke_pool,
    )


def in_service(state: CageState, counted: int) -> int:
    """Return the value of all chips at the first count of the main bank."""
    real = [name for name, account in state.tables.items() if account.money == REAL]
    trays = state.trays
    at_tables = sum(
        trays.held.get(name, 0) + trays.transit.get(name, 0) + state.tables[name].cents for name in real
    )
    tokes = sum(state.tokes.values()) + state.toke_pool
    return counted + drawer_chips(state) + at_tables + state.outstanding + tokes


def decide_count(state: CageState, command: do.CountBank) -> tuple[CasinoEvent, ...]:
    waiting = state.bank_count
    if waiting is not None and waiting.id == command.id:
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"count {command.id} is already recorded",
            "No action needed. The count was already recorded.",
            BOOKS,
        )
    bank = state.bank or MainBank()
    return (
        do.BankCounted(
            count=state.bank_counts + 1,
            id=command.id,
            what=command.what,
            bills=command.bills,
            other=command.other,
            cash=total_of(command.bills, command.other),
            chips=command.chips,
            cents=worth(command.chips, 0),
            expected_cash=bank.cash,
            expected_chips=bank.chips,
            expected_cents=value_of(bank.chips),
            by=command.by,
            audience=STAFF,
            clauses=(BOOKS,),
        ),
    )


def decide_verify(state: CageState, command: do.VerifyBank) -> tuple[CasinoEvent, ...]:
    """Verify a count. Apply its differences to the current books, because chips may have moved since."""
    count = state.bank_count
    if count is None or count.number != command.count:
        raise refuse(
            CageCode.NO_SUCH_SLIP,
            f"count {command.count} of the main bank is not waiting for a second person",
            "Choose the count that is not verified.",
            BOOKS,
        )
    counter = id_of(count.counted.by)
    check_other_person(counter, command.by, "the main bank")
    first = state.bank is None
    cash = count.cash - count.expected_cash
    chips = add_chips(count.chips, negative(count.expected_chips))
    verified = do.BankVerified(
        count=count.number,
        what=count.what,
        first=first,
        cash=count.cash,
        cents=value_of(count.chips),
        cash_difference=0 if first else cash,
        chip_difference=0 if first else value_of(chips),
        issued=in_service(state, value_of(count.chips)) if first else 0,
        counter=counter,
        by=command.by,
        audience=STAFF,
        clauses=(BOOKS, APART),
    )
    return verified, *moved("bank", cash, chips)


def the_bank_slip(state: CageState, number: int) -> BankSlip:
    slip = state.bank_slips.get(str(number))
    if slip is None:
        raise refuse(
            CageCode.NO_SUCH_SLIP,
            f"bank slip {number} does not wait for a signature",
            "Choose an open slip.",
            SLIPS,
        )
    return slip


def decide_request(state: CageState, command: do.RequestBankMove) -> tuple[CasinoEvent, ...]:
    check_counted(state)
    if any(slip.id == command.id for slip in state.bank_slips.values()):
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"slip {command.id} is already written",
            "No action needed. The slip was already recorded.",
            SLIPS,
        )
    if len(state.bank_slips) >= MOST_BANK_SLIPS:
        raise refuse(
            CageCode.CAGE_FULL, f"{MOST_BANK_SLIPS} slips are open", "Sign or void some of them.", SLIPS
        )
    cash, cents, drawer = total_of(command.bills, command.other), worth(command.chips, 0), 0
    if not cash and not cents:
        raise refuse(CageCode.NO_SUCH_CHIP, "nothing entered", "Enter the cash or the chips.", SLIPS)
    if command.what in OUTSIDE:
        with_reason(command.reason)
    elif role_of(command.by) != CAGE:
        raise refuse(CageCode.NO_DRAWER, "only a cashier has a drawer", "Ask the drawer's cashier.", BOOKS)
    else:
        own = own_drawer(state, command.by)
        drawer = own.number
        if command.what == "to_bank":
            check_drawer_holds(own, cash, command.chips)
    if command.what in ("to_drawer", "sent_out"):
        check_bank(state, cash, command.chips)
    return (
        do.BankMoveRequested(
            slip=state.bank_slips_written + 1,
            id=command.id,
            what=command.what,
            drawer=drawer,
            bills=command.bills,
            other=command.other,
            cash=cash,
            chips=command.chips,
            cents=cents,
            reason=command.reason.strip(),
            by=command.by,
            audience=STAFF,
            clauses=(SLIPS,),
        ),
    )


def decide_sign(state: CageState, command: do.SignBankMove) -> tuple[CasinoEvent, ...]:
    slip = the_bank_slip(state, command.slip)
    if id_of(slip.asked.by) == id_of(command.by):
        raise refuse(
            CageCode.OWN_SLIP, f"you wrote bank slip {slip.number}", "Someone else must sign it.", APART
        )
    signed = do.BankMoveSigned(
        slip=slip.number,
        what=slip.what,
        drawer=slip.drawer,
        cash=slip.cash,
        cents=value_of(slip.chips),
        asked_by=slip.asked.by,
        by=command.by,
        audience=STAFF,
        clauses=(SLIPS, APART),
    )
    if not slip.drawer:
        outside = out_of_bank if slip.what == "sent_out" else into_bank
        return signed, *outside(state, slip.cash, slip.chips)
    drawer = own_drawer(state, slip.asked.by)
    if drawer.number != slip.drawer:
        raise refuse(
            CageCode.NO_DRAWER,
            f"drawer {slip.drawer} is closed",
            "Void this slip and write a new one.",
            SLIPS,
        )
    if slip.what == "to_drawer":
        into = moved("drawer", slip.cash, slip.chips, slip.drawer)
        return signed, *out_of_bank(state, slip.cash, slip.chips), *into
    check_drawer_holds(drawer, slip.cash, slip.chips)
    out = moved("drawer", -slip.cash, negative(slip.chips), slip.drawer)
    return signed, *out, *into_bank(state, slip.cash, slip.chips)


def decide_void(state: CageState, command: do.VoidBankMove) -> tuple[CasinoEvent, ...]:
    slip = the_bank_slip(state, command.slip)
    return (
        do.BankMoveVoided(
            slip=slip.number,
            what=slip.what,
            by=command.by,
            reason=with_reason(command.reason),
            audience=STAFF,
            clauses=(SLIPS,),
        ),
    )


DECIDE: dict[type[CasinoCommand], Callable[[CageState, Any], tuple[CasinoEvent, ...]]] = {
    do.CountBank: decide_count,
    do.VerifyBank: decide_verify,
    do.RequestBankMove: decide_request,
    do.SignBankMove: decide_sign,
    do.VoidBankMove: decide_void,
}


def apply_moved(state: CageState, event: do.CustodyMoved) -> CageState:
    if event.place == "bank":
        bank = state.bank or MainBank()
        changed = replace(bank, cash=bank.cash + event.cash, chips=add_chips(bank.chips, event.chips))
        return replace(state, bank=changed)
    for cashier, drawer in state.drawers.items():
        if drawer.number == event.drawer:
            received, chips = drawer.received + event.cash, add_chips(drawer.chips, event.chips)
            after = replace(drawer, received=received, chips=chips)
            return replace(state, drawers={**state.drawers, cashier: after})
    return state


def apply_counted(state: CageState, event: do.BankCounted) -> CageState:
    count = BankCount(
        event.count,
        event.id,
        event.what,
        event.cash,
        event.chips,
        Signature(event.by, event.at),
        event.expected_cash,
        event.expected_chips,
    )
    return replace(state, bank_count=count, bank_counts=event.count)


def apply_verified(state: CageState, event: do.BankVerified) -> CageState:
    """Verify a count. The counted amounts follow as a movement of the main bank."""
    bank = replace(state.bank or MainBank(), counted=event.count, at=event.at)
    issued = event.issued if event.first else state.issued
    after = replace(state, bank=bank, bank_count=None, issued=issued)
    return post_difference(add_chip_difference(after, event.chip_difference), event.cash_difference)


def apply_requested(state: CageState, event: do.BankMoveRequested) -> CageState:
    slip = BankSlip(
        event.slip,
        event.id,
        event.what,
        event.cash,
        event.chips,
        Signature(event.by, event.at),
        event.drawer,
        event.reason,
    )
    slips = {**state.bank_slips, str(slip.number): slip}
    return replace(state, bank_slips=slips, bank_slips_written=slip.number)


def without_slip(state: CageState, number: int) -> CageState:
    return replace(
        state, bank_slips={key: one for key, one in state.bank_slips.items() if key != str(number)}
    )


def apply_signed(state: CageState, event: do.BankMoveSigned) -> CageState:
    """Sign a slip. Chips from and to the outside change the chips in service."""
    sign = {"received": 1, "sent_out": -1}.get(event.what, 0)
    return replace(without_slip(state, event.slip), issued=state.issued + sign * event.cents)


def apply_voided(state: CageState, event: do.BankMoveVoided) -> CageState:
    return without_slip(state, event.slip)


APPLY: dict[type[CasinoEvent], Callable[[CageState, Any], CageState]] = {
    do.CustodyMoved: apply_moved,
    do.BankCounted: apply_counted,
    do.BankVerified: apply_verified,
    do.BankMoveRequested: apply_requested,
    do.BankMoveSigned: apply_signed,
    do.BankMoveVoided: apply_voided,
}
