"""Send malformed and hostile messages to all sockets of a server, and check that its books agree.

    python -m tests.proofs.house_fuzz [--messages 1000000] [--seed 1] [--seconds S]

The proof divides the messages among several servers and prints its progress. With `--seconds` it starts no
further server after that time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from tests.server.helpers.fuzzing import FuzzResults, fuzz

PART = 5_000  # messages per server


def summary(results: FuzzResults) -> str:
    answers = ", ".join(f"{count} {name}" for name, count in results.answers.most_common(14))
    return (
        f"{results.messages} messages, {results.entries} entries, {results.rounds} rounds\n{answers}\n"
        f"another table meanwhile: {results.honest_rounds} rounds, "
        f"median {results.median * 1000:.1f} ms, p99 {results.p99 * 1000:.1f} ms"
    )


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--messages", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument(
        "--seconds", type=float, default=float("inf"), help="start no further server after this many seconds"
    )
    options = asked.parse_args()
    began, total = time.monotonic(), FuzzResults()
    for part, first in enumerate(range(0, options.messages, PART)):
        if time.monotonic() - began >= options.seconds:
            break
        number = min(PART, options.messages - first)
        with tempfile.TemporaryDirectory() as folder:
            total.add(asyncio.run(fuzz(Path(folder), number, random.Random(options.seed + part))))
        spent = f"{time.monotonic() - began:.0f} s, {time.process_time():.0f} s of a core"
        print(f"{total.messages} messages, {len(total.faults)} faults, {spent}", flush=True)
    print(summary(total))
    for fault in total.faults:
        print(f"FAULT {fault}")
    return 1 if total.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
