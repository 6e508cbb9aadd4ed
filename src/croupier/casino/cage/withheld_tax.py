"""Decide the tax that tables withhold from wins. The casino owes it until it pays the tax authority."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.casino.cage import tax_commands as do
from croupier.casino.cage.commands import REAL, CageCode
from croupier.casino.cage.machine import BOOKS, STAFF, CageState, add_transfer, check_money, check_transfer
from croupier.casino.cage.tax_commands import WithheldTax
from croupier.casino.cage.trays import plus, put
from croupier.casino.machines import CasinoCommand, CasinoEvent, refuse, replace
from croupier.casino.tax import WITHHELD

KEPT = 400  # hand pays whose tax can still be given back


def decide_withhold(state: CageState, command: do.WithholdTax) -> tuple[CasinoEvent, ...]:
    account = check_transfer(state, command)
    check_money(f"table {command.table}", account.money, REAL)
    if str(command.hand_pay) in state.taxes:
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"the tax of hand pay {command.hand_pay} is already withheld",
            "No action needed. The tax was already recorded.",
            WITHHELD,
        )
    if command.tray > command.cents:
        raise refuse(
            CageCode.UNEQUAL_CHIPS,
            f"the tray cannot get more than the tax of hand pay {command.hand_pay}",
            "Enter at most the amount of the tax.",
            WITHHELD,
        )
    return (
        do.TaxWithheld(
            transfer=command.transfer,
            person=command.person,
            table=command.table,
            hand_pay=command.hand_pay,
            cents=command.cents,
            tray=command.tray,
            audience=STAFF,
            clauses=(BOOKS, WITHHELD),
        ),
    )


def decide_return(state: CageState, command: do.ReturnTax) -> tuple[CasinoEvent, ...]:
    check_transfer(state, command)
    tax = state.taxes.get(str(command.hand_pay))
    if tax is None:
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"no tax is withheld for hand pay {command.hand_pay}",
            "No action needed. The tax was already given back.",
            WITHHELD,
        )
    return (
        do.TaxReturned(
            transfer=command.transfer,
            person=command.person,
            table=command.table,
            hand_pay=command.hand_pay,
            cents=tax.cents,
            tray=tax.tray,
            audience=STAFF,
            clauses=(BOOKS, WITHHELD),
        ),
    )


DECIDE: dict[type[CasinoCommand], Callable[[CageState, Any], tuple[CasinoEvent, ...]]] = {
    do.WithholdTax: decide_withhold,
    do.ReturnTax: decide_return,
}


def move_tax(state: CageState, event: do.TaxWithheld | do.TaxReturned, sign: int) -> CageState:
    """Move chips from the table to the withheld tax, or back if the sign is -1."""
    after = add_transfer(state, event, -sign * event.cents)
    trays = after.trays
    after = put(
        after,
        held=plus(trays.held, event.table, sign * event.tray),
        vault=plus(trays.vault, REAL, -sign * event.tray),
    )
    return replace(after, tax_withheld=after.tax_withheld + sign * event.cents)


def apply_withheld(state: CageState, event: do.TaxWithheld) -> CageState:
    taxes = {**state.taxes, str(event.hand_pay): WithheldTax(event.cents, event.tray)}
    last = sorted(taxes, key=int)[-KEPT:]
    return replace(move_tax(state, event, 1), taxes={number: taxes[number] for number in last})


def apply_returned(state: CageState, event: do.TaxReturned) -> CageState:
    taxes = {number: tax for number, tax in state.taxes.items() if number != str(event.hand_pay)}
    return replace(move_tax(state, event, -1), taxes=taxes)


APPLY: dict[type[CasinoEvent], Callable[[CageState, Any], CageState]] = {
    do.TaxWithheld: apply_withheld,
    do.TaxReturned: apply_returned,
}
