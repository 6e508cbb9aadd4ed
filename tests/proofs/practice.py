"""Compare the values of thousands of practice questions with an enumeration of every unseen card.

    python -m tests.proofs.practice [--hands 500] [--seed 1]

Deals hands of each kind of each game. Prints how many values were compared and how many differ. Exits 1 if
any differs. Prints the kinds of question that it leaves out because enumerating
them would take too long.
"""

from __future__ import annotations

import argparse
import random
import sys

from tests.training.brute_force import brute_values
from tests.training.helpers import FOUR, practice_of


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--hands", type=int, default=500, help="hands of each kind")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    chance, differing = random.Random(chosen.seed), 0
    for name in FOUR:
        game, compared, left_out = practice_of(name), 0, 0
        for kind in game.kinds():
            for _ in range(chosen.hands):
                judged = game.fresh(kind.id, chance)
                values = brute_values(game, judged.spot)
                if values is None:
                    left_out += 1
                    continue
                compared += len(values)
                wrong = dict(judged.values) != values
                differing += wrong
                if wrong:
                    print(f"  differs: {name} {kind.id} {judged.spot.key}", flush=True)
        print(f"  {name}: {compared:,} values compared, {left_out:,} hands not enumerated", flush=True)
    print(f"{differing:,} hands differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
