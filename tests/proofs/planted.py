"""Plant faults one at a time in a copy of the code and check whether a test detects each.

    python -m tests.proofs.planted [--faults 200] [--seed 1] [--readings] [--only code] [--room table]

A fault changes one thing: a clause or reading id, a comparison, a refusal's code, an audience, an amount
or a result. One traced run records which tests execute which line (`tracing`). For each fault, the proof runs
the tests that execute its line, fastest first, until one fails. A fault that passes all tests is reported
with
its place.

At least 97 percent of all faults must be detected, and every reading id cited inside a function
(--readings plants all of those as well). Faults without an observable effect are listed in `equivalent.py`
with a reason. The proof reports them and does not plant them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.proofs.fault_finder import Fault, chosen, every_fault, excused
from tests.proofs.planting import plant

ENOUGH = 97  # the percentage of faults that the tests must detect


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant faults and report which ones the tests detect.")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--readings", action="store_true", help="every reading id cited in a function too")
    parser.add_argument("--only", default="", help="one kind of fault; with --faults 0, all of that kind")
    parser.add_argument("--room", default="", help="only this package")
    parser.add_argument("--file", default="", help="only files whose path contains this")
    parser.add_argument("--map", type=Path, help="file that stores the traced run, created if missing")
    parser.add_argument("--patient", action="store_true", help="also run the walk and shift tests")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    there = [
        fault
        for fault in every_fault()
        if (not options.only or fault.kind == options.only)
        and (not options.room or fault.room == options.room)
        and options.file in str(fault.path)
    ]
    for fault in there:
        if (why := excused(fault)) is not None:
            print(f"changes nothing: {fault}: {why}")
    there = [fault for fault in there if excused(fault) is None]
    sample = there if options.faults == 0 else chosen(there, options.faults, options.seed)
    ids = [fault for fault in there if fault.kind == "reading"] if options.readings else []
    faults = [*dict.fromkeys((*sample, *ids))]
    started, missed, planted = time.monotonic(), set[Fault](), Counter[str]()
    missed_in: Counter[str] = Counter()

    def seen(fault: Fault, was_noticed: bool) -> None:
        planted[fault.kind] += 1
        if not was_noticed:
            missed.add(fault)
            missed_in[fault.kind] += 1
            print(f"not noticed: {fault}", flush=True)
        done, spent = sum(planted.values()), time.monotonic() - started
        print(f"{done} of {len(faults)} planted, {len(missed)} not noticed, {spent:.0f} s", file=sys.stderr)

    plant(faults, options.map, options.processes, options.patient, seen)
    for kind in sorted(planted):
        print(f"{kind:16} {planted[kind] - missed_in[kind]:4} of {planted[kind]:4} noticed")
    share = 100 * (len(sample) - len(missed & {*sample})) / max(1, len(sample))
    print(f"seed {options.seed}: {len(sample)} of {len(there)} faults planted, {share:.1f} % noticed")
    return 1 if share < ENOUGH or missed_in["reading"] else 0


if __name__ == "__main__":
    sys.exit(main())
