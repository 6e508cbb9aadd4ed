"""Simulate a long shift of thousands of rounds, checking every invariant after every event.

    python -m tests.proofs.shift [--events 1000000] [--seed 1] [--processes 2]
    python -m tests.proofs.shift --seed 1 --table 132        repeats one table

Prints the count of every event type, refusal code and irregularity. Exits 1 if one never occurred or if a
table failed, and prints the command that repeats the failure.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from itertools import count
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from tests.shift.coverage import Coverage
from tests.shift.shift import run_table
from tests.shift.table import Failure

AHEAD = 8  # number of tables that are queued at a time


def print_progress(coverage: Coverage, events: int, started: float) -> None:
    done = coverage.totals
    print(
        f"\r{done['events']:,} of {events:,} events, {done['rounds']:,} rounds, {done['tables']} tables,"
        f" {time.monotonic() - started:.0f} s",
        end="",
        file=sys.stderr,
        flush=True,
    )


def long_shift(seed: int, events: int, processes: int) -> Coverage:
    """Run reproducible tables in order of their numbers until there are enough events."""
    coverage, started = Coverage(), time.monotonic()
    with Pool(processes) as crew:
        waiting = [crew.apply_async(run_table, (seed, number)) for number in range(AHEAD)]
        for number in count(AHEAD):
            coverage.add(waiting.pop(0).get())
            print_progress(coverage, events, started)
            if coverage.totals["events"] >= events:
                break
            waiting.append(crew.apply_async(run_table, (seed, number)))
        crew.terminate()
    print(file=sys.stderr)
    return coverage


def main() -> int:
    parser = argparse.ArgumentParser(description="Run a simulated shift.")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=int, help="only this table of the shift")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    started = time.monotonic()
    shift = partial(run_table, options.seed, options.table)
    if options.table is None:
        shift = partial(long_shift, options.seed, options.events, options.processes)
    try:
        coverage = shift()
    except Failure as failure:
        print(f"\n{failure}")
        return 1
    totals = ", ".join(f"{number:,} {what}" for what, number in sorted(coverage.totals.items()))
    print(f"seed {options.seed}: {totals}; {time.monotonic() - started:.0f} s")
    if options.table is not None:
        return 0
    print(coverage.report())
    missing = coverage.missing()
    print(f"never occurred: {', '.join(missing)}" if missing else "everything occurred")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
