"""Kill the store hundreds of times on each engine, and check that no reported entry is lost.

python -m tests.proofs.store [--kills 300] [--seed 1]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.server.helpers.postgres import control, new_database, started
from tests.store.kills import kill_repeatedly


def run_kills(engine: str, address: str, kills: int, seed: int) -> None:
    began = time.monotonic()
    results = kill_repeatedly(address, kills, seed)
    print(
        f"{engine:10} {results.kills} kills, {results.in_mid_round} in mid-round; "
        f"{results.told} acts reported, all stored; {results.entries} entries, books and streams agree "
        f"({time.monotonic() - began:.0f} s)",
        flush=True,
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=300)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="croupier-proof-") as folder:
        run_kills("SQLite", f"sqlite:///{folder}/house.db", options.kills, options.seed)
        server = started(Path(folder) / "data")
        try:
            run_kills("PostgreSQL", new_database(server), options.kills, options.seed)
        finally:
            control(server, "-m", "immediate", "stop")


if __name__ == "__main__":
    main()
