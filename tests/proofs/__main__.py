"""Run every long proof in turn (`make proof`). You can also run each proof by itself."""

from __future__ import annotations

import argparse
import subprocess
import sys

PROOFS = (
    ("whole", "the full enumerations that the other test tiers only sample"),
    ("two_methods", "the small games and their side wagers by a second method"),
    ("uth_plain", "Ultimate Texas Hold 'Em over all boards by the plain method"),
    ("stored", "every stored sum of the package, recomputed"),
    ("settlement", "100,000 rounds of each game compared with the second settlement"),
    ("drills", "40,000 answers of dealers' drills compared with a second way of finding them"),
    ("practice", "the values of thousands of practice questions against every unseen card"),
    ("walk", "every state of the procedure: no dead ends, nothing lost, every remedy possible"),
    (
        "planted",
        "every reading id and 200 other faults planted one at a time, to see which tests detect them",
    ),
    ("shift", "a simulated shift of a million events"),
    ("kills", "sessions that are killed in the middle of a round and continued"),
    ("store", "the server's store killed during play on both databases and reopened"),
    (
        "house_kills",
        "a server killed during play 1,000 times for each database, and three nodes on one database",
    ),
    ("house_fuzz", "a million malformed messages to the sockets of a server"),
    ("simulate", "a million rounds of each game at the table compared with the exact mathematics"),
)
WORDS = {"planted": ("--readings",)}  # arguments for each proof


def main() -> int:
    proofs = "\n".join(f"  {name:12} {what}" for name, what in PROOFS)
    options = argparse.ArgumentParser(
        prog="python -m tests.proofs",
        description=f"{__doc__}\n\n{proofs}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("proofs", nargs="*", choices=[[], *(name for name, _ in PROOFS)], metavar="PROOF")
    selected = options.parse_args().proofs
    failed = []
    for name, what in PROOFS:
        if selected and name not in selected:
            continue
        print(f"\n== {name}: {what} ==", flush=True)
        called = [sys.executable, "-m", f"tests.proofs.{name}", *WORDS.get(name, ())]
        if subprocess.run(called, check=False).returncode:
            failed.append(name)
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall proofs hold")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
