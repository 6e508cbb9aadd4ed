"""Define commands and events for tax that a table withholds from a win.

The table's own entry has the same transfer id. The withheld chips stay in the table's tray, or come back to
it, except for a win that a meter pays, because its chips never were in the tray.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.casino.cage.commands import Amount
from croupier.casino.machines import TABLE, CasinoCommand, CasinoEvent, Cents, Key, PersonId, TableId


class WithheldTax(msgspec.Struct, frozen=True, gc=False):
    """The tax withheld for one hand pay, in cents. `tray` is the part whose chips are in the tray."""

    cents: int
    tray: int


class WithholdTax(CasinoCommand, frozen=True, tag="withhold_tax@1"):
    """Withhold the tax of a paid hand pay from the winner's chips."""

    transfer: Key
    person: PersonId
    table: TableId
    hand_pay: Amount
    cents: Amount
    tray: Cents = 0
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class ReturnTax(CasinoCommand, frozen=True, tag="return_tax@1"):
    """Give back the tax of a hand pay that became void. The amount is the amount that was withheld."""

    transfer: Key
    person: PersonId
    table: TableId
    hand_pay: Amount
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class TaxWithheld(CasinoEvent, frozen=True, tag="tax_withheld@1"):
    transfer: str
    person: str
    table: str
    hand_pay: int
    cents: int
    tray: int


class TaxReturned(CasinoEvent, frozen=True, tag="tax_returned@1"):
    transfer: str
    person: str
    table: str
    hand_pay: int
    cents: int
    tray: int
