"""Compute each tray's gaming day: openers, closers, fills and credits, with the signatures on the slips."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from croupier.casino.cage import tax_commands as tax
from croupier.casino.cage import tray_commands as do
from croupier.casino.cage.commands import REAL
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.tray_commands import CLOSER, FILL, OPENER, Signature, TraySlip
from croupier.casino.gaming_day.day_stream import DayEntry

COUNTS = (OPENER, CLOSER)


class SlipDay(msgspec.Struct):
    """A fill, a credit or a count as of the end of the gaming day."""

    number: int
    what: str
    table: str
    money: str
    chips: dict[str, int]
    other: int
    cents: int
    asked: Signature
    entry: int
    left: Signature | None = None
    done: Signature | None = None
    void: Signature | None = None
    escorted: bool = False  # whether the slip needs four signatures
    carried: Signature | None = None  # security
    dealer: Signature | None = None
    reason: str = ""  # why the slip was voided
    moved: bool = False  # whether the slip had activity on this day
    # The following fields apply to counts.
    expected: int = 0
    won: int = 0
    entries: int = 0
    before: int = 0  # net fills, credits, sales and withheld tax of the tray up to the count

    @property
    def standing(self) -> str:
        if self.void is not None:
            return "void"
        if self.done is not None:
            return "verified" if self.what in COUNTS else "complete"
        return "on its way" if self.left is not None else "waits"

    @property
    def difference(self) -> int:
        """The counted amount minus the book amount.

        A positive difference is over, and a negative difference is short.
        """
        return self.cents - self.expected


class TrayDay(msgspec.Struct):
    """A table's tray on one gaming day."""

    table: str
    money: str
    fills: int = 0  # arrived
    credits: int = 0  # chips that left the tray
    sold: int = 0  # chips sold for money at the table
    tax: int = 0  # chips of wins that stayed in the tray as withheld tax
    differences: int = 0  # differences found by the counts of the day
    opener: SlipDay | None = None  # first verified count of the day
    closer: SlipDay | None = None  # the last verified count after the opener
    later_differences: int = 0  # differences found after the opener, including the closer's
    running_difference: int = 0  # running total of the differences

    @property
    def between(self) -> int:
        """Fills and withheld tax minus credits and sales between the opener and the closer."""
        if self.opener is None or self.closer is None:
            return 0
        return self.closer.before - self.opener.before

    @property
    def counted_win(self) -> int | None:
        """The win of the tray between opener and closer, or None if a count is missing."""
        if self.opener is None or self.closer is None:
            return None
        return self.closer.cents - self.opener.cents - self.between


def _before(slip: TraySlip, state: CageState) -> SlipDay:
    """Return a slip that began before the first entry of this report."""
    apart = state.trays.apart.get(str(slip.number), 0)
    return SlipDay(
        number=slip.number,
        what=slip.what,
        table=slip.table,
        money=slip.money,
        chips={},
        other=slip.cents,
        cents=slip.cents,
        asked=slip.asked,
        entry=0,
        left=slip.left,
        done=slip.done,
        void=slip.void,
        escorted=slip.escorted,
        carried=slip.carried,
        dealer=slip.dealer,
        expected=slip.cents - apart,
    )


