"""Compute the cage's gaming day, with every active wallet, every numbered slip, and the balances."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from croupier.casino.cage import cash_commands as cash
from croupier.casino.cage import chip_commands as away
from croupier.casino.cage import commands as do
from croupier.casino.cage import inventory_commands as bank
from croupier.casino.cage import ledger
from croupier.casino.cage import tax_commands as tax
from croupier.casino.cage import toke_commands as toke
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.tray_commands import OPENER, CountVerified, TraySlipVoided
from croupier.casino.gaming_day.calendar import date_of
from croupier.casino.gaming_day.day_stream import DayEntry, DayStream
from croupier.casino.gaming_day.incidents import DayIncident
from croupier.casino.gaming_day.inventory import InventoryBook
from croupier.casino.gaming_day.tokes import TokeBook
from croupier.casino.gaming_day.trays import TrayBook


class WalletDay(msgspec.Struct):
    """A wallet on one gaming day. The opening and closing amounts come from postings."""

    person: str
    money: str
    opening: int = 0
    deposits: int = 0
    withdrawals: int = 0
    reversals: int = 0  # net amount added by slip reversals
    issued: int = 0  # play money
    to_tables: int = 0
    from_tables: int = 0
    closed: int = 0  # play money returned when the wallet was closed
    closing: int = 0

    @property
    def expected(self) -> int:
        """The opening amount plus all movements. The result must equal the closing amount."""
        receipts = self.deposits + self.reversals + self.issued + self.from_tables
        return self.opening + receipts - self.withdrawals - self.to_tables - self.closed


class SlipLine(msgspec.Struct, frozen=True):
    """A numbered slip of the cage."""

    number: int
    what: str
    person: str
    cents: int  # cash received, negative if paid out
    by: str
    at: int
    entry: int
    reason: str = ""


class CageBook:
    def __init__(self, stream: DayStream) -> None:
        self.stream, self.day = stream, stream.day
        state: CageState = stream.begin()
        self.money: dict[str, str] = {person: str(wallet.money) for person, wallet in state.wallets.items()}
        self.tables: dict[str, str] = {name: str(table.money) for name, table in state.tables.items()}
        self.wallets: dict[str, WalletDay] = {}
        self.slips: list[SlipLine] = []
        self.sent: Counter[str] = Counter()  # table -> chips sent minus chips returned on this day
        self.returned: Counter[str] = Counter()
        self.over_tables: Counter[str] = (
            Counter()
        )  # kind of money -> money received for chips at tables minus money paid out
        self.carried_away = 0  # chips carried away from tables minus chips brought to them
        self.tax_withheld = 0  # tax that tables withheld, minus tax given back
        self.over_short = 0  # cash found by counts, negative if missing
        self.collected: Counter[str] = Counter()  # table -> recorded money in the drop boxes collected today
        self.incidents: list[DayIncident] = []
        self.tokes = TokeBook()
        self.trays = TrayBook(state)
        self.inventory = InventoryBook(state)

    def read(self) -> CageBook:
        for entry in self.stream.entries():
            for event in entry.events:
                self._know(event)
                self.trays.take(event, entry, self.day.covers(entry.day))
                self.inventory.take(event, self.day.covers(entry.day))
                if self.day.covers(entry.day):
                    self._take(event, entry)
        self._balances()
        return self

    def _know(self, event: Any) -> None:
        match event:
            case do.WalletOpened():
                self.money[event.person] = event.money
            case do.TableEnrolled():
                self.tables[event.table] = event.money

    def wallet(self, person: str) -> WalletDay:
        if person not in self.wallets:
            self.wallets[person] = WalletDay(person, self.money.get(person, ""))
        return self.wallets[person]

    def _take(self, event: Any, entry: DayEntry) -> None:
        match event:
            case do.PlayIssued():
                self.wallet(event.person).issued += event.cents
            case do.WalletClosed():
                self.wallet(event.person).closed += event.cents
            case do.ChipsSent():
                self.wallet(event.person).to_tables += event.cents
                self.sent[event.table] += event.cents
            case do.ChipsReturned():
                self.wallet(event.person).from_tables += event.cents
                self.returned[event.table] += event.cents
            case do.ChipsSold():
                self.over_tables[event.money] += event.cents
                self.sent[event.table] += event.cents
            case do.ChipsRedeemed():
                self.over_tables[event.money] -= event.cents
                self.returned[event.table] += event.cents
            case away.ChipsBrought():
                self.carried_away -= event.cents
                self.sent[event.table] += event.cents
            case toke.TokeTaken():
                self.returned[event.table] += event.cents
                self.tokes.box(event.table).taken += event.cents
            case toke.TokesVerified():
                self.tokes.count(event)
                if event.difference:
                    words = f"toke box of {event.table} is {'over' if event.difference > 0 else 'short'}"
                    self.incidents.append(
                        DayIncident(
                            self.stream.name, entry.n, entry.at, words, event.by, "", 0, "", event.difference
                        )
                    )  # fmt: skip
            case tax.TaxWithheld():
                self.returned[event.table] += event.cents
                self.tax_withheld += event.cents
            case tax.TaxReturned():
                self.returned[event.table] -= event.cents
                self.tax_withheld -= event.cents
            case away.ChipsCarriedAway():
                self.carried_away += event.cents
                self.returned[event.table] += event.cents
            case away.CageChipsCashed():
                self._slip(event, entry, "chips cashed", -event.cents, event.name)
            case away.CageChipsSold():
                self._slip(event, entry, "chips sold", event.cents, event.name)
            case away.ChipsDeclared():
                self._slip(event, entry, "chips declared", event.cents, event.reason)
                self.incidents.append(
                    DayIncident(
                        self.stream.name, entry.n, entry.at, "chips declared", event.by, event.reason, 0, "",
                        event.cents,
                    )
                )  # fmt: skip
            case cash.DrawerVerified():
                self._count(event, entry, f"drawer {event.drawer}", event.difference)
                self._note(event, entry, f"chips of drawer {event.drawer}", event.chip_difference)
            case bank.BankVerified():
                self._count(event, entry, "cash of the main bank", event.cash_difference)
                self._note(event, entry, "chips of the main bank", event.chip_difference)
            case cash.DropBoxCollected():
                self.collected[event.table] += event.expected
            case cash.DropBoxVerified():
                self._count(event, entry, f"drop box {event.box} of {event.table}", event.difference)
            case do.Deposited():
                self.wallet(event.person).deposits += event.cents
                self._slip(event, entry, "deposit", event.cents)
            case do.Withdrawn():
                self.wallet(event.person).withdrawals += event.cents
                self._slip(event, entry, "withdrawal", -event.cents)
            case do.SlipReversed():
                if event.person:
                    self.wallet(event.person).reversals += event.cents
                late = f" of closed day {date_of(event.closed_day)}" if event.closed_day else ""
                self._slip(event, entry, f"reverses slip {event.of}{late}", event.cents, event.reason)
                what = f"slip {event.of}{late} reversed by slip {event.slip}"
                self.incidents.append(
                    DayIncident(
                        self.stream.name, entry.n, entry.at, what, event.by, event.reason, 0, event.person,
                        event.cents,
                    )
                )  # fmt: skip

            case CountVerified() if event.difference and not self._is_first(event):
                words = f"{event.what} of {event.table} is {'over' if event.difference > 0 else 'short'}"
                self.incidents.append(
                    DayIncident(
                        self.stream.name, entry.n, entry.at, words, event.by, "", 0, "", event.difference
                    )
                )  # fmt: skip
            case TraySlipVoided():
                what = f"{event.what} {event.slip} void"
                self.incidents.append(
                    DayIncident(self.stream.name, entry.n, entry.at, what, event.by, event.reason)
                )

    @staticmethod
    def _is_first(event: CountVerified) -> bool:
        """Return whether an opener counts a tray that was empty by the books."""
        return event.what == OPENER and event.cents == event.difference

    def _slip(self, event: Any, entry: DayEntry, what: str, cents: int, reason: str = "") -> None:
        slip = SlipLine(
            event.slip, what, getattr(event, "person", ""), cents, event.by, entry.at, entry.n, reason
        )
        self.slips.append(slip)

    def _count(self, event: Any, entry: DayEntry, what: str, difference: int) -> None:
        """Record the difference between a count of cash and the books."""
        self.over_short += difference
        self._note(event, entry, what, difference)

    def _note(self, event: Any, entry: DayEntry, what: str, difference: int) -> None:
        if difference:
            verb, side = "are" if what.startswith("chips") else "is", "over" if difference > 0 else "short"
            words = f"{what} {verb} {side}"
            self.incidents.append(
                DayIncident(self.stream.name, entry.n, entry.at, words, event.by, "", 0, "", difference)
            )

    def _balances(self) -> None:
        before, after = self.stream.balances(self.day.since - 1), self.stream.balances(self.day.number)
        for wallet in self.wallets.values():
            account = ledger.wallet(wallet.person)
            wallet.opening, wallet.closing = before[account], after[account]
        for place, in_cash, in_chips in (
            (self.inventory.bank, ledger.BANK_CASH, ledger.BANK_CHIPS),
            (self.inventory.drawers, ledger.DRAWERS_CASH, ledger.DRAWERS_CHIPS),
        ):
            place.opening_cash, place.closing_cash = before[in_cash], after[in_cash]
            place.opening_chips, place.closing_chips = before[in_chips], after[in_chips]

    @property
    def gaps(self) -> int:
        """Count the missing numbers between the first and the last slip of the day."""
        numbers = [slip.number for slip in self.slips]
        return max(numbers) - min(numbers) + 1 - len(set(numbers)) if numbers else 0
