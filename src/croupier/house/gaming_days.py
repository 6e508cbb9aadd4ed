"""When a gaming day begins, and which one a second belongs to. Times are UTC."""

from __future__ import annotations

import re

from croupier.errors import BadInput

_BEGINS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


def day_begins(text: str) -> int:
    """ "06:00" as seconds after midnight."""
    found = _BEGINS.fullmatch(text)
    if found is None:
        raise BadInput(f"--gaming-day {text!r:.40}: a time of day such as 06:00")
    return int(found[1]) * 3600 + int(found[2]) * 60


def gaming_date(at: int, begins: int) -> int:
    """The number of the gaming day that a second belongs to."""
    return (at - begins) // 86_400
