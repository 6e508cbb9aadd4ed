"""Write the results as a documentation page (`--write docs/load.md`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from benchmarks.house.load import SHARES, Result

WORDS = """# Load

This page is for operators who are choosing hardware for the server. After reading it you know how many
actions a second the server handles, and how long players wait for an answer.

The command `python -m benchmarks.house --write docs/load.md` measured these figures and wrote this page. The
server, its store and all its clients shared {cores} cores{busy}. `benchmarks/house/__init__.py` describes the
method. [Architecture](architecture.md#performance) describes the design that makes the server fast.

- An **action** is a bet, a "ready" or a decision. An action is complete when the server has answered it.
  The waiting time of an action runs from the message to the answer. **median** and **p99** are the median
  and the 99th percentile of the waiting times in milliseconds.
- **At full load**, every player acts as soon as possible. This measures the capacity in **actions/s**.
  Waiting times are long, because the server's queue is always full.
- **Paced** actions start at a fixed rate: 50% or 70% of the capacity, or the goal's rate if it is at most
  90% of the capacity. Their waiting times are realistic. The cell *3 and 14 ms at 151/s* means a median of
  3 ms and a 99th percentile of 14 ms at 151 actions a second.
- **CPU ms per action** is the CPU time of an action at full load, split into the server's event loop, its
  store's threads, and the clients. PostgreSQL's own CPU time is not included.
- **Memory MB** is the memory that the server uses.
- **Host took** is the share of the cores' time that the host gave to other machines. **Loop ms** is how
  long a test loop took just before the measurement. Compare only rows with similar values in these columns.
- **Opens in s** is the time in seconds from the command to the server's first answer, including all checks.

The goal is 1,000 actions a second at 50 tables with 300 seats, and an answer within 100 milliseconds for 99
of 100 actions.
"""
PACED = (*(f"paced at {share:.0%}" for share in SHARES), "at the goal's rate")
WORK = ("CPU ms per action", "memory MB", "host took", "loop ms", "opens in s")
COLUMNS = ("actions/s", "median", "p99", *PACED, *WORK)


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
                        f"{one[1].median:.0f} and {one[1].p99:.0f} ms at {one[0]:,.0f}/s" if one else "–"
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
            f", and before the start the machine already had a load of {self._busy:.1f}"
            if self._busy > 0.5
            else ""
        )
        file.write_text(WORDS.format(cores=cores, busy=busy) + "\n".join(self._parts) + "\n")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
