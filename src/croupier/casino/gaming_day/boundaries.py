"""Map times to gaming days. All times are UTC."""

from __future__ import annotations

import re

from croupier.errors import BadInput

_BEGINS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


def day_begins(text: str) -> int:
    """Parse a time of day such as "06:00" into seconds after midnight."""
    match = _BEGINS.fullmatch(text)
    if match is None:
        raise BadInput(f"--gaming-day {text!r:.40}: write a time of day such as 06:00")
    return int(match[1]) * 3600 + int(match[2]) * 60


def gaming_date(at: int, begins: int) -> int:
    """Return the number of the gaming day to which a time belongs."""
    return (at - begins) // 86_400
