"""What a meter did in a gaming day: opening + contributions - payouts + resets = closing, exactly.

Made from the entries of the meters' stream alone. Every line is a sum of events; the closing amount is the
state that the entries fold to; `difference` is what the two do not agree by, and is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import msgspec

from croupier.meters import machine as m
from croupier.meters.amounts import Exact

Day = Callable[[int], int]  # the gaming day that a time belongs to

# Which column of a day an event belongs in; causes of a table's deltas by their name.
COLUMNS = {
    "contributed": "contributions",
    "taken_back": "contributions",
    "paid": "payouts",
    "reversed": "payouts",
    "corrected": "payouts",
    "reset": "resets",
}


class MeterDay(msgspec.Struct, frozen=True):
    """One meter on one gaming day. Exact cents; payouts count what left the meter."""

    day: int
    meter: str
    opening: Exact
    contributions: Exact  # of wagers accepted, less what was taken back
    payouts: Exact  # less what was reversed
    resets: Exact  # what the house put in after a payment, less what it took out again
    adjustments: Exact  # by accounting
    put_in: Exact  # when the meter was opened, less what it held when it was closed
    closing: Exact
    hits: int = 0  # payments

    @property
    def difference(self) -> Fraction:
        """Nothing, or the books do not agree."""
        before = self.opening.value + self.put_in.value + self.contributions.value - self.payouts.value
        return before + self.resets.value + self.adjustments.value - self.closing.value


class _Sums:
    """A meter's day while it is added up."""

    def __init__(self, opening: Fraction) -> None:
        self.opening = opening
        self.columns: dict[str, Fraction] = {}
        self.hits = 0

    def add(self, column: str, amount: Fraction) -> None:
        self.columns[column] = self.columns.get(column, Fraction(0)) + amount

    def take(self, event: m.Event) -> None:
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

    def written(self, day: int, meter: str, closing: Fraction) -> MeterDay:
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
    entries: Iterable[tuple[tuple[m.Event, ...], m.Meters]], day: Day, opening: m.Meters | None = None
) -> tuple[MeterDay, ...]:
    """Of every entry of a stream its events and the state after it: a line a meter and gaming day.

    `opening` is the state before the first of them, where they are but a part of a stream. An entry without
    a time belongs to the day of the one before it."""
    made: list[MeterDay] = []
    before = opening or m.Meters()
    today, sums = 0, dict[str, _Sums]()
    for events, after in entries:
        at = max((event.at for event in events), default=0)
        if at and (now := day(at)) != today:
            made += closed(today, sums, before)
            today, sums = now, {name: _Sums(meter.amount.value) for name, meter in before.meters.items()}
        for event in events:
            name = getattr(event, "meter", "")
            if name:
                sums.setdefault(name, _Sums(Fraction(0))).take(event)
        before = after
    return (*made, *closed(today, sums, before))


def closed(day: int, sums: dict[str, _Sums], state: m.Meters) -> list[MeterDay]:
    """The lines of a day that is over, with what the meters hold then."""
    held = {name: meter.amount.value for name, meter in state.meters.items()}
    return [one.written(day, name, held.get(name, Fraction(0))) for name, one in sorted(sums.items())]
