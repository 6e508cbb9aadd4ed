"""Decide movements of chips away from the tables. The account of these chips never goes below zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.casino.cage import chip_commands as do
from croupier.casino.cage.commands import PLAY, REAL, CageCode, ChipsRedeemed
from croupier.casino.cage.custody import negative, through_drawer
from croupier.casino.cage.machine import (
    BOOKS,
    SLIPS,
    STAFF,
    CageState,
    Slip,
    add_slip,
    add_transfer,
    check_drawer,
    check_money,
    check_new_slip,
    check_outstanding,
    check_transfer,
)
from croupier.casino.cage.toke_commands import TakeToke
from croupier.casino.cage.trays import worth
from croupier.casino.machines import CasinoCommand, CasinoEvent, refuse, replace, with_reason


def decide_bring(state: CageState, command: do.BringChips) -> tuple[CasinoEvent, ...]:
    account = check_transfer(state, command)
    check_money(f"table {command.table}", account.money, REAL)
    check_outstanding(state, command.cents)
    return (
        do.ChipsBrought(
            transfer=command.transfer,
            person=command.person,
            table=command.table,
            cents=command.cents,
            audience=STAFF,
            clauses=(BOOKS,),
        ),
    )


def back_to_source(command: do.CarryChipsAway | TakeToke) -> tuple[CasinoEvent, ...]:
    """Return chips of play money to their source, because play money never leaves its table."""
    return (
        ChipsRedeemed(
            transfer=command.transfer,
            person=command.person,
            table=command.table,
            cents=command.cents,
            money=PLAY,
            audience=STAFF,
            clauses=(BOOKS,),
        ),
    )


def decide_carry_away(state: CageState, command: do.CarryChipsAway) -> tuple[CasinoEvent, ...]:
    """Take chips from a table. Play money goes back to its source instead."""
    account = check_transfer(state, command)
    if account.money == PLAY:
        return back_to_source(command)
    return (
        do.ChipsCarriedAway(
            transfer=command.transfer,
            person=command.person,
            table=command.table,
            cents=command.cents,
            audience=STAFF,
            clauses=(BOOKS,),
        ),
    )


def count_cents(state: CageState, command: do.CashChips | do.SellCageChips) -> int:
    """Return the value of the chips on a new slip, in cents."""
    check_new_slip(state, command.id)
    cents = worth(command.chips, 0)
    if not cents:
        raise refuse(CageCode.NO_SUCH_CHIP, "no chips entered", "Enter the number of each chip.", SLIPS)
    check_drawer(state, command)
    return cents


def decide_cash(state: CageState, command: do.CashChips) -> tuple[CasinoEvent, ...]:
    cents = count_cents(state, command)
    check_outstanding(state, cents)
    return (
        do.CageChipsCashed(
            slip=state.written + 1,
            id=command.id,
            chips=command.chips,
            cents=cents,
            name=command.name,
            by=command.by,
            audience=STAFF,
            clauses=(BOOKS,),
        ),
        *through_drawer(state, command.by, -cents, command.chips),
    )


def decide_sell(state: CageState, command: do.SellCageChips) -> tuple[CasinoEvent, ...]:
    cents = count_cents(state, command)
    return (
        do.CageChipsSold(
            slip=state.written + 1,
            id=command.id,
            chips=command.chips,
            cents=cents,
            name=command.name,
            by=command.by,
            audience=STAFF,
            clauses=(BOOKS,),
        ),
        *through_drawer(state, command.by, cents, negative(command.chips)),
    )


def decide_declare(state: CageState, command: do.DeclareChips) -> tuple[CasinoEvent, ...]:
    check_new_slip(state, command.id)
    return (
        do.ChipsDeclared(
            slip=state.written + 1,
            id=command.id,
            cents=command.cents,
            by=command.by,
            reason=with_reason(command.reason),
            audience=STAFF,
            clauses=(BOOKS,),
        ),
    )


DECIDE: dict[type[CasinoCommand], Callable[[CageState, Any], tuple[CasinoEvent, ...]]] = {
    do.BringChips: decide_bring,
    do.CarryChipsAway: decide_carry_away,
    do.CashChips: decide_cash,
    do.SellCageChips: decide_sell,
    do.DeclareChips: decide_declare,
}


def move(state: CageState, event: do.ChipsBrought | do.ChipsCarriedAway, cents: int) -> CageState:
    """Move outstanding chips to a table, or away from it if `cents` is negative."""
    return replace(add_transfer(state, event, cents), outstanding=state.outstanding - cents)


def apply_brought(state: CageState, event: do.ChipsBrought) -> CageState:
    return move(state, event, event.cents)


def apply_carried_away(state: CageState, event: do.ChipsCarriedAway) -> CageState:
    return move(state, event, -event.cents)


def apply_cashed(state: CageState, event: do.CageChipsCashed) -> CageState:
    slip = Slip(event.slip, event.id, "", -event.cents, event.by, kind="chips")
    return add_slip(state, with_chips(state, slip, event.chips))


def with_chips(state: CageState, slip: Slip, chips: dict[str, int]) -> Slip:
    """Add the chips to a slip if the main bank was counted. Before its first count, slips list no chips."""
    return slip if state.bank is None else replace(slip, chips=chips)


def apply_sold(state: CageState, event: do.CageChipsSold) -> CageState:
    slip = Slip(event.slip, event.id, "", event.cents, event.by, kind="chips")
    return add_slip(state, with_chips(state, slip, negative(event.chips)))


def apply_declared(state: CageState, event: do.ChipsDeclared) -> CageState:
    """Declare chips. If the main bank was counted, they are added to the chips in service."""
    after = add_slip(state, Slip(event.slip, event.id, "", event.cents, event.by, kind="chips"))
    return after if state.bank is None else replace(after, issued=after.issued + event.cents)


APPLY: dict[type[CasinoEvent], Callable[[CageState, Any], CageState]] = {
    do.ChipsBrought: apply_brought,
    do.ChipsCarriedAway: apply_carried_away,
    do.CageChipsCashed: apply_cashed,
    do.CageChipsSold: apply_sold,
    do.ChipsDeclared: apply_declared,
}
