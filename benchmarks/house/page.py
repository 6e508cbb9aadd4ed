"""Write the load table as a documentation page (`--write docs/load.md`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from benchmarks.house.load import SHARES, Result

WORDS = """# Load

This page is for operators who size a machine. After reading it you know how many actions a second the
server handles and how long players wait.

The command `python -m benchmarks.house --write docs/load.md` measured these figures and wrote this page, on
{cores} cores shared by the server, its store and all its clients{busy}. `benchmarks/house/__init__.py`
describes the method. [Architecture](architecture.md#performance) describes the design that makes the server
fast.

- An **action** is a bet, a ready or a decision. An action counts when the person has the answer. Waits run
  from the message to the answer, in milliseconds.
- **At full load** every player acts as soon as possible, to measure the capacity. The waits are those of
  a queue that is always full.
- **Paced** actions start at fixed times. The rates are 50% and 70% of the capacity, and the goal's rate if
  90% of the capacity reaches it. The waits of paced actions are realistic. They are written as *rate: median,
  p99*.
- **Cost** is CPU milliseconds per action at full load, for the server's event loop, the threads of its store,
  and the clients. The cost excludes PostgreSQL itself. **Memory** is the server's memory.
- **Host took** is the share of the cores' time that the host gave to other machines. **Loop** is the time of
  a fixed test loop in milliseconds, measured right before the row. Compare only rows with similar values.
- **Opens in** is the time from the command to the first answer in seconds, including all checks.

The goal: 1,000 actions a second, and 99 of 100 answered within 100 milliseconds, at 50 tables with 300
seats.
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
            f" (other work kept the machine at a load of {self._busy:.1f} before the start)"
            if self._busy > 0.5
            else ""
        )
        file.write_text(WORDS.format(cores=cores, busy=busy) + "\n".join(self._parts) + "\n")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
