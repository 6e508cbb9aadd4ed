"""Decide tokes, the chips that players give to the dealers, and the counts of the toke boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.casino.cage import toke_commands as do
from croupier.casino.cage.cash import COUNT_READERS, check_other_person
from croupier.casino.cage.commands import PLAY, REAL, CageCode
from croupier.casino.cage.machine import (
    APART,
    BOOKS,
    STAFF,
    CageState,
    add_transfer,
    check_money,
    check_transfer,
    the_table,
)
from croupier.casino.cage.outstanding import back_to_source
from croupier.casino.cage.toke_commands import TokeCount
from croupier.casino.cage.tray_commands import Signature
from croupier.casino.cage.trays import worth
from croupier.casino.machines import CasinoCommand, CasinoEvent, refuse, replace
from croupier.rulebook import regulation
from croupier.table.roles import id_of

TOKES = regulation("tokes")


def decide_take(state: CageState, command: do.TakeToke) -> tuple[CasinoEvent, ...]:
    """Put chips into the toke box. Play money goes back to its source instead."""
    account = check_transfer(state, command)
    if account.money == PLAY:
        return back_to_source(command)
    return (
        do.TokeTaken(
            transfer=command.transfer,
            person=command.person,
            table=command.table,
            cents=command.cents,
            audience=STAFF,
            clauses=(BOOKS, TOKES),
        ),
    )


def decide_count(state: CageState, command: do.CountTokes) -> tuple[CasinoEvent, ...]:
    account = the_table(state, command.table)
    check_money(f"table {command.table}", account.money, REAL)
    waiting = state.toke_counts.get(command.table)
    if waiting is not None and waiting.id == command.id:
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"count {command.id} is already recorded",
            "No action needed. The count was already recorded.",
            TOKES,
        )
    return (
        do.TokesCounted(
            count=state.tokes_counted + 1,
            id=command.id,
            table=command.table,
            money=account.money,
            chips=command.chips,
            other=command.other,
            cents=worth(command.chips, command.other),
            expected=state.tokes.get(command.table, 0),
            by=command.by,
            audience=COUNT_READERS,
            clauses=(TOKES,),
        ),
    )


def decide_verify(state: CageState, command: do.VerifyTokes) -> tuple[CasinoEvent, ...]:
    count = next((one for one in state.toke_counts.values() if one.number == command.count), None)
    if count is None:
        raise refuse(
            CageCode.NO_SUCH_BOX,
            f"count {command.count} of a toke box is not waiting for a second person",
            "Choose a count that is not verified.",
            TOKES,
        )
    counter = id_of(count.counted.by)
    check_other_person(counter, command.by, f"the toke box of {count.table}")
    return (
        do.TokesVerified(
            count=count.number,
            table=count.table,
            cents=count.cents,
            difference=count.cents - count.expected,
            counter=counter,
            by=command.by,
            audience=COUNT_READERS,
            clauses=(TOKES, APART),
        ),
    )


DECIDE: dict[type[CasinoCommand], Callable[[CageState, Any], tuple[CasinoEvent, ...]]] = {
    do.TakeToke: decide_take,
    do.CountTokes: decide_count,
    do.VerifyTokes: decide_verify,
}


def add_tokes(state: CageState, table: str, cents: int) -> CageState:
    return replace(state, tokes={**state.tokes, table: state.tokes.get(table, 0) + cents})


def apply_taken(state: CageState, event: do.TokeTaken) -> CageState:
    return add_tokes(add_transfer(state, event, -event.cents), event.table, event.cents)


def apply_counted(state: CageState, event: do.TokesCounted) -> CageState:
    counted = Signature(event.by, event.at)
    count = TokeCount(event.count, event.id, event.table, event.cents, event.expected, counted)
    return replace(state, toke_counts={**state.toke_counts, event.table: count}, tokes_counted=event.count)


def apply_verified(state: CageState, event: do.TokesVerified) -> CageState:
    counts = {table: one for table, one in state.toke_counts.items() if one.number != event.count}
    after = add_tokes(state, event.table, event.difference - event.cents)
    return replace(
        after,
        toke_counts=counts,
        toke_pool=after.toke_pool + event.cents,
        cash=after.cash - event.difference,
    )


APPLY: dict[type[CasinoEvent], Callable[[CageState, Any], CageState]] = {
    do.TokeTaken: apply_taken,
    do.TokesCounted: apply_counted,
    do.TokesVerified: apply_verified,
}
