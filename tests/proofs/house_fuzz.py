"""A house spoken to by whoever means ill, on all its sockets at once: it never errs, and its books hold.

python -m tests.proofs.house_fuzz [--messages 1000000] [--seed 1]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from tests.house.helpers.fuzzing import Toll, fuzz


def told(toll: Toll) -> str:
    answers = ", ".join(f"{count} {name}" for name, count in toll.answers.most_common(14))
    return (
        f"{toll.messages} messages, {toll.entries} entries, {toll.rounds} rounds\n{answers}\n"
        f"another table meanwhile: {toll.honest_rounds} rounds, "
        f"median {toll.median * 1000:.1f} ms, p99 {toll.p99 * 1000:.1f} ms"
    )


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--messages", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        toll = asyncio.run(fuzz(Path(folder), options.messages, random.Random(options.seed)))
    print(told(toll))
    print(f"{time.monotonic() - began:.0f} s")
    for fault in toll.faults:
        print(f"FAULT {fault}")
    return 1 if toll.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
