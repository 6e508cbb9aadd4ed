"""Reconcile each meter for one gaming day: opening + contributions - payouts + resets = closing."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.casino.gaming_day.day_stream import DayStream
from croupier.casino.gaming_day.incidents import DayIncident
from croupier.meters import machine as m
from croupier.meters.amounts import Exact
from croupier.meters.reconciliation import MeterDay, reconcile


class MeterLine(msgspec.Struct, frozen=True):
    """One meter on the gaming day, with its payouts to date."""

    stream: str
    day: MeterDay
    paid_month: Fraction
    paid_year: Fraction
    hits_month: int
    hits_year: int


def combined_day(days: list[MeterDay]) -> MeterDay:
    """Combine consecutive days of one meter."""

    def total(name: str) -> Exact:
        return Exact.of(sum((getattr(day, name).value for day in days), Fraction(0)))

    amounts = ("contributions", "payouts", "resets", "adjustments", "put_in")
    return MeterDay(
        day=days[-1].day,
        meter=days[0].meter,
        opening=days[0].opening,
        closing=days[-1].closing,
        hits=sum(day.hits for day in days),
        **{name: total(name) for name in amounts},
    )


class MeterBook:
    def __init__(self, stream: DayStream) -> None:
        self.stream, self.day = stream, stream.day
        self.lines: list[MeterLine] = []
        self.incidents: list[DayIncident] = []
        # amounts of this day by table, meter and cause
        self.amounts: dict[tuple[str, str, str], Fraction] = {}

    def read(self) -> MeterBook:
        state: m.Meters = self.stream.begin()
        opening, steps = state, []
        for entry in self.stream.entries():
            state = self.stream.kind.fold(state, entry.command, entry.events, None)
            # An entry without a time gets the time of the previous entry.
            events = tuple(msgspec.structs.replace(event, at=event.at or entry.at) for event in entry.events)
            steps.append((events, state))
            if self.day.covers(entry.day):
                for event in events:
                    self._take(event, entry.n, entry.at)
        days = reconcile(steps, self.day.of, opening)
        for name in sorted({*state.meters, *(each.meter for each in days if self.day.covers(each.day))}):
            self.lines.append(self._line(name, days, state))
        return self

    def _take(self, event: m.MeterEvent, n: int, at: int) -> None:
        match event:
            case m.MeterMoved():
                key = (event.table, event.meter, event.cause)
                self.amounts[key] = self.amounts.get(key, Fraction(0)) + event.amount.value
            case m.MeterAdjusted():
                what = f"{event.meter} meter adjusted"
                self.incidents.append(
                    DayIncident(self.stream.name, n, at, what, event.by, event.reason, 0, "", event.cents)
                )

    def _line(self, name: str, days: tuple[MeterDay, ...], state: m.Meters) -> MeterLine:
        meter_days = [each for each in days if each.meter == name]
        today_days = [each for each in meter_days if self.day.covers(each.day)]
        if today_days:
            today = combined_day(today_days)
        else:  # the meter did not change on this day
            amount, zero = state.meters[name].amount, Exact(0)
            today = MeterDay(self.day.number, name, amount, zero, zero, zero, zero, zero, amount)
        spans = {
            span: [each for each in meter_days if span in self.day.spans(each.day)]
            for span in ("month", "year")
        }
        paid = {span: sum((each.payouts.value for each in of), Fraction(0)) for span, of in spans.items()}
        hits = {span: sum(each.hits for each in of) for span, of in spans.items()}
        return MeterLine(self.stream.name, today, paid["month"], paid["year"], hits["month"], hits["year"])
