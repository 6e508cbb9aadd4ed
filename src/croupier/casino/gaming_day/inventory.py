"""Compute the cage's own cash and chips on a gaming day, from the events that cause each movement.

The postings of the main bank and of the drawers come from events of their own, so the two can be compared.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.casino.cage import cash_commands as cash
from croupier.casino.cage import chip_commands as away
from croupier.casino.cage import commands as do
from croupier.casino.cage import inventory_commands as bank
from croupier.casino.cage import tray_commands as tray
from croupier.casino.cage.custody import value_of
from croupier.casino.cage.machine import CageState
from croupier.table.roles import id_of


class CustodyDay(msgspec.Struct):
    """The main bank or all drawers on one gaming day. Opening and closing amounts come from postings."""

    place: str
    cash: int = 0  # change by the events
    chips: int = 0
    opening_cash: int = 0
    opening_chips: int = 0
    closing_cash: int = 0
    closing_chips: int = 0


class InventoryBook:
    def __init__(self, state: CageState) -> None:
        self.bank, self.drawers = CustodyDay("main bank"), CustodyDay("drawers")
        self.chip_difference = 0  # found by counts of the main bank and of drawers
        self._counted = state.bank is not None
        # cashier -> closing count of their drawer if the books follow it
        self._tracked = {who: value_of(one.counted) for who, one in state.drawers.items() if one.tracked}
        self._open = {who for who, one in state.drawers.items() if one.accepted and not one.closed}
        self._slips = {slip.number: (id_of(slip.by), value_of(slip.chips)) for slip in state.slips}
        self._loose = {slip.number: slip.other for slip in state.trays.slips if slip.by_chip}
        self._today = False

    def take(self, event: Any, today: bool) -> None:
        """Follow every event. Count only those of the gaming day."""
        self._today = today
        match event:
            case bank.BankVerified():
                self._counted = True
                if event.first:
                    self._bank(event.cash, event.cents)
                else:
                    self._bank(event.cash_difference, event.chip_difference)
                    self.chip_difference += event.chip_difference if today else 0
            case bank.BankMoveSigned():
                out = -1 if event.what in ("to_drawer", "sent_out") else 1
                self._bank(out * event.cash, out * event.cents)
                if event.drawer:
                    self._drawer(-out * event.cash, -out * event.cents)
            case cash.DrawerOpened() if event.tracked:
                self._tracked[id_of(event.by)] = 0
            case cash.DrawerAccepted():
                chips = value_of(event.chips)
                self._open.add(event.cashier)
                self._bank(-event.cents, -chips)
                self._drawer(event.cents, chips)
            case cash.DrawerClosed():
                who = id_of(event.by)
                self._open.discard(who)
                if who in self._tracked:
                    self._tracked[who] = value_of(event.chips)
            case cash.DrawerVerified():
                self._close(event)
            case cash.DropBoxVerified() if self._counted:
                self._bank(event.cents, 0)
            case _:
                self._take_slip(event)

    def _close(self, event: cash.DrawerVerified) -> None:
        counted = self._tracked.pop(event.cashier, None)
        if counted is None:
            return
        self._bank(event.cents, counted)
        expected = counted - event.chip_difference
        self._drawer(event.difference - event.cents, -expected)
        if self._today:
            self.chip_difference += event.chip_difference

    def _take_slip(self, event: Any) -> None:
        match event:
            case do.Deposited():
                self._slip(event, event.cents, 0)
            case do.Withdrawn():
                self._slip(event, -event.cents, 0)
            case away.CageChipsCashed():
                self._slip(event, -event.cents, event.cents)
            case away.CageChipsSold():
                self._slip(event, event.cents, -event.cents)
            case do.SlipReversed():
                who, chips = self._slips.get(event.of, ("", 0))
                if who in self._open and who in self._tracked:
                    self._drawer(event.cents, -chips)
            case tray.ChipsRequested() if event.by_chip and event.money == do.REAL:
                self._loose[event.slip] = event.other
            case tray.TrayChipsLeft() if event.what == tray.FILL:
                self._tray(event, -1)
            case tray.TrayChipsArrived() if event.what != tray.FILL:
                self._tray(event, 1)
            case tray.TraySlipVoided() if event.left and event.what == tray.FILL:
                self._tray(event, 1)

    def _slip(self, event: Any, cents: int, chips: int) -> None:
        who = id_of(event.by)
        self._slips[event.slip] = (who, chips if self._counted else 0)
        if who in self._open and who in self._tracked:
            self._drawer(cents, chips)

    def _tray(self, event: Any, sign: int) -> None:
        if self._counted and event.slip in self._loose and event.money == do.REAL:
            loose = self._loose[event.slip]
            self._bank(sign * loose, sign * (event.cents - loose))

    def _bank(self, cash: int, chips: int) -> None:
        self._move(self.bank, cash, chips)

    def _drawer(self, cash: int, chips: int) -> None:
        self._move(self.drawers, cash, chips)

    def _move(self, place: CustodyDay, cash: int, chips: int) -> None:
        if self._today:
            place.cash += cash
            place.chips += chips
