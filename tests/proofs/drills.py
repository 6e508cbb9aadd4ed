"""Answer 40,000 drill questions with independent code and compare the answers.

    python -m tests.proofs.drills [--questions 40000] [--game uth] [--processes 2] [--seed 1]

Each question is asked at a random table, with any dealing method, paytables and readings. Prints for each
game how many answers agreed, and the differences. Exits 1 if any answer differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from multiprocessing import pool
from typing import NamedTuple

from croupier.records.record import read_record
from croupier.training.drills import generate, kinds_for
from tests.independent import GAMES, random_record
from tests.training.drills.second_answers import disagreement

CHUNK = 20  # number of tables
SHOWN = 5


class Work(NamedTuple):
    game: str
    seed: int
    first: int
    last: int


class Compared(NamedTuple):
    kinds: Counter[str]
    differences: list[str]


def compare(work: Work) -> Compared:
    """Ask one question of every kind at each table."""
    kinds: Counter[str] = Counter()
    different: list[str] = []
    for number in range(work.first, work.last):
        name = f"{work.game} {work.seed} {number}"
        record = random_record(random.Random(f"drills {name}"), work.game)
        rules = read_record(record).rules
        for kind in kinds_for(rules):
            try:
                found = disagreement(generate(rules, kind, name), record)
            except Exception as fault:  # an exception counts as a difference
                found = f"{type(fault).__name__}: {fault}"
            kinds[kind.name] += 1
            if found:
                different.append(f"table {name!r}, {kind.name}: {found}")
    return Compared(kinds, different)


def prove(crew: pool.Pool, game: str, questions: int, seed: int) -> bool:
    started = time.monotonic()
    total = Compared(Counter(), [])
    first = 0
    while total.kinds.total() < questions:
        work = [Work(game, seed, first + CHUNK * n, first + CHUNK * (n + 1)) for n in range(8)]
        first += CHUNK * 8
        for done in crew.imap_unordered(compare, work):
            total = Compared(total.kinds + done.kinds, total.differences + done.differences)
            print(f"\r{game}: {total.kinds.total():,} of {questions:,}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    asked, different = total.kinds.total(), len(total.differences)
    print(
        f"{game}: {asked - different:,} of {asked:,} answers agree ({different} differences),"
        f" {len(total.kinds)} kinds, the rarest {min(total.kinds.values()):,} times;"
        f" {time.monotonic() - started:.0f} s"
    )
    for line in sorted(total.differences)[:SHOWN]:
        print(line)
    return not total.differences


def main() -> int:
    parser = argparse.ArgumentParser(description="Answer drill questions a second way and compare.")
    parser.add_argument("--questions", type=int, default=40_000, help="number of questions over all games")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game (may be repeated)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games = options.game or GAMES
    with pool.Pool(options.processes) as crew:
        agreed = [prove(crew, game, -(-options.questions // len(games)), options.seed) for game in games]
    return 0 if all(agreed) else 1


if __name__ == "__main__":
    sys.exit(main())
