"""Plant faults one at a time in the core packages and check whether a test detects each.

    python -m tests.proofs.planted [--faults 200] [--seed 1] [--readings] [--only code] [--package table]

The core packages are rulebook, cards, hands, submission, games, meters, table, journal and records.

A fault changes one thing: a clause or reading id, a comparison, the code of a refusal or warning, an
audience, an amount or a result. One traced run records which tests execute which line (`tracing`). For each
fault, the proof runs the tests that execute its line, fastest first, until one fails. The proof reports the
place of each fault that passes all tests.

The tests must detect at least 97 percent of all faults. They must detect every fault in a reading id that is
cited inside a function, and --readings plants all of these faults. Faults without an observable
effect are listed in `equivalent.py` with a reason. The proof reports them and does not plant them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.proofs.fault_finder import PACKAGES, Fault, chosen, every_fault, excused
from tests.proofs.planting import plant

ENOUGH = 97  # the percentage of faults that the tests must detect


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant faults and report which ones the tests detect.")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--readings", action="store_true", help="every reading id cited in a function too")
    parser.add_argument("--only", default="", help="one kind of fault; with --faults 0, all of that kind")
    parser.add_argument("--package", default="", choices=["", *PACKAGES], help="only this package")
    parser.add_argument("--file", default="", help="only files whose path contains this")
    parser.add_argument("--map", type=Path, help="file that stores the traced run, created if missing")
    parser.add_argument("--patient", action="store_true", help="also run the walk and shift tests")
    parser.add_argument("--fast", action="store_true", help="run only the tests that execute a fault's line")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    found = [
        fault
        for fault in every_fault()
        if (not options.only or fault.kind == options.only)
        and (not options.package or fault.package == options.package)
        and options.file in str(fault.path)
    ]
    for fault in found:
        if (why := excused(fault)) is not None:
            print(f"changes nothing: {fault}: {why}")
    candidates = [fault for fault in found if excused(fault) is None]
    sample = candidates if options.faults == 0 else chosen(candidates, options.faults, options.seed)
    ids = [fault for fault in candidates if fault.kind == "reading"] if options.readings else []
    faults = [*dict.fromkeys((*sample, *ids))]
    started, missed, planted = time.monotonic(), set[Fault](), Counter[str]()
    missed_of_kind: Counter[str] = Counter()

    def report(fault: Fault, detected: bool) -> None:
        planted[fault.kind] += 1
        if not detected:
            missed.add(fault)
            missed_of_kind[fault.kind] += 1
            print(f"not detected: {fault}", flush=True)
        done, spent = sum(planted.values()), time.monotonic() - started
        print(f"{done} of {len(faults)} planted, {len(missed)} not detected, {spent:.0f} s", file=sys.stderr)

    plant(faults, options.map, options.processes, options.patient, options.fast, report)
    for kind in sorted(planted):
        print(f"{kind:16} {planted[kind] - missed_of_kind[kind]:4} of {planted[kind]:4} detected")
    share = 100 * (len(sample) - len(missed & {*sample})) / max(1, len(sample))
    print(f"seed {options.seed}: {len(sample)} of {len(candidates)} faults planted, {share:.1f} % detected")
    return 1 if share < ENOUGH or missed_of_kind["reading"] else 0


if __name__ == "__main__":
    sys.exit(main())
