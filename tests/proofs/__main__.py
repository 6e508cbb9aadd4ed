"""Run every long proof, one after another: `make proof`. Each can also be run by itself."""

from __future__ import annotations

import argparse
import subprocess
import sys

PROOFS = (
    ("whole", "the tests over whole spaces, which other tiers only sample"),
    ("two_methods", "the small games and their side wagers by a second method"),
    ("uth_plain", "Ultimate Texas Hold 'Em over all boards by the plain method"),
    ("stored", "every sum that the package brings, counted again from nothing"),
    ("settlement", "100,000 rounds a game against the second settlement"),
    ("walk", "every state of the procedure: no dead ends, nothing lost, every remedy possible"),
    ("planted", "every reading id and 200 other faults planted one at a time, and whether a test notices"),
    ("shift", "a simulated shift of a million events"),
    ("kills", "sittings killed in the middle of rounds, and continued"),
    ("store", "the house's store killed under play on both engines, and opened again"),
    ("house_kills", "a served house killed under play, 1,000 times a store; three nodes on one database"),
    ("house_fuzz", "a million strange messages to the sockets of a house"),
    ("simulate", "a million rounds a game at the table against the exact mathematics"),
)
WORDS = {"planted": ("--readings",)}  # arguments for each proof


def main() -> int:
    told = "\n".join(f"  {name:12} {what}" for name, what in PROOFS)
    options = argparse.ArgumentParser(
        prog="python -m tests.proofs",
        description=f"{__doc__}\n\n{told}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("proofs", nargs="*", choices=[[], *(name for name, _ in PROOFS)], metavar="PROOF")
    wanted = options.parse_args().proofs
    failed = []
    for name, what in PROOFS:
        if wanted and name not in wanted:
            continue
        print(f"\n== {name}: {what} ==", flush=True)
        called = [sys.executable, "-m", f"tests.proofs.{name}", *WORDS.get(name, ())]
        if subprocess.run(called, check=False).returncode:
            failed.append(name)
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall proofs hold")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
