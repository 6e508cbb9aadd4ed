"""Kill a server repeatedly while people play, and check that no acknowledged message is lost.

    python -m tests.proofs.house_kills [--kills 1000] [--store sqlite|postgresql] [--faults 60] [--seed 1]
                                       [--seconds S]

The proof prints its progress. With `--seconds` it starts nothing new after that time. Then three nodes share
one PostgreSQL database, and one of them is killed or suspended repeatedly.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.server.helpers import regulars, served
from tests.server.helpers.killing import KillResults, kill_repeatedly
from tests.server.helpers.nodes import fail_nodes_repeatedly
from tests.server.helpers.postgres import new_database, running

PATIENCE = 900.0  # seconds for a server to start on a loaded machine
EACH = 10  # kills per store, because each comparison reads the whole store


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=1000)
    asked.add_argument("--store", choices=("sqlite", "postgresql"))
    asked.add_argument("--faults", type=int, default=60, help="of the three nodes")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument(
        "--seconds", type=float, default=float("inf"), help="start nothing new after this many seconds"
    )
    options = asked.parse_args()
    until = time.monotonic() + options.seconds
    served.PATIENCE = regulars.LIMIT = PATIENCE
    for store in (options.store,) if options.store else ("sqlite", "postgresql"):
        if options.kills:
            many(store, options.kills, options.seed, until)
        if options.faults and store == "postgresql":
            nodes(options.faults, options.seed, until)


def nodes(faults: int, seed: int, until: float) -> None:
    with running() as server, tempfile.TemporaryDirectory(prefix="croupier-nodes-") as folder:
        for first in range(0, faults, EACH):
            if time.monotonic() >= until:
                return
            place = Path(folder) / str(first)
            place.mkdir()
            number, database = min(EACH, faults - first), new_database(server)
            results = fail_nodes_repeatedly(place, database, number, seed + first)
            print(results.told(), flush=True)


def many(store: str, kills: int, seed: int, until: float) -> KillResults:
    total = KillResults()
    with ExitStack() as stack:
        server = stack.enter_context(running()) if store == "postgresql" else None
        for first in range(0, kills, EACH):
            if time.monotonic() >= until:
                break
            with tempfile.TemporaryDirectory(prefix="croupier-kills-") as folder:
                database = "" if server is None else new_database(server)
                number = min(EACH, kills - first)
                results = kill_repeatedly(Path(folder), database, number, seed + first)
                total = total.and_then(results)
            report(store, total)
    return total


def report(store: str, results: KillResults) -> None:
    print(
        f"{store:10} {results.kills} kills, {results.mid_round} in the middle of a round; "
        f"{results.acknowledged} commands acknowledged, each stored once; {results.entries} entries; "
        f"{results.cards} cards of interrupted rounds from the same shoe; "
        f"in play again after {statistics.median(results.seconds):.1f} s (median), "
        f"{max(results.seconds):.1f} s (worst)",
        flush=True,
    )


if __name__ == "__main__":
    main()
