"""Which gaming day, month and year a second belongs to."""

from __future__ import annotations

import datetime
from typing import Literal

import msgspec

from croupier.errors import BadInput
from croupier.house.settings import gaming_date

Span = Literal["day", "month", "year"]
SPANS: tuple[Span, ...] = ("day", "month", "year")
EPOCH = datetime.date(1970, 1, 1)
LAST = datetime.date(9999, 12, 30)


class GamingDay(msgspec.Struct, frozen=True):
    """One gaming day, named by the date on which it begins (UTC)."""

    date: datetime.date
    begins: int = 6 * 3600  # seconds after midnight

    @property
    def number(self) -> int:
        return (self.date - EPOCH).days

    @property
    def first_second(self) -> int:
        return self.number * 86_400 + self.begins

    def of(self, at: int) -> int:
        return gaming_date(at, self.begins)

    def first(self, span: Span) -> int:
        """The first gaming day of the span that this day is the last of: to date."""
        starts = {
            "day": self.date,
            "month": self.date.replace(day=1),
            "year": self.date.replace(month=1, day=1),
        }
        return (starts[span] - EPOCH).days

    def spans(self, day: int) -> tuple[Span, ...]:
        """The spans to date that a gaming day counts in."""
        return tuple(span for span in SPANS if self.first(span) <= day <= self.number)

    def clock(self, at: int) -> str:
        """When on this day, to the second, UTC; with the date where it is another one's."""
        then = datetime.datetime.fromtimestamp(at, datetime.UTC)
        return f"{then:%H:%M:%S}" if then.date() == self.date else f"{then:%Y-%m-%d %H:%M:%S}"


def gaming_day_of(written: str, begins: int) -> GamingDay:
    try:
        date = datetime.date.fromisoformat(written)
    except ValueError:
        raise BadInput(f"--date {written!r:.40}: write a date like 2026-11-15") from None
    if not EPOCH < date < LAST:
        raise BadInput(f"--date {written}: no gaming day of a house")
    return GamingDay(date, begins)
