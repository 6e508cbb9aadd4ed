"""Reconcile each meter for each gaming day: opening + contributions - payouts + resets = closing, exactly.

The figures come only from the entries of the meters' stream. All of them except the closing amount are sums
of events. The closing amount is the meter's state after the entries. `difference` is the gap between the sum
and the closing amount, which must be zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import msgspec

from croupier.meters import machine as m
from croupier.meters.amounts import Exact

Day = Callable[[int], int]  # returns the gaming day of a time

# The report column for each cause of a delta.
COLUMNS = {
    "contributed": "contributions",
    "taken_back": "contributions",
    "paid": "payouts",
    "reversed": "payouts",
    "corrected": "payouts",
    "reset": "resets",
}


class MeterDay(msgspec.Struct, frozen=True):
    """One meter on one gaming day, in exact cents. Payouts are the amounts that left the meter."""

    day: int
    meter: str
    opening: Exact
    contributions: Exact  # shares of accepted wagers, minus amounts taken back
    payouts: Exact  # amounts paid to winners, minus reversals
    resets: Exact  # amounts that the house put in after payments, minus amounts taken out again
    adjustments: Exact  # amounts that accounting added
    put_in: Exact  # amount with which the house opened the meter, minus what it took back when closing it
    closing: Exact
    hits: int = 0  # number of payments

    @property
    def difference(self) -> Fraction:
        """Return the gap between the sums and the closing amount. It is zero if the books agree."""
        before = self.opening.value + self.put_in.value + self.contributions.value - self.payouts.value
        return before + self.resets.value + self.adjustments.value - self.closing.value


class _Sums:
    """The running sums of one meter during a gaming day."""

    def __init__(self, opening: Fraction) -> None:
        self.opening = opening
        self.columns: dict[str, Fraction] = {}
        self.hits = 0

    def add(self, column: str, amount: Fraction) -> None:
        self.columns[column] = self.columns.get(column, Fraction(0)) + amount

    def take(self, event: m.MeterEvent) -> None:
        match event:
            case m.MeterMoved():
                column = COLUMNS[event.cause]
                self.add(column, -event.amount.value if column == "payouts" else event.amount.value)
                self.hits += event.cause == "paid"
            case m.MeterOpened():
                self.add("put_in", event.amount.value)
            case m.MeterClosed():
                self.add("put_in", -event.amount.value)
            case m.MeterAdjusted():
                self.add("adjustments", event.amount.value)

    def finish(self, day: int, meter: str, closing: Fraction) -> MeterDay:
        def column(name: str) -> Exact:
            return Exact.of(self.columns.get(name, Fraction(0)))

        return MeterDay(
            day,
            meter,
            Exact.of(self.opening),
            column("contributions"),
            column("payouts"),
            column("resets"),
            column("adjustments"),
            column("put_in"),
            Exact.of(closing),
            self.hits,
        )


def reconcile(
    entries: Iterable[tuple[tuple[m.MeterEvent, ...], m.Meters]], day: Day, opening: m.Meters | None = None
) -> tuple[MeterDay, ...]:
    """Reconcile a stream's entries. Return one line per meter and gaming day.

    An entry is a pair of its events and the state after them. If the entries are only a part of a stream,
    `opening` is the state before the first entry. An entry without a time belongs to the day of the previous
    entry.
    """
    lines: list[MeterDay] = []
    before = opening or m.Meters()
    today, sums = 0, dict[str, _Sums]()
    for events, after in entries:
        at = max((event.at for event in events), default=0)
        if at and (now := day(at)) != today:
            lines += day_lines(today, sums, before)
            today, sums = now, {name: _Sums(meter.amount.value) for name, meter in before.meters.items()}
        for event in events:
            name = getattr(event, "meter", "")
            if name:
                sums.setdefault(name, _Sums(Fraction(0))).take(event)
        before = after
    return (*lines, *day_lines(today, sums, before))


def day_lines(day: int, sums: dict[str, _Sums], state: m.Meters) -> list[MeterDay]:
    """Return the lines of a finished day, one per meter, with closing amounts from the state."""
    amounts = {name: meter.amount.value for name, meter in state.meters.items()}
    return [one.finish(day, name, amounts.get(name, Fraction(0))) for name, one in sorted(sums.items())]
