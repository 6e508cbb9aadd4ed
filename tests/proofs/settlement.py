"""Settle many random rounds twice, with the product and with tests/independent.

    python -m tests.proofs.settlement [--records 100000] [--game uth] [--processes 2] [--seed 1]

Prints for each game how many records agreed, how many paytable rows were paid, and the time. Then prints
the seeds of the first records that differ, and the differences. Exits 1 if any record differs. A record's
seed is "game seed number".
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from multiprocessing import pool
from typing import NamedTuple

from tests.independent import GAMES, all_rows, fixed_parts, random_record, settle

CHUNK = 250
SHOWN = 5


class Work(NamedTuple):
    game: str
    seed: int
    first: int
    last: int
    stacked: float


class SettlementResults(NamedTuple):
    records: int
    seats: int
    wagers: int
    rows: Counter[tuple[str, str, str, str]]
    differences: list[str]


def differences(expected: object, found: object, where: str = "") -> list[str]:
    """Yield the places where two documents differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        lines = []
        for key in sorted({*expected, *found}):
            lines += differences(expected.get(key), found.get(key), f"{where}.{key}")
        return lines
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [
            line
            for number, pair in enumerate(zip(expected, found, strict=True))
            for line in differences(*pair, f"{where}[{number}]")
        ]
    return [] if expected == found else [f"  {where[1:]}: expected {expected!r}, product {found!r}"]


def compare(work: Work) -> SettlementResults:
    from croupier import play_record

    rows: Counter[tuple[str, str, str, str]] = Counter()
    seats = wagers = 0
    faults: list[str] = []
    for number in range(work.first, work.last):
        seed = f"{work.game} {work.seed} {number}"
        record = random_record(random.Random(seed), work.game, work.stacked)
        expected = settle(record, rows)
        seats += len(expected["seats"])
        wagers += sum(len(seat["wagers"]) for seat in expected["seats"])
        try:
            lines = differences(expected, fixed_parts(play_record(record)))
        except Exception as fault:  # an exception on a legal record counts as a difference
            lines = [f"  product raised {type(fault).__name__}: {fault}"]
        if lines:
            faults.append("\n".join([f"seed {seed!r}", *lines]))
    return SettlementResults(work.last - work.first, seats, wagers, rows, faults)


def prove(crew: pool.Pool, game: str, options: argparse.Namespace) -> bool:
    started = time.monotonic()
    work = [
        Work(game, options.seed, first, min(first + CHUNK, options.records), options.stacked)
        for first in range(0, options.records, CHUNK)
    ]
    total = SettlementResults(0, 0, 0, Counter(), [])
    for done in crew.imap_unordered(compare, work):
        rows = total.rows + done.rows
        counts = (total.records + done.records, total.seats + done.seats, total.wagers + done.wagers)
        total = SettlementResults(*counts, rows, total.differences + done.differences)
        print(f"\r{game}: {total.records:,} of {options.records:,}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    every = all_rows(game)
    paid = sum(1 for row in every if total.rows[row])
    print(
        f"{game}: {total.records - len(total.differences):,} of {total.records:,} records agree"
        f" ({total.seats:,} hands, {total.wagers:,} wagers);"
        f" {paid} of {len(every)} paytable rows paid,"
        f" the rarest {min(total.rows[row] for row in every):,} times;"
        f" {time.monotonic() - started:.0f} s"
    )
    for fault in sorted(total.differences)[:SHOWN]:
        print(fault)
    return not total.differences


def main() -> int:
    parser = argparse.ArgumentParser(description="Settle random rounds twice and compare.")
    parser.add_argument("--records", type=int, default=100_000, help="number of records for each game")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game (may be repeated)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stacked", type=float, default=0.5, help="share of decks laid for rare hands")
    options = parser.parse_args()
    with pool.Pool(options.processes) as crew:
        agreed = [prove(crew, game, options) for game in options.game or GAMES]
    return 0 if all(agreed) else 1


if __name__ == "__main__":
    sys.exit(main())
