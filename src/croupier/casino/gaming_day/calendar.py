"""Define gaming days, months and years, and map times to them."""

from __future__ import annotations

import calendar
import datetime
import re
from typing import Literal

import msgspec

from croupier.casino.gaming_day.boundaries import gaming_date
from croupier.dates import long_date
from croupier.errors import BadInput

Span = Literal["day", "month", "year"]
SPANS: tuple[Span, ...] = ("day", "month", "year")
EPOCH = datetime.date(1970, 1, 1)
LAST = datetime.date(9999, 12, 30)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
_YEAR = re.compile(r"[0-9]{4}")


class GamingDay(msgspec.Struct, frozen=True):
    """A gaming day named by the UTC date on which it begins, or a month or year named by its last day."""

    date: datetime.date
    begins: int = 6 * 3600  # start of the day in seconds after midnight
    span: Span = "day"

    @property
    def number(self) -> int:
        """The number of this day, or of the month's or year's last day."""
        return (self.date - EPOCH).days

    @property
    def since(self) -> int:
        """The number of the first day of the report."""
        return self.first("day")

    @property
    def first_second(self) -> int:
        return self.since * 86_400 + self.begins

    @property
    def name(self) -> str:
        """The name used in requests, such as 2026-11-15, 2026-11 or 2026."""
        return self.date.isoformat()[: {"day": 10, "month": 7, "year": 4}[self.span]]

    @property
    def title(self) -> str:
        titles = {"day": long_date(self.date), "month": f"{self.date:%B %Y}", "year": f"{self.date:%Y}"}
        return titles[self.span]

    @property
    def within(self) -> str:
        return "on this day" if self.span == "day" else f"in this {self.span}"

    def of(self, at: int) -> int:
        return gaming_date(at, self.begins)

    def covers(self, day: int) -> bool:
        return self.since <= day <= self.number

    def first(self, span: Span) -> int:
        """Return the first gaming day of a span to date.

        The span "day" is the report's own span, which may be a whole month or year.
        """
        starts = {
            "day": self.date,
            "month": self.date.replace(day=1),
            "year": self.date.replace(month=1, day=1),
        }
        return (starts[self.span if span == "day" else span] - EPOCH).days

    def spans(self, day: int) -> tuple[Span, ...]:
        """Return the spans to date that include a gaming day."""
        return tuple(span for span in SPANS if self.first(span) <= day <= self.number)

    @property
    def report_spans(self) -> tuple[Span, ...]:
        """Return the spans that a report shows: its own span, and the longer spans to date."""
        return ("day", *SPANS[SPANS.index(self.span) + 1 :])

    def to_date(self, span: Span) -> str:
        """Return the title of a span in this report."""
        return self.span if span == "day" else f"{span} to date"

    def clock(self, at: int) -> str:
        """Format a UTC time. Add the date if the time is on another day."""
        time = datetime.datetime.fromtimestamp(at, datetime.UTC)
        is_same_day = self.span == "day" and time.date() == self.date
        return f"{time:%H:%M:%S}" if is_same_day else f"{time:%Y-%m-%d %H:%M:%S}"


def date_of(number: int) -> str:
    """Return the date of a gaming day by its number, such as 2026-11-15."""
    return (EPOCH + datetime.timedelta(days=number)).isoformat()


def gaming_day_of(text: str, begins: int) -> GamingDay:
    """Parse a date (2026-11-15), a month (2026-11) or a year (2026)."""
    span, date = _parse(text)
    if not EPOCH < date < LAST:
        raise BadInput(f"--date {text}: choose a date after 1970-01-01 and before 9999-12-30")
    return GamingDay(date, begins, span)


def _parse(text: str) -> tuple[Span, datetime.date]:
    try:
        if _YEAR.fullmatch(text):
            return "year", datetime.date(int(text), 12, 31)
        if _MONTH.fullmatch(text):
            year, month = int(text[:4]), int(text[5:])
            return "month", datetime.date(year, month, calendar.monthrange(year, month)[1])
        if _DAY.fullmatch(text):
            return "day", datetime.date.fromisoformat(text)
    except ValueError:
        pass
    raise BadInput(f"--date {text!r:.40}: write a date like 2026-11-15, 2026-11 or 2026")
