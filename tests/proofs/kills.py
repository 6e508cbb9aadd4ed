"""Kill hundreds of sessions during rounds, and check that no entry is lost and every session continues.

python -m tests.proofs.kills [--kills 520] [--seed 1]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.helpers.kills import KEYS, kill_repeatedly


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=520)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    each = -(-options.kills // len(KEYS))
    kills = mid = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, game in enumerate(KEYS):
            (Path(folder) / game).mkdir()
            results = kill_repeatedly(game, Path(folder) / game / "journal", each, options.seed + number)
            kills, mid = kills + results.kills, mid + results.in_mid_round
            print(
                f"{game:10} {results.kills} kills, {results.in_mid_round} in the middle of a round; "
                f"{results.rounds} rounds, {results.entries} entries, all of them as the rules decide",
                flush=True,
            )
    print(f"{kills} kills, {mid} in the middle of a round: nothing lost, all continued")


if __name__ == "__main__":
    main()
