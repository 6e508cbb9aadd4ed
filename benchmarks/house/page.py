"""The load table as a page of the documentation (`--write docs/load.md`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from benchmarks.house.load import SHARES, Result

WORDS = """# Load

Measured and written by `python -m benchmarks.house --write docs/load.md`, on {cores} cores that the house,
its store and all its clients share{busy}. How it is measured stands in `benchmarks/house/__init__.py`; what
is done so that it is fast, in [house.md](house.md).

- An **action** is a bet, a ready or a decision, and counts when the person has its answer. Waits are from the
  message to the answer, in milliseconds.
- **At full load** everybody acts as soon as they may: so much is carried, and waits are those of a queue that
  is always full.
- **Paced**, actions come by the clock, at a half and at seven tenths of what was carried, and at the goal's
  rate where nine tenths of what was carried reach it: these are the waits that people have, as *rate: median,
  p99*.
- **Cost** is milliseconds of a core for one action at full load: the house's event loop; its store's threads
  and its scribe; the clients. What PostgreSQL itself takes is not in it. **Memory** is that of the house and
  its scribe.
- **The host took** so much of the cores' time for other machines, and a **loop** that always costs the same
  took so many milliseconds right before: compare rows with these in mind.
- A house **opens** in so many seconds, from the command to its first answer, with all its checks.

The goal: 1,000 actions a second, and 99 of 100 answered within 100 milliseconds, at 50 tables with 300 seats.
"""
PACED = (*(f"paced at {share:.0%}" for share in SHARES), "at the goal's rate")
COLUMNS = ("actions/s", "median", "p99", *PACED, "cost", "memory MB", "host took", "loop ms", "opens in s")


class Page:
    def __init__(self) -> None:
        self._busy = os.getloadavg()[0]
        self._parts: list[str] = []

    def table(self, title: str, first: Sequence[str]) -> None:
        columns = (*first, *COLUMNS)
        self._parts += ["", f"## {title}", "", _row(columns), _row(["---"] + ["---:"] * (len(columns) - 1))]

    def row(self, first: Sequence[str], r: Result, opened: float) -> None:
        full = r.full
        self._parts.append(
            _row(
                (
                    *first,
                    f"{full.actions:,.0f}",
                    f"{full.median:.0f}",
                    f"{full.p99:.0f}",
                    *(
                        f"{one[0]:,.0f}/s: {one[1].median:.0f}, {one[1].p99:.0f}" if one else "–"
                        for one in r.paced
                    ),
                    " + ".join(f"{part:.2f}" for part in full.cost),
                    f"{r.memory:.0f}",
                    f"{r.taken.share:.0%}",
                    f"{r.taken.loop:.0f}",
                    f"{opened:.1f}",
                )
            )
        )

    def write(self, file: Path) -> None:
        cores = os.cpu_count() or 1
        busy = (
            f"; other work had the machine at a load of {self._busy:.1f} before it began"
            if self._busy > 0.5
            else ""
        )
        file.write_text(WORDS.format(cores=cores, busy=busy) + "\n".join(self._parts) + "\n")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
