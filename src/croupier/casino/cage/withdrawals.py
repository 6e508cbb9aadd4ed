"""Decide withdrawals from wallets. A large withdrawal needs a second person.

The customer must be present, and the cashier records the identification that they compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.casino.cage import commands as do
from croupier.casino.cage.commands import REAL, CageCode
from croupier.casino.cage.custody import check_drawer_holds, through_drawer
from croupier.casino.cage.machine import (
    APART,
    BOOKS,
    CageState,
    HeldWithdrawal,
    Slip,
    WithdrawnToday,
    add_slip,
    check_covered,
    check_drawer,
    check_money,
    check_new_slip,
    own_drawer,
    readers_of,
    the_wallet,
)
from croupier.casino.cage.tray_commands import Signature
from croupier.casino.machines import CasinoCommand, CasinoEvent, refuse, replace, with_reason
from croupier.table.roles import id_of

MOST_HELD = 64


def withdrawn_on(state: CageState, person: str, day: int) -> int:
    """Return what a customer has withdrawn on a gaming day, with the withdrawals that wait."""
    known = state.withdrawn.get(person)
    held = sum(one.cents for one in state.withdrawals.values() if (one.person, one.day) == (person, day))
    return held + (known.cents if known is not None and known.day == day else 0)


def decide_withdraw(state: CageState, command: do.Withdraw) -> tuple[CasinoEvent, ...]:
    check_new_slip(state, command.id)
    wallet = the_wallet(state, command.person)
    check_money("a withdrawal", REAL, wallet.money)
    check_drawer(state, command)
    check_covered(wallet, command.cents)
    if command.above is None:  # an entry of an older version
        return (paid(state, command, command.by),)
    if not command.document:
        raise refuse(
            CageCode.NO_IDENTITY,
            "the identification of the customer is missing",
            "Compare the customer with an identification, and choose its kind.",
            BOOKS,
        )
    if withdrawn_on(state, command.person, command.day) + command.cents <= command.above:
        moved = through_drawer(state, command.by, -command.cents)
        return paid(state, command, command.by), *moved
    if len(state.withdrawals) >= MOST_HELD:
        raise refuse(
            CageCode.CAGE_FULL, f"{MOST_HELD} withdrawals wait", "Confirm or decline some of them.", BOOKS
        )
    check_drawer_holds(own_drawer(state, command.by), command.cents, {})
    return (
        do.WithdrawalHeld(
            withdrawal=state.withdrawals_held + 1,
            id=command.id,
            person=command.person,
            cents=command.cents,
            drawer=command.drawer or 0,
            document=command.document,
            day=command.day,
            by=command.by,
            audience=readers_of(command.person),
            clauses=(BOOKS, APART),
        ),
    )


def paid(state: CageState, order: do.Withdraw | HeldWithdrawal, by: str, second: str = "") -> do.Withdrawn:
    return do.Withdrawn(
        slip=state.written + 1,
        id=order.id,
        person=order.person,
        cents=order.cents,
        document=order.document,
        day=order.day,
        by=by,
        second=second,
        audience=readers_of(order.person),
        clauses=(BOOKS, APART) if second else (BOOKS,),
    )


def the_withdrawal(state: CageState, number: int) -> HeldWithdrawal:
    held = state.withdrawals.get(str(number))
    if held is None:
        raise refuse(
            CageCode.NO_SUCH_SLIP,
            f"withdrawal {number} does not wait for a second person",
            "Choose a withdrawal from the list.",
            BOOKS,
        )
    return held


def decide_confirm(state: CageState, command: do.ConfirmWithdrawal) -> tuple[CasinoEvent, ...]:
    held = the_withdrawal(state, command.withdrawal)
    if id_of(held.asked.by) == id_of(command.by):
        raise refuse(
            CageCode.OWN_SLIP,
            f"you entered withdrawal {held.number} yourself",
            "Someone else must identify the customer and confirm.",
            APART,
        )
    check_covered(the_wallet(state, held.person), held.cents)
    if own_drawer(state, held.asked.by).number != held.drawer:
        raise refuse(
            CageCode.NO_DRAWER,
            f"drawer {held.drawer} is closed",
            "Decline this withdrawal and enter it again.",
            BOOKS,
        )
    moved = through_drawer(state, held.asked.by, -held.cents)
    return paid(state, held, held.asked.by, command.by), *moved


def decide_decline(state: CageState, command: do.DeclineWithdrawal) -> tuple[CasinoEvent, ...]:
    held = the_withdrawal(state, command.withdrawal)
    return (
        do.WithdrawalDeclined(
            withdrawal=held.number,
            person=held.person,
            cents=held.cents,
            by=command.by,
            reason=with_reason(command.reason),
            audience=readers_of(held.person),
            clauses=(BOOKS,),
        ),
    )


DECIDE: dict[type[CasinoCommand], Callable[[CageState, Any], tuple[CasinoEvent, ...]]] = {
    do.Withdraw: decide_withdraw,
    do.ConfirmWithdrawal: decide_confirm,
    do.DeclineWithdrawal: decide_decline,
}


def apply_withdrawn(state: CageState, event: do.Withdrawn) -> CageState:
    after = add_slip(state, Slip(event.slip, event.id, event.person, -event.cents, event.by))
    if not event.document:  # an entry of an older version
        return after
    waiting = {key: one for key, one in state.withdrawals.items() if one.id != event.id}
    known = state.withdrawn.get(event.person)
    before = known.cents if known is not None and known.day == event.day else 0
    today = WithdrawnToday(event.day, before + event.cents)
    days = {person: one for person, one in state.withdrawn.items() if one.day >= event.day}
    return replace(after, withdrawals=waiting, withdrawn={**days, event.person: today})


def apply_held(state: CageState, event: do.WithdrawalHeld) -> CageState:
    held = HeldWithdrawal(
        event.withdrawal,
        event.id,
        event.person,
        event.cents,
        event.drawer,
        event.document,
        event.day,
        Signature(event.by, event.at),
    )
    waiting = {**state.withdrawals, str(held.number): held}
    return replace(state, withdrawals=waiting, withdrawals_held=held.number)


def apply_declined(state: CageState, event: do.WithdrawalDeclined) -> CageState:
    waiting = {key: one for key, one in state.withdrawals.items() if one.number != event.withdrawal}
    return replace(state, withdrawals=waiting)


APPLY: dict[type[CasinoEvent], Callable[[CageState, Any], CageState]] = {
    do.Withdrawn: apply_withdrawn,
    do.WithdrawalHeld: apply_held,
    do.WithdrawalDeclined: apply_declined,
}
