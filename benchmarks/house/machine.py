"""How much of the machine there was: on a rented one, other machines of the same host take their share."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

LOOP = 1_000_000  # steps of a loop that always costs the same


class Taken(NamedTuple):
    """What a measurement had to do with."""

    share: float  # of the cores' time that the host gave to others
    loop: float  # milliseconds that a loop took right before, which always costs the same


class Machine:
    """Looked at from when it is made until it is asked."""

    def __init__(self) -> None:
        began = time.perf_counter()
        count = 0
        for step in range(LOOP):
            count += step
        self._loop = (time.perf_counter() - began) * 1000
        self._stolen, self._whole = _ticks()

    def taken(self) -> Taken:
        stolen, whole = _ticks()
        return Taken((stolen - self._stolen) / max(whole - self._whole, 1), self._loop)


def _ticks() -> tuple[int, int]:
    """Of all cores: given to other machines, and in all. Nothing where the system does not tell."""
    try:
        spent = [int(part) for part in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    except (OSError, ValueError, IndexError):
        return 0, 0
    return spent[7], sum(spent)
