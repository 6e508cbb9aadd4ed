"""Format dates in one format everywhere."""

from __future__ import annotations

import datetime


def long_date(day: datetime.date) -> str:
    """Return a date such as "November 17, 2026"."""
    return f"{day:%B} {day.day}, {day.year}"
