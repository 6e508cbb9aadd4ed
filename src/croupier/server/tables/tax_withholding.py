"""Find the tax that a table must withhold from a winner's chips, or give back to them.

The tax is due when the hand pay is paid. It goes back when the hand pay becomes void.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from croupier.casino.administration import hand_pay_commands as do
from croupier.casino.administration.hand_pay_commands import HandPay
from croupier.casino.administration.state import AdministrationState
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.tax_commands import ReturnTax, WithheldTax, WithholdTax
from croupier.casino.machines import CasinoCommand, replace
from croupier.store.batches import Post


def forms_after(
    desk: AdministrationState, table: str, commands: Iterable[CasinoCommand]
) -> dict[int, HandPay]:
    """Return the hand pays of a table as they are after pending commands."""
    forms = {one.number: one for one in desk.hand_pays.values() if one.table == table and one.withholds}
    for command in commands:
        match command:
            case do.NoteHandPaid(hand_pay=number, lines=lines) if number in forms:
                forms[number] = replace(forms[number], lines=lines, status="paid")
            case do.VoidHandPay(hand_pay=number) if number in forms:
                forms[number] = replace(forms[number], status="void")
    return forms


def taxes_after(cage: CageState, posts: Iterable[Post]) -> dict[int, WithheldTax]:
    """Return the withheld tax by hand pay, including commands that are not stored yet."""
    taxes = {int(number): tax for number, tax in cage.taxes.items()}
    for post in posts:
        match post.command:
            case WithholdTax(hand_pay=number, cents=cents, tray=tray):
                taxes[number] = WithheldTax(cents, tray)
            case ReturnTax(hand_pay=number):
                taxes.pop(number, None)
    return taxes


def to_return(forms: Mapping[int, HandPay], taxes: Mapping[int, WithheldTax]) -> Iterator[HandPay]:
    return (form for form in forms.values() if form.status == "void" and form.number in taxes)


def to_withhold(forms: Mapping[int, HandPay], taxes: Mapping[int, WithheldTax]) -> Iterator[HandPay]:
    for form in forms.values():
        if form.status == "paid" and form.withheld and form.number not in taxes:
            yield form
