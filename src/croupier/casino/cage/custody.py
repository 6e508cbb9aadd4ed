"""Check and move the cash and chips of the main bank and of drawers. The deciders of the cage use this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.casino.cage.cash_commands import Drawer
from croupier.casino.cage.commands import CageCode
from croupier.casino.cage.inventory_commands import CustodyMoved, Place
from croupier.casino.machines import refuse
from croupier.rulebook import regulation
from croupier.rulebook.chips import chips as chip_kinds
from croupier.submission.money import format_dollars
from croupier.table.roles import ACCOUNTING, CAGE, REGULATOR, SURVEILLANCE, id_of

if TYPE_CHECKING:
    from croupier.casino.cage.machine import CageState

BOOKS = regulation("double_entry")
READERS = (CAGE, ACCOUNTING, SURVEILLANCE, REGULATOR)


def value_of(chips: Mapping[str, int]) -> int:
    return sum(int(value) * number for value, number in chips.items())


def negative(chips: Mapping[str, int]) -> dict[str, int]:
    return {value: -number for value, number in chips.items()}


def add_chips(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Add chips by denomination, without the denominations that cancel out."""
    total = {value: one.get(value, 0) + other.get(value, 0) for value in {**one, **other}}
    return {value: total[value] for value in sorted(total, key=int) if total[value]}


def moved(
    place: Place, cash: int = 0, chips: Mapping[str, int] | None = None, drawer: int = 0
) -> tuple[CustodyMoved, ...]:
    """Return the event of cash and chips that come in, or go out if they are negative."""
    pieces = {value: number for value, number in (chips or {}).items() if number}
    if not cash and not pieces:
        return ()
    return (
        CustodyMoved(
            place=place,
            drawer=drawer,
            cash=cash,
            chips=pieces,
            cents=value_of(pieces),
            audience=READERS,
            clauses=(BOOKS,),
        ),
    )


Contents = tuple[int, Mapping[str, int]]  # cash in cents, and chips by denomination


def check_held(code: CageCode, who: str, held: Contents, out: Contents) -> None:
    """Refuse to take out more cash or chips than a place holds."""
    (cash, chips), (cents, pieces) = held, out
    if cents > cash:
        raise refuse(
            code,
            f"{who} holds {format_dollars(cash)} in cash, less than {format_dollars(cents)}",
            "Bring cash in with a bank slip first, or enter a smaller amount.",
            BOOKS,
        )
    names = {chip.cents: chip.name for chip in chip_kinds()}
    for value, number in pieces.items():
        if number > chips.get(value, 0):
            kind = f"{format_dollars(int(value))} {names.get(int(value), '')}".strip()
            raise refuse(
                code,
                f"{who} holds {chips.get(value, 0)} {kind} chips, fewer than {number}",
                "Bring chips in first, or use other chips.",
                BOOKS,
            )


def check_bank(state: CageState, cash: int, chips: Mapping[str, int]) -> None:
    """Check that the main bank covers an amount, if the main bank was ever counted."""
    if state.bank is not None:
        check_held(CageCode.BANK_SHORT, "the main bank", (state.bank.cash, state.bank.chips), (cash, chips))


def out_of_bank(state: CageState, cash: int, chips: Mapping[str, int]) -> tuple[CustodyMoved, ...]:
    if state.bank is None:
        return ()
    check_bank(state, cash, chips)
    return moved("bank", -cash, negative(chips))


def into_bank(state: CageState, cash: int, chips: Mapping[str, int]) -> tuple[CustodyMoved, ...]:
    return () if state.bank is None else moved("bank", cash, chips)


def check_drawer_holds(drawer: Drawer, cash: int, chips: Mapping[str, int]) -> None:
    check_held(
        CageCode.DRAWER_SHORT, f"drawer {drawer.number}", (drawer.expected, drawer.chips), (cash, chips)
    )


def through_drawer(
    state: CageState, by: str, cash: int, chips: Mapping[str, int] | None = None
) -> tuple[CustodyMoved, ...]:
    """Return the movement of a slip in its cashier's drawer. Refuse what the drawer does not hold."""
    drawer = state.drawers.get(id_of(by))
    if drawer is None or not drawer.tracked or drawer.accepted is None or drawer.closed is not None:
        return ()
    pieces = chips or {}
    out = {value: -number for value, number in pieces.items() if number < 0}
    check_drawer_holds(drawer, max(0, -cash), out)
    return moved("drawer", cash, pieces, drawer.number)