class TrayBook:
    """Collects the cage's events and reports the events of the day."""

    def __init__(self, state: CageState) -> None:
        self.slips: dict[int, SlipDay] = {slip.number: _before(slip, state) for slip in state.trays.slips}
        self.trays: dict[str, TrayDay] = {}
        # table -> fills and withheld tax minus credits and sales over all entries read
        self._brought: Counter[str] = Counter()
        self.numbers: list[int] = []  # numbers of the slips that began on this day

    def take(self, event: Any, entry: DayEntry, today: bool) -> None:
        match event:
            case do.ChipsRequested() | do.TrayCounted():
                self._begin(event, entry, today)
            case do.TraySlipSigned():
                self._sign(event, entry, today, event.sign)
            case do.TrayChipsLeft():
                self._sign(event, entry, today, "left")
                if event.what != FILL:
                    self._move(event, -event.cents, today)
            case do.TrayChipsArrived():
                self._sign(event, entry, today, "done")
                if event.what == FILL:
                    self._move(event, event.cents, today)
            case do.TraySlipVoided():
                self._void(event, entry, today)
            case do.TrayChipsSold():
                self._brought[event.table] -= event.cents
                if today:
                    self.tray(event.table, event.money).sold += event.cents
            case tax.TaxWithheld():
                self._keep_tax(event.table, event.tray, today)
            case tax.TaxReturned():
                self._keep_tax(event.table, -event.tray, today)
            case do.CountVerified():
                self._sign(event, entry, today, "done")
                if today:
                    self._count(event)

    def _keep_tax(self, table: str, cents: int, today: bool) -> None:
        """Count chips that stayed in the tray as withheld tax."""
        self._brought[table] += cents
        if today and cents:
            self.tray(table, REAL).tax += cents

    def _begin(self, event: do.ChipsRequested | do.TrayCounted, entry: DayEntry, today: bool) -> None:
        slip = SlipDay(
            number=event.slip,
            what=event.what,
            table=event.table,
            money=event.money,
            chips=event.chips,
            other=event.other,
            cents=event.cents,
            asked=Signature(event.by, entry.at),
            entry=entry.n,
            moved=today,
        )
        if isinstance(event, do.ChipsRequested):
            slip.escorted = event.escorted
        else:
            slip.expected, slip.won, slip.entries = event.expected, event.won, event.entries
            slip.before = self._brought[event.table]
        self.slips[event.slip] = slip
        if today:
            self.numbers.append(event.slip)

    def _sign(self, event: Any, entry: DayEntry, today: bool, field: str) -> SlipDay:
        slip = self.slips[event.slip]
        setattr(slip, field, Signature(event.by, entry.at))
        slip.moved |= today
        return slip

    def _void(self, event: do.TraySlipVoided, entry: DayEntry, today: bool) -> None:
        slip = self._sign(event, entry, today, "void")
        slip.reason = event.reason
        if event.left and event.what != FILL:
            self._move(event, event.cents, today)

    def tray(self, table: str, money: str) -> TrayDay:
        return self.trays.setdefault(table, TrayDay(table, money))

    def _move(self, event: Any, cents: int, today: bool) -> None:
        """Move chips into the tray, or out of it if `cents` is negative."""
        self._brought[event.table] += cents
        if not today:
            return
        tray = self.tray(event.table, event.money)
        if event.what == FILL:
            tray.fills += cents
        else:
            tray.credits -= cents

    def _count(self, event: do.CountVerified) -> None:
        tray, slip = self.tray(event.table, event.money), self.slips[event.slip]
        tray.differences += event.difference
        if slip.what == OPENER and tray.opener is None:
            tray.opener, tray.running_difference = slip, 0
            return
        tray.running_difference += event.difference
        if slip.what == CLOSER and tray.opener is not None:
            tray.closer, tray.later_differences = slip, tray.running_difference

    @property
    def of_the_day(self) -> list[SlipDay]:
        """The slips with activity on the day and the open slips, by number."""
        slips = [
            slip for slip in self.slips.values() if slip.moved or slip.standing in ("waits", "on its way")
        ]
        return sorted(slips, key=lambda slip: slip.number)

    @property
    def gaps(self) -> int:
        """Count the missing numbers among the slips that began on this day."""
        return max(self.numbers) - min(self.numbers) + 1 - len(set(self.numbers)) if self.numbers else 0

    def changes(self) -> Counter[str]:
        """Return the net change of each tray on the day by slips, sales, withheld tax and counts."""
        return Counter(
            {
                name: tray.fills - tray.credits - tray.sold + tray.tax + tray.differences
                for name, tray in self.trays.items()
            }
        )
