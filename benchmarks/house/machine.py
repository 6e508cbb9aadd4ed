"""Measure how much CPU is available. The host of a rented machine also gives CPU time to other machines."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

LOOP = 1_000_000  # number of steps in the test loop


class Taken(NamedTuple):
    """The speed of the machine, and the CPU time that other machines took from it during a measurement."""

    share: float  # fraction of the cores' time that the host gave to other machines
    loop: float  # time of the test loop in milliseconds, just before the measurement


class Machine:
    """Measures the machine from the creation of the object until `taken` is called."""

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
    """Return the stolen and total CPU ticks of all cores, or zeros if the system does not report them."""
    try:
        spent = [int(part) for part in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    except (OSError, ValueError, IndexError):
        return 0, 0
    return spent[7], sum(spent)
