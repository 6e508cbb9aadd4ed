"""Measure how long exact answers take for Ultimate Texas Hold 'Em.

    python benchmarks/maths_uth.py

Each measured Blind paytable is new, so no cached result helps. The benchmark prints the median of several
runs, and the fastest and slowest run. E. Jacobson reported five days of machine time for an exact basic
strategy under one paytable. The table shows this time next to Croupier's times.
"""

from __future__ import annotations

import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import STANDARD
from croupier.maths.uth import Position, choices, solve
from croupier.maths.uth.pricing import play_all, price
from croupier.maths.uth.solution import whole_pays
from croupier.maths.uth.sums import build

FIVE_DAYS = 5 * 24 * 3600.0
ROWS = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
BLIND_A = dict(zip(ROWS, map(Fraction, ["500", "50", "10", "3", "3/2", "1"]), strict=True))

# Solves one paytable in a new process, and prints the seconds and the peak memory.
FROM_NOTHING = """
import time; began = time.perf_counter()
from fractions import Fraction
from croupier.maths.uth import solve
solve({"royal_flush": Fraction(500), "straight_flush": Fraction(50), "four_of_a_kind": Fraction(10),
       "full_house": Fraction(3), "flush": Fraction(3, 2), "straight": Fraction(1)}, distribution=True)
seconds = time.perf_counter() - began
import resource
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@dataclass(frozen=True)
class Result:
    """The times of one task in seconds."""

    what: str
    middle: float
    fastest: float
    slowest: float
    goal: float | None = None
    published: float | None = None
    note: str = ""


def measure(what: str, work: Callable[[Any], Any], inputs: Iterator[Any], runs: int, **more: Any) -> Result:
    times = []
    for _ in range(runs):
        given = next(inputs)
        start = time.perf_counter()
        work(given)
        times.append(time.perf_counter() - start)
    return Result(what, statistics.median(times), min(times), max(times), **more)


def paytables(chance: random.Random) -> Iterator[dict[str, Fraction]]:
    """Yield random variations of Blind paytable A."""
    while True:
        yield {row: pays * Fraction(chance.randint(50, 150), 100) for row, pays in BLIND_A.items()}


def positions(chance: random.Random, board: int, dead: int) -> Iterator[Position]:
    while True:
        cards = chance.sample(STANDARD.order, 2 + board + dead)
        yield Position.of(cards[:2], cards[2 : 2 + board], cards[2 + board :])


def process(cache: str | None) -> tuple[float, int]:
    """Run a new process and return its seconds and peak kilobytes. An empty `cache` makes it compile."""
    environment = dict(os.environ, **({"CROUPIER_COMPILED": cache} if cache else {}))
    ran = subprocess.run(
        [sys.executable, "-c", FROM_NOTHING], env=environment, capture_output=True, text=True, check=True
    )
    seconds, memory = ran.stdout.split()
    return float(seconds), int(memory)


def run() -> list[Result]:
    chance = random.Random(1)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        cold, memory = process(folder)
    results.append(
        Result("new process, with compilation and distribution", cold, cold, cold, 90.0, FIVE_DAYS,
               f"{memory / 1024:,.0f} MB")
    )  # fmt: skip
    process(None)  # Compile all code before the measurement.
    times, memories = zip(*(process(None) for _ in range(3)), strict=True)
    results.append(
        Result("new process, compiled before, with distribution", statistics.median(times), min(times),
        max(times),
               None, FIVE_DAYS, f"{max(memories) / 1024:,.0f} MB")
    )  # fmt: skip
    tables = paytables(chance)
    solve(BLIND_A, distribution=True)

    def rebuilt(blind: dict[str, Fraction]) -> None:
        play_all(price(build(), *whole_pays(blind)))

    rebuilt(BLIND_A)  # Compile the remaining code before the measurement.
    results.append(measure("one paytable, without stored sums", rebuilt, tables, 3, published=FIVE_DAYS))
    results.append(
        measure("one new Blind paytable, all decisions", solve, tables, 25, goal=0.5, published=FIVE_DAYS)
    )
    whole = lambda blind: solve(blind, distribution=True)  # noqa: E731
    results.append(
        measure("one new Blind paytable, with distribution", whole, tables, 11, goal=2.0, published=FIVE_DAYS)
    )
    for what, board, dead, runs, goal in (
        ("first decision", 0, 0, 500, 0.001),
        ("Flop decision", 3, 0, 500, 0.005),
        ("River decision", 5, 0, 500, 0.001),
        ("first decision, 12 cards dead", 0, 12, 7, None),
        ("Flop decision, 12 cards dead", 3, 12, 100, None),
        ("River decision, 12 cards dead", 5, 12, 500, None),
    ):
        some = positions(chance, board, dead)
        decide = lambda position: choices(position, BLIND_A)  # noqa: E731
        decide(next(some))
        results.append(measure(what, decide, some, runs, goal=goal))
    return results


def show(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def table(results: list[Result]) -> str:
    lines = [f"{'':<50}{'time':>10}  {'fastest - slowest':<22}{'goal':>8}{'published':>11}{'ratio':>14}"]
    for result in results:
        spread = f"{show(result.fastest)} - {show(result.slowest)}"
        goal = "" if result.goal is None else show(result.goal)
        published = "" if result.published is None else "5 days"
        ratio = "" if result.published is None else f"{result.published / result.middle:,.0f} x"
        line = f"{result.what:<50}{show(result.middle):>10}  {spread:<22}{goal:>8}{published:>11}{ratio:>14}"
        lines.append(f"{line}  {result.note}".rstrip())
    return "\n".join(lines)


def setting() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{platform.machine()}, {cores} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    print(setting())
    print()
    print(table(run()))
    print()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"This process used at most {peak:,.0f} MB of memory.")
