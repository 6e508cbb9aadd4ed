"""Define commands and events for real-money chips that are away from the tables.

Players carry chips from one table to another, and to the cage, which pays cash for them. The cage keeps one
account for these outstanding chips. Play-money chips never leave their table.
"""

from __future__ import annotations

from typing import ClassVar

from croupier.casino.cage.commands import Amount, DrawerNumber
from croupier.casino.cage.tray_commands import Chips
from croupier.casino.machines import TABLE, CasinoCommand, CasinoEvent, Key, PersonId, TableId, Text
from croupier.table.roles import ACCOUNTING, CAGE


class BringChips(CasinoCommand, frozen=True, tag="bring_chips@1"):
    """Bring chips to a table. The table's own entry has the same transfer id."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class CarryChipsAway(CasinoCommand, frozen=True, tag="carry_chips_away@1"):
    """Leave a table with chips. The table's own entry has the same transfer id."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class CashChips(CasinoCommand, frozen=True, tag="cash_chips@1"):
    """Pay cash for chips at the cage."""

    id: Key
    chips: Chips  # denomination in cents -> number of chips
    name: Text = ""  # name of the customer, if they gave it
    drawer: DrawerNumber = None
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class SellCageChips(CasinoCommand, frozen=True, tag="sell_cage_chips@1"):
    """Sell chips for cash at the cage."""

    id: Key
    chips: Chips
    name: Text = ""
    drawer: DrawerNumber = None
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class DeclareChips(CasinoCommand, frozen=True, tag="declare_chips@1"):
    """Enter the value of chips that were outstanding before these books began."""

    id: Key
    cents: Amount
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class ChipsBrought(CasinoEvent, frozen=True, tag="chips_brought@1"):
    transfer: str
    person: str
    table: str
    cents: int


class ChipsCarriedAway(CasinoEvent, frozen=True, tag="chips_carried_away@1"):
    transfer: str
    person: str
    table: str
    cents: int


class CageChipsCashed(CasinoEvent, frozen=True, tag="cage_chips_cashed@1"):
    slip: int
    id: str
    chips: dict[str, int]
    cents: int
    name: str
    by: str


class CageChipsSold(CasinoEvent, frozen=True, tag="cage_chips_sold@1"):
    slip: int
    id: str
    chips: dict[str, int]
    cents: int
    name: str
    by: str


class ChipsDeclared(CasinoEvent, frozen=True, tag="chips_declared@1"):
    slip: int
    id: str
    cents: int
    by: str
    reason: str
