"""Solve the three smaller games by both methods, under every paytable and every pair of readings.

    python tests/proofs/two_methods.py [--every-suit]

Prints each value, and exits 1 if two differ. Top Five sets that differ only in the names of suits are
evaluated once, or with --every-suit each of the player's 137,980 sets separately (ten minutes).
"""

from __future__ import annotations

import argparse
import sys
import time
from fractions import Fraction
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from croupier.maths.dragon import enumeration as dragon
from croupier.maths.letitride import enumeration as letitride
from croupier.maths.results import Result
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from tests.helpers import reference_solver as reference


def same(name: str, slow: reference.ReferenceResult, fast: Result) -> bool:
    equal = {net: Fraction(count, slow.deals) for net, count in slow.nets.items() if count} == {
        each.net: each.probability for each in fast.outcomes
    } and slow.average_wager == fast.average_wager
    print(
        f"{name:28} {fast.ev!s:>32} {float(fast.ev):+.10f}  {'equal' if equal else 'DIFFERENT'}", flush=True
    )
    return equal


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--every-suit", action="store_true")
    every_suit = options.parse_args().every_suit
    start = time.perf_counter()
    verdicts = []
    terms = Terms("letitride")
    tables = terms.paytables("main")
    for slow, table in zip(
        reference.letitride(list(tables.values()), reference.five_card_strengths()),
        tables.values(),
        strict=True,
    ):
        verdicts.append(same(f"letitride {table.letter}", slow, letitride.solve(terms, table)))
    terms = Terms("dragon")
    for table in terms.paytables("ante_bonus").values():
        verdicts.append(same(f"dragon {table.letter}", reference.dragon(table), dragon.solve(terms, table)))
    pairs = list(product(("R1", "R2", "R3", "R4"), ("R1", "R2", "R3")))
    for (qualifying, ranking), slow in zip(pairs, reference.topfive(pairs, every_suit), strict=True):
        fast = topfive.solve(Terms("topfive", {"T-02": qualifying, "T-03": ranking}))
        verdicts.append(same(f"topfive T-02 {qualifying} T-03 {ranking}", slow, fast))
    print(f"{sum(verdicts)} of {len(verdicts)} equal, {time.perf_counter() - start:.0f} s")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
