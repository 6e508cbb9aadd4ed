"""Measure how long a new process takes to answer each command, without cached results or Numba.

    python -m benchmarks.first

The benchmark prints each process's wall-clock time, CPU time and peak memory. Other load on the machine
hardly affects the CPU time.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

COMMANDS = (
    ("analyze uth", 1.5),
    ("analyze letitride", 1.5),
    ("analyze dragon", 1.5),
    ("analyze topfive", 1.5),
    ("analyze uth --seen dealer", 1.5),
    ("analyze uth --seen dealer --seen-cards 2", 1.5),
    ("analyze uth --seen community", 1.5),
    ("analyze uth --seen burn", 1.5),
    ("strategy uth", 1.0),
    ("strategy uth --hand AsKd", 1.0),
    ("strategy uth --hand AsKd --dead 2c7h", 1.0),
    ("strategy uth --hand AsKd --board 4s5h6d", 1.0),
    ("strategy uth --hand AsKd --board 4s5h6d --dead 2c7h", 1.0),
    ("strategy uth --hand AsKd --board 4s5h6d8c9d --dead 2c7h", 1.0),
    ("strategy letitride", 1.0),
    ("strategy letitride --hand 6c7d8h --board 9s", 1.0),
    ("strategy dragon", 1.0),
    ("strategy topfive", 1.0),
    ("strategy uth --simple", 1.0),
    ("strategy uth --simple --paytable B", 1.0),
    ("strategy letitride --simple", 1.0),
    ("strategy dragon --simple", 1.0),
    ("strategy topfive --simple", 1.0),
    ("strategy uth --price examples/strategies/uth-by-outs.toml", 1.0),
)
RUNS = 3

# Runs one command, discards its output, and prints the CPU time and peak memory of the process.
RUN = """
import os, resource, sys
sys.modules["numba"] = None
from croupier.cli import main
sys.argv = ["croupier", *sys.argv[1:], "--json"]
real, sys.stdout = sys.stdout, open(os.devnull, "w")
try:
    main()
except SystemExit as ended:
    assert not ended.code
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, file=real)
"""


def run(command: str) -> tuple[float, float, float]:
    """Run a command in a new process and return wall-clock seconds, CPU seconds and peak megabytes."""
    with tempfile.TemporaryDirectory() as empty:
        environment = dict(os.environ, CROUPIER_CACHE=empty)
        began = time.perf_counter()
        ran = subprocess.run(
            [sys.executable, "-c", RUN, *command.split()],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        seconds = time.perf_counter() - began
    processor, memory = map(float, ran.stdout.split())
    return seconds, processor, memory


def main() -> None:
    print(f"{'':<62}{'clock':>9}{'processor':>11}{'memory':>9}{'goal':>8}")
    for command, goal in COMMANDS:
        runs = [run(command) for _ in range(RUNS)]
        seconds, processor, memory = (statistics.median(each) for each in zip(*runs, strict=True))
        print(f"croupier {command:<53}{seconds:>7.2f} s{processor:>9.2f} s{memory:>6.0f} MB{goal:>6.1f} s")


if __name__ == "__main__":
    main()
