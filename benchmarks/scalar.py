"""Compare the Numba kernels with scalar C++ code for the same method, for one Blind paytable on one core.

    python -m benchmarks.scalar

The benchmark needs a C++ compiler. The two programs take turns, and the result is the median of the ratios.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import numpy as np

from croupier.maths.uth.classes import classes
from croupier.maths.uth.pricing import play_all, price
from croupier.maths.uth.solution import DEALS, solve, whole_pays
from croupier.maths.uth.spots import groups, starting_hands
from croupier.maths.uth.strength import strengths
from croupier.maths.uth.sums import build

BLIND = dict(
    zip(
        ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"),
        map(Fraction, ("500", "50", "10", "3", "3/2", "1")),
        strict=True,
    )
)
RUNS = 5


def write_tables(folder: Path) -> None:
    """Write the index tables and hand strengths that the C++ program reads."""
    table, strong = classes(), strengths()
    pays, scale = whole_pays(BLIND)
    arrays = {
        **{name: getattr(table, name) for name in table._fields if name not in ("kin", "kin_start")},
        "by_ranks": strong.by_ranks,
        "by_suit": strong.by_suit,
        "category": strong.category,
        "pays": np.array([*pays, scale, strong.qualifies], np.int64),
        "combinations": np.array([hand.combinations for hand in starting_hands()], np.int64),
    }
    for number, group in enumerate(groups()):
        parts = (group.hands, group.pairs, group.views, group.ranks, group.rows, group.weight)
        arrays |= {f"group{number}_{part}": each.astype(np.int64) for part, each in enumerate(parts)}
    for name, array in arrays.items():
        np.ascontiguousarray(array).tofile(folder / name)


def compiled(folder: Path) -> Path | None:
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = folder / "scalar"
    source = Path(__file__).with_name("uth_scalar.cpp")
    subprocess.run([compiler, "-O3", "-std=c++17", str(source), "-o", str(program)], check=True)
    return program


def ratios(runs: int = RUNS) -> list[tuple[float, float]]:
    """Return, for each run, the single-core seconds of the C++ program and of the kernels.

    Without a C++ compiler, the list is empty.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = compiled(folder)
        if program is None:
            return []
        write_tables(folder)
        play_all(price(build(), *whole_pays(BLIND)))  # compile and warm up the code before the measurement
        expected = solve(BLIND).ev * DEALS * whole_pays(BLIND)[1]
        found = []
        for _ in range(runs):
            ran = subprocess.run([program, name], capture_output=True, text=True, check=True)
            high, low, seconds = ran.stdout.split()
            assert int(high) * 10**9 + int(low) == expected, "the two programs must find the same value"
            began = time.process_time()
            play_all(price(build(), *whole_pays(BLIND)))
            found.append((float(seconds), time.process_time() - began))
        return found


def line() -> str:
    found = ratios()
    if not found:
        return "No C++ compiler was found, so the comparison with the kernels was skipped."
    theirs, ours = (statistics.median(each) for each in zip(*found, strict=True))
    ratio = statistics.median(ours / theirs for theirs, ours in found)
    return (
        f"One paytable on one core without stored data: scalar C++ {theirs:.3f} s, kernels {ours:.3f} s. "
        f"The kernels take {ratio:.2f} times as long (goal 2)."
    )


if __name__ == "__main__":
    print(line())
